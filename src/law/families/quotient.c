/* Values that are the same for every rank of a run and fall as a constant divided by dims, exactly in
 * every input: C div (x^a y^b ..), C (x - 1) div (x^a ..) for the faces between x cells, and K (N div x + h)^e for
 * surfaces and volumes with a rim; what one rank deals out to the others, C div (P - 1). Strong scaling where every input divides; the published k/P law
 * (paper 001, 3.3) without its rounding. */
#include "law/column.h"
#include "law/extent.h"
#include "law/law.h"

#include "base/checked.h"
#include "base/rational.h"

enum { MAX_POWER = 2, MAX_SHIFT = 2, LARGEST_DEGREE = 5 };

/* One value per run, or false. */
static bool per_run(const sx_runs *runs, const sx_samples *samples, int64_t *value,
                    bool *has)
{
    for (size_t i = 0; i < runs->n; i++)
        has[i] = false;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (sx_is_special(s->value) || s->value <= 0 ||
            (has[s->run] && value[s->run] != s->value))
            return false;
        value[s->run] = s->value;
        has[s->run] = true;
    }
    return true;
}

/* x1^e1 x2^e2 .. of a grid, or of P; with `between`, over one less than that axis' extent. */
enum { NOWHERE = UINT8_MAX };
typedef struct monomial {
    bool of_p;
    uint8_t between;
    uint32_t grid, ndims;
    unsigned power[SX_MAX_DIMS];
} monomial;

/* The extent less 1 of the axis that has faces between cells; 1 without. */
static int64_t faces_at(const sx_runs *runs, const monomial *m, size_t run)
{
    const struct sx_place *place =
        &runs->place[runs->offset[run] * SX_MAX_GRIDS + m->grid];
    return m->between == NOWHERE ? 1 : place->dim[m->between] - 1;
}

static bool monomial_at(const sx_runs *runs, const monomial *m, size_t run, int64_t *ret)
{
    const struct sx_place *place =
        &runs->place[runs->offset[run] * SX_MAX_GRIDS + m->grid];
    int64_t product = 1;
    for (uint32_t a = 0; a < m->ndims; a++)
        for (unsigned e = 0; e < m->power[a]; e++)
            if (sx_mul_overflows(product, m->of_p ? runs->p[run] : place->dim[a],
                                 &product))
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
        int64_t faces = faces_at(runs, m, i);
        if (!monomial_at(runs, m, i, &x) || sx_add_overflows(value[i], shift, &c) ||
            sx_mul_overflows(c, x, &c) || c <= 0 || faces <= 0 || c % faces != 0 ||
            (!first && c / faces != *ret))
            return false;
        c /= faces;
        *ret = c;
        first = false;
    }
    return !first;
}

/* Where a division leaves a rest, others round up. */
static const sx_expr *rounding_doubt(sx_arena *arena, const sx_expr *above,
                                     const sx_expr *below)
{
    const sx_expr *less =
        sx_expr_make(arena, SX_EXPR_SUB, below, sx_expr_int(arena, 1), NULL);
    const sx_expr *up =
        sx_expr_make(arena, SX_EXPR_DIV,
                     sx_expr_make(arena, SX_EXPR_ADD, above, less, NULL), below, NULL);
    return sx_expr_make(arena, SX_EXPR_NE,
                        sx_expr_make(arena, SX_EXPR_DIV, above, below, NULL), up, NULL);
}

static const char undivided[] =
    "divides exactly in every input: where it does not, the rounding is "
    "unknown; add an input that does not divide";

static sx_status take_if_it_fits(const sx_runs *runs, const sx_samples *samples,
                                 const sx_expr *expr, const sx_expr *doubt,
                                 sx_law *ret_law, sx_error *err)
{
    size_t first;
    if (!expr || !doubt)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_column_matches(runs, samples, expr, &first))
        *ret_law =
            (sx_law) { expr,
                       { .label = SX_LABEL_EXACT, .reason = undivided, .doubt = doubt } };
    return SX_OK;
}

static sx_status take(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      const monomial *m, int64_t shift, int64_t constant, sx_law *ret_law,
                      sx_error *err)
{
    const sx_expr *below = monomial_expr(arena, m), *c = sx_expr_int(arena, constant);
    if (m->between != NOWHERE)
        c = sx_expr_make(arena, SX_EXPR_MUL, c,
                         sx_expr_make(arena, SX_EXPR_SUB,
                                      sx_expr_var(arena, SX_VAR_DIM, m->grid, m->between),
                                      sx_expr_int(arena, 1), NULL),
                         NULL);
    const sx_expr *expr = sx_expr_make(arena, SX_EXPR_DIV, c, below, NULL);
    if (shift)
        expr = sx_expr_make(arena, shift > 0 ? SX_EXPR_SUB : SX_EXPR_ADD, expr,
                            sx_expr_int(arena, shift > 0 ? shift : -shift), NULL);
    return take_if_it_fits(runs, samples, expr, rounding_doubt(arena, c, below), ret_law,
                           err);
}

/* The only axis, twice and more; ndims where there are others. */
static uint32_t only_axis(const monomial *m)
{
    uint32_t only = m->ndims;
    for (uint32_t a = 0; a < m->ndims; a++)
        if (m->power[a] > 0) {
            if (only < m->ndims || m->power[a] < 2)
                return m->ndims;
            only = a;
        }
    return m->between == NOWHERE ? only : m->ndims;
}

/* Where the axis is shorter than in all inputs, or divides no multiple of all its extents: whatever is divided by it, be it in steps, or with
 * a rest less than each of these, divides there as it does in the inputs elsewhere. NULL where there are no three different ones, or when
 * out of memory. */
static const sx_expr *undivided_at(sx_arena *arena, const sx_runs *runs,
                                   const monomial *m, const bool *has)
{
    enum { DIFFERENT = 3 };
    const uint32_t axis = only_axis(m);
    int64_t least = 0, multiple = 1, seen[SX_RUNS];
    size_t nseen = 0;
    for (size_t i = 0; axis < m->ndims && i < runs->n; i++) {
        const struct sx_place *at =
            &runs->place[runs->offset[i] * SX_MAX_GRIDS + m->grid];
        const int64_t x = m->of_p ? runs->p[i] : at->dim[axis];
        size_t k = 0;
        if (!has[i] || sx_mul_overflows(multiple, x / sx_gcd(multiple, x), &multiple))
            continue;
        while (k < nseen && seen[k] != x)
            k++;
        if (k == nseen)
            seen[nseen++] = x;
        least = least && least < x ? least : x;
    }
    if (nseen < DIFFERENT)
        return NULL;
    const sx_expr *x = m->of_p ? sx_expr_var(arena, SX_VAR_P, 0, 0)
                               : sx_expr_var(arena, SX_VAR_DIM, m->grid, axis);
    return sx_expr_two(
        arena, SX_EXPR_OR, sx_expr_two(arena, SX_EXPR_LT, x, sx_expr_int(arena, least)),
        sx_expr_two(arena, SX_EXPR_NE,
                    sx_expr_two(arena, SX_EXPR_MOD, sx_expr_int(arena, multiple), x),
                    sx_expr_int(arena, 0)));
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

static unsigned degree(const monomial *m)
{
    unsigned sum = 0;
    for (uint32_t a = 0; a < m->ndims; a++)
        sum += m->power[a];
    return sum;
}

/* The other monomials of a grid, or of P, that fit are rivals. */
static sx_status doubt_others(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                              const int64_t *value, const bool *has, uint32_t g,
                              sx_law *law, sx_error *err)
{
    const bool of_p = g == runs->ngrids;
    const uint32_t ndims = of_p ? 1 : runs->grid[g].ndims;
    sx_status st = SX_OK;
    for (uint32_t between = 0; between <= (of_p ? 0 : ndims); between++) {
        monomial m = { .of_p = of_p, .grid = of_p ? 0 : g, .ndims = ndims };
        m.between = between == 0 ? NOWHERE : (uint8_t)(between - 1);
        int64_t c = 0;
        while (!st && next(&m)) {
            sx_law rival = { 0 };
            if (degree(&m) + (between > 0) > LARGEST_DEGREE ||
                !constant_of(runs, &m, value, has, 0, &c))
                continue;
            st = take(arena, runs, samples, &m, 0, c, &rival, err);
            if (!st && rival.expr)
                st = sx_law_doubt_other(arena, runs, rival.expr, undivided, law, err);
        }
    }
    return st;
}

/* A law of one axis, squared and more, for which nothing but its constant was chosen, is proved where nothing is rounded and all
 * others agree. */
static sx_status weigh(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       const int64_t *value, const bool *has, const monomial *m,
                       sx_law *law, sx_error *err)
{
    const sx_expr *here = law->expr ? undivided_at(arena, runs, m, has) : NULL;
    sx_status st = SX_OK;
    if (here)
        law->evidence = (sx_evidence) { SX_LABEL_PROVED, undivided, here };
    for (uint32_t g = 0; here && !st && g <= runs->ngrids; g++)
        st = doubt_others(arena, runs, samples, value, has, g, law, err);
    return st;
}

/* The monomials of one degree in the dims of grid g, or in P (g = ngrids); (x - 1) counts as a factor. */
static sx_status find_degree(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                             const int64_t *value, const bool *has, int64_t shift,
                             uint32_t g, unsigned wanted, sx_law *ret_law, sx_error *err)
{
    bool of_p = g == runs->ngrids;
    uint32_t ndims = of_p ? 1 : runs->grid[g].ndims;
    for (uint32_t between = 0; between <= (of_p ? 0 : ndims); between++) {
        monomial m = { .of_p = of_p, .grid = of_p ? 0 : g, .ndims = ndims };
        m.between = between == 0 ? NOWHERE : (uint8_t)(between - 1);
        int64_t c = 0;
        while (next(&m))
            if (degree(&m) + (between > 0) == wanted &&
                constant_of(runs, &m, value, has, shift, &c)) {
                sx_status st = take(arena, runs, samples, &m, shift, c, ret_law, err);
                return st || shift
                           ? st
                           : weigh(arena, runs, samples, value, has, &m, ret_law, err);
            }
    }
    return SX_OK;
}

/* All monomials in the preferred grids or in the others; those of the fewest factors first, then with a
 * shift. */
static sx_status find_monomial(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                               const int64_t *value, const bool *has, bool preferred,
                               sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    for (int64_t shift = 0; shift <= MAX_SHIFT; shift++)
        for (int64_t sign = 1; sign >= (shift ? -1 : 1); sign -= 2)
            for (unsigned d = 1; d <= LARGEST_DEGREE; d++)
                for (uint32_t g = 0; g <= runs->ngrids && !st && !ret_law->expr; g++)
                    if ((samples->grids >> g & 1) == preferred)
                        st = find_degree(arena, runs, samples, value, has, sign * shift,
                                         g, d, ret_law, err);
    return st;
}

/* K (N div x + h)^e, x an axis of grid g: the roots of value / K, less h, times x, are one N. */
static int64_t rimmed_extent(const sx_runs *runs, const int64_t *value, const bool *has,
                             uint32_t g, uint32_t a, int64_t k, unsigned e, int64_t h)
{
    int64_t n = 0;
    for (size_t i = 0; i < runs->n; i++) {
        if (!has[i])
            continue;
        int64_t root = sx_exact_root(value[i] / k, e) - h;
        int64_t here;
        if (root <= 0 ||
            sx_mul_overflows(root, runs->place[runs->offset[i] * SX_MAX_GRIDS + g].dim[a],
                             &here) ||
            (n && here != n))
            return 0;
        n = here;
    }
    return n;
}

static sx_status take_rimmed(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                             uint32_t g, uint32_t a, int64_t k, unsigned e, int64_t h,
                             int64_t n, sx_law *ret_law, sx_error *err)
{
    uint32_t constant = sx_runs_constant(arena, runs, n);
    const sx_expr *points = sx_expr_var(arena, SX_VAR_CONSTANT, 0, constant);
    const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, g, a);
    if (constant == UINT32_MAX)
        return SX_OK;
    const sx_expr *side = sx_expr_make(
        arena, SX_EXPR_ADD, sx_expr_make(arena, SX_EXPR_DIV, points, dim, NULL),
        sx_expr_int(arena, h), NULL);
    const sx_expr *expr = sx_expr_int(arena, k);
    for (unsigned i = 0; i < e; i++)
        expr = sx_expr_make(arena, SX_EXPR_MUL, expr, side, NULL);
    return take_if_it_fits(runs, samples, expr, rounding_doubt(arena, points, dim),
                           ret_law, err);
}

static sx_status find_rimmed(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                             const int64_t *value, const bool *has, sx_law *ret_law,
                             sx_error *err)
{
    enum { LARGEST_FACTOR = 4096, RIM = 2 };
    /* Two values fit some such law too easily, unless N is that of other values. */
    bool many = sx_samples_runs(samples) > 2;
    int64_t gcd = 0;
    for (size_t i = 0; i < runs->n; i++)
        gcd = has[i] ? sx_gcd(gcd, value[i]) : gcd;
    for (int64_t k = 1; k <= gcd && k <= LARGEST_FACTOR; k++)
        for (unsigned e = 1; gcd % k == 0 && e <= 3; e++)
            for (uint32_t g = 0; g < runs->ngrids; g++)
                for (int64_t h = -RIM; h <= RIM; h++) {
                    int64_t n = h ? rimmed_extent(runs, value, has, g, 0, k, e, h) : 0;
                    if (n && (many || sx_runs_has_number(runs, n)))
                        return take_rimmed(arena, runs, samples, g, 0, k, e, h, n,
                                           ret_law, err);
                }
    return SX_OK;
}

/* C div (n - less), n the number of ranks of all, or of the communicator. */
static sx_status find_over(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           int64_t less, sx_law *ret_law, sx_error *err)
{
    int64_t constant = 0, here;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (sx_mul_overflows(s->value, runs->comm_size[s->comm][s->rank] - less, &here) ||
            here == 0 || (constant && here != constant))
            return SX_OK;
        constant = here;
    }
    const bool world = sx_samples_in_world(samples);
    const sx_expr *c = sx_expr_int(arena, constant),
                  *all = sx_expr_var(arena, world ? SX_VAR_P : SX_VAR_COMM_SIZE, 0, 0);
    const sx_expr *those = all ? sx_expr_plus(arena, all, -less) : NULL;
    if (!c || !those)
        return sx_fail(err, SX_NOMEM, "out of memory");
    return take_if_it_fits(runs, samples, sx_expr_two(arena, SX_EXPR_DIV, c, those),
                           rounding_doubt(arena, c, those), ret_law, err);
}

/* What each of a communicator has, or each of the others, or the one rank sends it. */
static sx_status find_others(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                             sx_law *ret_law, sx_error *err)
{
    const bool but_first = sx_extent_is_without(runs, samples, true),
               but_last = sx_extent_is_without(runs, samples, false),
               one = sx_extent_is_of_one(samples);
    const bool tried[] = { !sx_samples_in_world(samples), but_first || but_last || one,
                           (but_first && but_last) || one };
    sx_status st = SX_OK;
    for (int64_t less = 0; less < 3 && !st && !ret_law->expr; less++)
        if (tried[less])
            st = find_over(arena, runs, samples, less, ret_law, err);
    return st;
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
    sx_status st = find_monomial(arena, runs, samples, value, has, true, ret_law, err);
    if (!st && !ret_law->expr)
        st = find_monomial(arena, runs, samples, value, has, false, ret_law, err);
    if (!st && !ret_law->expr)
        st = find_others(arena, runs, samples, ret_law, err);
    if (!st && !ret_law->expr)
        st = find_rimmed(arena, runs, samples, value, has, ret_law, err);
    return st;
}
