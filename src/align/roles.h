/* The roles that the ranks of one run play: groups of ranks that take part in the same nodes. A trace says in
 * which order each rank does things, but nodes of which no rank does both stand in an order that means
 * nothing. Seen role by role, everything has its true order, and falls into place when runs are merged. */
#ifndef SX_ALIGN_ROLES_H
#define SX_ALIGN_ROLES_H

#include "trace/trace.h"

typedef struct sx_roles {
    uint32_t n;
    const uint32_t *role_of; /* by rank */
} sx_roles;

/* At most SX_ROLES; a run with more is taken as one role. Errors: SX_NOMEM. O(nodes x ranks). */
enum { SX_ROLES = 96 };
sx_status sx_roles_find(sx_arena *arena, const sx_trace *trace, sx_roles *ret_roles,
                        sx_error *err);

/* What the ranks of one role do: a trace of p ranks in which they are those from `shift` on, and every set of
 * ranks is a ranklist. Times of a node go to the first role that has it (`timed`: a flag per node id,
 * which is set). Needs sx_trace_number. Errors: SX_NOMEM, SX_INVALID (expressions). */
sx_status sx_roles_project(sx_arena *arena, const sx_trace *trace, const sx_roles *roles,
                           uint32_t role, sx_rank shift, int64_t p, bool *timed,
                           sx_trace *ret_trace, sx_error *err);

#endif
