/* Values whose order was given up, since it would be long: of the sequence that an event's parameter has in
 * a rank, or in several ranks together, there are only the values, ascending. Whoever asks for an execution
 * gets one of them that was not there before, always the same one: after as many executions as there are
 * values each has come once. So numbers of events and totals are exact, and who reads needs no chance.
 * @source Wu, Vijayakumar, Mueller, Ma, Roth, "Probabilistic communication and I/O tracing with
 * deterministic replay at scale", ICPP 2011, in its aim; what is kept of the values differs */
#ifndef SX_TRACE_DRAW_H
#define SX_TRACE_DRAW_H

#include "trace/trace.h"

enum { SX_DRAW_LEAST = 2, SX_DRAW_DEFAULT = 64, SX_DRAW_MOST = 1 << 20 };

/* Which of the ascending values comes k-th, k below their number: a permutation that follows from the
 * values alone, so that equal ones come in the same order wherever they are. O(1). */
uint64_t sx_draw_index(const sx_seq *values, uint64_t k);

/* Are there parameters of this kind that may be drawn: end points, tags, counts and their lists? */
bool sx_draw_is_of(sx_param_id id);

/* May this one of the event be, so that no total of bytes changes: are the type and the communicator the
 * same in all executions, and are lists not in place? */
bool sx_draw_may(const sx_node *event, sx_param_id id);

/* All values of the sequence, as many times, ascending. Of counts, where these are more than `limit` runs
 * (0: any number), neighbouring ones become their average, rounded up and down so that the total stays.
 * Equal values give equal runs. Errors: SX_NOMEM, SX_LIMIT (over SX_MULTISET_ITEMS). */
sx_status sx_draw_items(sx_arena *arena, const sx_seq *seq, uint64_t times,
                        sx_multiset *ret_items, sx_error *err);
sx_status sx_draw_seq(sx_arena *arena, const sx_multiset *items, uint32_t limit,
                      const sx_seq **ret_seq, sx_error *err);

/* One number for all values of a value with pieces: their average, rounded down, or the most frequent. */
int64_t sx_draw_typical(const sx_value *value, bool average);

/* Gives up the order of what has more than `limit` runs in a rank, unless the values alone are no
 * shorter. In place; new parts are the arena's. Errors: SX_NOMEM. */
sx_status sx_trace_draw(sx_arena *arena, sx_trace *trace, uint32_t limit, sx_error *err);

#endif
