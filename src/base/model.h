/* A statistical model of a measured value in some parameters (ranks, size of the problem ..), as it is kept
 * and evaluated without the data: several forms, each a sum of few terms with the covariance of its
 * coefficients, and a weight that says how much speaks for it. Which forms, and how heavy, is the business of
 * src/fit; what a prediction means is said here.
 *
 * The value of a model is that of its first form, the one that its formula shows: where several say nearly as much, and
 * their mean is nearest to all of them, it is that mean, which takes no part in intervals (its weight is 0). Its intervals are quantiles of
 * the mixture of the Student distributions of all forms, so that what the data leave open about
 * the form is in them. Nothing here depends on units: values in other units scale coefficients alone. */
#ifndef SX_BASE_MODEL_H
#define SX_BASE_MODEL_H

#include "base/buffer.h"
#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

enum {
    SX_MODEL_PARAMETERS = 4,
    SX_MODEL_TERMS = 4, /* of a form */
    SX_MODEL_FORMS = 24,
    SX_MODEL_ROOTS = SX_MODEL_TERMS * (SX_MODEL_TERMS + 1) / 2
};

/* The product over the parameters p of p^(power/12) log2(p)^log; all 0: the constant 1. Terms of segmented forms are
 * 0 outside from <= (first parameter) < to; both 0: everywhere. */
typedef struct sx_model_term {
    int8_t power[SX_MODEL_PARAMETERS], log[SX_MODEL_PARAMETERS];
    double from, to;
} sx_model_term;

/* A sum of terms. `freedom` are the degrees of freedom of its noise; root is an upper triangle whose product with its own transpose is
 * the covariance of the coefficients, column by column (00, 01, 11, 02 ..), so that no rounding makes a variance
 * negative; `factor` the standard deviation of a factor of the whole beside that. noise is the standard deviation of one run relative to the
 * value; spread one that does not depend on it, in the unit of values. */
typedef struct sx_model_form {
    double weight; /* the sum over the forms of a model is 1; 0: shown only, see below */
    double freedom, noise, spread, factor;
    double coefficient[SX_MODEL_TERMS], root[SX_MODEL_ROOTS];
    sx_model_term term[SX_MODEL_TERMS];
    uint32_t terms;
} sx_model_form;

typedef struct sx_model {
    uint32_t parameters, forms; /* forms >= 1, the chosen one first */
    /* How likely the data are with all forms together, as a logarithm: of models of the same number of points, whatever
     * these are, the greater is the better founded. 0 where a model was not fitted. */
    double evidence;
    sx_model_form form[SX_MODEL_FORMS];
} sx_model;

/* A model that is another one times a number: that number (0: it is no share), its standard deviation relative to it, and the noise
 * of a run in place of the other's. */
typedef struct sx_model_share {
    double by, factor, noise;
} sx_model_share;

typedef struct sx_model_prediction {
    double value;
    double low, high; /* of the mean, without noise */
    double run_low, run_high; /* of one new run */
} sx_model_prediction;

/* That share of the model: the number is independent of its coefficients. */
sx_model sx_model_share_of(const sx_model *all, const sx_model_share *share);

/* The form times a number > 0: its noise and factor, which are relative, stay. */
void sx_model_form_times(sx_model_form *form, double by);

/* The form over more parameters: of[i] is which of these its parameter i is, in ascending order. */
void sx_model_form_place(sx_model_form *form, const uint32_t *of, uint32_t parameters);

/* The term at `at` (as many numbers > 0 as the model has parameters). */
double sx_model_term_at(const sx_model_term *term, uint32_t parameters, const double *at);

/* A form's sum. */
double sx_model_form_at(const sx_model_form *form, uint32_t parameters, const double *at);

/* What the model says at `at`, with intervals that hold the truth with the probability `level` in (0, 1), half of the
 * rest on either side. Forms that are negative there take no part; without one that is not, low and
 * run_low are 0 as they are at least. low <= value <= high always.
 * Errors: SX_INVALID where a number is not positive and finite, or the level not between 0 and 1.
 * Some 20 us for several forms. */
sx_status sx_model_predict(const sx_model *model, const double *at, double level,
                           sx_model_prediction *ret_prediction, sx_error *err);

/* Appends the formula of the first form for people: "2.5 + 40 / p + 0.1 * p^(1/2) * log2(p)"; a segmented form as
 * pieces, "4 * p if p < 64; 256 if p >= 64". names: one for each parameter; NULL: p, or p1, p2 .. of several. */
void sx_model_text(const sx_model *model, const char *const *names, sx_buffer *text);

#endif
