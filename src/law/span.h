/* What cannot be a linear combination of columns, whatever the coefficients: then it is none of fewer of them either, and a whole family of laws need not be
 * searched. Modulo a prime, so that what is said to be none is. */
#ifndef SX_LAW_SPAN_H
#define SX_LAW_SPAN_H

#include "law/basis.h"

/* Are there no coefficients with which the basis has the values of all these samples? Columns without a value at some of them are in no combination. The last samples
 * come first: those of the largest run have most places, and one scale. False, too, of more columns than a system has, and when out of memory. O(samples x columns^2),
 * and as a rule that of few samples. */
bool sx_span_misses(const sx_runs *runs, const sx_samples *samples, const sx_basis *b);

#endif
