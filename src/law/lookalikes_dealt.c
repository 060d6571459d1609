/* A factor of a product may be of another number of points, dealt out by another rule, with another rim and so many times, that is the same at all
 * places which inputs show: the versions of a product deal out both factors by one rule, with few rims. */
#include "law/lookalikes_parts.h"

#include "law/column.h"
#include "law/extent.h"
#include "law/versions_axis.h"
#include "law/versions_rules.h"

#include "base/checked.h"

#include <stdlib.h>

enum { LEAST_RIM = -4, MOST_RIM = 16, MOST_RIVALS = 24 };

/* Points that are dealt out over an axis, and a rim, at the probe. */
typedef struct share {
    const sx_expr *part, *extent, *index; /* index: NULL, if all places have as many */
    int64_t *q, *c, *has; /* with the numbers that the product is multiplied by */
    int64_t longest, divisor; /* of all that places have */
} share;

/* So many times what places have by another rule of n points, and a rim. */
typedef struct other {
    int64_t times, n, rim;
    sx_extent_rule rule;
} other;

typedef struct search {
    const sx_contest *contest;
    sx_runs *runs;
    sx_samples probe;
    sx_law *law;
    int64_t *value; /* room for one at each sample */
    unsigned rivals;
    bool failed; /* out of memory */
} search;

static bool is_number(const sx_expr *expr)
{
    return expr->op == SX_EXPR_INT ||
           (expr->op == SX_EXPR_VAR && expr->var == SX_VAR_CONSTANT);
}

/* The first of its parts that is one of these, or NULL. */
static const sx_expr *first_part(const sx_expr *expr, bool is(const sx_expr *))
{
    const sx_expr *found = is(expr) ? expr : NULL;
    for (int i = 0; i < 3 && !found && expr->arg[i]; i++)
        found = first_part(expr->arg[i], is);
    return found;
}

static bool is_points(const sx_expr *expr)
{
    return is_number(expr) && (expr->op == SX_EXPR_VAR || expr->value > 1);
}

static bool is_extent(const sx_expr *expr)
{
    return expr->op == SX_EXPR_VAR && (expr->var == SX_VAR_DIM || expr->var == SX_VAR_P ||
                                       expr->var == SX_VAR_COMM_SIZE);
}

static bool is_place(const sx_expr *expr)
{
    return expr->op == SX_EXPR_VAR &&
           (expr->var == SX_VAR_COORD || expr->var == SX_VAR_RANK ||
            expr->var == SX_VAR_COMM_RANK);
}

/* Is it what the place has of the points by another rule than blocks? */
static bool is_dealt(sx_arena *scratch, const sx_expr *expr, const sx_expr *points,
                     const sx_expr *extent, const sx_expr *place)
{
    bool is = false;
    for (int rule = SX_EXTENT_BLOCK + 1; rule < SX_EXTENT_RULES && !is; rule++) {
        const sx_expr *dealt =
            sx_extent_dealt_expr(scratch, (sx_extent_rule)rule, points, extent, place);
        is = dealt && sx_expr_equal(dealt, expr);
    }
    return is;
}

/* Is it a number of points divided by the extent, or rounded up so? */
static bool is_quotient(const sx_expr *expr)
{
    const sx_expr *number = expr->arg[0], *extent = expr->arg[1];
    return expr->op == SX_EXPR_DIV && is_extent(extent) &&
           (is_number(number) ||
            (number->op == SX_EXPR_ADD && is_number(number->arg[0]) &&
             number->arg[1]->op == SX_EXPR_SUB &&
             sx_expr_equal(number->arg[1]->arg[0], extent)));
}

/* The extent, and the place unless all places have as many, of points that are dealt out; false where it is none such. */
static bool find_share(sx_arena *scratch, const sx_expr *expr, share *ret)
{
    *ret = (share) { 0 };
    if (expr->op == SX_EXPR_BLOCK && is_number(expr->arg[0])) {
        ret->extent = expr->arg[1];
        ret->index = expr->arg[2];
        return true;
    }
    ret->extent = first_part(expr, is_extent);
    if (is_quotient(expr))
        return true;
    const sx_expr *points = first_part(expr, is_points);
    ret->index = first_part(expr, is_place);
    return points && ret->extent && ret->index &&
           is_dealt(scratch, expr, points, ret->extent, ret->index);
}

/* False where it has no value at some sample, and when out of memory. */
static bool look(search *s, share *ret)
{
    sx_arena *scratch = s->contest->scratch;
    share on = *ret;
    on.q = SX_NEW_ARRAY(scratch, int64_t, s->probe.n);
    on.c = SX_NEW_ARRAY(scratch, int64_t, s->probe.n);
    on.has = SX_NEW_ARRAY(scratch, int64_t, s->probe.n);
    s->failed = s->failed || !on.q || !on.c || !on.has || !on.part;
    if (s->failed || !sx_column_values(s->runs, &s->probe, on.extent, on.q) ||
        !sx_column_values(s->runs, &s->probe, on.part, on.has) ||
        (on.index && !sx_column_values(s->runs, &s->probe, on.index, on.c)))
        return false;
    for (size_t i = 0; i < s->probe.n; i++) {
        if (on.q[i] < 1 || on.c[i] < 0 || on.c[i] >= on.q[i] || on.has[i] < 0)
            return false;
        on.longest = on.q[i] > on.longest ? on.q[i] : on.longest;
        on.divisor = sx_gcd(on.divisor, on.has[i]);
    }
    *ret = on;
    return true;
}

/* What place i has. */
static int64_t has_at(const share *on, const other *o, size_t i)
{
    const int64_t q = on->q[i], points = on->index
                                             ? sx_extent_dealt(o->rule, o->n, q, on->c[i])
                                             : o->n / q;
    return o->times * (points + o->rim);
}

static bool gives_all(const search *s, const share *on, const other *o)
{
    size_t i = 0;
    while (i < s->probe.n && has_at(on, o, i) == on->has[i])
        i++;
    return i == s->probe.n;
}

/* The sample that tells numbers of points best: of a place that has the least slack, and of the shortest extent. */
static size_t teller(const search *s, const share *on, sx_extent_rule rule)
{
    size_t best = 0;
    for (size_t i = 1; i < s->probe.n; i++) {
        const int64_t slack = sx_versions_slack(rule, on->q[i], on->c[i]),
                      least = sx_versions_slack(rule, on->q[best], on->c[best]);
        if (slack < least || (slack == least && on->q[i] < on->q[best]))
            best = i;
    }
    return best;
}

static const sx_expr *expr_of(sx_arena *arena, const share *on, const other *o)
{
    const sx_expr *n = sx_expr_int(arena, o->n);
    const sx_expr *points =
        on->index ? sx_extent_dealt_expr(arena, o->rule, n, on->extent, on->index)
                  : sx_expr_two(arena, SX_EXPR_DIV, n, on->extent);
    return sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, o->times),
                       sx_expr_plus(arena, points, o->rim));
}

/* Is it nowhere in the inputs? */
static bool is_nowhere(search *s, const sx_expr *here)
{
    const sx_samples *samples = s->contest->samples;
    bool nowhere = sx_column_values(s->runs, samples, here, s->value);
    for (size_t i = 0; i < samples->n && nowhere; i++)
        nowhere = s->value[i] == 0;
    return nowhere;
}

static void contest(search *s, const share *on, const other *o)
{
    sx_arena *arena = s->contest->arena;
    const sx_expr *here = sx_expr_two(arena, SX_EXPR_NE, on->part, expr_of(arena, on, o));
    s->failed = s->failed || !here;
    if (!s->failed && is_nowhere(s, here))
        sx_lookalikes_contest(s->contest, here, &s->rivals, &s->law->evidence);
}

/* The least and the most points by this rule with this rim: in between, what places have is in between. */
static void try_rim(search *s, const share *on, other o)
{
    const size_t at = teller(s, on, o.rule);
    const int64_t q = on->q[at], has = on->has[at] / o.times - o.rim,
                  slack = sx_versions_slack(o.rule, q, on->c[at]);
    const int64_t from = (has - slack) * q, to = (has + slack) * q;
    int64_t least = 0, most = 0;
    for (o.n = from > on->longest ? from : on->longest; o.n <= to; o.n++)
        if (gives_all(s, on, &o)) {
            least = least ? least : o.n;
            most = o.n;
        }
    o.n = least;
    if (least)
        contest(s, on, &o);
    o.n = most;
    if (most > least)
        contest(s, on, &o);
}

static void try_rule(search *s, const share *on, int64_t times, sx_extent_rule rule)
{
    for (int64_t rim = LEAST_RIM; rim <= MOST_RIM && !s->failed; rim++)
        if (s->law->evidence.label == SX_LABEL_PROVED)
            try_rim(s, on, (other) { .times = times, .rim = rim, .rule = rule });
}

static void doubt_share(search *s, share on)
{
    if (!look(s, &on))
        return;
    const int rules = on.index ? SX_EXTENT_RULES : 1;
    const sx_divisors times = sx_divisors_of(on.divisor);
    for (int rule = 0; rule < rules; rule++)
        for (size_t i = 0; i < times.n; i++)
            try_rule(s, &on, times.of[i], (sx_extent_rule)rule);
}

enum { FACTORS = 4 };

typedef struct product {
    int64_t times;
    size_t n;
    share factor[FACTORS];
} product;

/* Its factors that are points dealt out, with a rim or without, and the numbers beside; more than there is room for are left out. */
static void find_factors(sx_arena *scratch, const sx_expr *expr, product *p)
{
    if (expr->op == SX_EXPR_MUL) {
        find_factors(scratch, expr->arg[0], p);
        find_factors(scratch, expr->arg[1], p);
        return;
    }
    if (expr->op == SX_EXPR_INT)
        p->times *= expr->value;
    const bool has_rim = (expr->op == SX_EXPR_ADD || expr->op == SX_EXPR_SUB) &&
                         expr->arg[1]->op == SX_EXPR_INT;
    share on;
    if (p->n == FACTORS || !find_share(scratch, has_rim ? expr->arg[0] : expr, &on))
        return;
    on.part = expr;
    p->factor[p->n++] = on;
}

static void doubt_products(search *s, const sx_expr *expr)
{
    sx_arena *arena = s->contest->arena;
    product p = { .times = 1 };
    if (expr->op == SX_EXPR_MUL)
        find_factors(s->contest->scratch, expr, &p);
    for (size_t i = 0; i < p.n && p.n > 1; i++) {
        p.factor[i].part = sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, p.times),
                                       p.factor[i].part);
        doubt_share(s, p.factor[i]);
    }
    if (p.n > 1 || expr->op == SX_EXPR_SUM) /* of terms, which have no name outside */
        return;
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        doubt_products(s, expr->arg[i]);
}

sx_status sx_lookalikes_of_shares(sx_arena *arena, sx_runs *runs,
                                  const sx_samples *samples, sx_law *law, sx_error *err)
{
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED || samples->is_rank ||
        samples->n == 0)
        return SX_OK;
    sx_arena *scratch = sx_arena_create();
    const sx_contest contest = { arena,
                                 scratch,
                                 runs,
                                 samples,
                                 MOST_RIVALS,
                                 "points dealt out by another rule, or with another rim, "
                                 "fit all inputs, and differ here: add an input" };
    search s = { .contest = &contest, .runs = runs, .law = law };
    s.failed = !scratch || !(s.probe = sx_samples_probe(scratch, samples)).sample ||
               !(s.value = SX_NEW_ARRAY(scratch, int64_t, samples->n));
    if (!s.failed)
        doubt_products(&s, law->expr);
    sx_arena_destroy(scratch);
    return s.failed ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}
