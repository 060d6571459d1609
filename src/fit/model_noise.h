/* What residuals say about the noise, and how likely they are whatever it is. */
#ifndef SX_FIT_MODEL_NOISE_H
#define SX_FIT_MODEL_NOISE_H

/* The least variance: noise is never taken to be smaller, so that numbers without any have a model. */
#define SX_NOISE_LEAST 1e-10

/* From so many degrees of freedom on the evidence is that of a noise of any magnitude, in closed form. */
#define SX_NOISE_MANY 8

/* The relative deviation sigma of one run is anything from 1e-5 to 1/2, each of its magnitudes as likely. Its
 * distribution, given the residuals, is that of a variance with so many degrees of freedom. */
typedef struct sx_noise {
    double
        log_evidence; /* of the integral of sigma^-freedom exp(-square / 2 sigma^2) over d(log sigma) */
    double variance, freedom;
} sx_noise;

/* The evidence is at most this less freedom / 2 times the logarithm of the square, and that from SX_NOISE_MANY on;
 * infinite for no freedom. */
double sx_noise_bound(double freedom);

/* square: the sum of squared relative residuals; freedom: observations less coefficients, >= 0. */
sx_noise sx_noise_of(double square, double freedom);

/* The log_evidence of that alone, or -infinity where it is less than `enough`. */
double sx_noise_evidence(double square, double freedom, double enough);

#endif
