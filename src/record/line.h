/* Numbers that are a line in counters of loops. */
#ifndef SX_RECORD_LINE_H
#define SX_RECORD_LINE_H

#include <stdbool.h>
#include <stdint.h>

enum { SX_LINE_COUNTERS = 8 };

/* How the counters of the loops around were at each entry of something executed, outermost first. */
typedef struct sx_line_counters {
    uint32_t n; /* up to SX_LINE_COUNTERS */
    const uint32_t *counter[SX_LINE_COUNTERS]; /* by entry */
} sx_line_counters;

/* Is value[k], at entry at[k], one line in the counters for all k below n? It is found by steps of a single counter, so that
 * where several of them always go together none is. How many counters have a part in it. O(n x counters). */
bool sx_line_fits(const sx_line_counters *of, const uint32_t *at, const int64_t *value,
                  uint32_t n, uint32_t *ret_terms);

#endif
