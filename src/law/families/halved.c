/* Sizes of parts of points that are halved once for each binary digit of a rank, from the highest on, until each has one part:
 * recursive halving, and the doubling that goes back. Of an odd number one half has one more, so that after k halvings there are
 * (N + S) div 2^k points, S being the k highest digits in reverse: with one more half in front of the digits, (N + S) div 2^k, a
 * half of that is (N + S + 2^k digit) div 2^(k + 1). */
#include "law/column.h"
#include "law/law.h"

#include "base/checked.h"

enum { DIGITS = 20, MOST_POINTS = 1 << 30 };

typedef struct search {
    sx_arena *arena;
    sx_runs *runs;
    const sx_samples *samples;
    sx_samples probe;
    const sx_expr *digits; /* of a rank */
    int64_t *ndigits, *place, *halvings; /* at the probe */
    bool lower; /* that half has one more */
    sx_law law;
} search;

static const sx_expr *two(const search *s, sx_expr_op op, const sx_expr *a,
                          const sx_expr *b)
{
    return sx_expr_two(s->arena, op, a, b);
}

static const sx_expr *power(const search *s, const sx_expr *exponent)
{
    return two(s, SX_EXPR_POW, sx_expr_int(s->arena, 2), exponent);
}

/* The highest digits of the place at a sample in reverse, or what they lack of ones. */
static int64_t reversed_at(const search *s, size_t i)
{
    int64_t sum = 0;
    for (int64_t t = 0; t < s->halvings[i]; t++) {
        const int64_t digit = s->place[i] >> (s->ndigits[i] - 1 - t) & 1;
        sum |= (s->lower ? 1 - digit : digit) << t;
    }
    return sum;
}

static const sx_expr *law_expr(const search *s, const sx_expr *place,
                               const sx_expr *halvings, int64_t n)
{
    const sx_expr *t = sx_expr_var(s->arena, SX_VAR_TERM, 0, 0);
    const sx_expr *below =
        power(s, two(s, SX_EXPR_SUB, sx_expr_plus(s->arena, s->digits, -1), t));
    const sx_expr *digit =
        two(s, SX_EXPR_MOD, two(s, SX_EXPR_DIV, place, below), sx_expr_int(s->arena, 2));
    if (s->lower)
        digit = two(s, SX_EXPR_SUB, sx_expr_int(s->arena, 1), digit);
    const sx_expr *reversed =
        two(s, SX_EXPR_SUM, halvings, two(s, SX_EXPR_MUL, digit, power(s, t)));
    return two(s, SX_EXPR_DIV, two(s, SX_EXPR_ADD, sx_expr_int(s->arena, n), reversed),
               power(s, halvings));
}

static bool gives(const search *s, int64_t n)
{
    for (size_t i = 0; i < s->probe.n; i++)
        if ((n + reversed_at(s, i)) >> s->halvings[i] != s->probe.sample[i].value)
            return false;
    return true;
}

/* As many halvings as digits, or one less, in the last trips of all runs? */
static bool are_all(const search *s)
{
    int64_t left[SX_RUNS];
    uint64_t has = 0;
    for (size_t i = 0; i < s->probe.n; i++) {
        const uint32_t run = s->probe.sample[i].run;
        const int64_t here = s->ndigits[i] - s->halvings[i];
        if (s->halvings[i] < 0 || here < 0 || s->place[i] < 0)
            return false;
        left[run] = has >> run & 1 && left[run] < here ? left[run] : here;
        has |= UINT64_C(1) << run;
    }
    for (uint32_t run = 0; run < SX_RUNS; run++)
        if ((has >> run & 1) && left[run] > 1)
            return false;
    return true;
}

/* Which points may be, as the sample of the fewest halvings says. */
static bool find_range(const search *s, int64_t *ret_from, int64_t *ret_to)
{
    size_t best = 0;
    for (size_t i = 0; i < s->probe.n; i++)
        best = s->halvings[i] < s->halvings[best] ? i : best;
    const int64_t parts = INT64_C(1) << s->halvings[best],
                  about = s->probe.sample[best].value * parts;
    *ret_from = about > parts ? about - parts : 1;
    *ret_to = about + parts;
    return about <= MOST_POINTS;
}

static sx_status take(search *s, const sx_expr *expr, sx_error *err)
{
    size_t first;
    if (!expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_matches(s->runs, s->samples, expr, &first))
        return SX_OK;
    if (s->law.expr)
        return sx_law_doubt_other(s->arena, s->runs, expr,
                                  "halves of which one has more fit all inputs, and "
                                  "differ here: add an input with more ranks",
                                  &s->law, err);
    s->law = (sx_law) { expr,
                        { .label = SX_LABEL_EXACT,
                          .reason = "which half of an odd number has one more shows in "
                                    "few places" } };
    return SX_OK;
}

static sx_status try_halves(search *s, const sx_expr *place, const sx_expr *halvings,
                            sx_error *err)
{
    int64_t from, to;
    sx_status st = SX_OK;
    if (!place || !halvings)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_values(s->runs, &s->probe, place, s->place) ||
        !sx_column_values(s->runs, &s->probe, halvings, s->halvings) || !are_all(s) ||
        !find_range(s, &from, &to))
        return SX_OK;
    for (int64_t n = from; !st && n <= to; n++)
        if (gives(s, n))
            st = take(s, law_expr(s, place, halvings, n), err);
    return st;
}

/* The own part and that of the partner, as many halvings as there were trips, or as there are left. Programs round down where the
 * lower half ends. */
static sx_status try_all(search *s, uint32_t c, sx_error *err)
{
    sx_arena *arena = s->arena;
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                  *trip = sx_samples_trip(arena, s->samples, c, false);
    const sx_expr *left = two(s, SX_EXPR_SUB, s->digits, trip);
    const sx_expr *halvings[] = { sx_expr_plus(arena, trip, 1), left, trip,
                                  sx_expr_plus(arena, left, -1) };
    const sx_expr *place[] = { own, two(s, SX_EXPR_XOR, own, power(s, trip)),
                               two(s, SX_EXPR_XOR, own, power(s, halvings[3])) };
    sx_status st = SX_OK;
    for (int lower = 0; lower < 2; lower++)
        for (size_t k = 0; k < sizeof halvings / sizeof *halvings; k++)
            for (size_t p = 0; !st && p < sizeof place / sizeof *place; p++) {
                s->lower = lower;
                st = try_halves(s, place[p], halvings[k], err);
            }
    return st;
}

/* In communicators of a power of two. */
static bool find_digits(search *s, const sx_expr *extent)
{
    if (!sx_column_values(s->runs, &s->probe, extent, s->ndigits))
        return false;
    for (size_t i = 0; i < s->probe.n; i++) {
        const int64_t q = s->ndigits[i];
        s->ndigits[i] = 0;
        if (q < 1 || (q & (q - 1)) || q > INT64_C(1) << DIGITS)
            return false;
        while (INT64_C(1) << s->ndigits[i] < q)
            s->ndigits[i]++;
    }
    return true;
}

static bool are_sizes(const sx_samples *samples)
{
    for (size_t i = 0; i < samples->n; i++)
        if (sx_is_special(samples->sample[i].value) || samples->sample[i].value < 0 ||
            samples->sample[i].value > MOST_POINTS)
            return false;
    return true;
}

/* All halves that fit: the first is the law where there is none yet, and doubts are all others. */
static sx_status find(search *s, sx_error *err)
{
    const sx_samples *of = s->samples;
    sx_arena *arena = s->arena;
    const uint32_t c = sx_samples_innermost(of);
    if (!of->is_size || of->lists || !of->varying || sx_samples_runs(of) < 2 ||
        !are_sizes(of))
        return SX_OK;
    const sx_expr *extent = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    s->probe = sx_samples_probe(arena, of);
    s->digits = two(s, SX_EXPR_LOG, sx_expr_int(arena, 2), extent);
    s->ndigits = SX_NEW_ARRAY(arena, int64_t, s->probe.n);
    s->place = SX_NEW_ARRAY(arena, int64_t, s->probe.n);
    s->halvings = SX_NEW_ARRAY(arena, int64_t, s->probe.n);
    if (!s->probe.sample || !s->digits || !s->ndigits || !s->place || !s->halvings)
        return sx_fail(err, SX_NOMEM, "out of memory");
    return find_digits(s, extent) ? try_all(s, c, err) : SX_OK;
}

sx_status sx_law_halved(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    const bool has_law = samples->beat != NULL;
    search s = { .arena = arena, .runs = runs, .samples = samples };
    sx_status st = has_law ? SX_OK : find(&s, err);
    if (!st)
        *ret_law = s.law;
    return st;
}

static bool halves(const sx_expr *expr)
{
    bool does = expr->op == SX_EXPR_DIV && expr->arg[1]->op == SX_EXPR_POW;
    for (int i = 0; i < 3 && !does && expr->arg[i]; i++)
        does = halves(expr->arg[i]);
    return does;
}

sx_status sx_law_halved_doubt(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                              sx_law *law, sx_error *err)
{
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED || !halves(law->expr))
        return SX_OK;
    search s = { .arena = arena, .runs = runs, .samples = samples, .law = *law };
    sx_status st = find(&s, err);
    if (!st)
        *law = s.law;
    return st;
}
