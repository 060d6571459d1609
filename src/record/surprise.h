/* How irregular numbers are, at a glance: a measure to compare by, much faster than finding the shortest sequence for
 * them. */
#ifndef SX_RECORD_SURPRISE_H
#define SX_RECORD_SURPRISE_H

#include <stdint.h>

/* How many of n numbers are not what the last ones promise: constants, lines, periods and lines in the counters of loops
 * have few. O(n). */
uint64_t sx_surprise_count(const int64_t *value, uint64_t n);

#endif
