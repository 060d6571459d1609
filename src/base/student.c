#include "base/student.h"

#include "base/elementary.h"

#include <math.h>

double sx_log_gamma(double x)
{
    /* Stirling's series, from 10 on exact to the last places. */
    double shift = 1;
    for (; x < 10; x++)
        shift *= x;
    double r = 1 / (x * x);
    double series =
        (1.0 / 12 - r * (1.0 / 360 - r * (1.0 / 1260 - r * (1.0 / 1680 - r / 1188)))) / x;
    return (x - 0.5) * sx_log(x) - x + 0.918938533204672741780 + series - sx_log(shift);
}

/* The continued fraction of the incomplete beta function, by Lentz's method; x < (a + 1) / (a + b + 2). */
static double beta_fraction(double a, double b, double x)
{
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / d;
    double h = d;
    for (int m = 1; m < 300; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 / (1 + even * d);
        c = 1 + even / c;
        h *= d * c;
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / (1 + odd * d);
        c = 1 + odd / c;
        double step = d * c;
        h *= step;
        if (fabs(step - 1) < 1e-15)
            break;
    }
    return h;
}

/* The incomplete beta function I_x(a, b); y = 1 - x. */
static double beta_share(double a, double b, double x, double y)
{
    if (x <= 0)
        return 0;
    if (y <= 0)
        return 1;
    double front = sx_exp(sx_log_gamma(a + b) - sx_log_gamma(a) - sx_log_gamma(b) +
                          a * sx_log(x) + b * sx_log(y));
    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, y) / b;
}

double sx_student_below(double x, double freedom)
{
    if (isinf(x))
        return x > 0;
    double square = x * x, sum = freedom + square;
    double tail =
        isinf(sum) ? 0 : beta_share(freedom / 2, 0.5, freedom / sum, square / sum) / 2;
    return x > 0 ? 1 - tail : tail;
}

static double mixture_below(const sx_student *part, size_t n, double x)
{
    double below = 0, all = 0;
    for (size_t i = 0; i < n; i++) {
        double far = x - part[i].location;
        double share = part[i].scale > 0
                           ? sx_student_below(far / part[i].scale, part[i].freedom)
                           : far >= 0;
        below += part[i].weight * share;
        all += part[i].weight;
    }
    return below / all;
}

double sx_student_quantile(const sx_student *part, size_t n, double probability)
{
    double low = INFINITY, high = -INFINITY, width = 0;
    for (size_t i = 0; i < n; i++) {
        low = fmin(low, part[i].location);
        high = fmax(high, part[i].location);
        width = fmax(width, part[i].scale);
    }
    double size = fmax(width, (high - low) * 1e-3);
    if (size == 0)
        return low;
    double step = size;
    for (; mixture_below(part, n, low) >= probability && step < 1e300; step *= 2)
        low -= step;
    for (step = size; mixture_below(part, n, high) < probability && step < 1e300;
         step *= 2)
        high += step;
    for (int k = 0; k < 200 && high - low > 1e-12 * size; k++) {
        double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        if (mixture_below(part, n, middle) < probability)
            low = middle;
        else
            high = middle;
    }
    return low + (high - low) / 2;
}
