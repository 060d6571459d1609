/* The published method: the worked examples of paper 001, 3.1 to 3.3, from traces of three scales to a trace of another; and that
 * it says where it does not apply. */
#include "../../tap.h"
#include "extrap/instantiate.h"
#include "fit/fit.h"
#include "paper/paper.h"
#include "synth.h"
#include "trace/walk.h"

#include <string.h>

static int64_t side(int64_t p)
{
    int64_t q = 1;
    while (q * q < p)
        q++;
    return q;
}

static int64_t column(const synth_at *at)
{
    return at->r % side(at->p);
}
static int64_t row(const synth_at *at)
{
    return at->r / side(at->p);
}

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t hundred(const synth_at *at)
{
    (void)at;
    return 100;
}
static int64_t sweeps(const synth_at *at)
{
    return side(at->p) - 1;
}

/* Neighbours that wrap around, and neighbours of whom there are none beyond the edge. */
static int64_t east(const synth_at *at)
{
    return row(at) * side(at->p) + (column(at) + 1) % side(at->p);
}
static int64_t west(const synth_at *at)
{
    return row(at) * side(at->p) + (column(at) + side(at->p) - 1) % side(at->p);
}
static int64_t north(const synth_at *at)
{
    return (at->r + at->p - side(at->p)) % at->p;
}
static int64_t south(const synth_at *at)
{
    return (at->r + side(at->p)) % at->p;
}
static int64_t has_east(const synth_at *at)
{
    return column(at) < side(at->p) - 1;
}
static int64_t has_west(const synth_at *at)
{
    return column(at) > 0;
}
static int64_t has_north(const synth_at *at)
{
    return row(at) > 0;
}
static int64_t has_south(const synth_at *at)
{
    return row(at) < side(at->p) - 1;
}
static int64_t is_inner(const synth_at *at)
{
    return has_east(at) && has_west(at) && has_north(at) && has_south(at);
}

/* Sizes: k/P, k/x, and what only divides by chance. */
static int64_t area(const synth_at *at)
{
    return 3600 * 25 / at->p;
}
static int64_t edge(const synth_at *at)
{
    return 3600 / side(at->p);
}
/* Rounded down: 3000, 1920, 1080 for sides of 4, 5, 6, which a parabola in the side has, too. */
static int64_t floored(const synth_at *at)
{
    int64_t n = 40 / side(at->p);
    return 30 * n * n;
}
static int64_t uneven(const synth_at *at)
{
    int64_t q = side(at->p), c = column(at);
    return 10 * (101 / q + (c < 101 % q));
}
static int64_t sorted(const synth_at *at)
{
    return 14400 / (at->p * at->p) + (at->r + 2 * at->e) % 3 -
           1; /* 14400 / P for each rank */
}
static int64_t scattered(const synth_at *at)
{
    return (at->r * at->r + 1) % at->p;
}

#define MESSAGE(peer, count)                                                             \
    {                                                                                    \
        { SX_PARAM_COMM, zero }, { SX_PARAM_PEER, peer }, { SX_PARAM_COUNT, count },     \
            { SX_PARAM_TYPE, zero }, { SX_PARAM_TAG, zero },                             \
        {                                                                                \
            0                                                                            \
        }                                                                                \
    }

static const synth_item periodic[] = {
    { .kind = '(', .trips = sweeps },
    { .kind = 'e', .op = SX_OP_Send, .param = MESSAGE(east, edge) },
    { .kind = 'e', .op = SX_OP_Send, .param = MESSAGE(west, edge) },
    { .kind = 'e', .op = SX_OP_Send, .param = MESSAGE(north, area) },
    { .kind = 'e', .op = SX_OP_Send, .param = MESSAGE(south, area) },
    { .kind = ')' },
    { 0 },
};

static const synth_item open_mesh[] = {
    { .kind = 'e',
      .op = SX_OP_Send,
      .where = has_north,
      .param = MESSAGE(north, hundred) },
    { .kind = 'e', .op = SX_OP_Send, .where = has_west, .param = MESSAGE(west, hundred) },
    { .kind = 'e', .op = SX_OP_Send, .where = has_east, .param = MESSAGE(east, hundred) },
    { .kind = 'e',
      .op = SX_OP_Send,
      .where = has_south,
      .param = MESSAGE(south, hundred) },
    { .kind = 'e',
      .op = SX_OP_Send,
      .where = is_inner,
      .param = MESSAGE(south, hundred) },
    { 0 },
};

static const synth_item uneven_blocks[] = {
    { .kind = 'e', .op = SX_OP_Send, .param = MESSAGE(east, uneven) },
    { .kind = 'e', .op = SX_OP_Send, .param = MESSAGE(west, uneven) },
    { .kind = 'e', .op = SX_OP_Send, .param = MESSAGE(north, uneven) },
    { .kind = 'e', .op = SX_OP_Send, .param = MESSAGE(south, uneven) },
    { 0 },
};

static const synth_item floored_blocks[] = {
    { .kind = 'e', .op = SX_OP_Send, .param = MESSAGE(east, floored) },
    { .kind = 'e', .op = SX_OP_Send, .param = MESSAGE(west, floored) },
    { .kind = 'e', .op = SX_OP_Send, .param = MESSAGE(north, floored) },
    { .kind = 'e', .op = SX_OP_Send, .param = MESSAGE(south, floored) },
    { 0 },
};

static const synth_item sort[] = {
    { .kind = 'e',
      .op = SX_OP_Alltoallv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_COUNTS, sorted },
                 { 0 } } },
    { 0 },
};

static const synth_item irregular[] = {
    { .kind = 'e', .op = SX_OP_Send, .param = MESSAGE(scattered, hundred) },
    { .kind = 'e', .op = SX_OP_Send, .param = MESSAGE(south, hundred) },
    { 0 },
};

/* The formula trace from inputs of n scales; *ret_why the error. */
static bool infer(sx_arena *arena, const synth_item *program, const int64_t *p, size_t n,
                  sx_trace *ret_formula, sx_error *ret_why)
{
    sx_trace trace[8];
    const sx_trace *input[8];
    const char *name[8];
    for (size_t i = 0; i < n; i++) {
        trace[i] = synth_trace(arena, program, p[i]);
        input[i] = &trace[i];
        name[i] = "input";
    }
    sx_infer_options options = { 0 };
    return !sx_paper_infer(arena, input, name, n, &options, ret_formula, ret_why);
}

/* How many events are not as the program has them at the target; -1 on failure. */
static int64_t wrong(sx_arena *arena, const sx_trace *formula, const synth_item *program,
                     int64_t p)
{
    sx_trace trace;
    sx_error err = { 0 };
    if (sx_instantiate(arena, formula, p, NULL, 0, &trace, &err)) {
        printf("# %s\n", err.text);
        return -1;
    }
    return synth_differences(program, &trace);
}

static const int64_t scales[] = { 16, 25, 36 };

static void check_exact(sx_arena *arena)
{
    sx_trace formula;
    sx_error err = { 0 };
    ok(infer(arena, periodic, scales, 3, &formula, &err),
       "a periodic mesh is inferred from 4 x 4, 5 x 5, 6 x 6 (%s)", err.text);
    ok(wrong(arena, &formula, periodic, 100) == 0,
       "figure 5: end points, k/P, k/x and trips are those of 10 x 10");
    ok(formula.ngrids == 1 && formula.grid[0].ndims == 2, "its grid has two dims");
    ok(infer(arena, open_mesh, scales, 3, &formula, &err),
       "an open mesh is inferred (%s)", err.text);
    ok(wrong(arena, &formula, open_mesh, 100) == 0,
       "figure 7: groups of ranks at the edges and inside are those of 10 x 10");
}

/* <2 x+1 x-2 x x-2 1> at 10 x 10: <2 11 8 10 8 1>. */
static void check_ranklist(sx_arena *arena)
{
    sx_trace formula;
    sx_error err = { 0 };
    int64_t value[5] = { 0 };
    static const int64_t wanted[5] = { 11, 8, 10, 8, 1 };
    if (!infer(arena, open_mesh, scales, 3, &formula, &err))
        return;
    const sx_domain *d = &formula.program.node[formula.program.n - 1]->ranks;
    bool is_box = d->kind == SX_DOMAIN_BOXES && d->nboxes == 1 && d->box[0].ndims == 2;
    struct sx_place place = { .ndims = 2, .dim = { 10, 10 } };
    sx_expr_env env = { .p = 100, .ngrids = 1, .grid = &place };
    if (is_box) {
        const sx_expr *field[] = { d->box[0].start, d->box[0].dim[0].iters,
                                   d->box[0].dim[0].stride, d->box[0].dim[1].iters,
                                   d->box[0].dim[1].stride };
        for (int i = 0; i < 5; i++)
            sx_expr_eval(field[i], &env, &value[i], NULL);
    }
    ok(is_box && memcmp(value, wanted, sizeof value) == 0,
       "the ranklist of the interior is <2 11 8 10 8 1> at 10 x 10");
}

static const sx_value *value_of(const sx_trace *trace, size_t node, sx_param_id id)
{
    return &sx_node_param(trace->program.node[node], id)->value;
}

static void check_approximate(sx_arena *arena)
{
    sx_trace formula, trace;
    sx_error err = { 0 };
    int64_t count = -1;
    ok(infer(arena, uneven_blocks, scales, 3, &formula, &err),
       "uneven blocks are inferred");
    const sx_value *size = value_of(&formula, 0, SX_PARAM_COUNT);
    ok(size->evidence.label == SX_LABEL_FITTED, "uneven sizes are fitted, not exact");
    ok(value_of(&formula, 0, SX_PARAM_PEER)->evidence.label == SX_LABEL_EXACT,
       "and do not keep end points from being exact");
    ok(infer(arena, floored_blocks, scales, 3, &formula, &err) &&
           !sx_instantiate(arena, &formula, 100, NULL, 0, &trace, &err),
       "sizes that are rounded down are inferred");
    struct sx_place square = { .ndims = 2, .dim = { 10, 10 } };
    sx_expr_env there = { .p = 100, .ngrids = 1, .grid = &square };
    sx_expr_eval(value_of(&trace, 0, SX_PARAM_COUNT)->expr, &there, &count, NULL);
    ok(count > 400 && count < 500, "by k/P, not by the parabola: %lld for 480",
       (long long)count);
    ok(infer(arena, sort, scales, 3, &formula, &err), "an Alltoallv is inferred (%s)",
       err.text);
    bool done = !sx_instantiate(arena, &formula, 64, NULL, 0, &trace, &err);
    struct sx_place place = { .ndims = 0 };
    sx_expr_env env = { .p = 64, .comm_size = 64, .grid = &place };
    if (done)
        sx_expr_eval(value_of(&trace, 0, SX_PARAM_COUNTS)->expr, &env, &count, NULL);
    ok(done && (count == 3 || count == 4),
       "volumes of Alltoallv are averaged per node: %lld is 14400 / 64 / 64",
       (long long)count);
    ok(value_of(&formula, 0, SX_PARAM_COUNTS)->evidence.label == SX_LABEL_FITTED,
       "and fitted");
}

static void check_refusals(sx_arena *arena)
{
    sx_trace formula;
    sx_error err = { 0 };
    ok(infer(arena, irregular, scales, 3, &formula, &err),
       "an irregular program is no error");
    const sx_evidence *e = &value_of(&formula, 0, SX_PARAM_PEER)->evidence;
    ok(e->label == SX_LABEL_REFUSED && e->reason, "but its end points are refused: %s",
       e->reason ? e->reason : "without a reason");
    ok(!infer(arena, periodic, scales, 2, &formula, &err) && err.status == SX_INVALID,
       "two inputs are too few for two dims: %s", err.text);
    const int64_t same[] = { 16, 16, 25, 25 };
    ok(!infer(arena, periodic, same, 4, &formula, &err),
       "as are two scales in four inputs");
}

int main(void)
{
    sx_arena *arena = sx_arena_create();
    sx_fit_init();
    check_exact(arena);
    check_ranklist(arena);
    check_approximate(arena);
    check_refusals(arena);
    sx_arena_destroy(arena);
    return tap_done();
}
