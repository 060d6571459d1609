/* Prime factors of numbers of ranks. */
#ifndef SX_TRACE_FACTORS_H
#define SX_TRACE_FACTORS_H

#include <stdint.h>

/* No number has more. */
enum { SX_FACTORS = 64 };

/* The prime factors of p, ascending, each as often as it divides; returns how many. p >= 1; 1 has none. O(sqrt p). */
int sx_factors_of(int64_t p, int64_t ret_factor[SX_FACTORS]);

#endif
