#include "fit/model_noise.h"

#include "base/elementary.h"
#include "base/student.h"

#include <math.h>

static const double LN2 = 0.693147180559945309417;

/* The logarithm of what no sum shows. */
static const double NEGLIGIBLE = -50;

double sx_noise_bound(double freedom)
{
    double half = freedom / 2;
    return freedom > 0 ? sx_log_gamma(half) + (half - 1) * LN2 : INFINITY;
}

static sx_noise of_many(double square, double freedom)
{
    return (sx_noise) { .log_evidence =
                            sx_noise_bound(freedom) - freedom / 2 * sx_log(square),
                        .variance = square / freedom,
                        .freedom = freedom };
}

/* By a sum over sigma in steps of a factor of sqrt 2 / 2; then the variance whose logarithm has the same mean and
 * variance (those of chi-squared: the series of the digamma and trigamma function to two terms). */
static sx_noise of_few(double square, double freedom)
{
    enum { STEPS = 32 };
    const double step = 0.346573590279972654709;
    double value[STEPS], most = -INFINITY, all = 0, mean = 0, spread = 0;
    double per_variance = 4; /* 1 / sigma^2, doubled by each step */
    for (int k = 0; k < STEPS; k++, per_variance *= 2) {
        value[k] = freedom * (k * step + LN2) - square / 2 * per_variance;
        most = fmax(most, value[k]);
    }
    for (int k = 0; k < STEPS; k++) {
        value[k] = value[k] - most < NEGLIGIBLE ? 0 : sx_exp(value[k] - most);
        all += value[k];
        mean += value[k] * -2 * k * step;
    }
    mean /= all;
    for (int k = 0; k < STEPS; k++)
        spread += value[k] / all * (-2 * k * step - mean) * (-2 * k * step - mean);
    double half = (1 + sqrt(1 + 2 * spread)) / (2 * spread);
    double log_variance = mean - 2 * LN2 - 1 / (2 * half) - 1 / (12 * half * half);
    return (sx_noise) { .log_evidence = most + sx_log(all * step),
                        .variance = sx_exp(log_variance),
                        .freedom = 2 * half };
}

sx_noise sx_noise_of(double square, double freedom)
{
    square += fmax(freedom, 1) * SX_NOISE_LEAST;
    return freedom >= SX_NOISE_MANY ? of_many(square, freedom) : of_few(square, freedom);
}
