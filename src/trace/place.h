/* A rank's place: its coordinates in the trace's grids, its rank in the communicators, and with them
 * the values that expressions and elastic values have for it. Made for one bound trace and one rank at
 * a time; the memory does not depend on P. */
#ifndef SX_TRACE_PLACE_H
#define SX_TRACE_PLACE_H

#include "trace/trace.h"

typedef struct sx_place_of sx_place_of;

/* The trace must be bound (p > 0, dims set). NULL when out of memory. */
sx_place_of *sx_place_create(const sx_trace *trace);
void sx_place_destroy(sx_place_of *place);

/* Moves to another rank in [0, P). O(grids + communicators). Errors: of evaluation. */
sx_status sx_place_move(sx_place_of *place, sx_rank rank, sx_error *err);

/* Size of the communicator and the rank in it; size 0 when the rank is no member. */
void sx_place_comm(const sx_place_of *place, uint32_t comm, int64_t *ret_size, int64_t *ret_rank);

/* The environment of the rank for values of events on `comm`. */
sx_expr_env sx_place_env(const sx_place_of *place, uint32_t comm, const int64_t *counter,
                         uint32_t ncounters);

/* Is the rank in the domain (everybody is in ALL)? */
sx_status sx_place_in(const sx_place_of *place, const sx_domain *domain, bool *ret_in, sx_error *err);

/* The scalar value of execution k (from 0) for the rank that takes part in `domain`, with counters as
 * given, on communicator `comm`; a relative value is made absolute. Errors: SX_NOTFOUND when
 * the rank is in no piece; of evaluation. `element` is the index in a list for expressions. */
sx_status sx_place_value(const sx_place_of *place, const sx_value *value, const sx_domain *domain,
                         uint32_t comm, uint64_t k, int64_t element, const int64_t *counter,
                         uint32_t ncounters, int64_t *ret_value, sx_error *err);

#endif
