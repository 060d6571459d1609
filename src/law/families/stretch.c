/* Sizes, and offsets as tags, of what a stretch of places has together of points that are dealt out over a communicator: the part of
 * all places below one in a tree, of all behind it in a chain, of a group in a butterfly. What places have before one is an
 * offset; a stretch is the difference of two. */
#include "law/column.h"
#include "law/extent.h"
#include "law/law.h"

#include "base/checked.h"

#include <stdlib.h>

enum { STRETCHES = 96, MOST_POINTS = 1 << 30, SHORT = 16 };

/* From one place up to, and without, another; or all others. */
typedef struct stretch {
    const sx_expr *begin, *end;
    bool others;
} stretch;

typedef struct search {
    sx_arena *arena;
    sx_runs *runs;
    const sx_samples *samples;
    sx_samples probe;
    const sx_expr *extent;
    int64_t *q, *begin, *end; /* at the probe */
    bool others;
    int64_t factor;
    size_t n;
    stretch stretch[STRETCHES];
    /* What was found. */
    sx_law law;
    sx_extent_rule rule;
    int64_t points;
} search;

/* ---- offsets ---- */

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* What the places before the i-th have of n points, for n and q below 2^31. */
static int64_t offset_at(sx_extent_rule rule, int64_t n, int64_t q, int64_t i)
{
    const int64_t each = n / q, rest = n % q;
    switch (rule) {
    case SX_EXTENT_SPREAD:
        return i * n / q;
    case SX_EXTENT_CHUNK:
        return smaller(i * ((n + q - 1) / q), n);
    case SX_EXTENT_LAST:
        return i * each + (i == q) * rest;
    case SX_EXTENT_FIRST:
        return i * each + (i > 0) * rest;
    case SX_EXTENT_MIRRORED:
        return i * each + (i > q - rest ? i - q + rest : 0);
    default:
        return i * each + smaller(i, rest);
    }
}

static const sx_expr *two(const search *s, sx_expr_op op, const sx_expr *a,
                          const sx_expr *b)
{
    return sx_expr_two(s->arena, op, a, b);
}

/* Beside i parts of as many points as all places have: what of the rest is before the i-th place. */
static const sx_expr *rest_before(const search *s, sx_extent_rule rule,
                                  const sx_expr *rest, const sx_expr *i)
{
    const sx_expr *zero = sx_expr_int(s->arena, 0);
    switch (rule) {
    case SX_EXTENT_LAST:
        return two(s, SX_EXPR_MUL, two(s, SX_EXPR_EQ, i, s->extent), rest);
    case SX_EXTENT_FIRST:
        return two(s, SX_EXPR_MUL, two(s, SX_EXPR_GT, i, zero), rest);
    case SX_EXTENT_MIRRORED:
        return two(s, SX_EXPR_MAX, zero,
                   two(s, SX_EXPR_ADD, two(s, SX_EXPR_SUB, i, s->extent), rest));
    default:
        return two(s, SX_EXPR_MIN, i, rest);
    }
}

static const sx_expr *offset_expr(const search *s, sx_extent_rule rule, const sx_expr *n,
                                  const sx_expr *i)
{
    const sx_expr *q = s->extent;
    if (i == q)
        return n;
    if (rule == SX_EXTENT_SPREAD)
        return two(s, SX_EXPR_DIV, two(s, SX_EXPR_MUL, i, n), q);
    if (rule == SX_EXTENT_CHUNK) {
        const sx_expr *most = sx_expr_plus(s->arena, q, -1);
        const sx_expr *chunk = two(s, SX_EXPR_DIV, two(s, SX_EXPR_ADD, n, most), q);
        return two(s, SX_EXPR_MIN, two(s, SX_EXPR_MUL, i, chunk), n);
    }
    return two(s, SX_EXPR_ADD, two(s, SX_EXPR_MUL, i, two(s, SX_EXPR_DIV, n, q)),
               rest_before(s, rule, two(s, SX_EXPR_MOD, n, q), i));
}

static const sx_expr *law_expr(const search *s, const stretch *at, sx_extent_rule rule,
                               const sx_expr *n)
{
    const sx_expr *expr = offset_expr(s, rule, n, at->end);
    if (at->begin->op != SX_EXPR_INT)
        expr = two(s, SX_EXPR_SUB, expr, offset_expr(s, rule, n, at->begin));
    if (at->others)
        expr = two(s, SX_EXPR_SUB, n, expr);
    return two(s, SX_EXPR_MUL, sx_expr_int(s->arena, s->factor), expr);
}

/* ---- stretches ---- */

static void add(search *s, const sx_expr *begin, const sx_expr *end, bool others)
{
    if (s->n < STRETCHES && begin && end)
        s->stretch[s->n++] = (stretch) { begin, end, others };
}

/* So many places from x on, or those of x where all are in groups of so many. */
static void add_wide(search *s, const sx_expr *x, const sx_expr *width, bool in_groups)
{
    const sx_expr *begin =
        in_groups ? two(s, SX_EXPR_SUB, x, two(s, SX_EXPR_MOD, x, width)) : x;
    const sx_expr *end =
        two(s, SX_EXPR_MIN, two(s, SX_EXPR_ADD, begin, width), s->extent);
    add(s, begin, end, false);
    add(s, begin, end, true);
}

/* As many as the lowest digit of x that is 1 says: a binomial tree. */
static const sx_expr *lowest_digit(const search *s, const sx_expr *x)
{
    const sx_expr *below = two(s, SX_EXPR_XOR, x, sx_expr_plus(s->arena, x, -1));
    return sx_expr_plus(s->arena, two(s, SX_EXPR_DIV, below, sx_expr_int(s->arena, 2)),
                        1);
}

static void add_from(search *s, const sx_expr *x, const sx_expr *const *power, size_t n)
{
    add(s, x, s->extent, false);
    add(s, sx_expr_int(s->arena, 0), x, false);
    for (size_t i = 0; i < n; i++) {
        add_wide(s, x, power[i], false);
        add_wide(s, x, power[i], true);
    }
    if (n == 0)
        add_wide(s, x, lowest_digit(s, x), false);
}

/* From the own place and the next on, and from those at distances that double or halve from trip to trip, or that a counter
 * names. */
static void find_stretches(search *s)
{
    const sx_samples *of = s->samples;
    const sx_expr *own = sx_expr_var(s->arena, SX_VAR_COMM_RANK, 0, 0),
                  *power[2] = { NULL };
    size_t n = 0;
    const uint32_t c = sx_samples_innermost(of);
    for (int from_last = 0; of->varying && from_last <= (of->trips != NULL); from_last++)
        power[n++] = two(s, SX_EXPR_POW, sx_expr_int(s->arena, 2),
                         sx_samples_trip(s->arena, of, c, from_last));
    add_from(s, own, power, n);
    add_from(s, sx_expr_plus(s->arena, own, 1), power, n);
    for (size_t i = 0; i < n; i++) {
        add_from(s, two(s, SX_EXPR_ADD, own, power[i]), power, n);
        add_from(s, two(s, SX_EXPR_XOR, own, power[i]), power, n);
    }
    if (n > 0) {
        const sx_expr *counter =
            sx_expr_var(s->arena, SX_VAR_COUNTER, 0, of->first_counter + c);
        add_from(s, counter, power, 0);
        add_from(s, sx_expr_plus(s->arena, counter, 1), power, 0);
    }
}

/* ---- points ---- */

static bool gives(const search *s, sx_extent_rule rule, int64_t n)
{
    for (size_t i = 0; i < s->probe.n; i++) {
        const int64_t here = offset_at(rule, n, s->q[i], s->end[i]) -
                             offset_at(rule, n, s->q[i], s->begin[i]);
        if (s->factor * (s->others ? n - here : here) != s->probe.sample[i].value)
            return false;
    }
    return true;
}

static int64_t width_at(const search *s, size_t i)
{
    const int64_t width = s->end[i] - s->begin[i];
    return s->others ? s->q[i] - width : width;
}

/* Where the points of all are: stretches are as many of them as places of all, but for a rest. Short ones alone tell little of them. */
static bool find_range(const search *s, int64_t *ret_from, int64_t *ret_to)
{
    size_t best = 0;
    for (size_t i = 0; i < s->probe.n; i++) {
        if (s->begin[i] < 0 || s->end[i] < s->begin[i] || s->end[i] > s->q[i])
            return false;
        if (width_at(s, i) * s->q[best] > width_at(s, best) * s->q[i])
            best = i;
    }
    const int64_t q = s->q[best], width = width_at(s, best);
    const int64_t value = s->probe.sample[best].value / s->factor;
    if (width * SHORT < q || value > MOST_POINTS / q)
        return false;
    const int64_t about = value * q / width, slack = q + q * q / width;
    *ret_from = about > slack ? about - slack : 1;
    *ret_to = about + slack;
    return true;
}

static bool look(search *s, const stretch *at)
{
    s->others = at->others;
    return sx_column_values(s->runs, &s->probe, at->begin, s->begin) &&
           sx_column_values(s->runs, &s->probe, at->end, s->end);
}

/* The first law; others are doubts. */
static sx_status take(search *s, const stretch *at, sx_extent_rule rule, int64_t n,
                      sx_error *err)
{
    static const char reason[] = "what another stretch of places has, or of points that "
                                 "are dealt out otherwise, fits all inputs, and differs "
                                 "here: add an input";
    size_t first;
    const sx_expr *expr = law_expr(s, at, rule, sx_expr_int(s->arena, n));
    if (!expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_matches(s->runs, s->samples, expr, &first))
        return SX_OK;
    if (s->law.expr)
        return sx_law_doubt_other(s->arena, s->runs, expr, reason, &s->law, err);
    s->law = (sx_law) { expr, { .label = SX_LABEL_PROVED } };
    s->rule = rule;
    s->points = n;
    return SX_OK;
}

static sx_status try_rule(search *s, sx_extent_rule rule, sx_error *err)
{
    int64_t from, to;
    sx_status st = SX_OK;
    for (size_t k = 0; k < s->n; k++) {
        if (!look(s, &s->stretch[k]) || !find_range(s, &from, &to))
            continue;
        for (int64_t n = from; !st && n <= to; n++)
            if (gives(s, rule, n))
                st = take(s, &s->stretch[k], rule, n, err);
    }
    return st;
}

/* ---- evidence ---- */

/* Rests of which who has more is told, in two inputs: 0, 1 and all but one do not say how others are dealt out. */
static bool shows_rests(const search *s)
{
    uint64_t shows = 0, has = 0;
    for (size_t i = 0; i < s->probe.n; i++) {
        const int64_t rest = s->points % s->q[i];
        const uint64_t run = UINT64_C(1) << s->probe.sample[i].run;
        has |= run;
        shows |= rest > 1 && rest < s->q[i] - 1 ? run : 0;
    }
    has &= has - 1;
    return (shows & (shows - 1)) && (has & (has - 1));
}

static void judge(search *s)
{
    const char *reason = NULL;
    if (s->rule != SX_EXTENT_BLOCK)
        reason = "by this rule points are seldom dealt out: add an input";
    else if (!shows_rests(s))
        reason = "how points are dealt out that leave a rest shows in two inputs of "
                 "three at least: add one";
    if (reason)
        s->law.evidence = sx_evidence_join(
            s->arena, s->law.evidence, (sx_evidence) { SX_LABEL_EXACT, reason, NULL });
}

/* ---- ---- */

/* The largest number that divides all values, which are numbers, and differ in some run; else 0. */
static int64_t factor_of(const sx_samples *samples)
{
    int64_t factor = 0;
    for (size_t i = 0; i < samples->n; i++) {
        const int64_t value = samples->sample[i].value;
        if (sx_is_special(value) || value < 0 || value > MOST_POINTS)
            return 0;
        factor = sx_gcd(factor, value);
    }
    return sx_samples_have_one_value(samples) ? 0 : factor;
}

static bool prepare(search *s)
{
    s->probe = sx_samples_probe(s->arena, s->samples);
    s->extent = sx_expr_var(s->arena, SX_VAR_COMM_SIZE, 0, 0);
    s->q = SX_NEW_ARRAY(s->arena, int64_t, s->probe.n);
    s->begin = SX_NEW_ARRAY(s->arena, int64_t, s->probe.n);
    s->end = SX_NEW_ARRAY(s->arena, int64_t, s->probe.n);
    return s->probe.sample && s->extent && s->q && s->begin && s->end &&
           sx_column_values(s->runs, &s->probe, s->extent, s->q);
}

sx_status sx_law_stretch(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                         sx_law *ret_law, sx_error *err)
{
    const bool has_law = samples->beat != NULL;
    search s = { .arena = arena, .runs = runs, .samples = samples };
    if (has_law || !(samples->is_size || samples->is_tag) || samples->lists ||
        sx_samples_runs(samples) < 2)
        return SX_OK;
    const int64_t factor = factor_of(samples);
    if (factor == 0)
        return SX_OK;
    if (!prepare(&s))
        return sx_fail(err, SX_NOMEM, "out of memory");
    find_stretches(&s);
    sx_status st = SX_OK;
    for (int all = 0; !st && all <= (factor > 1); all++) {
        s.factor = all ? factor : 1;
        for (int rule = SX_EXTENT_BLOCK; !st && rule < SX_EXTENT_RULES; rule++)
            st = try_rule(&s, (sx_extent_rule)rule, err);
    }
    if (st || !s.law.expr)
        return st;
    judge(&s);
    *ret_law = s.law;
    return SX_OK;
}
