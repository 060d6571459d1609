/* Faces of boxes whose points are rounded up, of which the last places have one more, that take corners along on one side alone, and whose
 * axes have a rule each: what inputs do not tell from points rounded down is not proved, and what they do is. */
#include "fit/fit.h"
#include "labelled.h"
#include "message.h"

enum { BYTES = 2, WIDE = 50, HIGH = 40, DEEP = 33, TALL = 188, LONG = 145 };

/* MPI_Dims_create, the longest axis first; ranks go along the first. */
static void dims_of(int64_t p, int64_t dim[3])
{
    dim[0] = p;
    dim[1] = dim[2] = 1;
    for (int64_t z = 1; z * z * z <= p; z++)
        for (int64_t y = z; p % z == 0 && z * y * y <= p; y++)
            if (p / z % y == 0 && p / z / y - z < dim[0] - dim[2]) {
                dim[0] = p / z / y;
                dim[1] = y;
                dim[2] = z;
            }
}

static int64_t place_on(const synth_at *at, const int64_t dim[3], int axis)
{
    int64_t r = at->r;
    for (int a = 0; a < axis; a++)
        r /= dim[a];
    return r % dim[axis];
}

static int64_t next_along(const synth_at *at, int axis)
{
    int64_t dim[3], step = 1;
    dims_of(at->p, dim);
    for (int a = 0; a < axis; a++)
        step *= dim[a];
    return place_on(at, dim, axis) + 1 < dim[axis] ? at->r + step : SX_NULL;
}
static int64_t right(const synth_at *at)
{
    return next_along(at, 0);
}
static int64_t above(const synth_at *at)
{
    return next_along(at, 1);
}
static int64_t behind(const synth_at *at)
{
    return next_along(at, 2);
}

static int64_t up(int64_t points, int64_t among)
{
    return (points + among - 1) / among;
}

/* The face between neighbours along y. */
static int64_t rounded_up(const synth_at *at)
{
    int64_t dim[3];
    dims_of(at->p, dim);
    return BYTES * (up(WIDE, dim[0]) + 2) * (up(DEEP, dim[2]) + 2);
}
static int64_t of_one_side(const synth_at *at)
{
    int64_t dim[3];
    dims_of(at->p, dim);
    return BYTES * (WIDE / dim[0] + 2) * (DEEP / dim[2]);
}

/* The last places have one more. */
static int64_t mirrored(const synth_at *at, const int64_t dim[3], int64_t points,
                        int axis)
{
    const int64_t behind_it = dim[axis] - 1 - place_on(at, dim, axis);
    return points / dim[axis] + (behind_it < points % dim[axis]);
}
static int64_t more_at_the_end(const synth_at *at)
{
    int64_t dim[3];
    dims_of(at->p, dim);
    return BYTES * (mirrored(at, dim, WIDE, 0) + 2) * (mirrored(at, dim, HIGH, 1) + 2);
}

/* The first ones have one more. */
static int64_t block_of(const synth_at *at, const int64_t dim[3], int64_t points,
                        int axis)
{
    return points / dim[axis] + (place_on(at, dim, axis) < points % dim[axis]);
}

/* The last places have fewer along one axis; along the other the first ones have one more. */
static int64_t by_two_rules(const synth_at *at)
{
    int64_t dim[3];
    dims_of(at->p, dim);
    const int64_t each = up(TALL, dim[1]), left = TALL - each * place_on(at, dim, 1);
    return (left < each ? left : each) * block_of(at, dim, LONG, 2);
}

/* A face of which one axis has two places in all inputs. */
static int64_t of_two_and_less(const synth_at *at)
{
    int64_t dim[3];
    dims_of(at->p, dim);
    return block_of(at, dim, LONG, 0) * (HIGH / dim[1]) - 1;
}

static const synth_item ups[] = { MESSAGE(NULL, right, zero),
                                  MESSAGE(NULL, behind, zero),
                                  MESSAGE(NULL, above, rounded_up),
                                  { 0 } },
                        sides[] = { MESSAGE(NULL, right, zero),
                                    MESSAGE(NULL, behind, zero),
                                    MESSAGE(NULL, above, of_one_side),
                                    { 0 } },
                        ends[] = { MESSAGE(NULL, right, zero),
                                   MESSAGE(NULL, above, zero),
                                   MESSAGE(NULL, behind, more_at_the_end),
                                   { 0 } },
                        rules[] = { MESSAGE(NULL, above, zero),
                                    MESSAGE(NULL, behind, zero),
                                    MESSAGE(NULL, right, by_two_rules),
                                    { 0 } },
                        twos[] = { MESSAGE(NULL, right, zero),
                                   MESSAGE(NULL, above, zero),
                                   MESSAGE(NULL, behind, of_two_and_less),
                                   { 0 } };

/* Is what is proved at p true? */
static void is_never_wrong(const synth_item *program, const int64_t *scale, int64_t p,
                           const char *what)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    if (extrapolate(arena, program, scale, p, &trace)) {
        const sx_node *node = trace.program.node[trace.program.n - 1];
        const sx_label label = sx_node_param(node, SX_PARAM_COUNT)->value.evidence.label;
        ok(label != SX_LABEL_PROVED || synth_differences(program, &trace) == 0,
           "%s at %d", what, (int)p);
    }
    sx_arena_destroy(arena);
}

int main(void)
{
    static const int64_t few[] = { 8, 12, 18, 27, 0 }, more[] = { 8, 12, 18, 27, 36, 0 },
                         many[] = { 8, 12, 27, 36, 48, 64, 100, 0 },
                         uneven[] = { 12, 18, 27, 36, 0 },
                         narrow[] = { 8, 12, 16, 20, 0 };
    const labelled want[] = {
        { ups, few, 36, SX_PARAM_COUNT, SX_LABEL_EXACT,
          "two extents of an axis: points rounded up or down" },
        { ups, more, 64, SX_PARAM_COUNT, SX_LABEL_EXACT, "the same with one more input" },
        { sides, few, 36, SX_PARAM_COUNT, SX_LABEL_EXACT,
          "two extents of an axis: corners of one side" },
        { rules, uneven, 100, SX_PARAM_COUNT, SX_LABEL_EXACT,
          "a rule for each axis, as blocks along both in all inputs" },
        { twos, narrow, 36, SX_PARAM_COUNT, SX_LABEL_EXACT,
          "points on an axis of two places in all inputs, as so many times" },
        { ups, many, 125, SX_PARAM_COUNT, SX_LABEL_PROVED,
          "points rounded up, which many extents tell" },
        { ends, many, 80, SX_PARAM_COUNT, SX_LABEL_PROVED,
          "the last places have one point more" },
    };
    sx_fit_init();
    are_labelled(want, sizeof want / sizeof *want);
    for (int64_t p = 30; p <= 64; p++) {
        int64_t dim[3];
        dims_of(p, dim);
        if (dim[2] == 1)
            continue;
        is_never_wrong(ups, few, p, "points rounded up");
        is_never_wrong(sides, few, p, "corners of one side");
        is_never_wrong(ends, more, p, "more at the end");
    }
    is_never_wrong(rules, uneven, 100, "a rule for each axis");
    is_never_wrong(rules, uneven, 125, "a rule for each axis");
    is_never_wrong(twos, narrow, 64, "an axis of two places in all inputs");
    is_never_wrong(ups, many, 125, "points rounded up, which many extents tell");
    is_never_wrong(ends, many, 80, "more at the end");
    return tap_done();
}
