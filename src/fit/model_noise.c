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

static double evidence_of_many(double square, double freedom)
{
    return sx_noise_bound(freedom) - freedom / 2 * sx_log(square);
}

/* A sum over sigma in steps of a factor of sqrt 2 / 2, from 1/2 on. */
enum { STEPS = 32 };
static const double STEP = 0.346573590279972654709;

typedef struct steps {
    double value
        [STEPS]; /* of each, as a share of the largest; before weigh_steps its logarithm */
    double most; /* the logarithm of that */
    double all;
} steps;

static void begin_steps(double square, double freedom, steps *ret)
{
    double per_variance = 4; /* 1 / sigma^2, doubled by each step */
    ret->most = -INFINITY;
    for (int k = 0; k < STEPS; k++, per_variance *= 2) {
        ret->value[k] = freedom * (k * STEP + LN2) - square / 2 * per_variance;
        ret->most = fmax(ret->most, ret->value[k]);
    }
}

/* Those that show are next to each other, as the logarithm has one maximum. */
static void weigh_steps(steps *s)
{
    size_t from = STEPS, to = 0;
    for (size_t k = 0; k < STEPS; k++) {
        s->value[k] -= s->most;
        if (!(s->value[k] < NEGLIGIBLE)) {
            from = k < from ? k : from;
            to = k + 1;
        } else {
            s->value[k] = 0;
        }
    }
    if (from < to)
        sx_exp_each(s->value + from, to - from, s->value + from);
    s->all = 0;
    for (size_t k = 0; k < STEPS; k++)
        s->all += s->value[k];
}

static double evidence_of_steps(const steps *s)
{
    return s->most + sx_log(s->all * STEP);
}

/* The variance whose logarithm has the mean and the variance that the steps give it (those of chi-squared: the series of the
 * digamma and trigamma function to two terms). */
static sx_noise of_few(double square, double freedom)
{
    steps s;
    double mean = 0, spread = 0;
    begin_steps(square, freedom, &s);
    weigh_steps(&s);
    for (int k = 0; k < STEPS; k++)
        mean += s.value[k] * -2 * k * STEP;
    mean /= s.all;
    for (int k = 0; k < STEPS; k++)
        spread += s.value[k] / s.all * (-2 * k * STEP - mean) * (-2 * k * STEP - mean);
    double half = (1 + sqrt(1 + 2 * spread)) / (2 * spread);
    double log_variance = mean - 2 * LN2 - 1 / (2 * half) - 1 / (12 * half * half);
    return (sx_noise) { .log_evidence = evidence_of_steps(&s),
                        .variance = sx_exp(log_variance),
                        .freedom = 2 * half };
}

/* What is added to the square, so that it is not 0. */
static double least_square(double freedom)
{
    return fmax(freedom, 1) * SX_NOISE_LEAST;
}

sx_noise sx_noise_of(double square, double freedom)
{
    square += least_square(freedom);
    if (freedom < SX_NOISE_MANY)
        return of_few(square, freedom);
    return (sx_noise) { .log_evidence = evidence_of_many(square, freedom),
                        .variance = square / freedom,
                        .freedom = freedom };
}

double sx_noise_evidence(double square, double freedom, double enough)
{
    static const double log_of_all = 2.41; /* at most, of STEPS * STEP */
    steps s;
    square += least_square(freedom);
    if (freedom >= SX_NOISE_MANY)
        return evidence_of_many(square, freedom);
    begin_steps(square, freedom, &s);
    if (s.most + log_of_all < enough)
        return -INFINITY;
    weigh_steps(&s);
    return evidence_of_steps(&s);
}
