#include "fit/linear.h"

#include "base/checked.h"
#include "fit/echelon.h"
#include "fit/modular.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Scaled numerators are below 2^53, basis values at most 2^63, columns below 2^6: sums
 * stay below 2^122, so that 128 bits need no checks. */
static const int64_t LIMIT = (int64_t)1 << 53;

typedef struct workspace {
    const sx_linear_system *system;
    uint32_t groups; /* at least 1 */
    sx_echelon *group[SX_LINEAR_GROUPS]; /* rows (basis, value) of one group */
    sx_echelon *all; /* of all groups */
    size_t pivot[SX_LINEAR_COLUMNS]; /* pivot columns, ascending; rank of them */
    double *matrix, *right; /* rank x rank, rank x (1 + nullity) */
} workspace;

static const int64_t *basis_row(const sx_linear_system *s, size_t sample)
{
    return s->basis + sample * s->columns;
}

static sx_status check(const sx_linear_system *s, sx_error *err)
{
    size_t cells, bytes;
    if (s->samples == 0 || s->columns == 0 || s->columns > SX_LINEAR_COLUMNS)
        return sx_fail(err, SX_INVALID,
                       "a coefficient system of %zu samples, %zu columns", s->samples,
                       s->columns);
    if (s->groups > SX_LINEAR_GROUPS || (s->groups && !s->group))
        return sx_fail(err, SX_INVALID, "a coefficient system of %u groups", s->groups);
    if (sx_mul_overflows(s->samples, s->columns, &cells) ||
        sx_mul_overflows(cells, sizeof(int64_t), &bytes) ||
        sx_mul_overflows(s->targets, s->columns, &cells))
        return sx_fail(err, SX_LIMIT, "a coefficient system of %zu samples", s->samples);
    for (size_t i = 0; s->groups && i < s->samples; i++)
        if (s->group[i] >= s->groups)
            return sx_fail(err, SX_INVALID, "sample %zu is of group %u of %u", i,
                           s->group[i], s->groups);
    return SX_OK;
}

static void finish(workspace *w)
{
    for (size_t g = 0; g < SX_LINEAR_GROUPS; g++)
        sx_echelon_destroy(w->group[g]);
    sx_echelon_destroy(w->all);
    free(w->matrix);
    free(w->right);
}

static sx_status init(workspace *w, const sx_linear_system *s, sx_error *err)
{
    *w = (workspace) { .system = s, .groups = s->groups ? s->groups : 1 };
    w->all = sx_echelon_create(s->columns + 1);
    bool done = w->all != NULL;
    for (size_t g = 0; g < w->groups && done; g++)
        done = (w->group[g] = sx_echelon_create(s->columns + 1)) != NULL;
    return done ? SX_OK : sx_fail(err, SX_NOMEM, "no memory for a coefficient system");
}

/* Adds a sample as the row (basis, value). False when it contradicts those before: the
 * value then is a pivot, that is, independent of the basis. */
static bool add(sx_echelon *e, const sx_linear_system *s, size_t sample)
{
    int64_t row[SX_LINEAR_COLUMNS + 1];
    memcpy(row, basis_row(s, sample), s->columns * sizeof *row);
    row[s->columns] = s->value[sample];
    return !sx_echelon_add(e, row, sample) || e->lead[e->rank - 1] != s->columns;
}

static bool repeats(const sx_linear_system *s, size_t i)
{
    return i > 0 && s->value[i] == s->value[i - 1] &&
           (s->groups == 0 || s->group[i] == s->group[i - 1]) &&
           memcmp(basis_row(s, i), basis_row(s, i - 1), s->columns * sizeof *s->basis) ==
               0;
}

static int ascending(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/* The independent rows of every group, then of all together. False: *ret_sample
 * contradicts. */
static bool eliminate(workspace *w, size_t *ret_sample)
{
    const sx_linear_system *s = w->system;
    for (size_t i = 0; i < s->samples; i++)
        if (!repeats(s, i) && !add(w->group[s->groups ? s->group[i] : 0], s, i)) {
            *ret_sample = i;
            return false;
        }
    size_t source[SX_LINEAR_GROUPS * SX_LINEAR_COLUMNS], n = 0;
    for (size_t g = 0; g < w->groups; g++)
        for (size_t i = 0; i < w->group[g]->rank; i++)
            source[n++] = w->group[g]->source[i];
    qsort(source, n, sizeof *source, ascending);
    for (size_t i = 0; i < n; i++)
        if (!add(w->all, s, source[i])) {
            *ret_sample = source[i];
            return false;
        }
    memcpy(w->pivot, w->all->lead, w->all->rank * sizeof *w->pivot);
    qsort(w->pivot, w->all->rank, sizeof *w->pivot, ascending);
    return true;
}

/* The power of two that brings the largest of the pivot rows' entries in the column to
 * [0.5, 1). */
static double column_scale(const workspace *w, size_t column)
{
    double largest = 0;
    for (size_t i = 0; i < w->all->rank; i++) {
        double x = fabs((double)basis_row(w->system, w->all->source[i])[column]);
        largest = x > largest ? x : largest;
    }
    int exponent;
    frexp(largest, &exponent);
    return largest > 0 ? ldexp(1, -exponent) : 1;
}

/* Solves, in floating point, for the value (column 0 of w->right) and for every free
 * column. */
static sx_status propose(workspace *w, const sx_linear_solution *sol, sx_error *err)
{
    size_t r = sol->rank, rhs = 1 + sol->nullity;
    w->matrix = calloc(r * r + 1, sizeof *w->matrix);
    w->right = calloc(r * rhs + 1, sizeof *w->right);
    if (!w->matrix || !w->right)
        return sx_fail(err, SX_NOMEM, "no memory for a coefficient system");
    if (r == 0)
        return SX_OK;
    double scale[SX_LINEAR_COLUMNS];
    for (size_t k = 0; k < r; k++)
        scale[k] = column_scale(w, w->pivot[k]);
    for (size_t i = 0; i < r; i++) {
        size_t sample = w->all->source[i];
        const int64_t *row = basis_row(w->system, sample);
        for (size_t k = 0; k < r; k++)
            w->matrix[i * r + k] = (double)row[w->pivot[k]] * scale[k];
        w->right[i * rhs] = (double)w->system->value[sample];
        for (size_t k = 0; k < sol->nullity; k++)
            w->right[i * rhs + 1 + k] = -(double)row[sol->free_column[k]];
    }
    lapack_int row_of[SX_LINEAR_COLUMNS];
    /* What a (numerically) singular matrix leaves behind is no worse than any other wrong
     * proposal, all of which are checked. */
    (void)LAPACKE_dgesv(LAPACK_ROW_MAJOR, (lapack_int)r, (lapack_int)rhs, w->matrix,
                        (lapack_int)r, row_of, w->right, (lapack_int)rhs);
    for (size_t k = 0; k < r; k++)
        for (size_t j = 0; j < rhs; j++)
            w->right[k * rhs + j] *= scale[k];
    return SX_OK;
}

/* The rational of that residue: the one floating point proposes, else the small one. */
static bool resolve(double proposed, uint64_t residue, sx_rational *ret)
{
    sx_rational q;
    double tolerance = 1e-9 * fmax(1, fabs(proposed)); /* the residue decides, not this */
    if (sx_rational_near(proposed, (1 << 30) - 1, tolerance, &q) && q.num < LIMIT &&
        q.num > -LIMIT &&
        sx_modular_mul(residue, sx_modular_from(q.den)) == sx_modular_from(q.num)) {
        *ret = q;
        return true;
    }
    return sx_modular_rational(residue, ret);
}

/* The vector times the least common denominator. False when that is too large. */
static bool scale_to_integers(const sx_rational *vector, size_t n, int64_t *ret_scaled,
                              int64_t *ret_factor)
{
    int64_t factor = 1;
    for (size_t j = 0; j < n; j++)
        if (vector[j].den != 1 &&
            (sx_mul_overflows(factor, vector[j].den / sx_gcd(factor, vector[j].den),
                              &factor) ||
             factor >= LIMIT))
            return false;
    for (size_t j = 0; j < n; j++)
        if (sx_mul_overflows(vector[j].num, factor / vector[j].den, &ret_scaled[j]) ||
            ret_scaled[j] >= LIMIT || ret_scaled[j] <= -LIMIT)
            return false;
    *ret_factor = factor;
    return true;
}

static sx_int128 dot(const int64_t *scaled, const int64_t *row, size_t n)
{
    sx_int128 sum = 0;
    for (size_t j = 0; j < n; j++)
        sum += (sx_int128)scaled[j] * row[j];
    return sum;
}

/* Turns the proposals into rationals. False when some are too large. */
static bool make_vectors(const workspace *w, sx_linear_solution *sol)
{
    size_t n = sol->columns, rhs = 1 + sol->nullity;
    for (size_t j = 0; j < n; j++)
        sol->coefficient[j] = (sx_rational) { 0, 1 };
    for (size_t k = 0; k < sol->nullity; k++)
        for (size_t j = 0; j < n; j++)
            sol->null_vector[k * n + j] = (sx_rational) { j == sol->free_column[k], 1 };
    for (size_t i = 0; i < sol->rank; i++) {
        const uint64_t *row = sx_echelon_row(w->all, w->pivot[i]);
        if (!resolve(w->right[i * rhs], row[n], &sol->coefficient[w->pivot[i]]))
            return false;
        for (size_t k = 0; k < sol->nullity; k++)
            if (!resolve(w->right[i * rhs + 1 + k],
                         sx_modular_sub(0, row[sol->free_column[k]]),
                         &sol->null_vector[k * n + w->pivot[i]]))
                return false;
    }
    return true;
}

/* Verifies the pivot samples, which makes the vectors the true ones, then all others. */
static void verify(const workspace *w, sx_linear_solution *sol)
{
    const sx_linear_system *s = w->system;
    size_t n = s->columns, vectors = 1 + sol->nullity;
    int64_t scaled[SX_LINEAR_COLUMNS + 1][SX_LINEAR_COLUMNS],
        factor[SX_LINEAR_COLUMNS + 1];
    sol->outcome = SX_LINEAR_TOO_LARGE;
    for (size_t k = 0; k < vectors; k++)
        if (!scale_to_integers(k ? sol->null_vector + (k - 1) * n : sol->coefficient, n,
                               scaled[k], &factor[k]))
            return;
    for (size_t i = 0; i < sol->rank + s->samples; i++) {
        size_t sample = i < sol->rank ? w->all->source[i] : i - sol->rank;
        if (i >= sol->rank && repeats(s, sample))
            continue;
        const int64_t *row = basis_row(s, sample);
        for (size_t k = 1; k < vectors; k++)
            if (dot(scaled[k], row, n) != 0)
                return;
        if (dot(scaled[0], row, n) != (sx_int128)factor[0] * s->value[sample]) {
            /* Only a difference that is a multiple of the prime comes this far. */
            sol->outcome = i < sol->rank ? SX_LINEAR_TOO_LARGE : SX_LINEAR_CONTRADICTION;
            sol->contradiction = sample;
            return;
        }
    }
    sol->outcome = SX_LINEAR_SOLVED;
}

/* The others determine the group's samples if they span as much without the group. */
static sx_status predict(const workspace *w, sx_linear_solution *sol, sx_error *err)
{
    for (size_t g = 0; g < w->system->groups; g++) {
        sx_echelon *others = sx_echelon_create(sol->columns);
        if (!others)
            return sx_fail(err, SX_NOMEM, "no memory for a coefficient system");
        for (size_t h = 0; h < w->groups && others->rank < sol->rank; h++)
            for (size_t i = 0; h != g && i < w->group[h]->rank; i++)
                sx_echelon_add(others, basis_row(w->system, w->group[h]->source[i]), i);
        sol->predicted[g] = others->rank == sol->rank;
        sx_echelon_destroy(others);
    }
    return SX_OK;
}

static bool allocate(sx_arena *arena, const workspace *w, sx_linear_solution *sol)
{
    const sx_linear_system *s = w->system;
    sol->coefficient = SX_NEW_ARRAY(arena, sx_rational, s->columns);
    sol->free_column = SX_NEW_ARRAY(arena, size_t, sol->nullity);
    sol->null_vector = SX_NEW_ARRAY(arena, sx_rational, sol->nullity * s->columns);
    sol->open_at = SX_NEW_ARRAY(arena, uint64_t, s->targets);
    sol->predicted = SX_NEW_ARRAY(arena, bool, s->groups);
    if (!sol->coefficient || !sol->free_column || !sol->null_vector || !sol->open_at ||
        !sol->predicted)
        return false;
    for (size_t j = 0, i = 0, k = 0; j < s->columns; j++)
        if (i < sol->rank && w->pivot[i] == j)
            i++;
        else
            sol->free_column[k++] = j;
    return true;
}

static sx_status solve(sx_arena *arena, workspace *w, sx_linear_solution *sol,
                       sx_error *err)
{
    sol->columns = w->system->columns;
    if (!eliminate(w, &sol->contradiction)) {
        sol->outcome = SX_LINEAR_CONTRADICTION;
        return SX_OK;
    }
    sol->rank = w->all->rank;
    sol->nullity = sol->columns - sol->rank;
    if (!allocate(arena, w, sol))
        return sx_fail(err, SX_NOMEM, "no memory for a coefficient system");
    sx_status status = propose(w, sol, err);
    if (status)
        return status;
    sol->outcome = SX_LINEAR_TOO_LARGE;
    if (make_vectors(w, sol))
        verify(w, sol);
    if (sol->outcome != SX_LINEAR_SOLVED)
        return SX_OK;
    for (size_t t = 0; t < w->system->targets; t++)
        sol->open_at[t] = sx_linear_open(sol, w->system->target + t * sol->columns);
    return predict(w, sol, err);
}

sx_status sx_linear_solve(sx_arena *arena, const sx_linear_system *system,
                          sx_linear_solution *ret, sx_error *err)
{
    sx_linear_solution sol = { 0 };
    sx_status status = check(system, err);
    if (status)
        return status;
    workspace w;
    status = init(&w, system, err);
    if (!status)
        status = solve(arena, &w, &sol, err);
    finish(&w);
    if (!status)
        *ret = sol;
    return status;
}

bool sx_linear_at(const sx_linear_solution *sol, const int64_t *row, int64_t *ret_value)
{
    int64_t scaled[SX_LINEAR_COLUMNS], factor;
    if (!scale_to_integers(sol->coefficient, sol->columns, scaled, &factor))
        return false;
    sx_int128 sum = dot(scaled, row, sol->columns);
    if (sum % factor != 0 || sum / factor > INT64_MAX || sum / factor < INT64_MIN)
        return false;
    *ret_value = (int64_t)(sum / factor);
    return true;
}

/* Null vector k times the row, times a positive constant of k. */
static sx_int128 null_at(const sx_linear_solution *sol, size_t k, const int64_t *row)
{
    int64_t scaled[SX_LINEAR_COLUMNS], factor;
    bool fits = scale_to_integers(sol->null_vector + k * sol->columns, sol->columns,
                                  scaled, &factor);
    return fits ? dot(scaled, row, sol->columns) : 1; /* verified solutions fit */
}

uint64_t sx_linear_open(const sx_linear_solution *sol, const int64_t *row)
{
    uint64_t open = 0;
    for (size_t k = 0; k < sol->nullity; k++)
        if (null_at(sol, k, row) != 0)
            open |= (uint64_t)1 << k;
    return open;
}

bool sx_linear_cured(const sx_linear_solution *sol, const int64_t *extra, size_t n,
                     const int64_t *target)
{
    /* In the coordinates of the null space the samples are 0: the extra rows must span
     * the target. */
    if (sx_linear_open(sol, target) == 0)
        return true;
    sx_echelon *e = sx_echelon_create(sol->nullity);
    if (!e)
        return false;
    int64_t image[SX_LINEAR_COLUMNS];
    for (size_t i = 0; i <= n; i++) {
        const int64_t *row = i < n ? extra + i * sol->columns : target;
        for (size_t k = 0; k < sol->nullity; k++) {
            sx_int128 x = null_at(sol, k, row) % (sx_int128)SX_PRIME;
            image[k] = (int64_t)x;
        }
        if (sx_echelon_add(e, image, i) && i == n) {
            sx_echelon_destroy(e);
            return false;
        }
    }
    sx_echelon_destroy(e);
    return true;
}
