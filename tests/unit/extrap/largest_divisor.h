/* The sides of a grid of p ranks that is as square as two divisors can be. */
#ifndef SX_TESTS_LARGEST_DIVISOR_H
#define SX_TESTS_LARGEST_DIVISOR_H

#include <stdint.h>

/* The largest divisor of p (> 0) that is at most its root, the shorter side: 2 of 6, 10 and 14, 1 of primes. */
static inline int64_t largest_divisor(int64_t p)
{
    int64_t largest = 1;
    for (int64_t d = 2; d * d <= p; d++)
        largest = p % d == 0 ? d : largest;
    return largest;
}

#endif
