/* How likely a sum of squared deviations is by chance. */
#ifndef SX_FIT_CHANCE_H
#define SX_FIT_CHANCE_H

/* The probability that a chi-squared variable with so many degrees of freedom is at least x: between 0 and 1. */
double sx_chance_of_chi_square(double x, double freedom);

#endif
