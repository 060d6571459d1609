/* Levels that no input shows. Where one loop tells on which levels of a hierarchy of grids ranks are idle (law/levels.h),
 * other loops go over the same levels, which is told by the points that their sizes have in common. Those whose body is
 * executed in every trip of all inputs get a condition that says so, and calls that in all inputs are made before the first
 * trip, or after the last, by ranks that fall idle or stay between that level and the next, are in every trip. Where inputs show who is idle, the body
 * and such calls stand in loops of one trip or none already, and the conditions are the laws of these. */
#ifndef SX_EXTRAP_FORESEE_H
#define SX_EXTRAP_FORESEE_H

#include "law/levels.h"

/* What is known of a node of the merged program beforehand. */
typedef struct sx_foreseen_node {
    const sx_node *node;
    sx_level level; /* of what is in it; of NULL where that is the enclosing node's */
    const sx_expr *
        present; /* the law of its trips, which are 1 or 0; NULL where another is searched */
} sx_foreseen_node;

typedef struct sx_foreseen {
    size_t n, capacity;
    sx_foreseen_node *node;
} sx_foreseen;

/* Brings the merged program, of which `formula` holds the laws found so far node by node, into that shape; the events of
 * every rank stay as they are, and in their order. Nothing is foreseen where no loop tells. Errors: SX_NOMEM. */
sx_status sx_foresee(sx_arena *arena, sx_runs *runs, const sx_block *formula,
                     sx_foreseen *ret_foreseen, sx_error *err);

/* NULL when nothing is known of it. */
const sx_foreseen_node *sx_foreseen_of(const sx_foreseen *foreseen, const sx_node *node);

#endif
