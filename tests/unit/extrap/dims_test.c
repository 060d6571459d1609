/* Dims that no policy has: of the inputs they are told, or stated by the program, and at the target given. */
#include "fit/fit.h"
#include "try_program.h"

static const int64_t shape[][2] = { { 6, 2 }, { 3, 8 }, { 10, 4 }, { 5, 6 } };

static const int64_t *dims_at(int64_t p)
{
    size_t i = 0;
    while (shape[i][0] * shape[i][1] != p)
        i++;
    return shape[i];
}

static int64_t east(const synth_at *at)
{
    int64_t x = dims_at(at->p)[0];
    return at->r % x + 1 < x ? at->r + 1 : SX_NULL;
}
static int64_t north(const synth_at *at)
{
    int64_t x = dims_at(at->p)[0];
    return at->r + x < at->p ? at->r + x : SX_NULL;
}
static int64_t height(const synth_at *at)
{
    return 2400 / dims_at(at->p)[1];
}
static int64_t width(const synth_at *at)
{
    return 2400 / dims_at(at->p)[0];
}
static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

#define TO(peer, bytes)                                                                  \
    .param = { { SX_PARAM_COMM, zero },                                                  \
               { SX_PARAM_PEER, peer },                                                  \
               { SX_PARAM_COUNT, bytes },                                                \
               { SX_PARAM_TYPE, zero },                                                  \
               { SX_PARAM_TAG, zero } }

static const synth_item halo[] = {
    { 'e', .op = SX_OP_Send, TO(east, height) },
    { 'e', .op = SX_OP_Send, TO(north, width) },
    { .kind = 0 },
};

/* How many events differ at the last shape, of which the dims are given; -1 when there is no trace. */
static int64_t differences(sx_arena *arena, size_t told, sx_error *err)
{
    const char *const name[] = { "a", "b", "c" };
    const sx_trace *input[3];
    sx_trace formula, trace;
    for (size_t i = 0; i < 3; i++) {
        sx_trace *one = SX_NEW(arena, sx_trace);
        *one = synth_trace(arena, halo, shape[i][0] * shape[i][1]);
        if (i < told && sx_trace_tell_dims(arena, one, 2, shape[i], err))
            return -1;
        input[i] = one;
    }
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    if (sx_infer(arena, input, name, 3, &options, &formula, err) ||
        sx_instantiate(arena, &formula, 30, shape[3], 2, &trace, err))
        return -1;
    sx_summary summary;
    if (sx_summary_make(arena, &trace, &formula, &summary, err))
        return -1;
    is_int(summary.values[SX_LABEL_REFUSED], 0, "none refused");
    const sx_param *peer = sx_node_param(trace.program.node[0], SX_PARAM_PEER);
    is_int(peer->value.evidence.label, SX_LABEL_EXACT,
           "what stands on given dims is not proved");
    return synth_differences(halo, &trace);
}

/* ---- dims that a Cartesian communicator states ---- */

/* Its fastest axis is the largest divisor up to the root in all inputs, and not at the target. */
static const int64_t box[][3] = {
    { 2, 3, 1 }, { 3, 2, 2 }, { 4, 5, 1 }, { 4, 3, 2 }, { 3, 5, 2 }
};
enum { BOXES = 4 };

static const int64_t *box_at(int64_t p)
{
    size_t i = 0;
    while (box[i][0] * box[i][1] * box[i][2] != p)
        i++;
    return box[i];
}

static int64_t three(const synth_at *at)
{
    (void)at;
    return 3;
}
static int64_t slowest_first(const synth_at *at)
{
    return box_at(at->p)[2 - at->e];
}
static int64_t along_x(const synth_at *at)
{
    int64_t x = box_at(at->p)[0];
    return at->r % x + 1 < x ? at->r + 1 : SX_NULL;
}

static const synth_item rows[] = {
    { 'e', .op = SX_OP_Cart_create,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_NDIMS, three },
                 { SX_PARAM_DIMS, slowest_first },
                 { SX_PARAM_PERIODS, zero } } },
    { 'e', .op = SX_OP_Send, TO(along_x, three) },
    { .kind = 0 },
};

static int64_t two(const synth_at *at)
{
    (void)at;
    return 2;
}
static int64_t height_first(const synth_at *at)
{
    return dims_at(at->p)[1 - at->e];
}

static const synth_item columns[] = {
    { 'e', .op = SX_OP_Cart_create,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_NDIMS, two },
                 { SX_PARAM_DIMS, height_first },
                 { SX_PARAM_PERIODS, zero } } },
    { 'e', .op = SX_OP_Send, TO(east, two) },
    { .kind = 0 },
};

/* Two of the boxes beside each other. */
static int64_t four(const synth_at *at)
{
    (void)at;
    return 4;
}
static int64_t two_first(const synth_at *at)
{
    return at->e == 0 ? 2 : box_at(at->p / 2)[3 - at->e];
}
static int64_t along_x_of_two(const synth_at *at)
{
    int64_t x = box_at(at->p / 2)[0];
    return at->r % x + 1 < x ? at->r + 1 : SX_NULL;
}

static const synth_item boxes[] = {
    { 'e', .op = SX_OP_Cart_create,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_NDIMS, four },
                 { SX_PARAM_DIMS, two_first },
                 { SX_PARAM_PERIODS, zero } } },
    { 'e', .op = SX_OP_Send, TO(along_x_of_two, three) },
    { .kind = 0 },
};

/* Inputs of so many ranks; the dims of the target are `there`. */
static void check_stated(sx_arena *arena, const synth_item *program, const int64_t *p,
                         size_t n, const int64_t *there, uint32_t ndims)
{
    int64_t target = 1;
    for (uint32_t a = 0; a < ndims; a++)
        target *= there[a];
    const char *const name[BOXES] = { "a", "b", "c", "d" };
    const sx_trace *input[BOXES];
    sx_trace formula, trace;
    sx_error err = { 0 };
    for (size_t i = 0; i < n; i++) {
        sx_trace *one = SX_NEW(arena, sx_trace);
        *one = synth_trace(arena, program, p[i]);
        input[i] = one;
    }
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    ok(!sx_infer(arena, input, name, n, &options, &formula, &err) &&
           !sx_instantiate(arena, &formula, target, NULL, 0, &trace, &err),
       "stated dims: %s", err.text);
    const sx_node *send = trace.program.node[1];
    is_int(sx_node_param(send, SX_PARAM_PEER)->value.evidence.label, SX_LABEL_REFUSED,
           "nobody knows the dims at the target: neighbours are refused");
    ok(sx_node_param(send, SX_PARAM_COUNT)->value.evidence.label <= SX_LABEL_EXACT,
       "what has nothing to do with them is not");
    ok(!sx_instantiate(arena, &formula, target, there, ndims, &trace, &err),
       "dims given at the target: %s", err.text);
    is_int(synth_differences(program, &trace), 0,
           "all events with the dims that are given");
    is_int(sx_node_param(trace.program.node[1], SX_PARAM_PEER)->value.evidence.label,
           SX_LABEL_EXACT, "which are no law");
}

/* ---- dims that the user of a simulated program gives ---- */

/* As MPI_Dims_create, which SimGrid has other dims for at 36 ranks. */
static const int64_t torus[][4] = {
    { 2, 2, 2, 2 }, { 3, 3, 2, 2 }, { 3, 3, 3, 2 }, { 3, 2, 2, 2 }
};
enum { TORUS_INPUTS = 3 };

/* The next place along an axis, around it. */
static int64_t next_along(const synth_at *at, int axis)
{
    const int64_t *dim = torus[0];
    for (size_t i = 0; dim[0] * dim[1] * dim[2] * dim[3] != at->p; i++)
        dim = torus[i];
    int64_t stride = 1;
    for (int a = 0; a < axis; a++)
        stride *= dim[a];
    const int64_t c = at->r / stride % dim[axis];
    return at->r + ((c + 1) % dim[axis] - c) * stride;
}
static int64_t next_x(const synth_at *at)
{
    return next_along(at, 0);
}
static int64_t next_y(const synth_at *at)
{
    return next_along(at, 1);
}
static int64_t next_z(const synth_at *at)
{
    return next_along(at, 2);
}
static int64_t next_t(const synth_at *at)
{
    return next_along(at, 3);
}

static const synth_item around[] = {
    { 'e', .op = SX_OP_Send, TO(next_x, three) },
    { 'e', .op = SX_OP_Send, TO(next_y, three) },
    { 'e', .op = SX_OP_Send, TO(next_z, three) },
    { 'e', .op = SX_OP_Send, TO(next_t, three) },
    { .kind = 0 },
};

static void check_simulated(sx_arena *arena)
{
    const char *const name[] = { "a", "b", "c" };
    const sx_trace *input[TORUS_INPUTS];
    sx_trace formula, trace;
    sx_error err = { 0 };
    for (size_t i = 0; i < TORUS_INPUTS; i++) {
        sx_trace *one = SX_NEW(arena, sx_trace);
        *one = synth_trace(arena, around,
                           torus[i][0] * torus[i][1] * torus[i][2] * torus[i][3]);
        one->meta = SX_NEW(arena, sx_meta);
        one->meta[one->nmeta++] = (sx_meta) { "mpi.version", "SMPI Version 3.32" };
        input[i] = one;
    }
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    ok(!sx_infer(arena, input, name, TORUS_INPUTS, &options, &formula, &err) &&
           !sx_instantiate(arena, &formula, 24, NULL, 0, &trace, &err),
       "a torus of four axes under SimGrid: %s", err.text);
    is_int(synth_differences(around, &trace), 0, "has the dims that MPI gives elsewhere");
}

int main(void)
{
    sx_fit_init();
    sx_arena *arena = sx_arena_create();
    sx_error err = { 0 };
    int64_t all = differences(arena, 3, &err);
    ok(all == 0, "dims of all inputs are told: %s", err.text);
    is_int(differences(arena, 0, &err), -1, "none are: there is no grid");
    is_int(differences(arena, 2, &err), -1, "of one they are not");
    sx_trace *one = SX_NEW(arena, sx_trace);
    *one = synth_trace(arena, halo, 12);
    is_int(sx_trace_tell_dims(arena, one, 2, (int64_t[]) { 3, 5 }, &err), SX_INVALID,
           "no grid of these ranks");
    check_stated(arena, columns, (int64_t[]) { 12, 24, 40 }, 3, shape[3], 2);
    check_stated(arena, rows, (int64_t[]) { 6, 12, 20, 24 }, 4, box[BOXES], 3);
    check_stated(arena, boxes, (int64_t[]) { 12, 24, 40, 48 }, 4,
                 (int64_t[]) { 3, 5, 2, 2 }, 4);
    check_simulated(arena);
    sx_arena_destroy(arena);
    return tap_done();
}
