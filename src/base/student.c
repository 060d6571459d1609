#include "base/student.h"

#include "base/elementary.h"

#include <math.h>
#include <stdbool.h>

/* Up to so many degrees of freedom a finite sum is faster than the continued fraction. */
enum { MOST_SUMMED = 100 };

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

/* What the distribution's front factor has of gamma functions. */
static double front_of(double freedom)
{
    double half = freedom / 2;
    return sx_exp(sx_log_gamma(half + 0.5) - sx_log_gamma(half) - sx_log_gamma(0.5));
}

/* The probability of at most x, and its density there. */
typedef struct chance {
    double below, density;
} chance;

/* Of x >= 0, by halving the angle twice. */
static double arc_tangent(double x)
{
    for (int k = 0; k < 2; k++)
        x /= 1 + sqrt(1 + x * x);
    double square = x * x, sum = 0;
    for (int k = 12; k >= 0; k--)
        sum = 1.0 / (2 * k + 1) - sum * square;
    return 4 * x * sum;
}

/* Half of the probability of -x to x for a whole number of degrees of freedom, as a finite sum; y is freedom /
 * (freedom + x^2), sine the root of the rest. */
static double half_within(double x, int freedom, double y, double sine)
{
    double term = 1, sum = freedom > 1;
    for (int k = freedom % 2 ? 3 : 2; k < freedom; k += 2) {
        term *= y * ((k - 1) * (1.0 / k));
        sum += term;
    }
    if (freedom % 2 == 0)
        return sine * sum / 2;
    return (arc_tangent(x / sqrt(freedom)) + sine * sqrt(y) * sum) /
           3.14159265358979323846;
}

static chance student_at(double x, double freedom, double front)
{
    double square = x * x, sum = freedom + square;
    if (isinf(sum))
        return (chance) { x > 0, 0 };
    /* The incomplete beta function of freedom / sum with a and 1/2 is twice the tail. */
    double a = freedom / 2, y = freedom / sum;
    bool whole = freedom <= MOST_SUMMED && freedom == floor(freedom);
    double power =
        front * (whole ? sx_root_power(y, 6 * (int)freedom) : sx_exp(a * sx_log(y)));
    double density = power / sqrt(sum), tail;
    if (whole && square < 16 * freedom)
        tail = 0.5 - half_within(fabs(x), (int)freedom, y, fabs(x) / sqrt(sum));
    else if (y < (a + 1) / (a + 2.5))
        tail = power * fabs(x) / sqrt(sum) * beta_fraction(a, 0.5, y) / freedom;
    else
        tail = 0.5 - power * fabs(x) / sqrt(sum) * beta_fraction(0.5, a, square / sum);
    return (chance) { x > 0 ? 1 - tail : tail, density };
}

double sx_student_below(double x, double freedom)
{
    return student_at(x, freedom, front_of(freedom)).below;
}

static chance mixture_at(const sx_student *part, const double *front, size_t n, double x)
{
    chance sum = { 0, 0 };
    for (size_t i = 0; i < n; i++) {
        double far = x - part[i].location;
        if (part[i].scale > 0) {
            chance c = student_at(far / part[i].scale, part[i].freedom, front[i]);
            sum.below += part[i].weight * c.below;
            sum.density += part[i].weight * c.density / part[i].scale;
        } else {
            sum.below += part[i].weight * (far >= 0);
        }
    }
    return sum;
}

/* Numbers around the quantile, and how far its precision goes. */
typedef struct bracket {
    double low, high, size;
} bracket;

static bracket find_bracket(const sx_student *part, const double *front, size_t n,
                            double want)
{
    bracket b = { INFINITY, -INFINITY, 0 };
    double least = INFINITY, most = -INFINITY, all = 0, freedom = INFINITY;
    for (size_t i = 0; i < n; i++) {
        b.low = fmin(b.low, part[i].location - 4 * part[i].scale);
        b.high = fmax(b.high, part[i].location + 4 * part[i].scale);
        least = fmin(least, part[i].location);
        most = fmax(most, part[i].location);
        b.size = fmax(b.size, part[i].scale);
        all += part[i].weight;
        freedom = fmin(freedom, part[i].freedom);
    }
    b.size = fmax(b.size, (most - least) * 1e-3);
    /* With 2 degrees of freedom 2.9 in a hundred are beyond 4 deviations, with more fewer. */
    if (freedom >= 2 && want > 0.029 * all && want < 0.971 * all && b.size > 0)
        return b;
    double step = b.size;
    for (; step > 0 && step < 1e300 && mixture_at(part, front, n, b.low).below >= want;
         step *= 4)
        b.low -= step;
    for (step = b.size;
         step > 0 && step < 1e300 && mixture_at(part, front, n, b.high).below < want;
         step *= 4)
        b.high += step;
    return b;
}

double sx_student_quantile(const sx_student *part, size_t n, double probability)
{
    enum { PARTS = 64 };
    double front[PARTS], all = 0;
    n = n < PARTS ? n : PARTS;
    for (size_t i = 0; i < n; i++) {
        bool same = i > 0 && part[i].freedom == part[i - 1].freedom;
        front[i] = same ? front[i - 1] : front_of(part[i].freedom);
        all += part[i].weight;
    }
    double want = probability * all;
    bracket b = find_bracket(part, front, n, want);
    double x = part[0].location + (probability < 0.5 ? -1.7 : 1.7) * part[0].scale;
    for (int k = 0; k < 200 && b.high - b.low > 1e-12 * b.size; k++) {
        if (!(x > b.low && x < b.high))
            x = b.low + (b.high - b.low) / 2;
        chance c = mixture_at(part, front, n, x);
        *(c.below < want ? &b.low : &b.high) = x;
        double step = c.density > 0 ? (want - c.below) / c.density : INFINITY;
        if (fabs(step) <= 1e-6 * b.size) /* the next would be its square, or so */
            return x + step;
        x += step;
    }
    return b.low + (b.high - b.low) / 2;
}
