#include "fit/least.h"

#include <math.h>

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* v less its reflection at the plane that u is normal to; square: u.u / 2. */
static void reflect(const double *u, double half, double *v, size_t n)
{
    double factor = dot(u, v, n) / half;
    for (size_t i = 0; i < n; i++)
        v[i] -= factor * u[i];
}

/* The inverse of the upper triangle r, into `ret`. */
static void invert(double r[][SX_LEAST_COLUMNS], size_t columns,
                   double ret[][SX_LEAST_COLUMNS])
{
    for (size_t j = 0; j < columns; j++)
        for (size_t i = j + 1; i-- > 0;) {
            double sum = i == j;
            for (size_t k = i + 1; k <= j; k++)
                sum -= r[i][k] * ret[k][j];
            ret[i][j] = sum / r[i][i];
        }
}

bool sx_least_squares(double *matrix, double *value, size_t n, size_t columns,
                      double *ret_coefficient, double *ret_root, double *ret_square)
{
    double r[SX_LEAST_COLUMNS][SX_LEAST_COLUMNS] = { { 0 } };
    double scale[SX_LEAST_COLUMNS];
    for (size_t k = 0; k < columns; k++) {
        double *column = matrix + k * n;
        scale[k] = sqrt(dot(column, column, n));
        if (!(scale[k] > 0) || isinf(scale[k]))
            return false;
        for (size_t i = 0; i < n; i++)
            column[i] /= scale[k];
    }
    for (size_t k = 0; k < columns; k++) {
        double *u = matrix + k * n + k, length = sqrt(dot(u, u, n - k));
        if (!(length > 1e-13))
            return false;
        r[k][k] = u[0] > 0 ? -length : length;
        u[0] -= r[k][k];
        double half = dot(u, u, n - k) / 2;
        for (size_t j = k + 1; j < columns; j++) {
            reflect(u, half, matrix + j * n + k, n - k);
            r[k][j] = matrix[j * n + k];
        }
        reflect(u, half, value + k, n - k);
    }
    double coefficient[SX_LEAST_COLUMNS];
    for (size_t i = columns; i-- > 0;) {
        double sum = value[i];
        for (size_t k = i + 1; k < columns; k++)
            sum -= r[i][k] * coefficient[k];
        coefficient[i] = sum / r[i][i];
    }
    for (size_t k = 0; k < columns; k++)
        ret_coefficient[k] = coefficient[k] / scale[k];
    *ret_square = dot(value + columns, value + columns, n - columns);
    if (!ret_root)
        return true;
    double inverse[SX_LEAST_COLUMNS][SX_LEAST_COLUMNS];
    invert(r, columns, inverse);
    for (size_t k = 0, c = 0; k < columns; k++)
        for (size_t i = 0; i <= k; i++, c++)
            ret_root[c] = copysign(1, inverse[k][k]) * inverse[i][k] / scale[i];
    return true;
}
