/* A factor of a product may be of another number of points, dealt out by another rule, with another rim and so many times, that is the same at all
 * places which inputs show: the versions of a product deal out both factors by one rule, with few rims. */
#include "law/lookalikes/parts.h"

#include "law/column.h"
#include "law/extent.h"
#include "law/versions/axis.h"
#include "law/versions/rules.h"

#include "base/checked.h"

#include <string.h>

enum { LEAST_RIM = -4, MOST_RIM = 16, MOST_EACH = 3, MOST_RIVALS = 24, TELLERS = 4 };

/* Beside the rules of extents: N div q, whatever the place. Rounded up, that is one more of one point fewer. */
enum { QUOTIENT = SX_EXTENT_RULES, RULES };

/* Points that are dealt out over an axis, each so many times, and a rim. */
typedef struct share {
    const sx_expr
        *factor; /* all of it, with the numbers that the product is multiplied by */
    const sx_expr *points, *extent, *place; /* place: NULL, if all have as many */
    /* at the probe: */
    int64_t *own, *q, *c, *has; /* number of points, extent, place, and factor */
    int64_t longest, divisor; /* of all that places have */
    sx_samples
        places; /* samples that differ in the extent or the place, from the first rival on; n 0 before */
} share;

/* times * (each * what places have of n points by the rule + rim) */
typedef struct rival {
    int64_t times, each, n, rim;
    bool
        of_own; /* of the law's number of points, which may be a parameter, instead of n */
    int rule;
} rival;

typedef struct search {
    const sx_contest *contest;
    sx_runs *runs;
    sx_samples probe;
    sx_law *law;
    unsigned rivals;
    bool failed; /* out of memory */
} search;

/* ---- what a law deals out ---- */

static bool is_points(const sx_expr *expr)
{
    return (expr->op == SX_EXPR_INT && expr->value > 1) ||
           (expr->op == SX_EXPR_VAR && expr->var == SX_VAR_CONSTANT);
}

static bool is_extent(const sx_expr *expr)
{
    return expr->op == SX_EXPR_VAR && (expr->var == SX_VAR_DIM || expr->var == SX_VAR_P ||
                                       expr->var == SX_VAR_COMM_SIZE);
}

static bool is_own_place(const sx_expr *expr)
{
    return expr->op == SX_EXPR_VAR &&
           (expr->var == SX_VAR_COORD || expr->var == SX_VAR_RANK ||
            expr->var == SX_VAR_COMM_RANK);
}

/* The first of its parts that is one of these, or NULL: rules name their points before any other number but 0 and 1. */
static const sx_expr *first_part(const sx_expr *expr, bool is(const sx_expr *))
{
    const sx_expr *found = is(expr) ? expr : NULL;
    for (int i = 0; i < 3 && !found && expr->arg[i]; i++)
        found = first_part(expr->arg[i], is);
    return found;
}

static bool is_dealt(sx_arena *scratch, const sx_expr *expr, const share *on)
{
    bool is = false;
    for (int rule = 0; rule < SX_EXTENT_RULES && !is; rule++) {
        const sx_expr *dealt = sx_extent_dealt_expr(scratch, (sx_extent_rule)rule,
                                                    on->points, on->extent, on->place);
        is = dealt && sx_expr_equal(dealt, expr);
    }
    return is;
}

/* Is it the number of points divided by the extent, or rounded up so? */
static bool is_quotient(const sx_expr *expr, const share *on)
{
    const sx_expr *number = expr->arg[0];
    if (expr->op != SX_EXPR_DIV || !sx_expr_equal(expr->arg[1], on->extent))
        return false;
    return sx_expr_equal(number, on->points) ||
           (number->op == SX_EXPR_ADD && sx_expr_equal(number->arg[0], on->points) &&
            number->arg[1]->op == SX_EXPR_SUB &&
            sx_expr_equal(number->arg[1]->arg[0], on->extent) &&
            sx_expr_is_int(number->arg[1]->arg[1], 1));
}

/* False where it is no share. */
static bool find_share(sx_arena *scratch, const sx_expr *expr, share *ret)
{
    share on = { .points = first_part(expr, is_points),
                 .extent = first_part(expr, is_extent),
                 .place = first_part(expr, is_own_place) };
    bool is = on.points && on.extent && on.place && is_dealt(scratch, expr, &on);
    if (!is && expr->op == SX_EXPR_BLOCK && is_points(expr->arg[0])) {
        on = (share) { .points = expr->arg[0],
                       .extent = expr->arg[1],
                       .place = expr->arg[2] };
        is = true;
    }
    if (!is && on.points && on.extent && is_quotient(expr, &on)) {
        on.place = NULL;
        is = true;
    }
    *ret = on;
    return is;
}

/* Its value at each of the samples, 0 without it; NULL where it has none, and when out of memory. */
static int64_t *values_of(search *s, const sx_samples *samples, const sx_expr *expr)
{
    sx_arena *scratch = s->contest->scratch;
    int64_t *value = expr ? SX_ROOM_ARRAY(scratch, int64_t, samples->n)
                          : SX_NEW_ARRAY(scratch, int64_t, samples->n);
    s->failed = s->failed || !value;
    return value && expr && !sx_column_values(s->runs, samples, expr, value) ? NULL
                                                                             : value;
}

/* False where it has no value at some sample, or one too large, and when out of memory. */
static bool look(search *s, share *on)
{
    enum { LARGEST = 1 << 30 };
    on->own = values_of(s, &s->probe, on->points);
    on->q = values_of(s, &s->probe, on->extent);
    on->c = values_of(s, &s->probe, on->place);
    on->has = values_of(s, &s->probe, on->factor);
    if (s->failed || !on->own || !on->q || !on->c || !on->has)
        return false;
    for (size_t i = 0; i < s->probe.n; i++) {
        if (on->q[i] < 1 || on->c[i] < 0 || on->c[i] >= on->q[i] || on->has[i] < 0 ||
            on->has[i] > LARGEST || on->own[i] < 0 || on->own[i] > LARGEST)
            return false;
        on->longest = on->q[i] > on->longest ? on->q[i] : on->longest;
        on->divisor = sx_gcd(on->divisor, on->has[i]);
    }
    return true;
}

/* ---- rivals ---- */

static int64_t rival_at(const share *on, const rival *r, size_t i)
{
    const int64_t n = r->of_own ? on->own[i] : r->n, q = on->q[i];
    const int64_t points = r->rule == QUOTIENT
                               ? n / q
                               : sx_extent_dealt((sx_extent_rule)r->rule, n, q, on->c[i]);
    return r->times * (r->each * points + r->rim);
}

static bool gives_all(const search *s, const share *on, const rival *r)
{
    size_t i = 0;
    while (i < s->probe.n && rival_at(on, r, i) == on->has[i])
        i++;
    return i == s->probe.n;
}

static const sx_expr *rival_expr(sx_arena *arena, const share *on, const rival *r)
{
    const sx_expr *n = r->of_own ? on->points : sx_expr_int(arena, r->n);
    const sx_expr *points = r->rule == QUOTIENT
                                ? sx_expr_two(arena, SX_EXPR_DIV, n, on->extent)
                                : sx_extent_dealt_expr(arena, (sx_extent_rule)r->rule, n,
                                                       on->extent, on->place);
    const sx_expr *all =
        sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, r->each), points);
    return sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, r->times),
                       sx_expr_plus(arena, all, r->rim));
}

/* A share and its rivals are made of points, an extent and a place: one sample of each that there are. False when there is none that has these, and when out of memory. */
static bool find_places(search *s, share *on)
{
    const sx_samples *samples = s->contest->samples;
    sx_arena *scratch = s->contest->scratch;
    const int64_t *q = values_of(s, samples, on->extent),
                  *c = values_of(s, samples, on->place);
    int64_t longest = 1;
    size_t n = 0;
    if (!q || !c)
        return false;
    for (size_t i = 0; i < samples->n; i++) {
        if (c[i] < 0 || c[i] >= q[i])
            return false;
        longest = q[i] > longest ? q[i] : longest;
    }
    int64_t *seen = SX_NEW_ARRAY(scratch, int64_t, (size_t)longest * s->runs->n);
    size_t *index = SX_ROOM_ARRAY(scratch, size_t, samples->n);
    s->failed = s->failed || !seen || !index;
    for (size_t i = 0; !s->failed && i < samples->n; i++) {
        int64_t *last = &seen[samples->sample[i].run * longest + c[i]];
        if (*last != q[i])
            index[n++] = i;
        *last = q[i];
    }
    if (!s->failed)
        on->places = sx_samples_subset(scratch, samples, index, n);
    s->failed = s->failed || !on->places.sample;
    return !s->failed;
}

/* Is it nowhere in the inputs? */
static bool is_nowhere(search *s, share *on, const sx_expr *here)
{
    if (on->places.n == 0 && !find_places(s, on))
        return false;
    const int64_t *value = values_of(s, &on->places, here);
    bool nowhere = value != NULL;
    for (size_t i = 0; i < on->places.n && nowhere; i++)
        nowhere = value[i] == 0;
    return nowhere;
}

static void contest(search *s, share *on, const rival *r)
{
    sx_arena *arena = s->contest->arena;
    const sx_expr *here =
        sx_expr_two(arena, SX_EXPR_NE, on->factor, rival_expr(arena, on, r));
    s->failed = s->failed || !here;
    if (!s->failed && is_nowhere(s, on, here))
        sx_lookalikes_contest(s->contest, here, &s->rivals, &s->law->evidence);
}

static int64_t slack_at(const share *on, int rule, size_t i)
{
    return rule == QUOTIENT ? 1
                            : sx_versions_slack((sx_extent_rule)rule, on->q[i], on->c[i]);
}

/* The samples that tell numbers of points best: the place with the least slack of each extent, of the shortest ones first. */
typedef struct tellers {
    size_t n, at[TELLERS];
} tellers;

static tellers find_tellers(const search *s, const share *on, int rule)
{
    tellers found = { 0 };
    for (size_t i = 0; i < s->probe.n; i++) {
        size_t k = 0;
        while (k < found.n && on->q[found.at[k]] < on->q[i])
            k++;
        if (k < found.n && on->q[found.at[k]] == on->q[i]) {
            if (slack_at(on, rule, i) < slack_at(on, rule, found.at[k]))
                found.at[k] = i;
            continue;
        }
        if (k == TELLERS)
            continue;
        found.n += found.n < TELLERS;
        memmove(&found.at[k + 1], &found.at[k], (found.n - 1 - k) * sizeof *found.at);
        found.at[k] = i;
    }
    return found;
}

/* From how many points to how many there may be. False: none, or too many to try. */
static bool find_range(const share *on, const rival *r, const tellers *by, int64_t *from,
                       int64_t *to)
{
    enum { WIDEST = 1 << 16 };
    *from = on->longest;
    *to = INT32_MAX;
    for (size_t k = 0; k < by->n; k++) {
        const size_t i = by->at[k];
        const int64_t q = on->q[i], much = on->has[i] / r->times - r->rim,
                      slack = slack_at(on, r->rule, i),
                      least = (much / r->each - slack) * q,
                      most = (much / r->each + slack) * q;
        if (much < 0 || much % r->each)
            return false;
        *from = least > *from ? least : *from;
        *to = most < *to ? most : *to;
    }
    return *from <= *to && *to - *from <= WIDEST && *to < INT32_MAX;
}

/* The number of points of the law, and the least and the most that fit beside: no case is known where only one in between differs. */
static void try_numbers(search *s, share *on, rival r, const tellers *by)
{
    int64_t from, to, least = 0, most = 0;
    const int64_t own = on->own[by->at[0]];
    r.of_own = true;
    if (gives_all(s, on, &r))
        contest(s, on, &r);
    r.of_own = false;
    if (!find_range(on, &r, by, &from, &to))
        return;
    for (r.n = from; r.n <= to; r.n++)
        if (r.n != own && gives_all(s, on, &r)) {
            least = least ? least : r.n;
            most = r.n;
        }
    r.n = least;
    if (least)
        contest(s, on, &r);
    r.n = most;
    if (most > least)
        contest(s, on, &r);
}

static void try_rule(search *s, share *on, int64_t times, int rule)
{
    const tellers by = find_tellers(s, on, rule);
    rival r = { .times = times, .rule = rule };
    for (r.each = 1; r.each <= MOST_EACH; r.each++)
        for (r.rim = LEAST_RIM; r.rim <= MOST_RIM && !s->failed; r.rim++)
            if (s->law->evidence.label == SX_LABEL_PROVED)
                try_numbers(s, on, r, &by);
}

static void doubt_share(search *s, share on)
{
    if (!look(s, &on))
        return;
    const sx_divisors times = sx_divisors_of(on.divisor);
    for (int rule = on.place ? 0 : QUOTIENT; rule < RULES; rule++)
        for (size_t i = 0; i < times.n; i++)
            try_rule(s, &on, times.of[i], rule);
}

/* ---- products ---- */

enum { FACTORS = 8 };

typedef struct product {
    int64_t times; /* the numbers that it is multiplied by */
    size_t n;
    const sx_expr
        *factor[FACTORS]; /* the others; more than there is room for are left out */
} product;

static void find_factors(const sx_expr *expr, product *p)
{
    if (expr->op == SX_EXPR_MUL) {
        find_factors(expr->arg[0], p);
        find_factors(expr->arg[1], p);
    } else if (expr->op == SX_EXPR_INT) {
        if (sx_mul_overflows(p->times, expr->value, &p->times))
            p->times = 0;
    } else if (p->n < FACTORS) {
        p->factor[p->n++] = expr;
    }
}

/* Of a sum with a number, what else there is, without a number that it is multiplied by. */
static const sx_expr *without_rim(const sx_expr *expr)
{
    if ((expr->op == SX_EXPR_ADD || expr->op == SX_EXPR_SUB) &&
        expr->arg[1]->op == SX_EXPR_INT)
        expr = expr->arg[0];
    return expr->op == SX_EXPR_MUL && expr->arg[0]->op == SX_EXPR_INT ? expr->arg[1]
                                                                      : expr;
}

static void doubt_products(search *s, const sx_expr *expr);

static void doubt_factor(search *s, const product *p, const sx_expr *factor)
{
    sx_arena *arena = s->contest->arena;
    share on;
    if (p->n < 2 || p->times == 0 ||
        !find_share(s->contest->scratch, without_rim(factor), &on)) {
        doubt_products(s, factor);
        return;
    }
    const int64_t times = p->times < 0 ? -p->times : p->times;
    on.factor = sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, times), factor);
    s->failed = s->failed || !on.factor;
    if (!s->failed)
        doubt_share(s, on);
}

/* Not of terms, which have no name outside of their sum, of laws of which each has been doubted where it holds, nor of what a rule is made of. */
static void doubt_products(search *s, const sx_expr *expr)
{
    product p = { .times = 1 };
    share alone;
    if (expr->op == SX_EXPR_SUM || expr->op == SX_EXPR_IF || expr->op == SX_EXPR_PICK ||
        find_share(s->contest->scratch, expr, &alone))
        return;
    if (expr->op == SX_EXPR_MUL)
        find_factors(expr, &p);
    for (size_t i = 0; i < p.n; i++)
        doubt_factor(s, &p, p.factor[i]);
    for (int i = 0; i < 3 && expr->op != SX_EXPR_MUL && expr->arg[i]; i++)
        doubt_products(s, expr->arg[i]);
}

sx_status sx_lookalikes_of_factors(sx_arena *arena, sx_runs *runs,
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
                                 "fit all inputs, and differ here: add an input",
                                 0 };
    search s = { .contest = &contest, .runs = runs, .law = law };
    s.failed = !scratch || !(s.probe = sx_samples_probe(scratch, samples)).sample;
    if (!s.failed)
        doubt_products(&s, law->expr);
    sx_arena_destroy(scratch);
    return s.failed ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}
