/* Values of one form: what the version space of a form proves, and what it alone has a law for. */
#include "fit/fit.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* A square of ranks, open on all sides. */
static int64_t side(int64_t p)
{
    int64_t q = 1;
    while (q * q < p)
        q++;
    return q;
}
static int64_t right(const synth_at *at)
{
    return at->r % side(at->p) + 1 < side(at->p) ? at->r + 1 : SX_NULL;
}
static int64_t below(const synth_at *at)
{
    return at->r + side(at->p) < at->p ? at->r + side(at->p) : SX_NULL;
}

/* As many numbers as there are neighbours, seven for each, and two. */
static int64_t by_neighbours(const synth_at *at)
{
    int64_t q = side(at->p), x = at->r % q, y = at->r / q;
    return 7 * ((x > 0) + (x < q - 1) + (y > 0) + (y < q - 1)) + 2;
}

static const synth_item neighbours[] = {
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, right },
                 { SX_PARAM_COUNT, by_neighbours },
                 { SX_PARAM_TAG, zero } } },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, below },
                 { SX_PARAM_COUNT, by_neighbours },
                 { SX_PARAM_TAG, zero } } },
    { 0 },
};

/* A quotient that is rounded up; who is last. */
static int64_t rounded_up(const synth_at *at)
{
    return (1000 + at->p - 1) / at->p;
}
static int64_t last(const synth_at *at)
{
    return 5 * (at->r == at->p - 1) + 2;
}

static const synth_item places[] = {
    { 'e', .op = SX_OP_Bcast,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_COUNT, rounded_up } } },
    { 'e', .op = SX_OP_Bcast,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_COUNT, last } } },
    { 0 },
};

/* The rank in the middle has more. */
static int64_t in_the_middle(const synth_at *at)
{
    return 40 * (at->r == at->p / 2) + 3;
}

static const synth_item middle[] = {
    { 'e', .op = SX_OP_Bcast,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_COUNT, in_the_middle } } },
    { 0 },
};

/* Infers from the scales (0 ends them): every value is proved at the target. */
static void prove(const char *what, const synth_item *program, const int64_t *scale,
                  int64_t target)
{
    sx_arena *arena = sx_arena_create();
    const sx_trace *input[8];
    const char *name[8];
    sx_infer_options options = { .selector = sx_curve_selector_named("paper") };
    sx_trace formula, trace;
    sx_summary summary = { 0 };
    sx_error err = { 0 };
    size_t n = 0;
    for (; scale[n]; n++) {
        sx_trace *made = SX_NEW(arena, sx_trace);
        *made = synth_trace(arena, program, scale[n]);
        input[n] = made;
        name[n] = sx_arena_printf(arena, "t%d", (int)scale[n]);
    }
    sx_status st = sx_infer(arena, input, name, n, &options, &formula, &err);
    if (!st)
        st = sx_instantiate(arena, &formula, target, NULL, 0, &trace, &err);
    if (!st)
        st = sx_summary_make(arena, &trace, &formula, &summary, &err);
    ok(!st, "%s: %s", what, err.text);
    is_int(summary.values[SX_LABEL_EXACT] + summary.values[SX_LABEL_REFUSED], 0, what);
    sx_arena_destroy(arena);
}

int main(void)
{
    static const int64_t squares[] = { 9, 16, 25, 0 }, more[] = { 36, 49, 0 };
    static const int64_t few[] = { 6, 9, 13, 16, 0 }, others[] = { 20, 31, 0 };
    sx_fit_init();
    try_program("by the number of neighbours", neighbours, squares, more, 0);
    prove("all of it is proved", neighbours, squares, 36);
    try_program("by place", places, few, others, 0);
    prove("all of it is proved", places, few, 31);
    try_program("in the middle", middle, few, others, 0);
    return tap_done();
}
