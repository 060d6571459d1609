#include "tap.h"
#include "trace/halved.h"
#include "trace/policy.h"
#include "trace/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

/* Dims as the named program computes them, or that there are none (ndims 0). */
static const struct {
    const char *policy;
    int64_t arg, p;
    uint32_t ndims;
    int64_t dim[4];
} known[] = {
    { "line", 0, 7, 1, { 7 } },
    { "square", 0, 1024, 2, { 32, 32 } },
    { "square", 0, 1023, 0, { 0 } },
    { "cube", 0, 27, 3, { 3, 3, 3 } },
    { "cube", 0, 26, 0, { 0 } },
    { "hypercube4", 0, 256, 4, { 4, 4, 4, 4 } },
    { "hypercube4", 0, 1, 4, { 1, 1, 1, 1 } },
    { "divisor-wide", 0, 32, 2, { 4, 8 } },
    { "divisor-wide", 0, 13, 2, { 1, 13 } },
    { "divisor-tall", 0, 12, 2, { 4, 3 } },
    { "pow2-wide", 0, 32, 2, { 4, 8 } },
    { "pow2-wide", 0, 36, 0, { 0 } },
    { "pow2-tall", 0, 32, 2, { 8, 4 } },
    { "pow2-3d", 0, 128, 3, { 4, 4, 8 } },
    { "pow2-3d", 0, 32, 3, { 2, 4, 4 } },
    { "pow2-3d-reversed", 0, 32, 3, { 4, 4, 2 } },
    { "pow2-3d-xy", 0, 32, 2, { 8, 4 } },
    { "pow2-3d-yz", 0, 32, 2, { 2, 16 } },
    { "pow2-3d-yz", 0, 36, 0, { 0 } },
    { "cube-xy", 0, 27, 2, { 9, 3 } },
    { "dims_create-3d-yz", 0, 12, 2, { 2, 6 } },
    { "surface-3d-reversed-xy", 0, 100, 2, { 25, 4 } },
    { "surface-3d", 0, 12, 3, { 2, 2, 3 } },
    { "surface-3d", 0, 36, 3, { 3, 3, 4 } },
    { "surface-3d-reversed", 0, 100, 3, { 5, 5, 4 } },
    { "fixed-x-2d", 4, 24, 2, { 4, 6 } },
    { "fixed-y-2d", 4, 24, 2, { 6, 4 } },
    { "fixed-x-2d", 5, 24, 0, { 0 } },
    { "square-fixed-z-3d", 2, 18, 3, { 3, 3, 2 } },
    { "square-fixed-z-3d", 2, 20, 0, { 0 } },
    { "fixed-x-square-3d", 2, 18, 3, { 2, 3, 3 } },
    { "line-x-3d", 1, 6, 3, { 6, 1, 1 } },
    { "line-y-3d", 1, 6, 3, { 1, 6, 1 } },
    { "line-z-3d", 1, 6, 3, { 1, 1, 6 } },
    { "line-z-3d", 2, 12, 3, { 2, 2, 3 } },
    { "line-z-3d", 2, 6, 0, { 0 } },
    { "dims_create-held-x-3d", 1, 12, 3, { 1, 3, 4 } },
    { "dims_create-held-x-3d-reversed", 1, 12, 3, { 1, 4, 3 } },
    { "dims_create-held-y-3d", 2, 36, 3, { 3, 2, 6 } },
    { "dims_create-held-y-3d-reversed", 2, 12, 3, { 3, 2, 2 } },
    { "dims_create-held-z-3d", 3, 18, 3, { 2, 3, 3 } },
    { "dims_create-held-z-3d-reversed", 3, 18, 3, { 3, 2, 3 } },
    { "dims_create-held-z-3d", 5, 18, 0, { 0 } },
    { "dims_simgrid-held-x-3d", 1, 12, 3, { 1, 3, 4 } },
    { "dims_simgrid-held-y-3d", 2, 36, 3, { 2, 2, 9 } },
    { "dims_simgrid-held-z-3d-reversed", 2, 36, 3, { 9, 2, 2 } },
    { "dims_simgrid-held-z-3d", 1, 18, 3, { 2, 9, 1 } },
    { "dims_simgrid-held-x-3d-reversed", 1, 18, 3, { 1, 9, 2 } },
    { "dims_simgrid-held-y-3d-reversed", 1, 18, 3, { 9, 1, 2 } },
    { "switch-x-2d", 8, 6, 2, { 1, 6 } },
    { "switch-x-2d", 8, 8, 2, { 1, 8 } },
    { "switch-x-2d", 8, 16, 2, { 8, 2 } },
    { "switch-y-2d", 8, 6, 2, { 6, 1 } },
    { "switch-y-2d", 8, 16, 2, { 2, 8 } },
    { "fill-x-2d", 8, 6, 2, { 6, 1 } },
    { "fill-x-2d", 8, 16, 2, { 8, 2 } },
    { "fill-x-2d", 8, 20, 0, { 0 } },
    { "fill-y-2d", 8, 6, 2, { 1, 6 } },
    { "fill-y-2d", 8, 16, 2, { 2, 8 } },
    { "halved-2d", 12, 32, 2, { 8, 4 } },
    { "halved-2d", 112, 32, 2, { 8, 4 } },
    { "halved-2d", 1112, 8, 2, { 8, 1 } },
    { "halved-2d", 11, 8, 0, { 0 } },
    { "halved-2d", 12, 12, 0, { 0 } },
    { "sides-surface-2d", 43000000017, 60, 2, { 12, 5 } },
    { "sides-surface-3d", 26000022000030, 24, 3, { 3, 2, 4 } },
    { "sides-surface-3d", 8000013000011, 12, 3, { 2, 3, 2 } },
    { "sides-floor-3d", 8000013000011, 12, 3, { 3, 2, 2 } },
    { "sides-ceiling-3d", 8000013000011, 12, 3, { 2, 2, 3 } },
    { "sides-floor-2d", 9000000014, 12, 2, { 2, 6 } },
    { "sides-ceiling-2d", 19000000012, 36, 2, { 6, 6 } },
    { "sides-surface-4d", 8000900100011, 24, 4, { 2, 2, 2, 3 } },
    { "sides-floor-4d", 8000900100011, 24, 4, { 3, 2, 1, 4 } },
    { "sides-ceiling-4d", 8000900100011, 24, 4, { 2, 3, 2, 2 } },
    { "sides-longest-2d", 43000000017, 60, 2, { 10, 6 } },
    { "sides-longest-3d", 1000001000001, 24, 3, { 3, 4, 2 } },
    { "sides-longest-4d", 1000100010001, 48, 4, { 3, 4, 2, 2 } },
    { "sides-ratio-2d", 43000000017, 60, 2, { 12, 5 } },
    { "sides-ratio-2d", 1000000100, 12, 2, { 1, 12 } },
    { "sides-ratio-2d-reversed", 43000000017, 60, 2, { 15, 4 } },
    { "sides-surface-3d", 22000030, 24, 0, { 0 } },
    { "powers", 0, 64, 1, { 64 } },
    { "powers", 0, 1, 1, { 1 } },
    { "powers", 0, 12, 0, { 0 } },
    { "even", 0, 12, 1, { 12 } },
    { "even", 0, 7, 0, { 0 } },
    { "halved-3d", 213, 16, 3, { 2, 4, 2 } },
    { "halved-3d", 12, 16, 0, { 0 } },
    { "halved-4d", 11234, 16, 4, { 4, 2, 2, 1 } },
    { "halved-4d", 11234, 128, 4, { 8, 4, 2, 2 } },
    /* Printed by MPI_Dims_create of Open MPI 4.1.4. */
    { "dims_create-2d-reversed", 0, 12, 2, { 4, 3 } },
    { "dims_create-3d-reversed", 0, 36, 3, { 4, 3, 3 } },
    { "dims_create-3d", 0, 50, 3, { 2, 5, 5 } },
    { "dims_create-2d", 0, 98, 2, { 7, 14 } },
    { "dims_create-2d-reversed", 0, 343, 2, { 49, 7 } },
    { "dims_create-3d-reversed", 0, 18, 3, { 3, 3, 2 } },
    { "dims_create-4d", 0, 36, 4, { 2, 2, 3, 3 } },
    { "dims_create-4d-reversed", 0, 36, 4, { 3, 3, 2, 2 } },
    /* Printed by that of SimGrid 3.32. */
    { "dims_simgrid-2d", 0, 9, 2, { 1, 9 } },
    { "dims_simgrid-2d-reversed", 0, 75, 2, { 25, 3 } },
    { "dims_simgrid-3d", 0, 27, 3, { 3, 3, 3 } },
    { "dims_simgrid-3d-reversed", 0, 36, 3, { 9, 2, 2 } },
    { "dims_simgrid-4d", 0, 50, 4, { 1, 1, 2, 25 } },
    { "dims_simgrid-4d-reversed", 0, 144, 4, { 9, 4, 2, 2 } },
};

static void known_dims(void)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const sx_policy *policy = sx_policy_named(known[i].policy);
        int64_t dim[SX_MAX_DIMS] = { 0 };
        bool has = policy && policy->dims(known[i].p, known[i].arg, dim);
        bool same = policy && has == (known[i].ndims > 0);
        if (has)
            same = same && policy->ndims == known[i].ndims;
        for (uint32_t axis = 0; has && axis < known[i].ndims; axis++)
            same = same && dim[axis] == known[i].dim[axis];
        ok(same,
           "%s of %" PRId64 " gives (%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ")",
           known[i].policy, known[i].p, dim[0], dim[1], dim[2], dim[3]);
    }
}

/* 16 x 16 x 16 x 32 points, of which the last axis is the fastest, halved where they are most, the fastest first. */
static void order_of_a_domain(void)
{
    static const uint32_t order[] = { 0, 1, 2, 3 }, ahead[] = { 1, 0, 0, 0 };
    static const uint32_t other[] = { 2, 0, 1 }, more[] = { 2, 0, 2 };
    static const uint32_t far[] = { 17, 0 }, all[] = { 1, 2, 3, 0 },
                          two[] = { 2, 1, 1, 1 };
    ok(sx_halved_order(4, order, ahead) == 11234, "order of a lattice");
    ok(sx_halved_order(4, all, two) == 1234, "one after the other, by a longer way");
    ok(sx_halved_order(3, other, more) == 3131312, "two axes that are ahead by two");
    ok(sx_halved_order(2, order, far) == 0, "an order of more digits than there may be");
}

static bool fills(const sx_policy *policy, int64_t p)
{
    int64_t dim[SX_MAX_DIMS], product = 1;
    if (!policy->dims(p, 6, dim))
        return true;
    for (uint32_t axis = 0; axis < policy->ndims; axis++)
        product = dim[axis] >= 1 ? product * dim[axis] : 0;
    return product == p;
}

static void every_grid_has_p_places(void)
{
    static const int64_t large[] = { INT64_C(1) << 31, (INT64_C(1) << 31) - 1,
                                     2147395600,       2147483646,
                                     1 << 30,          2095133040 };
    for (size_t i = 0; i < sx_policy_count; i++) {
        int64_t wrong = 0;
        for (int64_t p = 1; p <= 3000 && !wrong; p++)
            wrong = fills(&sx_policies[i], p) ? 0 : p;
        for (size_t k = 0; k < sizeof large / sizeof *large && !wrong; k++)
            wrong = fills(&sx_policies[i], large[k]) ? 0 : large[k];
        ok(wrong == 0, "%s has a grid of other than P places at P = %" PRId64,
           sx_policies[i].name, wrong);
        ok(sx_policy_named(sx_policies[i].name) == &sx_policies[i], "%s is not unique",
           sx_policies[i].name);
    }
    ok(!sx_policy_named("none such"), "an unknown policy is found");
}

static void nearest(const char *name, int64_t arg, int64_t p, int64_t below,
                    int64_t above)
{
    int64_t got[2];
    sx_policy_nearest(sx_policy_named(name), arg, p, &got[0], &got[1]);
    ok(got[0] == below && got[1] == above,
       "nearest to %" PRId64 " for %s: %" PRId64 " and %" PRId64, p, name, got[0],
       got[1]);
}

static void nearest_valid(void)
{
    nearest("square", 0, 1000, 961, 1024);
    nearest("square", 0, 2, 1, 4);
    nearest("cube", 0, 20, 8, 27);
    nearest("cube", 0, 2, 1, 8);
    nearest("hypercube4", 0, 100, 81, 256);
    nearest("hypercube4", 0, 1500000000, 1475789056, 1506138481);
    nearest("pow2-wide", 0, 1500000000, INT64_C(1) << 30, INT64_C(1) << 31);
    nearest("fixed-x-2d", 1000000, 1500001, 1000000, 2000000);
    nearest("fixed-x-2d", 1000, 10, 0, 0);
    nearest("line", 0, 1, 0, 2);
}

static sx_grid grid_of(const char *law, uint32_t comm, uint32_t ndims)
{
    return (sx_grid) { .name = "g1", .comm = comm, .ndims = ndims, .law = law };
}

static void binding(void)
{
    sx_arena *arena = sx_arena_create();
    sx_error err = { 0 };
    sx_grid grid[] = { grid_of("line", 2, 1), grid_of("square", 0, 2),
                       grid_of("given", 0, 3) };
    const sx_expr *side = sx_expr_var(arena, SX_VAR_DIM, 1, 0);
    sx_comm comm[] = { { .kind = SX_COMM_WORLD },
                       { .kind = SX_COMM_SELF },
                       { .kind = SX_COMM_SPLIT,
                         .size = sx_value_expr(
                             side, (sx_evidence) { .label = SX_LABEL_EXACT }) } };
    sx_trace formula = { .ncomms = 3, .comm = comm, .ngrids = 2, .grid = grid }, bound;
    is_int(sx_trace_bind(arena, &formula, 36, NULL, 0, &bound, &err), SX_OK, "bind");
    is_int(bound.p, 36, "P of the bound trace");
    is_int(bound.grid[1].dim[1], 6, "the square's side");
    is_int(bound.grid[0].dim[0], 6,
           "a grid on a communicator whose size is a dim of another");
    is_int(formula.grid[0].dim[0], 0, "the formula's dims after binding");

    is_int(sx_trace_bind(arena, &formula, 30, NULL, 0, &bound, &err), SX_INVALID,
           "no square");
    ok(strstr(err.text, "25 and 36") != NULL, "the refusal says: %s", err.text);
    const int64_t given[] = { 5, 6 };
    is_int(sx_trace_bind(arena, &formula, 30, given, 2, &bound, &err), SX_OK,
           "given dims");
    is_int(bound.grid[1].dim[1], 6, "the second given dim");
    is_text(bound.grid[1].law, "given", "the law of given dims");
    is_int(bound.grid[0].dim[0], 5, "a grid that follows given dims");
    is_int(sx_trace_bind(arena, &formula, 31, given, 2, &bound, &err), SX_INVALID,
           "given dims of another product");
    is_int(sx_trace_bind(arena, &formula, 36, given, 5, &bound, &err), SX_INVALID,
           "given dims for no grid");
    is_int(sx_trace_bind(arena, &formula, 0, NULL, 0, &bound, &err), SX_INVALID, "P = 0");
    formula.ngrids = 3;
    is_int(sx_trace_bind(arena, &formula, 36, NULL, 0, &bound, &err), SX_INVALID,
           "a grid whose dims were given once");
    formula.p = 36;
    is_int(sx_trace_bind(arena, &formula, 25, NULL, 0, &bound, &err), SX_INVALID,
           "a run of another P");
    sx_arena_destroy(arena);
}

int main(void)
{
    clock_t start = clock();
    known_dims();
    order_of_a_domain();
    every_grid_has_p_places();
    nearest_valid();
    binding();
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    ok(seconds < 5, "the policies took %.1f s; trial division should take far less",
       seconds);
    return tap_done();
}
