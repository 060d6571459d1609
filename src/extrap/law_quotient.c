/* Values that are the same for every rank of a run and fall as a constant divided by dims, exactly in
 * every input: C div (x^a y^b ..). Strong scaling where every input divides; the published k/P law
 * (paper 001, 3.3) without its rounding. */
#include "extrap/law.h"

#include "base/checked.h"

enum { MAX_POWER = 2, MAX_SHIFT = 2 };

/* One value per run, or false. */
static bool per_run(const sx_runs *runs, const sx_samples *samples, int64_t *value, bool *has)
{
    for (size_t i = 0; i < runs->n; i++)
        has[i] = false;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (sx_is_special(s->value) || s->value <= 0 || (has[s->run] && value[s->run] != s->value))
            return false;
        value[s->run] = s->value;
        has[s->run] = true;
    }
    return true;
}

/* x1^e1 x2^e2 .. of a grid, or of P; NULL arena: the number only. */
typedef struct monomial {
    bool of_p;
    uint32_t grid, ndims;
    unsigned power[SX_MAX_DIMS];
} monomial;

static bool monomial_at(const sx_runs *runs, const monomial *m, size_t run, int64_t *ret)
{
    const struct sx_place *place = &runs->place[runs->offset[run] * SX_MAX_GRIDS + m->grid];
    int64_t product = 1;
    for (uint32_t a = 0; a < m->ndims; a++)
        for (unsigned e = 0; e < m->power[a]; e++)
            if (sx_mul_overflows(product, m->of_p ? runs->p[run] : place->dim[a], &product))
                return false;
    *ret = product;
    return true;
}

static const sx_expr *monomial_expr(sx_arena *arena, const monomial *m)
{
    const sx_expr *product = NULL;
    for (uint32_t a = 0; a < m->ndims; a++)
        for (unsigned e = 0; e < m->power[a]; e++) {
            const sx_expr *x = m->of_p ? sx_expr_var(arena, SX_VAR_P, 0, 0)
                                       : sx_expr_var(arena, SX_VAR_DIM, m->grid, a);
            product = product ? sx_expr_make(arena, SX_EXPR_MUL, product, x, NULL) : x;
        }
    return product;
}

/* (value + shift) * monomial, when it is the same in all runs that have a value. */
static bool constant_of(const sx_runs *runs, const monomial *m, const int64_t *value,
                        const bool *has, int64_t shift, int64_t *ret)
{
    bool first = true;
    for (size_t i = 0; i < runs->n; i++) {
        int64_t x, c;
        if (!has[i])
            continue;
        if (!monomial_at(runs, m, i, &x) || sx_mul_overflows(value[i] + shift, x, &c) || c <= 0 ||
            (!first && c != *ret))
            return false;
        *ret = c;
        first = false;
    }
    return !first;
}

static sx_status take(sx_arena *arena, sx_runs *runs, const sx_samples *samples, const monomial *m,
                      int64_t shift, int64_t constant, sx_law *ret_law, sx_error *err)
{
    const sx_expr *below = monomial_expr(arena, m), *c = sx_expr_int(arena, constant);
    const sx_expr *expr = sx_expr_make(arena, SX_EXPR_DIV, c, below, NULL);
    if (shift)
        expr = sx_expr_make(arena, shift > 0 ? SX_EXPR_SUB : SX_EXPR_ADD, expr,
                            sx_expr_int(arena, shift > 0 ? shift : -shift), NULL);
    const sx_expr *rest = sx_expr_make(arena, SX_EXPR_MOD, c, below, NULL);
    const sx_expr *doubt = sx_expr_make(arena, SX_EXPR_NE, rest, sx_expr_int(arena, 0), NULL);
    size_t first;
    if (!expr || !doubt)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_samples_match(runs, samples, expr, &first))
        *ret_law = (sx_law){ expr,
                             { .label = SX_LABEL_EXACT,
                               .reason = "divides exactly in every input: where it does not, the "
                                         "rounding is unknown; add an input that does not divide",
                               .doubt = doubt } };
    return SX_OK;
}

/* The next exponents, counted like digits; false after the last. */
static bool next(monomial *m)
{
    for (uint32_t a = 0; a < m->ndims; a++) {
        if (++m->power[a] <= MAX_POWER)
            return true;
        m->power[a] = 0;
    }
    return false;
}

sx_status sx_law_quotient(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          sx_law *ret_law, sx_error *err)
{
    if (!samples->is_size)
        return SX_OK;
    int64_t *value = SX_NEW_ARRAY(arena, int64_t, runs->n);
    bool *has = SX_NEW_ARRAY(arena, bool, runs->n);
    if (!value || !has)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!per_run(runs, samples, value, has) || sx_samples_runs(samples) < 2)
        return SX_OK;
    for (int64_t shift = 0; shift <= MAX_SHIFT; shift++)
        for (int64_t sign = 1; sign >= (shift ? -1 : 1); sign -= 2)
            for (uint32_t g = 0; g <= runs->ngrids; g++) {
                bool of_p = g == runs->ngrids;
                monomial m = { .of_p = of_p, .grid = of_p ? 0 : g };
                m.ndims = of_p ? 1 : runs->grid[g].ndims;
                while (next(&m)) {
                    int64_t c = 0;
                    if (constant_of(runs, &m, value, has, sign * shift, &c))
                        return take(arena, runs, samples, &m, sign * shift, c, ret_law, err);
                }
            }
    return SX_OK;
}
