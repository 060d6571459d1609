/* Values that are linear in the scale and the place: coefficient systems (fit/linear.h) over bases of
 * dims, their products, coordinates, counters and list indices, the smallest basis first. */
#include "extrap/law.h"

#include "base/checked.h"
#include "extrap/extent.h"
#include "extrap/imagine.h"
#include "fit/linear.h"
#include "fit/terms.h"

/* Columns of a pool from which terms are taken; a whole basis has at most SX_LINEAR_COLUMNS. */
enum { POOL = 320 };

typedef struct basis {
    size_t n;
    const sx_expr *column[POOL];
    bool failed; /* out of memory */
} basis;

static void add(basis *b, const sx_expr *column)
{
    if (!column)
        b->failed = true;
    else if (b->n < POOL)
        b->column[b->n++] = column;
}

static const sx_expr *dim(sx_arena *arena, uint32_t g, uint32_t a)
{
    return sx_expr_var(arena, SX_VAR_DIM, g, a);
}

static const sx_expr *coord(sx_arena *arena, uint32_t g, uint32_t a)
{
    return sx_expr_var(arena, SX_VAR_COORD, g, a);
}

static const sx_expr *times(sx_arena *arena, const sx_expr *a, const sx_expr *b)
{
    return sx_expr_make(arena, SX_EXPR_MUL, a, b, NULL);
}

/* What changes within one run whatever the grid: counters, list index. */
static void add_execution(sx_arena *arena, const sx_samples *samples, basis *b)
{
    for (uint32_t d = samples->ncounters; d-- > 0;)
        if (samples->varying >> d & 1)
            add(b, sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + d));
    if (samples->lists)
        add(b, sx_expr_var(arena, SX_VAR_ELEMENT, 0, 0));
    if (samples->length)
        add(b, samples->length);
}

/* Products of two dims, and of all dims up to each (the paper's basis). */
static void add_products(sx_arena *arena, const sx_grid *grid, uint32_t g, basis *b)
{
    for (uint32_t i = 0; i < grid->ndims; i++)
        for (uint32_t j = i + 1; j < grid->ndims; j++)
            add(b, times(arena, dim(arena, g, i), dim(arena, g, j)));
    const sx_expr *all = dim(arena, g, 0);
    for (uint32_t i = 1; i < grid->ndims; i++) {
        all = times(arena, all, dim(arena, g, i));
        if (i > 1)
            add(b, all);
    }
}

/* level 0: dims; 1: and products; 2: dims, coordinates, counters; 3: everything, with coordinates scaled
 * by the dims below them. */
static void grid_basis(sx_arena *arena, const sx_runs *runs, const sx_samples *samples, uint32_t g,
                       unsigned level, basis *b)
{
    const sx_grid *grid = &runs->grid[g];
    *b = (basis){ 0 };
    add(b, sx_expr_int(arena, 1));
    for (uint32_t a = 0; a < grid->ndims; a++)
        add(b, dim(arena, g, a));
    if (level >= 2) {
        add_execution(arena, samples, b);
        for (uint32_t a = 0; a < grid->ndims; a++)
            add(b, coord(arena, g, a));
    }
    if (level == 1 || level == 3)
        add_products(arena, grid, g, b);
    for (uint32_t a = 0; level == 3 && a < grid->ndims; a++)
        for (uint32_t c = 0; c < grid->ndims; c++)
            add(b, times(arena, coord(arena, g, a), dim(arena, g, c)));
}

/* Has a neighbour below (above) on an axis: 1 or 0. */
static const sx_expr *has_neighbour(sx_arena *arena, uint32_t g, uint32_t a, bool above)
{
    const sx_expr *end = sx_expr_make(arena, SX_EXPR_SUB, dim(arena, g, a), sx_expr_int(arena, 1), NULL);
    return above ? sx_expr_make(arena, SX_EXPR_LT, coord(arena, g, a), end, NULL)
                 : sx_expr_make(arena, SX_EXPR_GT, coord(arena, g, a), sx_expr_int(arena, 0), NULL);
}

/* What is counted by neighbours. level 0: each side of each axis; 1: sums of both sides, and their
 * products over the axes (diagonal neighbours). */
static void boundary_basis(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                           uint32_t g, unsigned level, basis *b)
{
    uint32_t ndims = runs->grid[g].ndims;
    const sx_expr *both[SX_MAX_DIMS];
    *b = (basis){ 0 };
    add(b, sx_expr_int(arena, 1));
    add_execution(arena, samples, b);
    for (uint32_t a = 0; a < ndims; a++) {
        const sx_expr *below = has_neighbour(arena, g, a, false);
        const sx_expr *above = has_neighbour(arena, g, a, true);
        both[a] = sx_expr_make(arena, SX_EXPR_ADD, below, above, NULL);
        if (level == 0) {
            add(b, below);
            add(b, above);
        }
    }
    for (unsigned set = 1; level == 1 && ndims <= 4 && set < 1U << ndims; set++) {
        const sx_expr *product = NULL;
        for (uint32_t a = 0; a < ndims; a++)
            if (set >> a & 1)
                product = product ? times(arena, product, both[a]) : both[a];
        add(b, product);
    }
}

/* level 0: counters and list index alone; 1: the number of ranks; 2: both, and the own rank. */
static void line_basis(sx_arena *arena, const sx_samples *samples, bool world, unsigned level,
                       basis *b)
{
    *b = (basis){ 0 };
    add(b, sx_expr_int(arena, 1));
    if (level != 1)
        add_execution(arena, samples, b);
    if (level == 2)
        add(b, sx_expr_var(arena, world ? SX_VAR_RANK : SX_VAR_COMM_RANK, 0, 0));
    if (level >= 1)
        add(b, sx_expr_var(arena, world ? SX_VAR_P : SX_VAR_COMM_SIZE, 0, 0));
}

static bool has_specials(const sx_samples *samples)
{
    for (size_t i = 0; i < samples->n; i++)
        if (sx_is_special(samples->sample[i].value))
            return true;
    return false;
}

static bool solve(sx_arena *arena, const sx_runs *runs, const sx_samples *samples, const basis *b,
                  sx_linear_solution *ret, sx_status *st, sx_error *err)
{
    int64_t *row = SX_NEW_ARRAY(arena, int64_t, samples->n * b->n);
    int64_t *value = SX_NEW_ARRAY(arena, int64_t, samples->n);
    uint32_t *group = SX_NEW_ARRAY(arena, uint32_t, samples->n);
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS];
    if (b->failed || !row || !value || !group) {
        *st = sx_fail(err, SX_NOMEM, "out of memory");
        return false;
    }
    for (size_t i = 0; i < samples->n; i++) {
        sx_expr_env env = sx_sample_env(runs, samples, i, counter);
        for (size_t c = 0; c < b->n; c++)
            if (sx_expr_eval(b->column[c], &env, &row[i * b->n + c], NULL))
                return false;
        value[i] = samples->sample[i].value;
        group[i] = samples->sample[i].run;
    }
    sx_linear_system system = { .samples = samples->n,
                                .columns = b->n,
                                .basis = row,
                                .value = value,
                                .group = group,
                                .groups = (uint32_t)runs->n };
    *st = sx_linear_solve(arena, &system, ret, err);
    return !*st && ret->outcome == SX_LINEAR_SOLVED;
}

/* sum of coefficient * column, over a common denominator; NULL when it does not fit. */
static const sx_expr *combination(sx_arena *arena, const basis *b, const sx_rational *coefficient)
{
    int64_t den = 1;
    for (size_t c = 0; c < b->n; c++)
        if (sx_mul_overflows(den / sx_gcd(den, coefficient[c].den), coefficient[c].den, &den))
            return NULL;
    const sx_expr *sum = NULL;
    /* Places before constants reads better: r + 1, not 1 + r. */
    for (size_t c = b->n; c-- > 0;) {
        int64_t k;
        if (coefficient[c].num == 0)
            continue;
        if (sx_mul_overflows(coefficient[c].num, den / coefficient[c].den, &k))
            return NULL;
        bool minus = sum && k < 0;
        const sx_expr *term = c == 0 ? sx_expr_int(arena, minus ? -k : k)
                                     : times(arena, sx_expr_int(arena, minus ? -k : k), b->column[c]);
        sum = sum ? sx_expr_make(arena, minus ? SX_EXPR_SUB : SX_EXPR_ADD, sum, term, NULL) : term;
    }
    if (!sum)
        return sx_expr_int(arena, 0);
    return den == 1 ? sum
                    : sx_expr_make(arena, SX_EXPR_DIV, sum, sx_expr_int(arena, den), NULL);
}

/* Where a null vector that could be felt is not 0. */
static const sx_expr *doubt_of(sx_arena *arena, const sx_runs *runs, const basis *b,
                               const sx_linear_solution *s)
{
    const sx_expr *doubt = NULL;
    for (size_t k = 0; k < s->nullity; k++) {
        const sx_expr *vector = combination(arena, b, &s->null_vector[k * s->columns]);
        if (!vector || sx_imagine_vanishes(runs, vector))
            continue;
        const sx_expr *here =
            sx_expr_make(arena, SX_EXPR_NE, vector, sx_expr_int(arena, 0), NULL);
        doubt = doubt ? sx_expr_make(arena, SX_EXPR_OR, doubt, here, NULL) : here;
    }
    return doubt;
}

/* Runs with samples, and those of them that the others predict. */
static void count_predicted(const sx_runs *runs, const sx_samples *samples,
                            const sx_linear_solution *s, size_t *ret_runs, size_t *ret_predicted)
{
    uint64_t has = 0;
    *ret_runs = *ret_predicted = 0;
    for (size_t i = 0; i < samples->n; i++)
        has |= UINT64_C(1) << samples->sample[i].run;
    for (size_t g = 0; g < runs->n; g++)
        if (has >> g & 1) {
            ++*ret_runs;
            *ret_predicted += s->predicted[g];
        }
    if (*ret_runs < 2)
        *ret_predicted = 0;
}

/* Does a law of the scale alone say little enough to be believed after one prediction: unit coefficients
 * and a small constant, as in q - 1? Any two numbers have a line through them, and among many columns
 * some line may meet a third by accident. */
static bool says_little(const basis *b, const sx_rational *coefficient)
{
    enum { SMALL = 2 };
    for (size_t c = 0; c < b->n; c++) {
        sx_rational k = coefficient[c];
        if (k.den != 1 || k.num > (c ? 1 : SMALL) || k.num < -(c ? 1 : SMALL))
            return false;
    }
    return true;
}

/* A law of the scale alone, or of so few ranks of each input that their places follow from the scale. */
static bool is_of_scale(const sx_samples *samples, const sx_expr *expr)
{
    enum { FEW = 2 };
    const unsigned scale = 1u << SX_VAR_P | 1u << SX_VAR_DIM | 1u << SX_VAR_COMM_SIZE;
    size_t most = 0, here = 0;
    for (size_t i = 0; i < samples->n; i++) {
        bool same_run = i > 0 && samples->sample[i].run == samples->sample[i - 1].run;
        here = same_run ? here + 1 : 1;
        most = here > most ? here : most;
    }
    return most <= FEW || (sx_expr_uses(expr, NULL, NULL) & ~scale) == 0;
}

/* Inputs beyond those that determine the coefficients. */
static size_t predictions(const sx_samples *samples, const sx_linear_solution *s)
{
    size_t runs = sx_samples_runs(samples);
    return runs > s->rank ? runs - s->rank : 0;
}

/* Tries one basis; takes the law when its prediction state is the wanted one. */
static sx_status try_basis(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                           const basis *b, bool want_predicted, sx_law *ret_law, sx_error *err)
{
    sx_linear_solution s;
    sx_status st = SX_OK;
    const sx_samples probe = sx_samples_probe(arena, samples);
    if (!probe.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!solve(arena, runs, &probe, b, &s, &st, err) ||
        !solve(arena, runs, samples, b, &s, &st, err))
        return st;
    size_t inputs, predicted;
    count_predicted(runs, samples, &s, &inputs, &predicted);
    if ((predicted > 0) != want_predicted)
        return SX_OK;
    const sx_expr *expr = combination(arena, b, s.coefficient);
    size_t first;
    if (!expr || !sx_samples_match(runs, samples, expr, &first))
        return SX_OK;
    *ret_law = (sx_law){ expr, { .label = SX_LABEL_EXACT } };
    if (want_predicted) {
        ret_law->evidence.label = SX_LABEL_PROVED;
        ret_law->evidence.doubt = doubt_of(arena, runs, b, &s);
        if (ret_law->evidence.doubt)
            ret_law->evidence.reason = "the inputs leave a combination of dims open: add one whose "
                                       "dims stand in another ratio";
        if (predicted < inputs) {
            ret_law->evidence.label = SX_LABEL_EXACT;
            ret_law->evidence.reason = "one input alone decides a coefficient: add another like it";
        } else if (is_of_scale(samples, expr) && predictions(samples, &s) < 2 && !says_little(b, s.coefficient)) {
            ret_law->evidence.label = SX_LABEL_EXACT;
            ret_law->evidence.reason = "a line through as many numbers as inputs, of which one was "
                                       "predicted: may be an accident; add an input";
        }
    } else {
        ret_law->evidence.reason = "every input was needed to determine it: one more would test it";
    }
    return SX_OK;
}

/* ---- few terms first ---- */

/* The largest basis of a grid (g < ngrids), or of ranks alone in the world or the communicator. */
static void pool_basis(sx_arena *arena, const sx_runs *runs, const sx_samples *samples, uint32_t g,
                       basis *b)
{
    if (g < runs->ngrids)
        grid_basis(arena, runs, samples, g, 3, b);
    else
        line_basis(arena, samples, g == runs->ngrids, 2, b);
}

typedef struct sparse {
    sx_runs *runs;
    const sx_samples *samples;
    sx_samples probe;
    bool want_predicted;
    sx_law law;
    unsigned rivals;
} sparse;

/* Description length: the tree, and the digits of its numbers. */
static unsigned cost(const sx_expr *expr)
{
    unsigned digits = 0;
    if (!expr)
        return 0;
    if (expr->op == SX_EXPR_INT)
        for (int64_t rest = expr->value; rest > 1 || rest < -1; rest /= 4)
            digits++;
    return 1 + digits + cost(expr->arg[0]) + cost(expr->arg[1]) + cost(expr->arg[2]);
}

/* A second law with as few terms as the first is a doubt wherever they differ. */
static void note_rival(sx_arena *arena, sparse *p, const sx_law *rival)
{
    enum { RIVALS = 8 };
    const sx_expr *difference =
        sx_expr_make(arena, SX_EXPR_SUB, p->law.expr, rival->expr, NULL);
    if (p->rivals == RIVALS || !difference || sx_imagine_vanishes(p->runs, difference))
        return;
    const sx_expr *here = sx_expr_make(arena, SX_EXPR_NE, p->law.expr, rival->expr, NULL);
    p->rivals++;
    p->law.evidence.doubt =
        p->law.evidence.doubt
            ? sx_expr_make(arena, SX_EXPR_OR, p->law.evidence.doubt, here, NULL)
            : here;
    p->law.evidence.reason = "another law with as few terms fits all inputs, and differs here: add an input "
                             "whose dims stand in another ratio";
}

static sx_status try_terms(sx_arena *arena, sparse *p, const basis *pool, size_t x, size_t y,
                           sx_error *err)
{
    basis b = { .n = 2, .column = { pool->column[0], pool->column[x] } };
    if (y)
        b.column[b.n++] = pool->column[y];
    sx_law law = { 0 };
    sx_status st = try_basis(arena, p->runs, p->samples, &b, p->want_predicted, &law, err);
    if (st || !law.expr)
        return st;
    if (p->law.expr && cost(law.expr) < cost(p->law.expr)) {
        sx_law longer = p->law;
        p->law.expr = law.expr;
        note_rival(arena, p, &longer);
    } else if (p->law.expr) {
        note_rival(arena, p, &law);
    } else {
        p->law = law;
    }
    return SX_OK;
}

/* A pool at the probe: its columns at the rows of the screen at once, at all rows when asked for. */
typedef struct pool_values {
    sx_arena *arena;
    const sparse *sparse;
    const basis *pool;
    size_t row[SX_TERMS_ROWS]; /* of the probe */
    int64_t *value;
    int64_t (*screen)[SX_TERMS_ROWS]; /* by column */
    int64_t **at; /* by column: NULL as long as not asked for */
    bool *usable;
} pool_values;

static bool column_at(const pool_values *v, size_t c, size_t i, int64_t *ret_value)
{
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS];
    sx_expr_env env = sx_sample_env(v->sparse->runs, &v->sparse->probe, i, counter);
    return sx_expr_eval(v->pool->column[c], &env, ret_value, NULL) == SX_OK &&
           *ret_value <= INT32_MAX && *ret_value >= INT32_MIN;
}

/* Rows of different values refute more: as many as there are, then any. */
static void choose_rows(pool_values *v)
{
    size_t n = v->sparse->probe.n, chosen = 0;
    for (size_t i = 0; i < n && chosen < SX_TERMS_ROWS; i++) {
        size_t row = sx_hash_mix(i) % n, k = 0;
        while (k < chosen && v->value[v->row[k]] != v->value[row])
            k++;
        if (k == chosen)
            v->row[chosen++] = row;
    }
    for (; chosen < SX_TERMS_ROWS; chosen++)
        v->row[chosen] = chosen * n / SX_TERMS_ROWS;
}

/* False when out of memory. */
static bool screen_pool(pool_values *v)
{
    size_t n = v->sparse->probe.n, columns = v->pool->n;
    v->value = SX_NEW_ARRAY(v->arena, int64_t, n);
    v->screen = sx_arena_alloc(v->arena, columns + 1, sizeof *v->screen);
    v->at = SX_NEW_ARRAY(v->arena, int64_t *, columns);
    v->usable = SX_NEW_ARRAY(v->arena, bool, columns);
    if (!v->value || !v->screen || !v->at || !v->usable)
        return false;
    const int64_t largest = INT64_C(1) << 40; /* for sx_terms_fit */
    bool small = true;
    for (size_t i = 0; i < n; i++) {
        v->value[i] = v->sparse->probe.sample[i].value;
        small = small && v->value[i] <= largest && v->value[i] >= -largest;
    }
    choose_rows(v);
    for (size_t k = 0; k < SX_TERMS_ROWS; k++)
        v->screen[columns][k] = v->value[v->row[k]];
    for (size_t c = 1; small && c < columns; c++) {
        v->usable[c] = true;
        for (size_t k = 0; k < SX_TERMS_ROWS && v->usable[c]; k++)
            v->usable[c] = column_at(v, c, v->row[k], &v->screen[c][k]);
    }
    return true;
}

/* A column at all rows; NULL when it cannot be evaluated at one. */
static const int64_t *whole_column(pool_values *v, size_t c)
{
    size_t n = v->sparse->probe.n;
    if (v->at[c] || !v->usable[c])
        return v->at[c];
    int64_t *at = SX_NEW_ARRAY(v->arena, int64_t, n);
    for (size_t i = 0; at && i < n; i++)
        if (!column_at(v, c, i, &at[i]))
            at = NULL;
    v->usable[c] = at != NULL;
    return v->at[c] = at;
}

static bool could_fit(pool_values *v, const sx_terms_screen *screen, size_t x, size_t y)
{
    if ((y && !v->usable[y]) || sx_terms_refuted(screen, y ? v->screen[y] : NULL))
        return false;
    const int64_t *at_x = whole_column(v, x), *at_y = y ? whole_column(v, y) : NULL;
    return at_x && (!y || at_y) && sx_terms_fit(v->value, at_x, at_y, v->sparse->probe.n);
}

/* All laws of one pool with one term, or with two. */
static sx_status try_pool(sx_arena *arena, sparse *p, const basis *pool, bool two, sx_error *err)
{
    pool_values v = { .arena = sx_arena_create(), .sparse = p, .pool = pool };
    sx_status st = v.arena && screen_pool(&v) ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t x = 1; !st && x < pool->n; x++) {
        if (!v.usable[x])
            continue;
        sx_terms_screen screen = sx_terms_screen_of(v.screen[pool->n], v.screen[x]);
        for (size_t y = two ? x + 1 : 0; !st && y < (two ? pool->n : 1); y++)
            if (could_fit(&v, &screen, x, y))
                st = try_terms(arena, p, pool, x, y, err);
    }
    sx_arena_destroy(v.arena);
    return st;
}

static sx_status find_sparse(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                             bool in_world, bool want_predicted, sx_law *ret_law, sx_error *err)
{
    sparse p = { .runs = runs, .samples = samples, .want_predicted = want_predicted };
    p.probe = sx_samples_probe(arena, samples);
    if (!p.probe.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = SX_OK;
    for (int two = 0; two < 2 && !st && !p.law.expr; two++)
        for (uint32_t g = 0; !st && g < runs->ngrids + (in_world ? 1 : 2); g++) {
            basis pool;
            pool_basis(arena, runs, samples, g, &pool);
            if (pool.failed)
                return sx_fail(err, SX_NOMEM, "out of memory");
            st = try_pool(arena, &p, &pool, two, err);
        }
    *ret_law = p.law;
    return st;
}

/* Indices around a grid of equal extents that mix coordinates and counters, and these times the extent:
 * where the cells of a skewed or multipartitioned decomposition are. */
static sx_status skewed_basis(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                              basis *b, sx_error *err)
{
    const sx_extent_axis *axis;
    const sx_extent *form;
    uint32_t naxes;
    size_t nforms;
    sx_status st = sx_extent_axes(arena, runs, samples, &axis, &naxes, err);
    if (!st)
        st = sx_extent_forms(arena, axis, naxes, 4 * POOL, &form, &nforms, err);
    if (st)
        return st;
    *b = (basis){ 0 };
    add(b, sx_expr_int(arena, 1));
    for (size_t f = 0; f < nforms && b->n + 2 <= POOL; f++) {
        const sx_extent_axis *on = &axis[form[f].axis];
        if (!on->round || form[f].grow || form[f].first_less || form[f].last_less)
            continue;
        const sx_expr *index = sx_extent_index_expr(arena, &form[f], axis);
        if (form[f].axis > 0 && axis[form[f].axis - 1].grid == on->grid)
            continue; /* the axes of a round grid have the same forms */
        add(b, index);
        add(b, times(arena, index, on->dim));
    }
    return b->failed ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}

sx_status sx_law_skewed(sx_arena *arena, sx_runs *runs, const sx_samples *samples, sx_law *ret_law,
                        sx_error *err)
{
    if (samples->n == 0 || has_specials(samples) || runs->n > SX_LINEAR_GROUPS)
        return SX_OK;
    sparse p = { .runs = runs, .samples = samples, .want_predicted = true };
    p.probe = sx_samples_probe(arena, samples);
    basis *pool = SX_NEW(arena, basis);
    if (!p.probe.sample || !pool)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = skewed_basis(arena, runs, samples, pool, err);
    for (int two = 0; two < 2 && !st && !p.law.expr && pool->n > 1; two++)
        st = try_pool(arena, &p, pool, two, err);
    *ret_law = p.law;
    return st;
}

static sx_status find(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      bool want_predicted, sx_law *ret_law, sx_error *err)
{
    if (samples->n == 0 || has_specials(samples) || runs->n > SX_LINEAR_GROUPS)
        return SX_OK;
    bool in_world = true;
    for (size_t i = 0; in_world && i < samples->n; i++)
        in_world = samples->sample[i].comm == 0;
    basis b;
    sx_status st =
        find_sparse(arena, runs, samples, in_world, want_predicted, ret_law, err);
    for (unsigned level = 0; !st && !ret_law->expr && level < 5; level++) {
        for (int world = 1; level < 3 && !st && !ret_law->expr && world >= in_world; world--) {
            line_basis(arena, samples, world, level, &b);
            st = try_basis(arena, runs, samples, &b, want_predicted, ret_law, err);
        }
        for (uint32_t g = 0; level > 0 && !st && !ret_law->expr && g < runs->ngrids; g++) {
            grid_basis(arena, runs, samples, g, level - 1, &b);
            st = try_basis(arena, runs, samples, &b, want_predicted, ret_law, err);
        }
    }
    for (unsigned level = 0; level < 2; level++)
        for (uint32_t g = 0; !st && !ret_law->expr && g < runs->ngrids; g++) {
            boundary_basis(arena, runs, samples, g, level, &b);
            st = try_basis(arena, runs, samples, &b, want_predicted, ret_law, err);
        }
    return st;
}

/* A size that is linear in the scale must not become negative; and where a constant divided by dims
 * explains it in no more words, nothing is proved, and that is taken. */
static sx_status settle_size(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                             sx_law *law, sx_error *err)
{
    if (law->expr->op == SX_EXPR_INT)
        return SX_OK;
    if (sx_imagine_negative(runs, law->expr, runs->p[runs->n - 1])) {
        *law = (sx_law){ 0 };
        return SX_OK;
    }
    sx_samples anew = *samples;
    sx_law rival = { 0 };
    anew.beat = NULL;
    sx_status st = sx_law_quotient(arena, runs, &anew, &rival, err);
    if (!st && rival.expr && cost(rival.expr) <= cost(law->expr))
        *law = rival;
    return st;
}

sx_status sx_law_linear(sx_arena *arena, sx_runs *runs, const sx_samples *samples, sx_law *ret_law,
                        sx_error *err)
{
    sx_status st = find(arena, runs, samples, true, ret_law, err);
    if (!st && ret_law->expr && samples->is_size)
        st = settle_size(arena, runs, samples, ret_law, err);
    return st;
}

sx_status sx_law_interpolation(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                               sx_law *ret_law, sx_error *err)
{
    sx_status st = find(arena, runs, samples, false, ret_law, err);
    if (!st && ret_law->expr && samples->is_size && sx_imagine_negative(runs, ret_law->expr, runs->p[runs->n - 1]))
        *ret_law = (sx_law){ 0 };
    return st;
}
