/* Sizes with wide factors, and what looks like them at the inputs: what is proved must be so at the target. */
#include "fit/fit.h"
#include "labelled.h"
#include "largest_divisor.h"

typedef struct found {
    sx_label label; /* of the first value of that name */
    int64_t differences;
} found;

static found at_target(const synth_item *program, const int64_t *scale, int64_t target,
                       const char *name)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    found ret = { SX_LABEL_RECORDED, -1 };
    if (extrapolate(arena, program, scale, target, &trace))
        ret =
            (found) { label_of(arena, &trace, name), synth_differences(program, &trace) };
    sx_arena_destroy(arena);
    return ret;
}

static void is_not_proved_wrongly(const synth_item *program, const int64_t *scale,
                                  int64_t target, const char *name, const char *what)
{
    found f = at_target(program, scale, target, name);
    ok(f.label != SX_LABEL_RECORDED, "%s: has a label", what);
    ok(f.label != SX_LABEL_PROVED || f.differences == 0, "%s: not proved and wrong",
       what);
}

static void is_proved(const synth_item *program, const int64_t *scale, int64_t target,
                      const char *name, const char *what)
{
    found f = at_target(program, scale, target, name);
    is_int(f.label, SX_LABEL_PROVED, what);
    is_int(f.differences, 0, what);
}

/* ---- grids whose rows are the largest divisor up to the root ---- */

static int64_t columns(const synth_at *at)
{
    return largest_divisor(at->p);
}

static int64_t rows(const synth_at *at)
{
    return at->p / columns(at);
}

static int64_t right(const synth_at *at)
{
    int64_t d = columns(at);
    return at->r / d * d + (at->r % d + 1) % d;
}

static int64_t below(const synth_at *at)
{
    return (at->r + columns(at)) % at->p;
}

static int64_t next(const synth_at *at)
{
    return (at->r + 1) % at->p;
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
#define ON_LINE(much)                                                                    \
    {                                                                                    \
        MESSAGE(next, much),                                                             \
        {                                                                                \
            0                                                                            \
        }                                                                                \
    }
#define ON_GRID(much)                                                                    \
    {                                                                                    \
        MESSAGE(right, zero), MESSAGE(below, zero), MESSAGE(right, much),                \
        {                                                                                \
            0                                                                            \
        }                                                                                \
    }

/* ---- one axis ---- */

static int64_t block(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c < n % q);
}

static int64_t first(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c == 0 ? n % q : 0);
}

static int64_t chunk(int64_t n, int64_t q, int64_t c)
{
    int64_t most = (n + q - 1) / q;
    return n - c * most < 0 ? 0 : n - c * most < most ? n - c * most : most;
}

static int64_t wide_block(const synth_at *at)
{
    return 26 * block(99, at->p, at->r) + 41;
}

static int64_t wide_chunk(const synth_at *at)
{
    return 26 * chunk(99, at->p, at->r) + 41;
}

static int64_t rest_first(const synth_at *at)
{
    return 3 * first(1003, at->p, at->r) + 6;
}

static int64_t many_blocks(const synth_at *at)
{
    return 26 * block(1003, at->p, at->r) + 41;
}

static int64_t many_chunks(const synth_at *at)
{
    return 26 * chunk(1003, at->p, at->r) + 41;
}

static const synth_item blocks[] = ON_LINE(wide_block), chunks[] = ON_LINE(wide_chunk),
                        firsts[] = ON_LINE(rest_first),
                        most_blocks[] = ON_LINE(many_blocks),
                        most_chunks[] = ON_LINE(many_chunks);

static void test_points(void)
{
    const int64_t same[] = { 4, 5, 10, 0 }, telling[] = { 4, 6, 9, 0 };
    /* On 4, 5 and 10 places 26 block(99, P, r) is 13 times a chunk of 198. */
    is_not_proved_wrongly(blocks, same, 8, "0.count",
                          "26 times blocks, or 13 times chunks");
    is_not_proved_wrongly(chunks, same, 8, "0.count",
                          "26 times chunks, or 13 times chunks");
    is_proved(most_blocks, telling, 40, "0.count", "26 times blocks");
    is_proved(most_chunks, telling, 40, "0.count", "26 times chunks");
    is_proved(firsts, telling, 40, "0.count", "the first has the rest");
}

/* ---- two axes ---- */

static int64_t faces(const synth_at *at)
{
    int64_t d = columns(at);
    return chunk(137, rows(at), at->r / d) * chunk(253, d, at->r % d);
}

static const synth_item faces_of_chunks[] = ON_GRID(faces);

static void test_grids(void)
{
    is_proved(faces_of_chunks, (int64_t[]) { 12, 20, 30, 0 }, 42, "2.count",
              "products of chunks");
}

int main(void)
{
    sx_fit_init();
    test_points();
    test_grids();
    return tap_done();
}
