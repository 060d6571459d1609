/* The ranks of the world behind the ranks of a communicator. A trace keeps all groups that
 * one call made as one communicator, with the size of the own group and the rank in it;
 * who is together follows from the calls that made it: same colour, same list, same
 * coordinates in the dims that were dropped. */
#ifndef SX_TRACE_GROUPS_H
#define SX_TRACE_GROUPS_H

#include "trace/trace.h"

typedef struct sx_groups sx_groups;

/* Of the communicators on which ranks send to each other, or (`collectives`) do anything
 * together, and of their parents. The trace must be bound. O(P log P) for each such
 * communicator, O(1) when there is only the world. Errors: SX_NOMEM; of evaluation. */
sx_status sx_groups_create(const sx_trace *trace, bool collectives,
                           sx_groups **ret_groups, sx_error *err);
void sx_groups_destroy(sx_groups *groups);

/* The rank of the world that member `peer` is in the group of `rank`. False where the
 * trace does not say: split_type, communicators made in unknown ways, or by calls that
 * are not in the trace. */
bool sx_groups_world(const sx_groups *groups, uint32_t comm, sx_rank rank, int64_t peer,
                     sx_rank *ret_world);

/* What tells the group of `rank` in a communicator from the others: a number below P; -1
 * where the trace does not say, or the rank is in none. */
int64_t sx_groups_of(const sx_groups *groups, uint32_t comm, sx_rank rank);

#endif
