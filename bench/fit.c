/* CPU time of a model of 9 places with 5 repeats each, of what it predicts, and of the published selector; of one
 * repeat, of two parameters. Medians of 9 rounds, the least in parentheses. Fails when a bound is missed. */
#include "fit/fit.h"
#include "fit/curve_fit.h"
#include "fit/model.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { DATASETS = 400, PLACES = 9, REPEATS = 5, POINTS = PLACES * REPEATS, ROUNDS = 9 };

/* Six kinds of laws with 5 % noise. */
typedef struct dataset {
    double at[2 * POINTS], value[POINTS], mean[PLACES];
    sx_model model;
} dataset;

static dataset sets[DATASETS];
static double places[PLACES];

/* Uniform in (0, 1), from splitmix64. */
static double draw(void)
{
    static uint64_t state = 7;
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return ((double)((z ^ (z >> 31)) >> 11) + 0.5) * 0x1p-53;
}

static double law(int kind, double n, double c)
{
    const double terms[] = { 1,           1 + c * n / 100,      1 / n, 1 / n + c / 100,
                             c + log2(n), c + sqrt(n) * log2(n) };
    return terms[kind];
}

static void make(int parameters)
{
    for (int k = 0; k < DATASETS; k++) {
        double c = draw();
        for (int i = 0; i < PLACES; i++) {
            places[i] = 4 << i;
            sets[k].mean[i] = 0;
            for (int j = 0; j < REPEATS; j++) {
                int point = i * REPEATS + j;
                double z = sqrt(-2 * log(draw())) * cos(6.283185307179586 * draw());
                double other = parameters == 2 ? 10 * (1 + j) : 1;
                sets[k].at[point * parameters] = places[i];
                if (parameters == 2)
                    sets[k].at[point * 2 + 1] = other;
                sets[k].value[point] = other * law(k % 6, places[i], c) * (1 + 0.05 * z);
                sets[k].mean[i] += sets[k].value[point] / REPEATS;
            }
        }
    }
}

static void fit_points(size_t parameters, size_t points)
{
    for (int k = 0; k < DATASETS; k++) {
        sx_model_data data = { parameters, points, sets[k].at, sets[k].value };
        if (sx_model_fit(&data, &sets[k].model, NULL) != SX_OK)
            abort();
    }
}

static void fit_one(void)
{
    fit_points(1, POINTS);
}

static void fit_two(void)
{
    fit_points(2, POINTS);
}

static void fit_means(void)
{
    for (int k = 0; k < DATASETS; k++) {
        sx_model_data data = { 1, PLACES, places, sets[k].mean };
        if (sx_model_fit(&data, &sets[k].model, NULL) != SX_OK)
            abort();
    }
}

static void predict(void)
{
    const double at = 65536;
    sx_model_prediction p;
    for (int k = 0; k < DATASETS; k++)
        if (sx_model_predict(&sets[k].model, &at, 0.9, &p, NULL) != SX_OK)
            abort();
}

static void select_paper(void)
{
    for (int k = 0; k < DATASETS; k++) {
        const double *const fields[] = { sets[k].mean };
        sx_curve_data data = { PLACES, 1, places, fields, NULL };
        sx_curve curve;
        if (sx_curve_select_paper(&data, &curve, NULL) != SX_OK)
            abort();
    }
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Prints the time of one of them; true where the bound (in us; 0: none) holds for the least. */
static bool measure(const char *what, void (*work)(void), double bound)
{
    double us[ROUNDS];
    for (int k = 0; k < ROUNDS; k++) {
        double start = now();
        work();
        us[k] = (now() - start) * 1e6 / DATASETS;
    }
    qsort(us, ROUNDS, sizeof *us, by_size);
    printf("%-40s %8.2f us (%.2f)", what, us[ROUNDS / 2], us[0]);
    if (bound > 0)
        printf("  bound %g us%s", bound, us[0] <= bound ? "" : ": missed");
    printf("\n");
    return bound <= 0 || us[0] <= bound;
}

int main(void)
{
    sx_fit_init();
    make(1);
    bool holds = measure("model of 9 places, 5 repeats", fit_one, 50);
    holds &= measure("its prediction at one target", predict, 0);
    holds &= measure("published selector, 9 places", select_paper, 10);
    holds &= measure("model of 9 places, one repeat", fit_means, 0);
    make(2);
    holds &= measure("model of 9 x 5 places, two parameters", fit_two, 0);
    return holds ? 0 : 1;
}
