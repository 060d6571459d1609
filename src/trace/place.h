/* A rank's place: its coordinates in the trace's grids, its rank in the communicators,
 * and with them the values that expressions and elastic values have for it. Made for one
 * bound trace and one rank at a time; the memory does not depend on P. */
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
void sx_place_comm(const sx_place_of *place, uint32_t comm, int64_t *ret_size,
                   int64_t *ret_rank);

/* The environment of the rank for values of events on `comm`. */
sx_expr_env sx_place_env(const sx_place_of *place, uint32_t comm, const int64_t *counter,
                         uint32_t ncounters);

/* Is the rank in the domain (everybody is in ALL)? */
sx_status sx_place_in(const sx_place_of *place, const sx_domain *domain, bool *ret_in,
                      sx_error *err);

/* A value as one rank has it, found once and read per execution: a sequence, steps, an
 * expression, or (none of them) the same value always. */
typedef struct sx_reading {
    const sx_seq *seq;
    sx_seq_cursor last; /* where in it the newest execution was */
    /* Where `drawn`, the rank draws these of the sequence, execution k number first + k mod share. */
    bool drawn;
    uint64_t first, share;
    const sx_value *steps; /* a BY_STEP value */
    uint64_t own; /* a bit for each of its steps that the rank has */
    sx_rank
        position; /* of the rank among those who take part, for steps listed by rank */
    const sx_expr *expr;
    int64_t value;
    bool relative;
} sx_reading;

/* Whether it differs from execution to execution, but for counters in the expression. */
static inline bool sx_reading_varies(const sx_reading *reading)
{
    return reading->seq || reading->steps;
}

/* The reading of a value for the rank that takes part in `domain` (of the event, or when
 * that is ALL the nearest around it that is not; it gives BY_RANK values their
 * positions). Errors: SX_NOTFOUND when the rank is in no piece; SX_INVALID for BY_RANK
 * under a condition, and where what is dealt out does not come out even; of evaluation. */
sx_status sx_place_read(const sx_place_of *place, const sx_value *value,
                        const sx_domain *domain, sx_reading *ret_reading, sx_error *err);

/* The scalar of position k (from 0) in a sequence, or of an expression with the counters
 * as given and `element` as the index in a list, on communicator `comm`; a relative value
 * is made absolute. Errors: of evaluation; SX_INVALID when it is relative and the rank is
 * no member of `comm`. */
sx_status sx_place_at(const sx_place_of *place, sx_reading *reading, uint32_t comm,
                      uint64_t k, int64_t element, const int64_t *counter,
                      uint32_t ncounters, int64_t *ret_value, sx_error *err);

/* Both in one, for a value that is needed once. */
sx_status sx_place_value(const sx_place_of *place, const sx_value *value,
                         const sx_domain *domain, uint32_t comm, uint64_t k,
                         int64_t element, const int64_t *counter, uint32_t ncounters,
                         int64_t *ret_value, sx_error *err);

#endif
