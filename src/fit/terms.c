#include "fit/terms.h"

__extension__ typedef __int128 wide;

/* The differences to the first row, in threes, are vectors, of which value's must be a sum of multiples of
 * x's and y's. */
static void steps(const int64_t at[SX_TERMS_ROWS], int64_t step[SX_TERMS_ROWS - 1])
{
    for (int i = 1; i < SX_TERMS_ROWS; i++)
        step[i - 1] = at[i] - at[0];
}

static bool is_zero(const int64_t a[3])
{
    return (a[0] | a[1] | a[2]) == 0;
}

static bool is_multiple(const int64_t a[3], const int64_t of[3])
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        if ((wide)a[i] * of[j] != (wide)a[j] * of[i])
            return false;
    }
    return !is_zero(of) || is_zero(a);
}

sx_terms_screen sx_terms_screen_of(const int64_t value[SX_TERMS_ROWS],
                                   const int64_t x[SX_TERMS_ROWS])
{
    sx_terms_screen screen;
    steps(value, screen.value);
    steps(x, screen.x);
    for (int t = 0; t < SX_TERMS_ROWS - 1; t += 3)
        for (int i = 0; i < 3; i++) {
            int j = t + (i + 1) % 3, k = t + (i + 2) % 3;
            screen.normal[t + i] = (uint64_t)screen.value[j] * (uint64_t)screen.x[k] -
                                   (uint64_t)screen.value[k] * (uint64_t)screen.x[j];
        }
    return screen;
}

/* Can the value not be made of x and y in triple t? At first by the product of all three, modulo 2^64,
 * which is 0 when it can. */
static bool refuted_by(const sx_terms_screen *screen, int t, const int64_t y[3])
{
    const int64_t *value = &screen->value[t], *x = &screen->x[t];
    const uint64_t *n = &screen->normal[t];
    if (n[0] * (uint64_t)y[0] + n[1] * (uint64_t)y[1] + n[2] * (uint64_t)y[2] != 0)
        return true;
    if (is_zero(x))
        return !is_multiple(value, y);
    return is_multiple(y, x) && !is_multiple(value, x);
}

bool sx_terms_refuted(const sx_terms_screen *screen, const int64_t y[SX_TERMS_ROWS])
{
    int64_t step[SX_TERMS_ROWS - 1] = { 0 };
    if (y)
        steps(y, step);
    for (int t = 0; t < SX_TERMS_ROWS - 1; t += 3)
        if (refuted_by(screen, t, &step[t]))
            return true;
    return false;
}

bool sx_terms_fit(const int64_t *value, const int64_t *x, const int64_t *y, size_t n)
{
    size_t i = 1, j;
    for (; i < n && x[i] == x[0] && (!y || y[i] == y[0]); i++)
        if (value[i] != value[0])
            return false;
    if (i == n)
        return false; /* nothing but the constant */
    wide dx = x[i] - x[0], dy = y ? y[i] - y[0] : 0, dv = value[i] - value[0], det = 0;
    for (j = i + 1; y && j < n && det == 0; j++)
        det = dx * (y[j] - y[0]) - dy * (x[j] - x[0]);
    wide na, nb = 0;
    if (y && det == 0)
        return false; /* one of the two would do */
    if (y) {
        j--;
        wide ex = x[j] - x[0], ey = y[j] - y[0], ev = value[j] - value[0];
        na = dv * ey - ev * dy;
        nb = dx * ev - ex * dv;
    } else {
        na = dv;
        det = dx;
    }
    if (!y && det == 0)
        return false;
    for (size_t k = 1; k < n; k++)
        if (det * (value[k] - value[0]) !=
            na * (x[k] - x[0]) + (y ? nb * (y[k] - y[0]) : 0))
            return false;
    return na != 0 && (!y || nb != 0);
}

/* A row, relative to the first. */
typedef struct row {
    int64_t at[3], value;
} row;

static row row_at(const int64_t *value, const int64_t *const column[3], size_t i)
{
    row r = { .value = value[i] - value[0] };
    for (int c = 0; c < 3; c++)
        r.at[c] = column[c][i] - column[c][0];
    return r;
}

static wide minor(const row *r, const row *s, int c)
{
    return (wide)r->at[c] * s->at[(c + 1) % 3] - (wide)r->at[(c + 1) % 3] * s->at[c];
}

static wide determinant(const row r[3])
{
    return r[2].at[2] * minor(&r[0], &r[1], 0) + r[2].at[0] * minor(&r[0], &r[1], 1) +
           r[2].at[1] * minor(&r[0], &r[1], 2);
}

/* Is it no combination of the rows so far? */
static bool is_new(const row r[3], size_t known)
{
    if (known == 0)
        return !is_zero(r[0].at);
    if (known == 1)
        return minor(&r[0], &r[1], 0) || minor(&r[0], &r[1], 1) || minor(&r[0], &r[1], 2);
    return determinant(r) != 0;
}

bool sx_terms_fit_three(const int64_t *value, const int64_t *const column[3], size_t n)
{
    const int64_t largest = INT64_C(1) << 20;
    row r[3];
    size_t known = 0;
    for (size_t i = 0; i < n && known < 3; i++) {
        r[known] = row_at(value, column, i);
        for (int c = 0; c < 3; c++)
            if (column[c][i] > largest || column[c][i] < -largest)
                return false;
        known += is_new(r, known);
    }
    if (known < 3)
        return false;
    wide factor[3]; /* times the determinant */
    for (int c = 0; c < 3; c++) {
        row other[3] = { r[0], r[1], r[2] };
        for (int k = 0; k < 3; k++)
            other[k].at[c] = r[k].value;
        factor[c] = determinant(other);
        if (factor[c] == 0)
            return false;
    }
    const wide all = determinant(r);
    for (size_t i = 1; i < n; i++) {
        const row here = row_at(value, column, i);
        if (all * here.value !=
            factor[0] * here.at[0] + factor[1] * here.at[1] + factor[2] * here.at[2])
            return false;
    }
    return true;
}
