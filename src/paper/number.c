#include "paper/number.h"

#include "fit/curve_fit.h"
#include "fit/linear.h"
#include "law/combination.h"

#include <math.h>

static sx_status nomem(sx_error *err)
{
    return sx_fail(err, SX_NOMEM, "out of memory");
}

static bool is_constant(const int64_t *value, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (value[i] != value[0])
            return false;
    return true;
}

static bool any_special(const int64_t *value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (sx_is_special(value[i]))
            return true;
    return false;
}

/* The combination and its common denominator; expr NULL where none fits. */
static sx_status solve(sx_arena *arena, const sx_runs *runs, const sx_paper_space *space,
                       const int64_t *value, sx_law *ret_law, int64_t *ret_den,
                       size_t *ret_rank, sx_error *err)
{
    sx_linear_system system = {
        .samples = runs->n, .columns = space->columns, .basis = space->row, .value = value
    };
    sx_linear_solution solution;
    sx_status st = sx_linear_solve(arena, &system, &solution, err);
    *ret_law = (sx_law) { .evidence.label = SX_LABEL_REFUSED };
    if (st)
        return st;
    if (solution.outcome == SX_LINEAR_SOLVED) {
        *ret_rank = solution.rank;
        ret_law->expr = sx_combination(arena, space->column, space->columns,
                                       solution.coefficient, ret_den);
    }
    if (ret_law->expr && solution.nullity == 0) {
        ret_law->evidence.label = SX_LABEL_EXACT;
        return SX_OK;
    }
    const char *why = ret_law->expr ? "is singular on these inputs" : "has no solution";
    ret_law->evidence.reason =
        sx_arena_printf(arena, "the linear system over %s %s", space->basis, why);
    return ret_law->evidence.reason ? SX_OK : nomem(err);
}

static sx_status constant(sx_arena *arena, int64_t value, sx_law *ret_law, sx_error *err)
{
    *ret_law = (sx_law) { .expr = sx_expr_int(arena, value),
                          .evidence = { .label = SX_LABEL_EXACT } };
    return ret_law->expr ? SX_OK : nomem(err);
}

sx_status sx_paper_number(sx_arena *arena, const sx_runs *runs,
                          const sx_paper_space *space, const int64_t *value,
                          sx_law *ret_law, sx_error *err)
{
    int64_t den;
    size_t rank;
    if (is_constant(value, runs->n))
        return constant(arena, value[0], ret_law, err);
    if (!any_special(value, runs->n))
        return solve(arena, runs, space, value, ret_law, &den, &rank, err);
    *ret_law = (sx_law) { .evidence = { .label = SX_LABEL_REFUSED,
                                        .reason = "a rank in some inputs, and none in "
                                                  "others" } };
    return SX_OK;
}

/* ---- sizes ---- */

/* Parts of a rounded coefficient. */
enum { PARTS = 1024 };

/* A curve's value at n, rounded to the nearest integer and never negative; NULL when it does not fit. */
static const sx_expr *rounded(sx_arena *arena, const sx_curve *curve, const sx_expr *n)
{
    bool inverse =
        curve->form == SX_CURVE_INVERSE || curve->form == SX_CURVE_INVERSE_CONSTANT;
    double a = curve->a * PARTS, b = curve->b * PARTS;
    if (!(fabs(a) < 0x1p52 && fabs(b) < 0x1p52))
        return NULL;
    const sx_expr *slope = sx_expr_int(arena, (int64_t)llround(a));
    const sx_expr *rest = sx_expr_int(arena, (int64_t)llround(b) + PARTS / 2);
    const sx_expr *parts = sx_expr_int(arena, PARTS), *value;
    if (curve->form == SX_CURVE_CONSTANT)
        return sx_expr_int(arena, (int64_t)llround(curve->a));
    if (inverse)
        value = sx_expr_two(arena, SX_EXPR_DIV,
                            sx_expr_two(arena, SX_EXPR_ADD, slope,
                                        sx_expr_two(arena, SX_EXPR_MUL, rest, n)),
                            sx_expr_two(arena, SX_EXPR_MUL, parts, n));
    else
        value = sx_expr_two(arena, SX_EXPR_DIV,
                            sx_expr_two(arena, SX_EXPR_ADD,
                                        sx_expr_two(arena, SX_EXPR_MUL, slope, n), rest),
                            parts);
    bool may_fall = curve->form == SX_CURVE_LINEAR ? curve->a < 0 : curve->b < 0;
    return may_fall ? sx_expr_two(arena, SX_EXPR_MAX, sx_expr_int(arena, 0), value)
                    : value;
}

static bool reproduces(const sx_runs *runs, const sx_expr *expr, const double *value)
{
    for (size_t run = 0; run < runs->n; run++) {
        sx_expr_env env = sx_runs_env(runs, runs->offset[run], 0);
        int64_t v;
        if (sx_expr_eval(expr, &env, &v, NULL) || (double)v != value[run])
            return false;
    }
    return true;
}

/* Deviations that are told apart (paper 001, 3.5: dt). */
static const double THRESHOLD = 0.05;

/* A curve over the values of one column. */
typedef struct candidate {
    sx_curve curve;
    size_t column;
} candidate;

static size_t fit_all(const sx_runs *runs, const sx_paper_space *space,
                      const double *value, double *n, candidate *ret)
{
    const sx_slope_range flat = { 0, 0 };
    size_t found = 0;
    for (size_t c = space->columns; c-- > 1;) {
        for (size_t run = 0; run < runs->n; run++)
            n[run] = (double)space->row[run * space->columns + c];
        for (int f = 0; f < SX_CURVE_FORMS; f++) {
            ret[found].column = c;
            if (sx_curve_fit_form((sx_curve_form)f, n, value, runs->n, flat,
                                  &ret[found].curve))
                found++;
        }
    }
    return found;
}

/* Is curve a taken before b? Both deviate little. */
static bool is_simpler(const sx_curve *a, const sx_curve *b)
{
    int fewer = sx_curve_form_params(a->form) - sx_curve_form_params(b->form);
    return fewer < 0 || (fewer == 0 && a->deviation < b->deviation);
}

/* What reproduces all inputs and has fewer parameters than there are inputs; else the least deviation and, of those that are not
 * told apart from it, the fewest parameters. P, which is published, comes before other products. */
static sx_status best_curve(sx_arena *arena, const sx_runs *runs,
                            const sx_paper_space *space, const double *value,
                            const sx_expr **ret_expr, sx_curve_form *ret_form,
                            sx_error *err)
{
    double *n = SX_NEW_ARRAY(arena, double, runs->n), least = INFINITY;
    candidate all[SX_PAPER_COLUMNS * SX_CURVE_FORMS] = { 0 };
    if (!n)
        return nomem(err);
    size_t found = fit_all(runs, space, value, n, all);
    for (size_t i = 0; i < found; i++)
        least = fmin(least, all[i].curve.deviation);
    const sx_curve *best = NULL;
    bool best_exact = false;
    for (size_t i = 0; i < found; i++) {
        const sx_curve *c = &all[i].curve;
        const sx_expr *expr = rounded(arena, c, space->column[all[i].column]);
        if (!expr || !(c->deviation <= least + THRESHOLD))
            continue;
        bool exact = (size_t)sx_curve_form_params(c->form) < runs->n &&
                     reproduces(runs, expr, value);
        if (best && (exact < best_exact || (exact == best_exact && !is_simpler(c, best))))
            continue;
        best = c;
        best_exact = exact;
        *ret_expr = expr;
        *ret_form = c->form;
    }
    return best ? SX_OK : nomem(err);
}

/* k div n with an integer k, for a column n; or for n = P^2, a node's volume k / P that goes to P nodes. NULL where there is none. */
static const sx_expr *inverse(sx_arena *arena, const sx_runs *runs,
                              const sx_paper_space *space, const double *value)
{
    for (size_t c = space->columns; c-- > 0;) {
        bool squared = c == 0;
        size_t from = squared ? space->columns - 1 : c;
        double k = 0;
        bool same = true;
        for (size_t run = 0; same && run < runs->n; run++) {
            double n = (double)space->row[run * space->columns + from];
            double product = value[run] * n * (squared ? n : 1);
            same = product < 0x1p52 && (run == 0 || product == k);
            k = product;
        }
        const sx_expr *n = space->column[from];
        if (same)
            return sx_expr_two(arena, SX_EXPR_DIV, sx_expr_int(arena, (int64_t)k),
                               squared ? sx_expr_two(arena, SX_EXPR_MUL, n, n) : n);
    }
    return NULL;
}

static sx_status by_curve(sx_arena *arena, const sx_runs *runs,
                          const sx_paper_space *space, const double *value,
                          sx_law *ret_law, sx_error *err)
{
    const sx_expr *expr = NULL;
    sx_curve_form form = SX_CURVE_CONSTANT;
    sx_status st = best_curve(arena, runs, space, value, &expr, &form, err);
    if (st)
        return st;
    *ret_law = (sx_law) { .expr = expr };
    if (reproduces(runs, expr, value))
        ret_law->evidence = (sx_evidence) { .label = SX_LABEL_EXACT };
    else
        ret_law->evidence =
            (sx_evidence) { .label = SX_LABEL_FITTED,
                            .reason = sx_arena_printf(arena, "a published curve: %s",
                                                      sx_curve_form_name(form)) };
    bool noted = ret_law->evidence.label == SX_LABEL_EXACT || ret_law->evidence.reason;
    return noted ? SX_OK : nomem(err);
}

sx_status sx_paper_size(sx_arena *arena, const sx_runs *runs, const sx_paper_space *space,
                        const double *value, bool is_size, sx_law *ret_law, sx_error *err)
{
    int64_t *whole = SX_NEW_ARRAY(arena, int64_t, runs->n), den = 0;
    bool is_whole = true;
    size_t rank = 0;
    if (!whole)
        return nomem(err);
    for (size_t run = 0; run < runs->n; run++) {
        whole[run] = (int64_t)value[run];
        is_whole = is_whole && (double)whole[run] == value[run];
    }
    if (!is_whole)
        return by_curve(arena, runs, space, value, ret_law, err);
    if (is_constant(whole, runs->n))
        return constant(arena, whole[0], ret_law, err);
    const sx_expr *quotient = inverse(arena, runs, space, value);
    if (quotient) {
        *ret_law = (sx_law) { quotient, { .label = SX_LABEL_EXACT } };
        return SX_OK;
    }
    sx_status st = solve(arena, runs, space, whole, ret_law, &den, &rank, err);
    bool believed = ret_law->expr && ret_law->evidence.label == SX_LABEL_EXACT &&
                    (runs->n > rank || (!is_size && den == 1));
    return st || believed ? st : by_curve(arena, runs, space, value, ret_law, err);
}
