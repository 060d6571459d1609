/* Little that is enough, and a little less that is not: what one input tells of places, two trips of a distance, two inputs of a
 * neighbour. */
#include "fit/fit.h"
#include "labelled.h"
#include "largest_divisor.h"

static sx_label label_at(const synth_item *program, const int64_t *scale, int64_t target,
                         const char *name)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    sx_label label = SX_LABEL_RECORDED;
    if (extrapolate(arena, program, scale, target, &trace))
        label = label_of(arena, &trace, name);
    sx_arena_destroy(arena);
    return label;
}

/* ---- grids whose rows are the largest divisor up to the root ---- */

static int64_t columns(const synth_at *at)
{
    return largest_divisor(at->p);
}

static int64_t along(const synth_at *at, int64_t by)
{
    int64_t d = columns(at);
    return at->r / d * d + (at->r % d + by + d) % d;
}

static int64_t right(const synth_at *at)
{
    return along(at, 1);
}

static int64_t two_right(const synth_at *at)
{
    return along(at, 2);
}

static int64_t below(const synth_at *at)
{
    return (at->r + columns(at)) % at->p;
}

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

#define MESSAGE(to, much)                                                                \
    {                                                                                    \
        'e', .op = SX_OP_Isend, .param = {                                               \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, to },                                                       \
            { SX_PARAM_COUNT, much },                                                    \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, zero }                                                       \
        }                                                                                \
    }

/* ---- neighbours ---- */

static const synth_item steps[] = { MESSAGE(right, zero), MESSAGE(below, zero), { 0 } };
static const synth_item far_steps[] = {
    MESSAGE(two_right, zero), MESSAGE(below, zero), MESSAGE(right, zero), { 0 }
};

/* Around rows of 2 and 4 one place is three places back, which nobody means; two places around rows of 3 and 6 may be four back. */
static void test_two_inputs(void)
{
    const int64_t two[] = { 4, 16, 0 };
    is_int(label_at(steps, two, 64, "0.peer"), SX_LABEL_PROVED, "the next place");
    is_int(label_at(far_steps, (int64_t[]) { 9, 36, 0 }, 144, "0.peer"), SX_LABEL_EXACT,
           "two places on");
}

/* ---- places ---- */

static int64_t neighbours_in_row(const synth_at *at)
{
    int64_t d = columns(at), c = at->r % d;
    return 5 + 10 * ((c > 0) + (c < d - 1));
}

static int64_t inside(const synth_at *at)
{
    int64_t d = columns(at), c = at->r % d, row = at->r / d;
    return 5 + 10 * (c > 0 && c < d - 1 && row > 0 && row < at->p / d - 1);
}

static const synth_item counted[] = { MESSAGE(right, neighbours_in_row),
                                      MESSAGE(below, inside),
                                      { 0 } };

/* Rows of 2 show one number, rows of 4 both, on eight ranks each; what one rank of one input has may be that rank. */
static void test_one_input(void)
{
    const int64_t three[] = { 4, 8, 16, 0 };
    is_int(label_at(counted, three, 32, "0.count"), SX_LABEL_PROVED,
           "one input tells, and predicts two");
    is_int(label_at(counted, (int64_t[]) { 4, 32, 0 }, 16, "0.count"), SX_LABEL_EXACT,
           "or one");
    is_int(label_at(counted, (int64_t[]) { 4, 6, 9, 0 }, 25, "1.count"), SX_LABEL_EXACT,
           "one rank of one");
}

/* ---- trips ---- */

static int64_t twice(const synth_at *at)
{
    (void)at;
    return 2;
}

static int64_t no_law(const synth_at *at)
{
    return 1 + (at->r * at->r * 7919 + at->p * 104729) % 997 % 2;
}

static int64_t doubling_back(const synth_at *at)
{
    int64_t to = at->r - (INT64_C(1) << at->i[0]);
    return (to + at->p) % at->p;
}

static int64_t three_r(const synth_at *at)
{
    return 3 * at->r + 7;
}

#define TWO_TRIPS(trips_of)                                                              \
    MESSAGE(right, zero), MESSAGE(below, zero), { '(', .trips = trips_of },              \
        MESSAGE(doubling_back, three_r), { .kind = ')' },                                \
    {                                                                                    \
        0                                                                                \
    }

static const synth_item two_trips[] = { TWO_TRIPS(twice) };
static const synth_item some_trips[] = { TWO_TRIPS(no_law) };

/* One and two ranks back are what they are in two trips; a third may be three back. Where trips have no law there may be a third. What
 * has no counter in it is the same in all of them. */
static void test_two_trips(void)
{
    const int64_t three[] = { 4, 16, 32, 0 };
    is_int(label_at(two_trips, three, 64, "2.peer"), SX_LABEL_PROVED, "two trips again");
    is_int(label_at(some_trips, three, 64, "2.peer"), SX_LABEL_EXACT, "any trips");
    is_int(label_at(some_trips, three, 64, "2.count"), SX_LABEL_PROVED, "in any trip");
}

/* ---- as many numbers as inputs ---- */

/* What the first of a row has, and two for each further place. */
static int64_t sum(const synth_at *at)
{
    const int64_t x = columns(at), y = at->p / x;
    return 2 * y + 6 * x + 2 * (at->r % x) + 25;
}

static void test_sum(void)
{
    static const synth_item program[] = {
        MESSAGE(right, zero),
        MESSAGE(below, zero),
        MESSAGE(right, sum),
        { 0 },
    };
    static const int64_t inputs[] = { 12, 14, 16, 0 }, targets[] = { 4, 30, 81, 0 };
    for (const int64_t *p = targets; *p; p++) {
        sx_arena *arena = sx_arena_create();
        sx_trace trace;
        if (extrapolate(arena, program, inputs, *p, &trace)) {
            is_int(label_of(arena, &trace, "2.count"), SX_LABEL_EXACT,
                   "a sum that needs every input is not proved");
            is_int(synth_differences(program, &trace), 0,
                   "it is likelier than five shorter ones for parts of the grid");
        }
        sx_arena_destroy(arena);
    }
}

int main(void)
{
    sx_fit_init();
    test_sum();
    test_two_inputs();
    test_one_input();
    test_two_trips();
    return tap_done();
}
