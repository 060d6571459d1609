/* What the inputs leave open is said, with the input that decides; and with that input it is decided. */
#include "../../tap.h"
#include "extrap/advise.h"
#include "extrap/explain.h"
#include "extrap/infer.h"
#include "extrap/instantiate.h"
#include "extrap/plain.h"
#include "extrap/summary.h"
#include "fit/fit.h"
#include "synth.h"

#include <stdlib.h>
#include <string.h>

enum { INPUTS = 8 };

/* An inference from programs that are given as functions. */
typedef struct trial {
    sx_arena *arena;
    const sx_trace *input[INPUTS];
    const char *name[INPUTS];
    size_t n;
    sx_trace formula, there;
    sx_summary summary;
    const sx_inferred *value;
    size_t nvalues;
    sx_error err;
} trial;

static void add(trial *t, const synth_item *program, int64_t p)
{
    sx_trace *trace = SX_NEW(t->arena, sx_trace);
    *trace = synth_trace(t->arena, program, p);
    t->name[t->n] = sx_arena_printf(t->arena, "t%d", (int)p);
    t->input[t->n++] = trace;
}

static void print(const trial *t)
{
    sx_buffer text = SX_BUFFER_INIT;
    sx_summary_print(&text, &t->there, &t->summary, 20);
    for (char *line = strtok(text.data, "\n"); line; line = strtok(NULL, "\n"))
        printf("# %s\n", line);
    sx_buffer_finish(&text);
}

static void infer(trial *t, int64_t target)
{
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    sx_status st =
        sx_infer(t->arena, t->input, t->name, t->n, &options, &t->formula, &t->err);
    if (!st)
        st = sx_instantiate(t->arena, &t->formula, target, NULL, 0, &t->there, &t->err);
    if (!st)
        st = sx_summary_make(t->arena, &t->there, &t->formula, &t->summary, &t->err);
    if (!st)
        st = sx_inferred_list(t->arena, &t->there, &t->value, &t->nvalues, &t->err);
    ok(!st, "inferred from %d inputs, at %d: %s", (int)t->n, (int)target, t->err.text);
    if (st)
        exit(1);
    print(t);
}

/* From these scales (to the first 0). */
static trial from(const synth_item *program, const int64_t *scale, int64_t target)
{
    trial t = { .arena = sx_arena_create() };
    for (; *scale; scale++)
        add(&t, program, *scale);
    infer(&t, target);
    return t;
}

/* The label of the first value of a name. */
static sx_label label_of(const trial *t, const char *name)
{
    for (size_t i = 0; i < t->nvalues; i++)
        if (sx_inferred_is_named(&t->value[i], name))
            return t->value[i].evidence->label;
    return SX_LABEL_RECORDED;
}

static const sx_finding *finding_of(const trial *t, const char *name)
{
    for (size_t i = 0; i < t->summary.nfindings; i++)
        if (sx_inferred_is_named(t->summary.finding[i].first, name))
            return &t->summary.finding[i];
    return NULL;
}

/* ---- programs on grids, the faster axis along rows ---- */

static int64_t half_log(int64_t p)
{
    int64_t d = 1;
    while (4 * d * d <= p)
        d *= 2;
    return d;
}

static int64_t columns(const synth_at *at) /* 2^floor(l/2) */
{
    return half_log(at->p);
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

static int64_t ten_columns(const synth_at *at)
{
    return 10 * columns(at);
}

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* A message to `peer`. */
#define MESSAGE(peer, count)                                                             \
    {                                                                                    \
        'e', .op = SX_OP_Isend, .param = {                                               \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, peer },                                                     \
            { SX_PARAM_COUNT, count },                                                   \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, zero }                                                       \
        }                                                                                \
    }

static const synth_item on_rows[] = {
    MESSAGE(right, ten_columns),
    MESSAGE(below, ten_columns),
    { 0 },
};

/* Grids of 1 x 2, 2 x 4, 4 x 8 and 8 x 16 do not tell the one extent from half of the other. */
static void test_rivals(void)
{
    trial t = from(on_rows, (int64_t[]) { 2, 8, 32, 128, 0 }, 64);
    const sx_finding *f = finding_of(&t, "Isend.count");
    is_int(label_of(&t, "Isend.count"), SX_LABEL_EXACT, "10 d1 or 5 d2: not proved");
    ok(f && f->nrivalries > 0, "the rival is reported");
    if (f && f->nrivalries) {
        is_int(f->rivalry[0].value + f->rivalry[0].other, 80 + 40, "with both numbers");
        is_int(f->decided_by, 4, "and the smallest grid whose extents stand otherwise");
    }
    add(&t, on_rows, 4);
    infer(&t, 64);
    is_int(label_of(&t, "Isend.count"), SX_LABEL_PROVED, "which decides");
    sx_arena_destroy(t.arena);
}

/* ---- advice ---- */

static size_t undecided(const trial *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->nvalues; i++)
        n += t->value[i].evidence->label == SX_LABEL_EXACT;
    return n;
}

/* The advice for a target holds when it is followed: the program itself is asked at the scales advised. */
static void follow(const char *what, const synth_item *program, const int64_t *scale,
                   int64_t target, const int64_t *want, size_t left)
{
    trial t = from(program, scale, target);
    sx_advice advice = { 0 };
    sx_status st = sx_advise(t.input, t.name, t.n, &t.formula, target,
                             &(sx_settings) { 0 }, &advice, &t.err);
    ok(!st, "%s: advice: %s", what, t.err.text);
    is_int(advice.undecided, undecided(&t), "what is undecided is counted");
    ok(advice.undecided > 0, "%s: some is", what);
    size_t n = 0;
    while (want[n])
        n++;
    is_int(advice.n, n, "as many further scales as it takes");
    for (size_t i = 0; i < advice.n; i++) {
        is_int(advice.scale[i], i < n ? want[i] : 0, "the smallest");
        add(&t, program, advice.scale[i]);
    }
    is_int(advice.then, left, "what is left then");
    infer(&t, target);
    is_int(undecided(&t), left, "is left");
    sx_arena_destroy(t.arena);
}

static int64_t next(const synth_at *at)
{
    return (at->r + 1) % at->p;
}

static int64_t three_p(const synth_at *at)
{
    return 3 * at->p + 5;
}

static const synth_item ring[] = { MESSAGE(next, three_p), { 0 } };

static void test_advice(void)
{
    follow("rows", on_rows, (int64_t[]) { 2, 8, 32, 128, 0 }, 64, (int64_t[]) { 4, 0 },
           0);
    follow("a line through two", ring, (int64_t[]) { 6, 9, 0 }, 100,
           (int64_t[]) { 2, 3, 0 }, 0);
}

/* What the laws give at a scale is what the program leaves there. */
static void test_plain(void)
{
    trial t = from(on_rows, (int64_t[]) { 4, 8, 16, 32, 64, 0 }, 128);
    sx_trace plain;
    sx_status st = sx_plain_trace(t.arena, &t.there, &plain, &t.err);
    ok(!st, "plain: %s", t.err.text);
    if (!st)
        is_int(synth_differences(on_rows, &plain), 0, "the same events");
    sx_arena_destroy(t.arena);
}

static int64_t further_levels(const synth_at *at)
{
    int64_t level = 0;
    while (at->p >> (level + 3))
        level++;
    return level;
}

/* On four ranks nobody makes a trip. */
static const synth_item on_levels[] = { { .kind = '(', .trips = further_levels },
                                        MESSAGE(next, three_p),
                                        { .kind = ')' },
                                        MESSAGE(next, zero),
                                        { 0 } };

static void test_plain_loops(void)
{
    trial t = from(on_levels, (int64_t[]) { 8, 16, 32, 64, 0 }, 4);
    sx_trace plain;
    sx_status st = sx_plain_trace(t.arena, &t.there, &plain, &t.err);
    ok(!st, "plain: %s", t.err.text);
    if (!st) {
        is_int(synth_differences(on_levels, &plain), 0, "the same events");
        is_int(plain.nnodes, 1, "and no loop without a trip");
    }
    sx_arena_destroy(t.arena);
}

#define POSTED                                                                           \
    { 'e', .op = SX_OP_Isend,                                                            \
      .param = { { SX_PARAM_PEER, next }, { SX_PARAM_COUNT, three_p } } },               \
    {                                                                                    \
        'e', .op = SX_OP_Wait, .param = { { SX_PARAM_REQS, zero } }                      \
    }

/* A Wait has one request, on however many ranks. */
static const synth_item posted[] = { POSTED, POSTED, { 0 } };

static void test_plain_requests(void)
{
    trial t = from(posted, (int64_t[]) { 4, 8, 16, 0 }, 1024);
    sx_trace plain;
    sx_status st = sx_plain_trace(t.arena, &t.there, &plain, &t.err);
    ok(!st, "plain: %s", t.err.text);
    sx_arena_destroy(t.arena);
}

/* ---- explanations ---- */

/* The grid of 2 x 2 decides between 10 d1 and 5 d2. */
static void test_explanation(void)
{
    trial t = from(on_rows, (int64_t[]) { 2, 4, 8, 32, 128, 0 }, 64);
    const sx_explanation *x;
    size_t n = 0;
    sx_status st = sx_explain(t.arena, t.input, t.name, t.n, &t.formula, 64,
                              &(sx_settings) { 0 }, "0.count", &x, &n, &t.err);
    ok(!st, "explained: %s", t.err.text);
    is_int(n, 1, "one value has the name");
    if (st || n != 1)
        return;
    is_int(x->here->evidence->label, SX_LABEL_PROVED, "it is proved");
    ok(x->decided >> 1 & 1, "not without 2 x 2");
    ok(!(x->decided >> 2 & 1), "but without 2 x 4, which has as many columns");
    ok(x->runner_up && !x->fits_all, "without which another law would fit");
    is_int(x->ncorners, 5, "four corners and the middle");
    for (size_t i = 0; i < x->ncorners; i++)
        is_int(x->corner[i].value, 80, "have the value");
    st = sx_explain(t.arena, t.input, t.name, t.n, &t.formula, 64, &(sx_settings) { 0 },
                    "9.count", &x, &n, &t.err);
    is_int(st, SX_NOTFOUND, "a name that nothing has");
    sx_arena_destroy(t.arena);
}

/* ---- remainders that are 0 in all inputs ---- */

static int64_t share_of_1400(const synth_at *at)
{
    return 1400 / columns(at);
}

static const synth_item divided[] = { MESSAGE(right, share_of_1400),
                                      MESSAGE(below, zero),
                                      { 0 } };

/* 1400 is divided by 2, 4 and 8, but not by 16: what is done with the rest shows on 256 ranks first. */
static void test_undivided(void)
{
    trial t = from(divided, (int64_t[]) { 4, 8, 16, 32, 64, 0 }, 1024);
    const sx_finding *f = finding_of(&t, "0.count");
    is_int(label_of(&t, "0.count"), SX_LABEL_EXACT, "1400 div 32: exact at most");
    is_int(f ? f->decided_by : 0, 256, "256 ranks decide");
    ok(f && f->nrivalries > 0 && f->rivalry[0].value == 43 && f->rivalry[0].other == 44,
       "rounding down, or up");
    sx_arena_destroy(t.arena);
}

/* ---- refusals ---- */

static int64_t odd_at_nine(const synth_at *at)
{
    return 3 * at->p + (at->p == 9 ? 100 : 5);
}

static int64_t noise(const synth_at *at)
{
    return (at->p * 7919 + at->r * at->r * 104729) % 997;
}

static const synth_item odd_one[] = { MESSAGE(next, odd_at_nine), { 0 } };
static const synth_item noisy[] = { MESSAGE(next, noise), { 0 } };

static void test_refusals(void)
{
    trial t = from(odd_one, (int64_t[]) { 4, 6, 9, 12, 0 }, 20);
    const sx_finding *f = finding_of(&t, "Isend.count");
    ok(f && f->label == SX_LABEL_REFUSED && strstr(f->reason, "without P = 9") &&
           strstr(f->reason, "has 127 and the law gives 32") &&
           strstr(f->reason, "P = 5 would"),
       "the input that contradicts the others is named: %s", f ? f->reason : "");
    sx_arena_destroy(t.arena);
    t = from(noisy, (int64_t[]) { 4, 6, 9, 0 }, 20);
    f = finding_of(&t, "Isend.count");
    ok(f && f->label == SX_LABEL_REFUSED && strstr(f->reason, "at P = 6"),
       "else what a rank has: %s", f ? f->reason : "");
    sx_arena_destroy(t.arena);
}

/* ---- indices around a grid ---- */

static int64_t side(int64_t p)
{
    int64_t q = 1;
    while (q * q < p)
        q++;
    return q;
}

static int64_t next_around(const synth_at *at)
{
    int64_t q = side(at->p);
    return at->r / q * q + (at->r + 1) % q;
}

static int64_t stages(const synth_at *at)
{
    return side(at->p) - 1;
}

/* The cell of a stage, by its place on two axes. */
static int64_t cell(const synth_at *at)
{
    int64_t q = side(at->p), z = (2 * q - 2 - at->i[0] - at->r % q) % q;
    return 2000 + (at->r / q + q - z) % q + z * q;
}

static const synth_item around[] = {
    MESSAGE(next_around, zero),
    { '(', .trips = stages },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next_around },
                 { SX_PARAM_COUNT, zero },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, cell } } },
    { .kind = ')' },
    { 0 },
};

/* Two indices are many choices, which a handful of cells do not tell from each other, and hundreds of cells do; another input may then have
 * a handful. */
static void test_cells(void)
{
    trial few = from(around, (int64_t[]) { 4, 9, 16, 0 }, 64);
    is_int(label_of(&few, "1.tag"), SX_LABEL_EXACT, "4 cells of 4 ranks: not proved");
    trial many = from(around, (int64_t[]) { 9, 16, 25, 0 }, 64);
    is_int(label_of(&many, "1.tag"), SX_LABEL_PROVED, "18 cells of 9 ranks, and more");
    trial both = from(around, (int64_t[]) { 4, 25, 49, 0 }, 64);
    is_int(label_of(&both, "1.tag"), SX_LABEL_PROVED,
           "4 cells of 4 ranks beside hundreds in two inputs");
    sx_arena_destroy(few.arena);
    sx_arena_destroy(many.arena);
    sx_arena_destroy(both.arena);
}

/* ---- blocks of blocks ---- */

/* A half of what a row has, where there are twice as many columns as rows; else the whole. */
static int64_t half_of_row(const synth_at *at)
{
    int64_t rows = columns(at), wide = at->p / rows, halves = wide / rows,
            c = at->r % wide, row = c / halves, much = 1400 / rows + (row < 1400 % rows);
    return much / halves + (c % halves < much % halves);
}

static int64_t next_column(const synth_at *at)
{
    int64_t wide = at->p / columns(at);
    return at->r / wide * wide + (at->r + 1) % wide;
}

static int64_t next_row(const synth_at *at)
{
    return (at->r + at->p / columns(at)) % at->p;
}

static const synth_item halves[] = {
    MESSAGE(next_row, zero),
    MESSAGE(next_column, half_of_row),
    { 0 },
};

/* The blocks of 2 x 4, 8 x 8 and 16 x 16 ranks might be blocks of columns alike: 8 x 16 would tell. */
static void test_halves(void)
{
    trial t = from(halves, (int64_t[]) { 8, 64, 256, 0 }, 128);
    is_int(label_of(&t, "1.count"), SX_LABEL_EXACT, "whose blocks: not proved");
    sx_arena_destroy(t.arena);
}

int main(void)
{
    sx_fit_init();
    test_rivals();
    test_plain();
    test_plain_loops();
    test_plain_requests();
    test_advice();
    test_explanation();
    test_refusals();
    test_undivided();
    test_cells();
    test_halves();
    return tap_done();
}
