/* Student's t: its distribution, and quantiles of mixtures of such distributions, shifted and scaled. */
#ifndef SX_BASE_STUDENT_H
#define SX_BASE_STUDENT_H

#include <stddef.h>

/* Of one part of a mixture: weights > 0 (their sum may be anything), scale >= 0 (0: a point), freedom > 0. */
typedef struct sx_student {
    double weight, location, scale, freedom;
} sx_student;

/* The logarithm of the gamma function for x > 0. */
double sx_log_gamma(double x);

/* The probability of a value of at most x, of t with so many degrees of freedom (more than 0, any number). */
double sx_student_below(double x, double freedom);

/* Where a share `probability` in (0, 1) of the mixture of n >= 1 parts, at most 64 of which count, is below, to a
 * relative 1e-9 or so of the widest part. Some microseconds a part. */
double sx_student_quantile(const sx_student *part, size_t n, double probability);

#endif
