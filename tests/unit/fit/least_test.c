/* Least squares and the distribution of Student against certified numbers: NIST's Statistical Reference Datasets,
 * linear (public domain), and GSL. */
#include "base/student.h"
#include "fit/least.h"

#include "tap.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { ROWS = 82 };

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
    double got[12], root[78], square;
    char why[64];
    snprintf(why, sizeof why, "%s", p->name);
    if (!ok(sx_least_squares(p->matrix, p->value, p->n, p->columns, got, root, &square),
            "%s is solved", why))
        return;
    double close = pow(10, -digits), variance = square / (double)(p->n - p->columns);
    for (size_t k = 0; k < p->columns; k++) {
        ok(fabs(got[k] / p->coefficient[k] - 1) < close, "%s: coefficient %zu is %.15g",
           why, k, got[k]);
        double own = 0;
        for (size_t j = k; j < p->columns; j++)
            own += root[j * (j + 1) / 2 + k] * root[j * (j + 1) / 2 + k];
        double deviation = sqrt(variance * own);
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

/* A polynomial of the tenth degree far from 0, whose powers are nearly dependent: what is left of 15 digits are seven. */
static void test_filip(void)
{
    static const double x[82] = {
        -6.860120914, -4.324130045, -4.358625055, -4.358426747, -6.955852379,
        -6.661145254, -6.355462942, -6.118102026, -7.115148017, -6.815308569,
        -6.519993057, -6.204119983, -5.853871964, -6.109523091, -5.79832982,
        -5.482672118, -5.171791386, -4.851705903, -4.517126416, -4.143573228,
        -3.709075441, -3.499489089, -6.300769497, -5.953504836, -5.642065153,
        -5.031376979, -4.680685696, -4.329846955, -3.928486195, -8.56735134,
        -8.363211311, -8.107682739, -7.823908741, -7.522878745, -7.218819279,
        -6.920818754, -6.628932138, -6.323946875, -5.991399828, -8.781464495,
        -8.663140179, -8.473531488, -8.247337057, -7.971428747, -7.676129393,
        -7.352812702, -7.072065318, -6.774174009, -6.478861916, -6.159517513,
        -6.835647144, -6.53165267,  -6.224098421, -5.910094889, -5.598599459,
        -5.290645224, -4.974284616, -4.64454848,  -4.290560426, -3.885055584,
        -3.408378962, -3.13200249,  -8.726767166, -8.66695597,  -8.511026475,
        -8.165388579, -7.886056648, -7.588043762, -7.283412422, -6.995678626,
        -6.691862621, -6.392544977, -6.067374056, -6.684029655, -6.378719832,
        -6.065855188, -5.752272167, -5.132414673, -4.811352704, -4.098269308,
        -3.66174277,  -3.2644011
    };
    problem p = {
        "Filip",
        82,
        11,
        { 0 },
        { 0.8116, 0.9072, 0.9052, 0.9039, 0.8053, 0.8377, 0.8667, 0.8809, 0.7975, 0.8162,
          0.8515, 0.8766, 0.8885, 0.8859, 0.8959, 0.8913, 0.8959, 0.8971, 0.9021, 0.909,
          0.9139, 0.9199, 0.8692, 0.8872, 0.89,   0.891,  0.8977, 0.9035, 0.9078, 0.7675,
          0.7705, 0.7713, 0.7736, 0.7775, 0.7841, 0.7971, 0.8329, 0.8641, 0.8804, 0.7668,
          0.7633, 0.7678, 0.7697, 0.77,   0.7749, 0.7796, 0.7897, 0.8131, 0.8498, 0.8741,
          0.8061, 0.846,  0.8751, 0.8856, 0.8919, 0.8934, 0.894,  0.8957, 0.9047, 0.9129,
          0.9209, 0.9219, 0.7739, 0.7681, 0.7665, 0.7703, 0.7702, 0.7761, 0.7809, 0.7961,
          0.8253, 0.8602, 0.8809, 0.8301, 0.8664, 0.8834, 0.8898, 0.8964, 0.8963, 0.9074,
          0.9119, 0.9228 },
        { -1467.48961422980, -2772.17959193342, -2316.37108160893, -1127.97394098372,
          -354.478233703349, -75.1242017393757, -10.8753180355343, -1.06221498588947,
          -0.670191154593408e-1, -0.246781078275479e-2, -0.402962525080404e-4 },
        { 298.084530995537, 559.779865474950, 466.477572127796, 227.204274477751,
          71.6478660875927, 15.2897178747400, 2.23691159816033, 0.221624321934227,
          0.142363763154724e-1, 0.535617408889821e-3, 0.896632837373868e-5 },
        0.334801051324544e-2
    };
    put_powers(&p, x);
    check(&p, 7);
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
    test_filip();
    test_dependent();
    test_student();
    return tap_done();
}
