#include "base/student.h"

#include "base/elementary.h"

#include <math.h>
#include <stdbool.h>

/* Up to so many degrees of freedom a finite sum is faster than the continued fraction. */
enum { MOST_SUMMED = 100 };

/* Of a mixture, so many count. */
enum { PARTS = 64 };

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

/* A number of deviations from the middle of a distribution, and what is asked for about it. */
typedef struct place {
    double x, freedom, front, square, sum; /* x^2, and freedom + x^2 */
    double y; /* freedom / sum */
    bool whole; /* a finite sum may do */
    double power; /* front * y^(freedom / 2) */
} place;

static place place_of(double x, double freedom, double front)
{
    const double square = x * x, sum = freedom + square;
    return (place) { .x = x,
                     .freedom = freedom,
                     .front = front,
                     .square = square,
                     .sum = sum,
                     .y = freedom / sum,
                     .whole = freedom <= MOST_SUMMED && freedom == floor(freedom) };
}

/* The powers of all of n, at most PARTS. */
static void raise(place *at, size_t n)
{
    double power[PARTS] = { 0 };
    size_t which[PARTS], some = 0;
    for (size_t i = 0; i < n; i++)
        if (at[i].whole) {
            at[i].power = at[i].front * sx_root_power(at[i].y, 6 * (int)at[i].freedom);
        } else {
            power[some] = at[i].freedom / 2 * sx_log(at[i].y);
            which[some++] = i;
        }
    sx_exp_each(power, some, power);
    for (size_t k = 0; k < some; k++)
        at[which[k]].power = at[which[k]].front * power[k];
}

static chance student_at(const place *at)
{
    if (isinf(at->sum))
        return (chance) { at->x > 0, 0 };
    /* The incomplete beta function of y with a and 1/2 is twice the tail. */
    const double a = at->freedom / 2, root = sqrt(at->sum), far = fabs(at->x);
    double tail;
    if (at->whole && at->square < 16 * at->freedom)
        tail = 0.5 - half_within(far, (int)at->freedom, at->y, far / root);
    else if (at->y < (a + 1) / (a + 2.5))
        tail = at->power * far / root * beta_fraction(a, 0.5, at->y) / at->freedom;
    else
        tail = 0.5 - at->power * far / root * beta_fraction(0.5, a, at->square / at->sum);
    return (chance) { at->x > 0 ? 1 - tail : tail, at->power / root };
}

double sx_student_below(double x, double freedom)
{
    place at = place_of(x, freedom, front_of(freedom));
    raise(&at, 1);
    return student_at(&at).below;
}

static chance mixture_at(const sx_student *part, const double *front, size_t n, double x)
{
    chance sum = { 0, 0 };
    place at[PARTS];
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        if (part[i].scale > 0)
            at[k++] = place_of((x - part[i].location) / part[i].scale, part[i].freedom,
                               front[i]);
    raise(at, k);
    k = 0;
    for (size_t i = 0; i < n; i++) {
        if (part[i].scale > 0) {
            chance c = student_at(&at[k++]);
            sum.below += part[i].weight * c.below;
            sum.density += part[i].weight * c.density / part[i].scale;
        } else {
            sum.below += part[i].weight * (x - part[i].location >= 0);
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
    double front[PARTS], all = 0;
    n = n < PARTS ? n : PARTS;
    for (size_t i = 0; i < n; i++) {
        size_t same = 0;
        while (same < i && part[same].freedom != part[i].freedom)
            same++;
        front[i] = same < i ? front[same] : front_of(part[i].freedom);
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
