/* 0 or 1: whether two things hold at once. A digit of a row of ranks, or the colour of a place, is a number, and there is
 * another rank so far up or down the row, or none: sources with a sink behind them, leaders of groups that have a next one, the last of a row that is odd. */
#include "law/column.h"
#include "law/forms.h"
#include "law/law.h"

enum { LARGEST_BASE = 16, LARGEST_DIGIT = 8, LARGEST_COLOURS = 4, FITS = 8, PROBE = 256 };

typedef struct search {
    sx_arena *arena, *scratch; /* of the law; of what is tried */
    sx_runs *runs;
    const sx_samples *samples;
    sx_rows rows;
    sx_samples probe;
    int64_t *digit, *place, *extent; /* of the probe */
    size_t n;
    const sx_expr *fit[FITS];
    bool failed; /* out of memory */
} search;

static const sx_expr *two(const search *s, sx_expr_op op, const sx_expr *a,
                          const sx_expr *b)
{
    return sx_expr_two(s->scratch, op, a, b);
}

static const sx_expr *number(const search *s, int64_t value)
{
    return sx_expr_int(s->scratch, value);
}

static void keep(search *s, const sx_expr *digit, const sx_expr *limit)
{
    size_t first;
    const sx_expr *both = two(s, SX_EXPR_AND, digit, limit);
    s->failed = s->failed || !both;
    if (both && s->n < FITS && sx_column_matches(s->runs, s->samples, both, &first))
        s->fit[s->n++] = both;
}

/* A digit in a base that all who take part have, or that none of them has but all others; who else has it, too, is then in s->digit. NULL
 * where there is none. */
static const sx_expr *find_digit(search *s, const sx_expr *digit, int64_t base)
{
    uint64_t shown = 0;
    for (size_t i = 0; i < s->probe.n; i++)
        if (s->probe.sample[i].value)
            shown |= UINT64_C(1) << s->digit[i];
    const uint64_t missing = ~shown & ((UINT64_C(1) << base) - 1);
    const bool one = shown && (shown & (shown - 1)) == 0,
               but_one = missing && (missing & (missing - 1)) == 0;
    if (!one && !but_one)
        return NULL;
    int64_t to = 0;
    while (!((one ? shown : missing) >> to & 1))
        to++;
    for (size_t i = 0; i < s->probe.n; i++)
        s->digit[i] = (s->digit[i] == to) == one;
    return two(s, one ? SX_EXPR_EQ : SX_EXPR_NE, digit, number(s, to));
}

/* The most of the measure among those of the digit whose value is not `above`, and the least where it is. Is every one of these above every other? */
static bool split(const search *s, const int64_t *measure, bool above, int64_t *most,
                  int64_t *least)
{
    *most = -1;
    *least = INT64_MAX;
    for (size_t i = 0; i < s->probe.n; i++) {
        if (!s->digit[i])
            continue;
        if ((s->probe.sample[i].value != 0) == above)
            *least = measure[i] < *least ? measure[i] : *least;
        else
            *most = measure[i] > *most ? measure[i] : *most;
    }
    return *most >= 0 && *most < *least && *most < LARGEST_BASE;
}

/* How much of the measure those have where the value is 1, and no others of that digit: the leaders of groups of k have the next
 * one k ranks away, others so little that it tells them apart. */
static bool find_limit(const search *s, const int64_t *measure, int64_t k, int64_t *ret)
{
    int64_t most, least;
    const bool found = split(s, measure, true, &most, &least);
    *ret = most < k && k <= least ? k : most + 1;
    return found;
}

/* How much of the measure nobody has more of where the value is 1, and all others of that digit have, of which there are some. */
static bool find_end(const search *s, const int64_t *measure, int64_t *ret)
{
    int64_t least;
    return split(s, measure, false, ret, &least) && least < INT64_MAX;
}

/* The least of the measure where the value is 1; 0 where that is too much. */
static int64_t least_of(const search *s, const int64_t *measure)
{
    int64_t least = INT64_MAX;
    for (size_t i = 0; i < s->probe.n; i++)
        if (s->probe.sample[i].value && measure[i] < least)
            least = measure[i];
    return least < LARGEST_BASE ? least : 0;
}

/* Those that have a rank that far both up and down the row. */
static void try_between(search *s, const sx_expr *is, const sx_row *row)
{
    const int64_t up = least_of(s, s->place), down = least_of(s, s->extent);
    if (up > 0 && down > 0)
        keep(s, is,
             two(s, SX_EXPR_AND, two(s, SX_EXPR_GE, row->index, number(s, up)),
                 two(s, SX_EXPR_LT, two(s, SX_EXPR_ADD, row->index, number(s, down)),
                     row->extent)));
}

/* With everybody that has a rank at some distance up or down one of the rows, or both, or that has none there further down. */
static void try_digit(search *s, const sx_expr *digit, int64_t base, int64_t k)
{
    int64_t away;
    s->failed = s->failed || !digit;
    if (s->failed || !sx_column_values(s->runs, &s->probe, digit, s->digit))
        return;
    const sx_expr *is = find_digit(s, digit, base);
    if (!is)
        return;
    for (size_t i = 0; i < s->rows.n && !s->failed; i++) {
        const sx_row *row = &s->rows.row[i];
        if (!sx_column_values(s->runs, &s->probe, row->index, s->place) ||
            !sx_column_values(s->runs, &s->probe, row->extent, s->extent))
            continue;
        if (find_limit(s, s->place, k, &away))
            keep(s, is, two(s, SX_EXPR_GE, row->index, number(s, away)));
        for (size_t at = 0; at < s->probe.n; at++)
            s->extent[at] -= 1 + s->place[at];
        if (find_limit(s, s->extent, k, &away))
            keep(s, is,
                 two(s, SX_EXPR_LT, two(s, SX_EXPR_ADD, row->index, number(s, away)),
                     row->extent));
        try_between(s, is, row);
        if (find_end(s, s->extent, &away))
            keep(s, is,
                 two(s, SX_EXPR_GE, two(s, SX_EXPR_ADD, row->index, number(s, away + 1)),
                     row->extent));
    }
}

/* In groups of k in turn, and in rows. */
static void try_digits(search *s, const sx_expr *index)
{
    for (int64_t k = 2; k <= LARGEST_BASE; k++)
        try_digit(s, two(s, SX_EXPR_MOD, index, number(s, k)), k, k);
    for (int64_t h = 2; h <= LARGEST_DIGIT; h++)
        for (int64_t g = 2; g <= LARGEST_DIGIT; g++)
            try_digit(s,
                      two(s, SX_EXPR_MOD, two(s, SX_EXPR_DIV, index, number(s, h)),
                          number(s, g)),
                      g, h * g);
}

static void try_colours(search *s, uint32_t g)
{
    const sx_expr *sum = NULL;
    for (size_t i = 0; i < s->rows.n; i++) {
        const sx_row *row = &s->rows.row[i];
        if (row->grid != g)
            continue;
        for (int64_t k = 2; sum && k <= LARGEST_COLOURS; k++)
            try_digit(
                s,
                two(s, SX_EXPR_MOD, two(s, SX_EXPR_ADD, sum, row->index), number(s, k)),
                k, k);
        sum = sum ? two(s, SX_EXPR_ADD, sum, row->index) : row->index;
    }
}

static sx_status choose(search *s, sx_law *ret_law, sx_error *err)
{
    size_t best = 0;
    for (size_t i = 1; i < s->n; i++)
        if (sx_law_cost(s->fit[i]) < sx_law_cost(s->fit[best]))
            best = i;
    if (s->failed)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (s->n == 0)
        return SX_OK;
    *ret_law = (sx_law) { sx_expr_copy(s->arena, s->fit[best]),
                          { .label = SX_LABEL_EXACT,
                            .reason = "two conditions at once fit by accident, too: "
                                      "add an input" } };
    return ret_law->expr ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

static void run(search *s)
{
    sx_rows_find(s->scratch, s->runs, s->samples, &s->rows);
    s->probe = sx_samples_spread(s->scratch, s->samples, PROBE);
    s->digit = SX_NEW_ARRAY(s->scratch, int64_t, s->probe.n);
    s->place = SX_NEW_ARRAY(s->scratch, int64_t, s->probe.n);
    s->extent = SX_NEW_ARRAY(s->scratch, int64_t, s->probe.n);
    s->failed = !s->probe.sample || !s->digit || !s->place || !s->extent;
    for (size_t i = 0; i < s->rows.n && !s->failed; i++)
        try_digits(s, s->rows.row[i].index);
    for (uint32_t g = 0; g < s->runs->ngrids && !s->failed; g++)
        try_colours(s, g);
}

sx_status sx_law_both(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      sx_law *ret_law, sx_error *err)
{
    const bool has_law = samples->beat != NULL;
    if (has_law || !samples->is_size || samples->lists || samples->varying ||
        !sx_samples_are_truth(samples) || sx_samples_have_one_value(samples) ||
        sx_samples_runs(samples) < 2)
        return SX_OK;
    search s = {
        .arena = arena, .scratch = sx_arena_create(), .runs = runs, .samples = samples
    };
    if (!s.scratch)
        return sx_fail(err, SX_NOMEM, "out of memory");
    run(&s);
    sx_status st = choose(&s, ret_law, err);
    sx_arena_destroy(s.scratch);
    return st;
}
