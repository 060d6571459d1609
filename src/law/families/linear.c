/* Values that are linear in the scale and the place: coefficient systems over bases of dims, their products,
 * coordinates, counters and list indices; laws of one term first, then of two, of three, then whole bases. */
#include "law/coefficients.h"

#include "base/checked.h"
#include "fit/linear.h"
#include "fit/terms.h"
#include "law/imagine.h"
#include "law/span.h"

#include <string.h>

/* ---- few terms first ---- */

typedef struct sparse {
    sx_runs *runs;
    const sx_samples *samples;
    sx_samples probe;
    bool in_world;
    uint32_t
        missed; /* pools, a bit each: none of their columns, nor all, make the values */
    bool want_predicted, rivals_only;
    sx_law law;
    unsigned rivals;
} sparse;

static unsigned times_in(const sx_expr *expr, const sx_expr *part)
{
    unsigned n = expr == part;
    for (int i = 0; i < 3 && !n && expr->arg[i]; i++)
        n += times_in(expr->arg[i], part);
    return n;
}

/* The length of a list is one word, since it has a law of its own. */
static unsigned cost(const sx_samples *samples, const sx_expr *expr)
{
    const sx_expr *length = samples->length;
    unsigned saved = length ? times_in(expr, length) * (sx_law_cost(length) - 1) : 0;
    return sx_law_cost(expr) - saved;
}

/* Does it depend on nothing that differs between runs but this parameter? */
static bool is_of_param_alone(const sx_runs *runs, const sx_expr *expr, unsigned param)
{
    if (expr->op == SX_EXPR_VAR && expr->var == SX_VAR_CONSTANT)
        return expr->axis == param ||
               (expr->axis < runs->nparams && !runs->constant[expr->axis].is_open);
    if (expr->op == SX_EXPR_VAR)
        return (expr->var == SX_VAR_P || expr->var == SX_VAR_DIM) &&
               runs->p[0] == runs->p[runs->n - 1];
    for (int i = 0; i < 3; i++)
        if (expr->arg[i] && !is_of_param_alone(runs, expr->arg[i], param))
            return false;
    return true;
}

/* Nobody believes another function of a parameter where the parameter itself will do. */
static bool is_contrived(const sparse *p, const sx_expr *rival)
{
    return sx_coefficients_told(p->runs, p->law.expr) &&
           is_of_param_alone(p->runs, rival, p->law.expr->axis);
}

/* Does it differ from the law only where one of the rivals so far does? */
static bool is_covered(sx_arena *arena, const sparse *p, const sx_expr *here)
{
    const sx_expr *agreed = sx_expr_make(arena, SX_EXPR_EQ, p->law.evidence.doubt,
                                         sx_expr_int(arena, 0), NULL);
    const sx_expr *alone = sx_expr_make(arena, SX_EXPR_AND, here, agreed, NULL);
    return alone && sx_imagine_vanishes(p->runs, alone);
}

/* A second law with as few terms as the first is a doubt wherever they differ; where there are too many, everywhere. */
static void note_rival(sx_arena *arena, sparse *p, const sx_law *rival)
{
    enum { RIVALS = 8, MOST_RIVALS = 16 };
    const sx_expr *difference =
        sx_expr_make(arena, SX_EXPR_SUB, p->law.expr, rival->expr, NULL);
    if (p->rivals > MOST_RIVALS || !difference || is_contrived(p, rival->expr) ||
        sx_imagine_vanishes(p->runs, difference))
        return;
    const sx_expr *here = sx_expr_make(arena, SX_EXPR_NE, p->law.expr, rival->expr, NULL);
    if (p->rivals >= RIVALS && here && is_covered(arena, p, here))
        return;
    if (p->rivals++ == MOST_RIVALS)
        here = sx_expr_int(arena, 1);
    p->law.evidence.doubt =
        p->law.evidence.doubt
            ? sx_expr_make(arena, SX_EXPR_OR, p->law.evidence.doubt, here, NULL)
            : here;
    p->law.evidence.reason =
        "another law with as few terms fits all inputs, and differs here: add an input "
        "whose dims stand in another ratio";
}

/* The constant and columns x, y, z of the pool: y, z 0 are none. */
static sx_status try_terms(sx_arena *arena, sparse *p, const sx_basis *pool, size_t x,
                           size_t y, size_t z, sx_error *err)
{
    sx_basis b = { .n = 2, .column = { pool->column[0], pool->column[x] } };
    if (y)
        b.column[b.n++] = pool->column[y];
    if (z)
        b.column[b.n++] = pool->column[z];
    sx_law law = { 0 };
    sx_status st =
        sx_coefficients_try(arena, p->runs, p->samples, &b, p->want_predicted, &law, err);
    if (st || !law.expr)
        return st;
    if (p->law.expr && !p->rivals_only &&
        cost(p->samples, law.expr) < cost(p->samples, p->law.expr)) {
        sx_law longer = p->law;
        if (sx_coefficients_told(p->runs, law.expr) ||
            sx_coefficients_last(p->samples, law.expr))
            p->law = law;
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
    const sx_basis *pool;
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
static sx_status try_pool(sx_arena *arena, sparse *p, const sx_basis *pool, bool two,
                          sx_error *err)
{
    pool_values v = { .arena = sx_arena_create(), .sparse = p, .pool = pool };
    sx_status st =
        v.arena && screen_pool(&v) ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t x = 1; !st && x < pool->n; x++) {
        if (!v.usable[x])
            continue;
        sx_terms_screen screen = sx_terms_screen_of(v.screen[pool->n], v.screen[x]);
        for (size_t y = two ? x + 1 : 0; !st && y < (two ? pool->n : 1); y++)
            if (could_fit(&v, &screen, x, y))
                st = try_terms(arena, p, pool, x, y, 0, err);
    }
    sx_arena_destroy(v.arena);
    return st;
}

/* All laws of one pool with three terms. */
static sx_status try_threes(sx_arena *arena, sparse *p, const sx_basis *pool,
                            sx_error *err)
{
    pool_values v = { .arena = sx_arena_create(), .sparse = p, .pool = pool };
    sx_status st =
        v.arena && screen_pool(&v) ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t x = 1; !st && x < pool->n; x++)
        for (size_t y = x + 1; !st && y < pool->n; y++)
            for (size_t z = y + 1; !st && z < pool->n; z++) {
                const int64_t *const at[] = { whole_column(&v, x), whole_column(&v, y),
                                              whole_column(&v, z) };
                if (at[0] && at[1] && at[2] &&
                    sx_terms_fit_three(v.value, at, p->probe.n))
                    st = try_terms(arena, p, pool, x, y, z, err);
            }
    sx_arena_destroy(v.arena);
    return st;
}

static bool has_product_of_place(const sx_expr *expr)
{
    if (expr->op == SX_EXPR_MUL && expr->arg[0]->op == SX_EXPR_VAR &&
        expr->arg[1]->op == SX_EXPR_VAR)
        return expr->arg[0]->var == SX_VAR_COORD || expr->arg[1]->var == SX_VAR_COORD;
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        if (has_product_of_place(expr->arg[i]))
            return true;
    return false;
}

/* A place times an extent, in few different values: a sum of the place and the extent may be the same in all of them. */
static bool may_be_sum(const sparse *p)
{
    enum { FEW = 4 };
    return p->law.expr && has_product_of_place(p->law.expr) &&
           sx_samples_values(&p->probe, FEW + 1) <= FEW;
}

/* May a law of a term more be as good: is there none, or one of fractions, whose denominator was chosen as well? */
static bool may_be_longer(const sparse *p)
{
    return !p->law.expr || p->law.expr->op == SX_EXPR_DIV;
}

/* ---- pools ---- */

/* One of each grid, then of the ranks of the world, and of the communicator where that is another. */
static uint32_t pools_of(const sparse *p)
{
    return p->runs->ngrids + (p->in_world ? 1 : 2);
}

static bool is_missed(const sparse *p, uint32_t pool)
{
    return p->missed >> pool & 1;
}

static sx_status find_missed(sparse *p, sx_error *err)
{
    sx_arena *scratch = sx_arena_create();
    bool failed = !scratch;
    for (uint32_t g = 0; !failed && g < pools_of(p); g++) {
        sx_basis pool;
        sx_basis_pool(scratch, p->runs, p->samples, g, &pool);
        failed = pool.failed;
        p->missed |= (uint32_t)sx_span_misses(p->runs, &p->probe, &pool) << g;
    }
    sx_arena_destroy(scratch);
    return failed ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}

static sx_status try_threes_of_all(sx_arena *arena, sparse *p, sx_error *err)
{
    sx_status st = SX_OK;
    for (uint32_t g = 0; !st && g < pools_of(p); g++) {
        sx_basis pool;
        if (is_missed(p, g))
            continue;
        sx_basis_plain(arena, p->runs, p->samples, g, &pool);
        st = pool.failed ? sx_fail(err, SX_NOMEM, "out of memory")
                         : try_threes(arena, p, &pool, err);
    }
    return st;
}

/* Its denominator is a number that was chosen as well: sums of three that need every input explain as much. */
static sx_status contest_fraction(sx_arena *arena, sparse *p, sx_error *err)
{
    p->want_predicted = false;
    p->rivals_only = true;
    return try_threes_of_all(arena, p, err);
}

static sx_status find_sparse(sx_arena *arena, sparse *p, sx_error *err)
{
    const bool want_predicted = p->want_predicted;
    sx_status st = SX_OK;
    for (int two = 0; two < 2 && !st && (may_be_longer(p) || may_be_sum(p)); two++)
        for (uint32_t g = 0; !st && g < pools_of(p); g++) {
            sx_basis pool;
            if (is_missed(p, g))
                continue;
            sx_basis_pool(arena, p->runs, p->samples, g, &pool);
            if (pool.failed)
                return sx_fail(err, SX_NOMEM, "out of memory");
            st = try_pool(arena, p, &pool, two, err);
        }
    const bool is_longer = want_predicted && !p->samples->is_rank && may_be_longer(p);
    if (!st && is_longer)
        st = try_threes_of_all(arena, p, err);
    if (!st && is_longer && p->law.expr && p->law.expr->op == SX_EXPR_DIV)
        st = contest_fraction(arena, p, err);
    return st;
}

/* Two of 320 columns are one choice of 2^16, and three numbers are solved for: an input whose samples are more than
 * such a choice has bits, with more values than those numbers, refutes a fit by accident alone. Three such inputs do
 * so whichever is left out, and so do two of many samples beside one that has as many values. */
static bool are_telling(const sx_samples *samples)
{
    enum { SAMPLES = 16, MANY = 64, VALUES = 4, INPUTS = 3 };
    size_t telling = 0, many = 0, few = 0;
    for (size_t i = 0, first; i < samples->n; i = first) {
        int64_t seen[VALUES];
        size_t nseen = 0, n = 0;
        uint32_t run = samples->sample[i].run;
        for (first = i; first < samples->n && samples->sample[first].run == run;
             first++, n++) {
            size_t k = 0;
            while (k < nseen && seen[k] != samples->sample[first].value)
                k++;
            if (k == nseen && nseen < VALUES)
                seen[nseen++] = samples->sample[first].value;
        }
        telling += n >= SAMPLES && nseen == VALUES;
        many += n >= MANY && nseen == VALUES;
        few += n < SAMPLES && nseen == VALUES;
    }
    return telling >= INPUTS || (many >= INPUTS - 1 && few > 0);
}

sx_status sx_law_skewed(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    if (samples->is_size) /* those are extents, not indices */
        return SX_OK;
    if (samples->n == 0 || sx_samples_have_special(samples) || runs->n > SX_LINEAR_GROUPS)
        return SX_OK;
    sparse p = { .runs = runs, .samples = samples, .want_predicted = true };
    p.probe = sx_samples_probe(arena, samples);
    sx_basis *pool = SX_NEW(arena, sx_basis);
    if (!p.probe.sample || !pool)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = sx_basis_skewed(arena, runs, samples, pool, err);
    for (int two = 0; two < 2 && !st && !p.law.expr && pool->n > 1; two++) {
        st = try_pool(arena, &p, pool, two, err);
        if (two && p.law.evidence.label == SX_LABEL_PROVED && !are_telling(samples))
            p.law.evidence = (sx_evidence) {
                .label = SX_LABEL_EXACT,
                .reason = "two skewed indices have many ways to fit by accident, and "
                          "fewer than three inputs are large enough to tell"
            };
    }
    *ret_law = p.law;
    return st;
}

enum { PLACES_A_TERM = 3 };

static size_t terms_of(const sx_expr *expr)
{
    if (expr->op == SX_EXPR_DIV)
        return terms_of(expr->arg[0]);
    return expr->op == SX_EXPR_ADD || expr->op == SX_EXPR_SUB
               ? terms_of(expr->arg[0]) + terms_of(expr->arg[1])
               : 1;
}

/* How many places of the grid have samples, whatever the inputs. */
static size_t places_of(const sx_runs *runs, const sx_samples *samples, uint32_t g,
                        size_t enough)
{
    const struct sx_place *seen[SX_BASIS_COLUMNS * PLACES_A_TERM];
    size_t n = 0;
    for (size_t i = 0; i < samples->n && n < enough; i++) {
        const struct sx_place *place =
            &runs->place[samples->sample[i].rank * SX_MAX_GRIDS + g];
        size_t k = 0;
        while (k < n && memcmp(seen[k]->coord, place->coord,
                               place->ndims * sizeof *place->coord) != 0)
            k++;
        if (k == n)
            seen[n++] = place;
    }
    return n;
}

/* Inputs of the same places do not predict each other: what neighbours count for is proved by many places. */
static void weigh_places(const sx_runs *runs, const sx_samples *samples, uint32_t g,
                         sx_law *law)
{
    size_t enough = law->expr ? (size_t)PLACES_A_TERM * terms_of(law->expr) : 0;
    if (law->expr && law->evidence.label == SX_LABEL_PROVED &&
        places_of(runs, samples, g, enough) < enough)
        law->evidence = (sx_evidence) {
            .label = SX_LABEL_EXACT,
            .reason = "few places show what a neighbour counts for: add a larger input"
        };
}

static unsigned comparisons(const sx_expr *expr)
{
    unsigned n = expr->op == SX_EXPR_GT || expr->op == SX_EXPR_LT;
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        n += comparisons(expr->arg[i]);
    return n;
}

/* What goes around a row of three ranks is also told by which of them are at its ends. */
static sx_status weigh_ends(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                            sx_law *law, sx_error *err)
{
    sx_samples anew = *samples;
    sx_law around = { 0 };
    if (!samples->is_rank || !law->expr || law->evidence.label != SX_LABEL_PROVED ||
        comparisons(law->expr) < 2)
        return SX_OK;
    anew.beat = NULL;
    sx_status st = sx_law_shift(arena, runs, &anew, &around, err);
    if (!st && around.expr && around.evidence.label == SX_LABEL_PROVED)
        *law = around;
    return st;
}

/* Of ranks and of grids, from few columns to all that their pools have, and counters times ranks. */
static sx_status find_whole(sx_arena *arena, const sparse *p, sx_law *ret_law,
                            sx_error *err)
{
    enum { LINES = 4, OF_POOL = 2 /* lines up to it, and all grids */ };
    sx_runs *runs = p->runs;
    sx_basis b;
    sx_status st = SX_OK;
    for (unsigned level = 0; !st && !ret_law->expr && level <= LINES; level++) {
        for (int world = 1;
             level < LINES && !st && !ret_law->expr && world >= p->in_world; world--) {
            if (level <= OF_POOL && is_missed(p, runs->ngrids + !world))
                continue;
            sx_basis_line(arena, p->samples, world, level, &b);
            st = sx_coefficients_try(arena, runs, p->samples, &b, p->want_predicted,
                                     ret_law, err);
        }
        for (uint32_t g = 0; level > 0 && !st && !ret_law->expr && g < runs->ngrids;
             g++) {
            if (is_missed(p, g))
                continue;
            sx_basis_grid(arena, runs, p->samples, g, level - 1, &b);
            st = sx_coefficients_try(arena, runs, p->samples, &b, p->want_predicted,
                                     ret_law, err);
        }
    }
    return st;
}

static sx_status find_boundary(sx_arena *arena, const sparse *p, sx_law *ret_law,
                               sx_error *err)
{
    sx_runs *runs = p->runs;
    sx_status st = SX_OK;
    for (unsigned level = 0; level < SX_BASIS_BOUNDARIES; level++)
        for (uint32_t g = 0; !st && !ret_law->expr && g < runs->ngrids; g++) {
            sx_basis b;
            sx_basis_boundary(arena, runs, p->samples, g, level, &b);
            st = sx_coefficients_try(arena, runs, p->samples, &b, p->want_predicted,
                                     ret_law, err);
            weigh_places(runs, p->samples, g, ret_law);
            if (!st)
                st = weigh_ends(arena, runs, p->samples, ret_law, err);
        }
    return st;
}

static sx_status find_of_params(sx_arena *arena, const sparse *p, sx_law *ret_law,
                                sx_error *err)
{
    bool more = p->runs->nparams > 0;
    sx_status st = SX_OK;
    for (unsigned level = 0; more && !st && !ret_law->expr; level++)
        for (uint32_t g = 0; !st && !ret_law->expr && g < pools_of(p); g++) {
            sx_basis b;
            more = sx_basis_params(arena, p->runs, p->samples, g, level, &b);
            if (more)
                st = sx_coefficients_try(arena, p->runs, p->samples, &b,
                                         p->want_predicted, ret_law, err);
        }
    return st;
}

/* Without another one no input is predicted. */
static sx_status find(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      bool want_predicted, sx_law *ret_law, sx_error *err)
{
    if (samples->n == 0 || sx_samples_have_special(samples) ||
        runs->n > SX_LINEAR_GROUPS || (want_predicted && sx_samples_runs(samples) < 2))
        return SX_OK;
    sparse p = { .runs = runs,
                 .samples = samples,
                 .probe = sx_samples_probe(arena, samples),
                 .in_world = sx_samples_in_world(samples),
                 .want_predicted = want_predicted };
    if (!p.probe.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = find_missed(&p, err);
    if (!st)
        st = find_sparse(arena, &p, err);
    p.want_predicted = want_predicted;
    *ret_law = p.law;
    if (!st)
        st = find_whole(arena, &p, ret_law, err);
    if (!st)
        st = find_boundary(arena, &p, ret_law, err);
    return st ? st : find_of_params(arena, &p, ret_law, err);
}

/* A size that is linear in the scale must not become negative; and where a constant divided by dims
 * explains it in no more words, nothing is proved, and that is taken. */
static sx_status settle_size(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                             sx_law *law, sx_error *err)
{
    if (law->expr->op == SX_EXPR_INT)
        return SX_OK;
    if (sx_imagine_negative(runs, law->expr, runs->p[runs->n - 1])) {
        *law = (sx_law) { 0 };
        return SX_OK;
    }
    sx_samples anew = *samples;
    sx_law rival = { 0 };
    anew.beat = NULL;
    sx_status st = sx_law_quotient(arena, runs, &anew, &rival, err);
    if (!st && rival.expr && cost(samples, rival.expr) <= cost(samples, law->expr))
        *law = rival;
    return st;
}

sx_status sx_law_linear(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
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
    if (!st && ret_law->expr && samples->is_size &&
        sx_imagine_negative(runs, ret_law->expr, runs->p[runs->n - 1]))
        *ret_law = (sx_law) { 0 };
    return st;
}
