/* Trips of a loop within another one, as one value for each entry of the outer loop. */
#ifndef SX_ALIGN_NESTED_TRIPS_H
#define SX_ALIGN_NESTED_TRIPS_H

#include "trace/trace.h"

/* What the trips of the inner loop in the `n` trips of one entry of the outer make together; false when there is no such number. */
typedef bool (*sx_trips_joiner)(void *context, const int64_t *trips, int64_t n,
                                int64_t *ret_joint);

/* The value of what `join` says, by rank; it has no pieces where that says false, or where there are too many entries. Both are loops of a trace without
 * expressions; the participants are those of the inner one. Steps may be NULL. Errors: SX_NOMEM, SX_LIMIT. O(entries and trips
 * of each rank with sequences of its own). */
sx_status sx_nested_trips(sx_arena *arena, const sx_trace *trace,
                          const sx_ranklist *participants, const sx_node *outer,
                          const sx_node *inner, sx_trips_joiner join, void *context,
                          uint64_t *steps, sx_value *ret_value, sx_error *err);

/* Whether values in the block count loops, or their trips do. */
bool sx_block_has_expressions(const sx_block *block);

#endif
