/* Least squares and the distribution of Student against certified numbers: NIST's Statistical Reference Datasets,
 * linear (public domain), and GSL. */
#include "base/student.h"
#include "fit/least.h"

#include "tap.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { ROWS = 40 };

/* Of a fit: columns one after the other, values, and what NIST certifies. */
typedef struct problem {
    const char *name;
    size_t n, columns;
    double matrix[12 * ROWS], value[ROWS];
    double coefficient[12], deviation[12], residual;
} problem;

/* digits: how many of the coefficients' digits must be right, of 15; fewer where columns are nearly dependent. */
static void check(problem *p, double digits)
{
    double got[12], inverse[78], square;
    char why[64];
    snprintf(why, sizeof why, "%s", p->name);
    if (!ok(sx_least_squares(p->matrix, p->value, p->n, p->columns, got, inverse,
                             &square),
            "%s is solved", why))
        return;
    double close = pow(10, -digits), variance = square / (double)(p->n - p->columns);
    for (size_t k = 0; k < p->columns; k++) {
        ok(fabs(got[k] / p->coefficient[k] - 1) < close, "%s: coefficient %zu is %.15g",
           why, k, got[k]);
        double deviation = sqrt(variance * inverse[k * (k + 1) / 2 + k]);
        ok(p->deviation[k] == 0 ? deviation < 1e-6
                                : fabs(deviation / p->deviation[k] - 1) < close,
           "%s: its deviation is %.15g", why, deviation);
    }
    ok(p->residual == 0 ? variance < 1e-12
                        : fabs(sqrt(variance) / p->residual - 1) < close,
       "%s: residuals deviate by %.15g", why, sqrt(variance));
}

static void put_powers(problem *p, const double *x)
{
    for (size_t i = 0; i < p->n; i++) {
        double power = 1;
        for (size_t k = 0; k < p->columns; k++, power *= x[i])
            p->matrix[k * p->n + i] = power;
    }
}

static void test_pontius(void)
{
    static const double y[] = { .11019,  .21956,  .32949,  .43899,  .54803,  .65694,
                                .76562,  .87487,  .98292,  1.09146, 1.20001, 1.30822,
                                1.41599, 1.52399, 1.63194, 1.73947, 1.84646, 1.95392,
                                2.06128, 2.16844, .11052,  .22018,  .32939,  .43886,
                                .54798,  .65739,  .76596,  .87474,  .98300,  1.09150,
                                1.20004, 1.30818, 1.41613, 1.52408, 1.63159, 1.73965,
                                1.84696, 1.95445, 2.06177, 2.16829 };
    double x[40];
    problem p = { "Pontius",
                  40,
                  3,
                  { 0 },
                  { 0 },
                  { 0.673565789473684e-3, 0.732059160401003e-6, -0.316081871345029e-14 },
                  { 0.107938612033077e-3, 0.157817399981659e-9, 0.486652849992036e-16 },
                  0.205177424076185e-3 };
    for (int i = 0; i < 40; i++)
        x[i] = 150000 * (i % 20 + 1);
    put_powers(&p, x);
    memcpy(p.value, y, sizeof y);
    check(&p, 9);
}

static void test_through_origin(void)
{
    problem one = { "NoInt1",
                    11,
                    1,
                    { 0 },
                    { 0 },
                    { 2.07438016528926 },
                    { 0.0165289256198347 },
                    3.56753034006338 };
    for (int i = 0; i < 11; i++) {
        one.matrix[i] = 60 + i;
        one.value[i] = 130 + i;
    }
    check(&one, 13);
    problem two = { "NoInt2",
                    3,
                    1,
                    { 4, 5, 6 },
                    { 3, 4, 4 },
                    { 0.727272727272727 },
                    { 0.0420827318078432 },
                    0.369274472937998 };
    check(&two, 13);
}

static void test_longley(void)
{
    static const double data[16][7] = {
        { 60323, 83.0, 234289, 2356, 1590, 107608, 1947 },
        { 61122, 88.5, 259426, 2325, 1456, 108632, 1948 },
        { 60171, 88.2, 258054, 3682, 1616, 109773, 1949 },
        { 61187, 89.5, 284599, 3351, 1650, 110929, 1950 },
        { 63221, 96.2, 328975, 2099, 3099, 112075, 1951 },
        { 63639, 98.1, 346999, 1932, 3594, 113270, 1952 },
        { 64989, 99.0, 365385, 1870, 3547, 115094, 1953 },
        { 63761, 100.0, 363112, 3578, 3350, 116219, 1954 },
        { 66019, 101.2, 397469, 2904, 3048, 117388, 1955 },
        { 67857, 104.6, 419180, 2822, 2857, 118734, 1956 },
        { 68169, 108.4, 442769, 2936, 2798, 120445, 1957 },
        { 66513, 110.8, 444546, 4681, 2637, 121950, 1958 },
        { 68655, 112.6, 482704, 3813, 2552, 123366, 1959 },
        { 69564, 114.2, 502601, 3931, 2514, 125368, 1960 },
        { 69331, 115.7, 518173, 4806, 2572, 127852, 1961 },
        { 70551, 116.9, 554894, 4007, 2827, 130081, 1962 }
    };
    problem p = {
        "Longley",
        16,
        7,
        { 0 },
        { 0 },
        { -3482258.63459582, 15.0618722713733, -0.358191792925910e-1, -2.02022980381683,
          -1.03322686717359, -0.511041056535807e-1, 1829.15146461355 },
        { 890420.383607373, 84.9149257747669, 0.334910077722432e-1, 0.488399681651699,
          0.214274163161675, 0.226073200069370, 455.478499142212 },
        304.854073561965
    };
    for (int i = 0; i < 16; i++) {
        p.value[i] = data[i][0];
        p.matrix[i] = 1;
        for (int k = 1; k < 7; k++)
            p.matrix[16 * k + i] = data[i][k];
    }
    check(&p, 8);
}

/* Five sets of values of one polynomial of the fifth degree. */
static void test_wampler(void)
{
    static const double off[21] = { 759,   -2048, 2048,  -2048, 2523,  -2048, 2048,
                                    -2048, 1838,  -2048, 2048,  -2048, 1838,  -2048,
                                    2048,  -2048, 2523,  -2048, 2048,  -2048, 759 };
    static const double deviation[6] = { 2152.32624678170, 2363.55173469681,
                                         779.343524331583, 101.475507550350,
                                         5.64566512170752, 0.112324854679312 };
    static const double factor[] = { 0, 0, 1, 100, 10000 };
    for (int set = 0; set < 5; set++) {
        double x[21];
        problem p = { "Wampler", 21,    6,     { 0 },
                      { 0 },     { 0 }, { 0 }, 2360.14502379268 * factor[set] };
        for (int k = 0; k < 6; k++) {
            p.coefficient[k] = set == 1 ? pow(10, -k) : 1;
            p.deviation[k] = deviation[k] * factor[set];
        }
        for (int i = 0; i < 21; i++) {
            double step = set == 1 ? 0.1 : 1, power = 1;
            x[i] = i;
            for (int k = 0; k < 6; k++, power *= i * step)
                p.value[i] += power;
            p.value[i] += factor[set] * off[i];
        }
        put_powers(&p, x);
        check(&p, set < 4 ? 8 : 6);
    }
}

static void test_dependent(void)
{
    double got[2] = { 77, 77 }, square = 77;
    ok(!sx_least_squares((double[]) { 1, 2, 3, 2, 4, 6 }, (double[]) { 1, 2, 4 }, 3, 2,
                         got, NULL, &square) &&
           got[0] == 77,
       "columns that are multiples of each other have no solution");
    ok(!sx_least_squares((double[]) { 1, 2, 3, 2, 4, 6 + 1e-14 }, (double[]) { 1, 2, 4 },
                         3, 2, got, NULL, &square),
       "nor have those that are but for the last digits");
    ok(!sx_least_squares((double[]) { 0, 0 }, (double[]) { 1, 2 }, 2, 1, got, NULL,
                         &square),
       "nor has a column of zeros");
}

/* Relative to the smaller tail: as far as GSL's own tests go. */
static void test_student(void)
{
    int right = 0, all = 0;
    for (double freedom = 0.5; freedom < 300; freedom *= 1.37)
        for (double x = -30; x <= 30; x += 0.77, all++) {
            double want = gsl_cdf_tdist_P(x, freedom), got = sx_student_below(x, freedom);
            right += fabs(got - want) < 1e-10 * fmin(want, 1 - want) + 1e-14;
        }
    is_int(right, all, "probabilities as GSL's");
    right = all = 0;
    for (double freedom = 1; freedom < 300; freedom *= 1.37)
        for (double p = 0.001; p < 1; p += 0.0173, all++) {
            sx_student one = { 1, 0, 1, freedom };
            double want = gsl_cdf_tdist_Pinv(p, freedom);
            right +=
                fabs(sx_student_quantile(&one, 1, p) - want) < 1e-8 * (1 + fabs(want));
        }
    is_int(right, all, "quantiles as GSL's");
}

int main(void)
{
    test_pontius();
    test_through_origin();
    test_longley();
    test_wampler();
    test_dependent();
    test_student();
    return tap_done();
}
