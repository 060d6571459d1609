/* Programs in which ranks on one side of a border do something else: below a fraction of all, on and beside the diagonal of a
 * grid; what is proved of them, and what few ranks leave open. */
#include "extrap/inferred.h"
#include "fit/fit.h"
#include "try_program.h"

#include <string.h>

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* ---- a part of the ranks ---- */

static int64_t border(const synth_at *at)
{
    return 3 * at->p / 4;
}
static int64_t is_fluid(const synth_at *at)
{
    return at->r < border(at);
}
static int64_t points(const synth_at *at)
{
    return is_fluid(at) ? 1000 : 300;
}
static int64_t steps(const synth_at *at)
{
    return is_fluid(at) ? 4 : 1;
}
static int64_t in_group(const synth_at *at)
{
    return is_fluid(at) ? border(at) : at->p - border(at);
}
static int64_t leads(const synth_at *at)
{
    return at->r == 0 || at->r == border(at);
}
static int64_t other_leader(const synth_at *at)
{
    return border(at) - at->r;
}
static int64_t others(const synth_at *at)
{
    return 8 * (at->p - in_group(at));
}

static const synth_item coupled[] = {
    { '(', .trips = steps },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, zero },
                 { SX_PARAM_COUNT, points } } },
    { .kind = ')' },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, zero },
                 { SX_PARAM_COUNT, in_group } } },
    { 0 },
};

static const synth_item leaders[] = {
    { 'e', .op = SX_OP_Isend, .where = leads,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, other_leader },
                 { SX_PARAM_COUNT, others } } },
    { 0 },
};

static int64_t is_in_first_third(const synth_at *at)
{
    return 3 * at->r < at->p;
}

static const synth_item first_third[] = {
    { 'e', .op = SX_OP_Allreduce,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_COUNT, is_in_first_third } } },
    { 0 },
};

static int64_t has_next_leader(const synth_at *at)
{
    return at->r % 4 == 0 && at->r + 4 < at->p;
}

static const synth_item next_leader[] = {
    { 'e', .op = SX_OP_Allreduce,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_COUNT, has_next_leader } } },
    { 0 },
};

/* ---- around the diagonal of a square grid ---- */

static int64_t side(const synth_at *at)
{
    int64_t q = 1;
    while ((q + 1) * (q + 1) <= at->p)
        q++;
    return q;
}
static int64_t row(const synth_at *at)
{
    return at->r / side(at);
}
static int64_t column(const synth_at *at)
{
    return at->r % side(at);
}
static int64_t right(const synth_at *at)
{
    return row(at) * side(at) + (column(at) + 1) % side(at);
}
static int64_t down(const synth_at *at)
{
    return (at->r + side(at)) % at->p;
}
static int64_t is_on(const synth_at *at)
{
    return row(at) == column(at);
}
static int64_t is_above(const synth_at *at)
{
    return row(at) < column(at);
}
static int64_t is_next(const synth_at *at)
{
    return column(at) == row(at) + 1;
}
static int64_t is_across(const synth_at *at)
{
    return row(at) + column(at) == side(at) - 1;
}
static int64_t more_above(const synth_at *at)
{
    return is_above(at) ? 50 : 7;
}

#define TO(f) .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_PEER, f } }

static const synth_item diagonals[] = {
    { 'e', .op = SX_OP_Isend, TO(right) },
    { 'e', .op = SX_OP_Isend, TO(down) },
    { 'e', .op = SX_OP_Isend, .where = is_on, TO(zero) },
    { 'e', .op = SX_OP_Isend, .where = is_above, TO(zero) },
    { 'e', .op = SX_OP_Isend, .where = is_next, TO(zero) },
    { 'e', .op = SX_OP_Isend, .where = is_across, TO(zero) },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, zero },
                 { SX_PARAM_COUNT, more_above } } },
    { 0 },
};

/* Rows from the last but one to the second: two of two, one of three, none of four. */
static int64_t is_between(const synth_at *at)
{
    return row(at) >= side(at) - 2 && row(at) <= 1;
}

static const synth_item shrinking[] = {
    { 'e', .op = SX_OP_Isend, TO(right) },
    { 'e', .op = SX_OP_Isend, TO(down) },
    { 'e', .op = SX_OP_Barrier, .where = is_between,
      .param = { { SX_PARAM_COMM, zero } } },
    { 0 },
};

/* ---- what is proved ---- */

/* The label of the last value so called, from up to three scales, at p ranks. */
static sx_label label_of(const synth_item *program, const int64_t *scale, int64_t p,
                         const char *what)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace[3], formula, there;
    const sx_trace *input[3];
    static const char *const name[] = { "a", "b", "c" };
    const sx_inferred *value;
    sx_label label = SX_LABEL_REFUSED;
    size_t n = 0, inputs = 0;
    sx_error err = { 0 };
    for (; scale[inputs]; inputs++) {
        trace[inputs] = synth_trace(arena, program, scale[inputs]);
        input[inputs] = &trace[inputs];
    }
    sx_status st =
        sx_infer(arena, input, name, inputs, &(sx_infer_options) { 0 }, &formula, &err);
    if (!st)
        st = sx_instantiate(arena, &formula, p, NULL, 0, &there, &err);
    if (!st)
        st = sx_inferred_list(arena, &there, &value, &n, &err);
    ok(st == SX_OK, "instantiated at %d: %s", (int)p, err.text);
    for (size_t i = 0; i < n; i++)
        if (value[i].node && strcmp(value[i].what, what) == 0)
            label = value[i].evidence->label;
    sx_arena_destroy(arena);
    return label;
}

int main(void)
{
    static const int64_t few[] = { 8, 12, 16, 0 }, square[] = { 9, 16, 25, 0 };
    sx_fit_init();
    try_program("two groups", coupled, few, (const int64_t[]) { 20, 24, 64, 0 }, 0);
    try_program("one item each in the first third", first_third,
                (const int64_t[]) { 7, 9, 11, 0 }, (const int64_t[]) { 16, 30, 64, 0 },
                0);
    try_program("one item each of leaders that have a next one", next_leader, few,
                (const int64_t[]) { 20, 24, 64, 0 }, 0);
    ok(label_of(coupled, few, 22, "count") != SX_LABEL_PROVED,
       "how a part of all ranks is rounded is not proved by inputs that divide");
    ok(label_of(leaders, few, 36, "count") != SX_LABEL_PROVED,
       "two ranks of each input prove no digits");
    try_program("diagonals", diagonals, square, (const int64_t[]) { 4, 36, 100, 0 }, 0);
    is_int(label_of(diagonals, square, 36, "count"), SX_LABEL_PROVED,
           "a size above the diagonal");
    is_int(label_of(shrinking, (const int64_t[]) { 4, 9, 0 }, 16, "ranks"),
           SX_LABEL_EXACT, "fewer rows where there are more of them");
    return tap_done();
}
