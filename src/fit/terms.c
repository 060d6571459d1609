#include "fit/terms.h"

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
    __extension__ typedef __int128 wide;
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
    __extension__ typedef __int128 wide;
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
