/* Laws in parameters of a program beside the number of ranks: points, iterations; what is proved of them, and what is
 * not. */
#include "fit/fit.h"
#include "trace/expr.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t eight(const synth_at *at)
{
    (void)at;
    return 8;
}
static int64_t side(const synth_at *at)
{
    int64_t q = 1;
    while (q * q < at->p)
        q++;
    return q;
}
static int64_t block(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c < n % q);
}
static int64_t east(const synth_at *at)
{
    int64_t q = side(at), x = at->r % q, y = at->r / q;
    return y * q + (x + 1) % q;
}
static int64_t south(const synth_at *at)
{
    return (at->r + side(at)) % at->p;
}
static int64_t iterations(const synth_at *at)
{
    return at->m;
}
static int64_t less_rim(const synth_at *at)
{
    return at->n - 2;
}
static int64_t column(const synth_at *at)
{
    return 8 * block(at->n, side(at), at->r / side(at));
}
static int64_t row(const synth_at *at)
{
    return 8 * (block(at->n, side(at), at->r % side(at)) + 2);
}
static int64_t plane(const synth_at *at)
{
    return 5 * at->n * block(at->n, side(at), at->r % side(at));
}
static int64_t cells(const synth_at *at)
{
    int64_t q = side(at);
    return 3 * block(at->n, q, at->r % q) * block(at->n, q, at->r / q);
}
static int64_t padded(const synth_at *at)
{
    int64_t q = side(at);
    return (block(at->n, q, at->r % q) + 2) * (block(at->n, q, at->r / q) + 2);
}
static int64_t least(const synth_at *at)
{
    return at->n / at->p * 8;
}
static int64_t square_share(const synth_at *at)
{
    return at->n * at->n / at->p;
}
static int64_t line(const synth_at *at)
{
    return 4 * at->n + 7 * at->m + 1;
}
static int64_t dealt(const synth_at *at)
{
    return block(at->n, at->p, at->e);
}
static int64_t far(const synth_at *at)
{
    return at->i[0] * at->n;
}

#define MESSAGE(to, length)                                                              \
    {                                                                                    \
        'e', .op = SX_OP_Send, .param = {                                                \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, to },                                                       \
            { SX_PARAM_COUNT, length },                                                  \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, zero }                                                       \
        }                                                                                \
    }
#define REDUCED(length)                                                                  \
    {                                                                                    \
        'e', .op = SX_OP_Allreduce, .param = {                                           \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_COUNT, length },                                                  \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_REDOP, zero }                                                     \
        }                                                                                \
    }

static const synth_item grid[] = {
    { '(', .trips = iterations },
    MESSAGE(east, column),
    MESSAGE(south, row),
    MESSAGE(east, plane),
    MESSAGE(south, cells),
    MESSAGE(east, padded),
    REDUCED(eight),
    { .kind = ')' },
    { '(', .trips = less_rim },
    MESSAGE(east, far),
    { .kind = ')' },
    { .kind = 0 },
};
static const synth_item scale[] = {
    MESSAGE(east, eight),  MESSAGE(south, eight), REDUCED(least),
    REDUCED(square_share), REDUCED(line),         { .kind = 0 },
};
static const synth_item dealing[] = {
    { 'e', .op = SX_OP_Allgatherv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_RCOUNTS, dealt },
                 { SX_PARAM_RTYPE, zero } } },
    { .kind = 0 },
};

/* ---- what is distributed is hidden ---- */

static int64_t diagonal(const synth_at *at)
{
    int64_t q = side(at), sum = 0;
    for (int64_t c = 0; c < q; c++)
        sum += block(at->n, q, c) * block(at->n, q, (at->r % q + c) % q);
    return 2 * sum;
}
static int64_t inner(const synth_at *at)
{
    return 3 * block(at->n - 2, side(at), at->r % side(at));
}
static int64_t weak_column(const synth_at *at)
{
    int64_t q = side(at);
    return 8 * block(10 * q + 3, q, at->r / q);
}
static int64_t weak_cells(const synth_at *at)
{
    int64_t q = side(at), n = 10 * q + 3;
    return block(n, q, at->r / q) * block(n, q, at->r % q);
}
static int64_t weak_line(const synth_at *at)
{
    return block(100 * at->p + 5, at->p, at->r);
}

static const synth_item sums[] = {
    { '(', .trips = iterations }, MESSAGE(east, diagonal), MESSAGE(south, diagonal),
    MESSAGE(east, inner),         { .kind = ')' },         { .kind = 0 },
};
static const synth_item weak[] = {
    MESSAGE(east, weak_column),
    MESSAGE(south, weak_cells),
    MESSAGE(south, weak_line),
    { .kind = 0 },
};

/* ---- labels ---- */

/* The labels of a program's values at a target. */
static sx_summary labels(sx_arena *arena, const synth_item *program,
                         const synth_scale *scales, synth_scale target,
                         int64_t *ret_differences)
{
    const sx_trace *input[16];
    const char *name[16];
    size_t n = 0;
    sx_error err = { 0 };
    sx_summary summary = { 0 };
    for (; scales[n].p; n++) {
        sx_trace *trace = SX_NEW(arena, sx_trace);
        *trace = synth_trace_at(arena, program, &scales[n]);
        input[n] = trace;
        name[n] = "input";
    }
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    sx_trace formula, trace;
    if (sx_infer(arena, input, name, n, &options, &formula, &err) ||
        instantiate_at(arena, &formula, &target, &trace, &err) ||
        sx_summary_make(arena, &trace, &formula, &summary, &err))
        ok(false, "labels: %s", err.text);
    else
        *ret_differences = synth_differences(program, &trace);
    sx_buffer text = SX_BUFFER_INIT;
    sx_summary_print(&text, &trace, &summary, 20);
    for (char *line = strtok(text.data, "\n"); line; line = strtok(NULL, "\n"))
        printf("# %s\n", line);
    sx_buffer_finish(&text);
    return summary;
}

static bool mentions(const sx_summary *summary, const char *text)
{
    for (size_t i = 0; i < summary->nfindings; i++)
        if (summary->finding[i].reason && strstr(summary->finding[i].reason, text))
            return true;
    return false;
}

static const synth_item counted[] = {
    { '(', .trips = iterations },
    REDUCED(eight),
    { .kind = ')' },
    { .kind = 0 },
};
static const synth_item blocks[] = {
    MESSAGE(east, column),
    MESSAGE(south, eight),
    { .kind = 0 },
};

static int64_t share(const synth_at *at)
{
    return at->n / side(at);
}
static const synth_item even_blocks[] = {
    MESSAGE(east, share),
    MESSAGE(south, share),
    { .kind = 0 },
};

static void what_is_proved(void)
{
    sx_arena *arena = sx_arena_create();
    int64_t wrong = 0;
    sx_summary s =
        labels(arena, counted,
               (synth_scale[]) { { 4, 9, 10 }, { 9, 9, 10 }, { 16, 9, 30 }, { 0 } },
               (synth_scale) { 100, 9, 77 }, &wrong);
    ok(s.values[SX_LABEL_PROVED] && !s.values[SX_LABEL_EXACT] && !wrong,
       "trips that are a parameter are proved with two values of it");
    s = labels(arena, counted,
               (synth_scale[]) { { 4, 40, 10 }, { 9, 80, 20 }, { 16, 120, 30 }, { 0 } },
               (synth_scale) { 100, 40, 77 }, &wrong);
    ok(s.values[SX_LABEL_PROVED] == 0 && mentions(&s, "follows from P"),
       "not where another parameter grows alike: %d", (int)s.values[SX_LABEL_EXACT]);
    s = labels(arena, counted,
               (synth_scale[]) { { 4, 40, 10 }, { 9, 80, 20 }, { 16, 120, 30 }, { 0 } },
               (synth_scale) { 100, 360, 90 }, &wrong);
    ok(s.values[SX_LABEL_PROVED] > 0 && !wrong, "but at a target where it still does");
    s = labels(arena, counted,
               (synth_scale[]) { { 4, 9, 10 }, { 9, 9, 10 }, { 16, 9, 10 }, { 0 } },
               (synth_scale) { 100, 9, 11 }, &wrong);
    ok(!s.values[SX_LABEL_PROVED] &&
           mentions(&s, "M is 10 in all inputs: record another"),
       "nothing where it is another than in all inputs");
    s = labels(arena, counted,
               (synth_scale[]) { { 4, 9, 10 }, { 9, 9, 10 }, { 16, 9, 10 }, { 0 } },
               (synth_scale) { 100, 9, 10 }, &wrong);
    ok(!s.values[SX_LABEL_EXACT] && !wrong, "all where it is that one");
    s = labels(arena, counted,
               (synth_scale[]) { { 4, 9, 10 }, { 4, 9, 11 }, { 4, 9, 12 }, { 0 } },
               (synth_scale) { 4, 9, 1000 }, &wrong);
    ok(!s.values[SX_LABEL_EXACT] && !wrong, "one P, and a parameter");
    s = labels(arena, counted,
               (synth_scale[]) { { 4, 9, 10 }, { 4, 9, 11 }, { 4, 9, 12 }, { 0 } },
               (synth_scale) { 16, 9, 12 }, &wrong);
    ok(!s.values[SX_LABEL_PROVED] && mentions(&s, "same P: record another"),
       "nothing at another P");
    s = labels(arena, even_blocks,
               (synth_scale[]) { { 16, 40, 0 }, { 25, 50, 0 }, { 36, 60, 0 }, { 0 } },
               (synth_scale) { 81, 400, 0 }, &wrong);
    ok(wrong && s.values[SX_LABEL_PROVED] == 0,
       "a constant of weak scaling is not proved for strong scaling");
    s = labels(arena, even_blocks,
               (synth_scale[]) { { 16, 40, 0 }, { 25, 50, 0 }, { 36, 60, 0 }, { 0 } },
               (synth_scale) { 81, 90, 0 }, &wrong);
    ok(!wrong && s.values[SX_LABEL_PROVED] > 0, "but for weak scaling");
    sx_arena_destroy(arena);
}

/* Without a remainder in any input nobody knows whose block is larger. */
static void remainders(void)
{
    sx_arena *arena = sx_arena_create();
    int64_t wrong = 0;
    const synth_scale even[] = { { 16, 40, 1 },  { 25, 40, 1 }, { 36, 42, 1 },
                                 { 49, 98, 1 },  { 64, 32, 1 }, { 16, 16, 1 },
                                 { 25, 100, 1 }, { 0 } };
    sx_summary s = labels(arena, blocks, even, (synth_scale) { 81, 90, 1 }, &wrong);
    ok(s.values[SX_LABEL_REFUSED] == 0 && !wrong, "a block that divides");
    s = labels(arena, blocks, even, (synth_scale) { 81, 95, 1 }, &wrong);
    ok(s.values[SX_LABEL_EXACT] == 1, "one that does not is not proved: %d exact",
       (int)s.values[SX_LABEL_EXACT]);
    sx_arena_destroy(arena);
}

int main(void)
{
    sx_fit_init();
    const synth_scale from[] = { { 16, 40, 5 }, { 25, 40, 5 }, { 36, 40, 5 },
                                 { 16, 53, 5 }, { 25, 53, 8 }, { 36, 67, 8 },
                                 { 16, 67, 8 }, { 0 } };
    try_scales("blocks of a parameter", grid, from,
               (synth_scale[]) { { 49, 71, 9 }, { 16, 90, 3 }, { 100, 404, 2 }, { 0 } },
               0);
    try_scales("of the scale alone", scale, from,
               (synth_scale[]) { { 49, 71, 9 }, { 16, 90, 3 }, { 100, 404, 2 }, { 0 } },
               0);
    try_scales(
        "dealt out", dealing,
        (synth_scale[]) { { 4, 10, 0 }, { 6, 10, 0 }, { 6, 17, 0 }, { 9, 31, 0 }, { 0 } },
        (synth_scale[]) { { 7, 53, 0 }, { 40, 10, 0 }, { 0 } }, 0);
    try_scales("sums over diagonals", sums, from,
               (synth_scale[]) { { 49, 71, 9 }, { 16, 90, 3 }, { 100, 404, 2 }, { 0 } },
               0);
    try_program("weak scaling with a remainder", weak, (int64_t[]) { 16, 25, 36, 0 },
                (int64_t[]) { 4, 9, 49, 100, 0 }, 0);
    what_is_proved();
    remainders();
    return tap_done();
}
