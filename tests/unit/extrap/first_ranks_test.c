/* How often a loop over levels runs on which the first ranks alone take part, half as many on each: other levels fit the same inputs. */
#include "fit/fit.h"
#include "labelled.h"
#include "message.h"

static int64_t four(const synth_at *at)
{
    (void)at;
    return 4;
}

/* On how many levels there are more than r of them: of X, X div 2 and so on as long as there are some; rounded up, as often as that. */
static int64_t levels(int64_t x, int64_t r, bool up)
{
    int64_t n = 0;
    for (int64_t half = 1; half <= x; half *= 2)
        n += r < (x + (up ? half - 1 : 0)) / half;
    return n;
}
static int64_t of_all(const synth_at *at)
{
    return levels(at->p, at->r, false);
}
static int64_t but_last(const synth_at *at)
{
    return levels(at->p - 1, at->r, false);
}
static int64_t once_more(const synth_at *at)
{
    return but_last(at) + 1;
}
static int64_t behind_first(const synth_at *at)
{
    const int64_t n = but_last(at);
    return n > 0 ? n - 1 : 0;
}
static int64_t rounded_up(const synth_at *at)
{
    return levels(at->p, at->r, true);
}
static int64_t is_no_first(const synth_at *at)
{
    return at->r > 0;
}

#define LEVELS(WHO, TRIPS)                                                               \
    {                                                                                    \
        { '(', .where = WHO, .trips = TRIPS }, MESSAGE(NULL, zero, four),                \
            { .kind = ')' },                                                             \
        {                                                                                \
            0                                                                            \
        }                                                                                \
    }

static const synth_item all[] = LEVELS(NULL, of_all),
                        others[] = LEVELS(is_no_first, of_all),
                        without_last[] = LEVELS(but_last, but_last),
                        one_more[] = LEVELS(NULL, once_more),
                        one_less[] = LEVELS(behind_first, behind_first),
                        up[] = LEVELS(NULL, rounded_up);

/* What is said of the trips of a program's only loop, and whether the target is what the program does. */
typedef struct expected {
    const synth_item *program;
    int64_t scale[4], p;
    sx_label label;
    const char *what;
} expected;

static void are_trips(const expected *want, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const expected *of = &want[i];
        sx_arena *arena = sx_arena_create();
        sx_trace trace;
        if (extrapolate(arena, of->program, of->scale, of->p, &trace)) {
            const bool same = synth_differences(of->program, &trace) == 0;
            is_int(trace.program.node[0]->trips.evidence.label, of->label, of->what);
            ok(same || of->label != SX_LABEL_PROVED, "what is proved is so");
        }
        sx_arena_destroy(arena);
    }
}

int main(void)
{
    const expected trips[] = {
        { all, { 5, 7, 12 }, 23, SX_LABEL_PROVED, "levels of all ranks" },
        { others, { 4, 9, 16 }, 32, SX_LABEL_PROVED, "of all but the first" },
        { others,
          { 4, 9, 16 },
          11,
          SX_LABEL_EXACT,
          "the first, who is not there, tells nothing of where they end" },
        { without_last,
          { 3, 5, 9 },
          11,
          SX_LABEL_EXACT,
          "of a power of two of ranks, all but the last, in all inputs" },
        { up, { 4, 6, 8 }, 11, SX_LABEL_PROVED, "rounded up" },
        { up,
          { 5, 7, 12 },
          32,
          SX_LABEL_EXACT,
          "one more where there is a power of two of them, of which there is none" },
        { one_more, { 4, 8, 16 }, 5, SX_LABEL_EXACT, "with a trip more" },
        { one_less, { 4, 6, 8 }, 5, SX_LABEL_EXACT, "with few trips, and one less" },
    };
    sx_fit_init();
    are_trips(trips, sizeof trips / sizeof *trips);
    return tap_done();
}
