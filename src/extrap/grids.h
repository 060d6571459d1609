/* The process grids of a program, from the end points of its messages and from the groups of its
 * communicators; and the laws of the end points that follow. */
#ifndef SX_EXTRAP_GRIDS_H
#define SX_EXTRAP_GRIDS_H

#include "extrap/law.h"

/* The end points of one event (peer or source) that do not change with the execution, or of one
 * of its first executions. */
typedef struct sx_slot {
    const sx_param *param; /* NULL: a communicator's neighbours, which are no end point */
    uint32_t execution;
    const sx_expr *peer; /* its law, when a grid explains it; else NULL */
    sx_evidence evidence;
} sx_slot;

typedef struct sx_slots {
    size_t n;
    sx_slot *slot;
} sx_slots;

/* Finds the grids, adds them to the runs, and gives the law of every slot that one explains.
 * Grids are taken in the order of how many slots they explain, until the rest is explained by none.
 * Errors: SX_NOMEM. */
sx_status sx_grids_find(sx_arena *arena, sx_runs *runs, sx_slots *ret_slots, sx_error *err);

/* The law of a parameter: when all its executions' slots have the same one. expr NULL: none. */
sx_law sx_slots_law(const sx_slots *slots, const sx_param *param);

#endif
