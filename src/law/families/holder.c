/* Whose an item is of those that are dealt out in turn, b at a time, along an axis, as a loop over them asks: (k div b) mod q, k counted
 * from the first trip or, in a substitution that goes back, from the last. */
#include "law/column.h"
#include "law/forms.h"
#include "law/law.h"

#include "base/checked.h"

enum {
    LARGEST_BLOCK = 64,
    TELLING = 3, /* extents that prove it */
    FITS = 8
};

typedef struct search {
    sx_arena *arena, *scratch; /* of the law; of what is tried */
    const sx_runs *runs;
    const sx_samples *samples;
    sx_samples probe;
    int64_t *item, *extent; /* at the samples of the probe */
    sx_law law;
    sx_status st;
    sx_error *err;
} search;

static const sx_expr *two(search *s, sx_expr_op op, const sx_expr *a, const sx_expr *b)
{
    const sx_expr *expr = sx_expr_two(s->scratch, op, a, b);
    if (!expr && !s->st)
        s->st = sx_fail(s->err, SX_NOMEM, "out of memory");
    return expr;
}

/* Different extents in the inputs that are no larger than the values show: the turn has come round in these. */
static size_t extents_gone_round(const search *s, const sx_row *row, const sx_expr *item)
{
    int64_t seen[TELLING], counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], extent, k;
    size_t n = 0;
    for (size_t i = 0; i < s->samples->n && n < TELLING; i++) {
        sx_expr_env env = sx_sample_env(s->runs, s->samples, i, counter);
        size_t at = 0;
        if (sx_expr_eval(row->extent, &env, &extent, NULL) ||
            sx_expr_eval(item, &env, &k, NULL) || extent < 2 || k < extent)
            continue;
        while (at < n && seen[at] != extent)
            at++;
        if (at == n)
            seen[n++] = extent;
    }
    return n;
}

/* Are the samples of the probe whose turn it is with blocks of so many items? */
static bool may_be(const search *s, int64_t block)
{
    size_t i = 0;
    while (i < s->probe.n && s->extent[i] > 0 &&
           sx_floor_mod(sx_floor_div(s->item[i], block), s->extent[i]) ==
               s->probe.sample[i].value)
        i++;
    return i == s->probe.n;
}

static void try_block(search *s, const sx_row *row, const sx_expr *item, int64_t block)
{
    size_t first;
    const sx_expr *turn =
        block == 1 ? item : two(s, SX_EXPR_DIV, item, sx_expr_int(s->scratch, block));
    const sx_expr *form = two(s, SX_EXPR_MOD, turn, row->extent);
    if (s->st || !sx_column_matches(s->runs, s->samples, form, &first))
        return;
    const sx_expr *expr = sx_expr_copy(s->arena, form);
    if (!expr) {
        s->st = sx_fail(s->err, SX_NOMEM, "out of memory");
    } else if (s->law.expr) {
        s->st = sx_law_doubt_other(s->arena, s->runs, expr,
                                   "items that are dealt out otherwise fit all inputs, "
                                   "too, and differ here: add an input",
                                   &s->law, s->err);
    } else {
        s->law = (sx_law) { expr, { .label = SX_LABEL_PROVED } };
        if (extents_gone_round(s, row, turn) < TELLING)
            s->law.evidence = (sx_evidence) {
                SX_LABEL_EXACT,
                "items that are dealt out in turn show in three different extents that "
                "they go round: add an input",
                NULL
            };
    }
}

/* How many trips there are until the last: by their law, or as many as all inputs make. NULL where neither is known. */
static const sx_expr *until_last(search *s, uint32_t c)
{
    if (s->samples->trips)
        return sx_samples_trip(s->scratch, s->samples, c, true);
    const sx_expr *last = sx_samples_last(s->scratch, s->samples, c);
    return last ? two(s, SX_EXPR_SUB, last,
                      sx_samples_trip(s->scratch, s->samples, c, false))
                : NULL;
}

static void try_item(search *s, const sx_row *row, const sx_expr *item)
{
    if (!sx_column_values(s->runs, &s->probe, item, s->item) ||
        !sx_column_values(s->runs, &s->probe, row->extent, s->extent))
        return;
    for (int64_t block = 1; block <= LARGEST_BLOCK && !s->st; block++)
        if (may_be(s, block))
            try_block(s, row, item, block);
}

/* Items from the first trip on, or from the one after it; from the last one back, or from the one after it. */
static void try_counter(search *s, const sx_rows *rows, uint32_t c)
{
    const sx_expr *one = sx_expr_int(s->scratch, 1);
    const sx_expr *ahead = sx_samples_trip(s->scratch, s->samples, c, false);
    const sx_expr *back = until_last(s, c);
    const sx_expr *item[] = { ahead, two(s, SX_EXPR_ADD, ahead, one), back,
                              back ? two(s, SX_EXPR_ADD, back, one) : NULL };
    for (size_t i = 0; i < rows->n; i++)
        for (size_t k = 0; k < sizeof item / sizeof *item && !s->st; k++)
            if (item[k])
                try_item(s, &rows->row[i], item[k]);
}

/* ---- one item ---- */

static const char one_item[] =
    "one item that is dealt out in turn may be another: add an input";

static void take_item(search *s, const sx_row *row, int64_t item)
{
    size_t first;
    const sx_expr *expr = two(s, SX_EXPR_MOD, sx_expr_int(s->scratch, item), row->extent);
    if (s->st || !sx_column_matches(s->runs, s->samples, expr, &first))
        return;
    s->law =
        (sx_law) { sx_expr_copy(s->arena, expr), { SX_LABEL_EXACT, one_item, NULL } };
    if (!s->law.expr)
        s->st = sx_fail(s->err, SX_NOMEM, "out of memory");
}

/* The least number that leaves the values, if so small a one would seldom do so by accident. */
static void try_least(search *s, const sx_row *row)
{
    enum { LARGEST = 4096, SELDOM = 8, RUNS = 3 };
    const sx_samples *samples = s->samples;
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], extent, all = 1, k = 0;
    size_t n = 0;
    for (size_t i = 0; i < samples->n; i++) {
        if (i > 0 && samples->sample[i].run == samples->sample[i - 1].run)
            continue;
        const int64_t value = samples->sample[i].value;
        sx_expr_env env = sx_sample_env(s->runs, samples, i, counter);
        if (sx_expr_eval(row->extent, &env, &extent, NULL) || extent < 1 ||
            (all <= LARGEST * SELDOM ? !sx_leave_rest(extent, value, &k, &all)
                                     : k % extent != value))
            return;
        n++;
    }
    if (n >= RUNS && k < all / SELDOM && k <= LARGEST)
        take_item(s, row, k);
}

/* The first or the last of as many items as the program is known to have, or the one next to these. */
static void try_known(search *s, const sx_row *row)
{
    static const int64_t beside[] = { -1, 0, 1, -2 };
    const sx_runs *runs = s->runs;
    for (uint32_t c = 0; c < runs->nconstants && !s->law.expr; c++) {
        size_t run = 1;
        int64_t item;
        while (run < runs->n &&
               runs->constant_value[run][c] == runs->constant_value[0][c])
            run++;
        for (size_t i = 0; run == runs->n && i < sizeof beside / sizeof *beside &&
                           !s->law.expr && !s->st;
             i++)
            if (!sx_add_overflows(runs->constant_value[0][c], beside[i], &item) &&
                item > 0)
                take_item(s, row, item);
    }
}

/* Whose one item is, as that of the last of a loop, which was peeled off. */
static void try_alone(search *s, const sx_row *row)
{
    try_least(s, row);
    if (!s->law.expr && !s->st)
        try_known(s, row);
}

/* The rank of each run that alone has 1; false where there is none, or several. */
static bool find_ones(sx_arena *arena, const sx_runs *runs, const sx_samples *truth,
                      sx_samples *ret_ones)
{
    sx_sample *one = SX_NEW_ARRAY(arena, sx_sample, runs->n);
    *ret_ones = (sx_samples) { .sample = one, .is_rank = true };
    for (size_t i = 0; one && i < truth->n; i++) {
        const sx_sample *s = &truth->sample[i];
        if (s->value != 1)
            continue;
        if (ret_ones->n > 0 && one[ret_ones->n - 1].run == s->run)
            return false;
        one[ret_ones->n] = *s;
        one[ret_ones->n++].value = runs->comm_rank[s->comm][s->rank];
    }
    return one && ret_ones->n == sx_samples_runs(truth);
}

sx_status sx_law_alone(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    sx_samples ones;
    if (!sx_samples_are_truth(samples) || !find_ones(arena, runs, samples, &ones))
        return SX_OK;
    search s = { .arena = arena,
                 .scratch = sx_arena_create(),
                 .runs = runs,
                 .samples = &ones,
                 .err = err };
    sx_rows rows;
    if (!s.scratch)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_rows_find(s.scratch, runs, &ones, &rows);
    for (size_t i = 0; i < rows.n && !s.st && !s.law.expr; i++)
        try_alone(&s, &rows.row[i]);
    sx_arena_destroy(s.scratch);
    if (s.st || !s.law.expr)
        return s.st;
    const sx_expr *is = sx_expr_two(
        arena, SX_EXPR_EQ, sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0), s.law.expr);
    size_t first;
    if (is && sx_column_matches(runs, samples, is, &first))
        *ret_law = (sx_law) { is, s.law.evidence };
    return is ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

sx_status sx_law_holder(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    search s = { .arena = arena, .runs = runs, .samples = samples, .err = err };
    sx_rows rows;
    if (!samples->is_rank || samples->lists || sx_samples_runs(samples) < 2 ||
        sx_samples_have_special(samples))
        return SX_OK;
    s.scratch = sx_arena_create();
    if (!s.scratch)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_rows_find(s.scratch, runs, samples, &rows);
    s.probe = sx_samples_probe(s.scratch, samples);
    s.item = SX_NEW_ARRAY(s.scratch, int64_t, s.probe.n);
    s.extent = SX_NEW_ARRAY(s.scratch, int64_t, s.probe.n);
    if (!s.probe.sample || !s.item || !s.extent)
        s.st = sx_fail(err, SX_NOMEM, "out of memory");
    const bool is_one =
        !samples->beat && !samples->is_peer && sx_samples_have_one_value(samples);
    for (size_t i = 0; is_one && i < rows.n && !s.st && !s.law.expr; i++)
        try_alone(&s, &rows.row[i]);
    for (uint32_t c = samples->ncounters; !s.st && c-- > 0;)
        if (samples->varying >> c & 1)
            try_counter(&s, &rows, c);
    sx_arena_destroy(s.scratch);
    if (!s.st)
        *ret_law = s.law;
    return s.st;
}
