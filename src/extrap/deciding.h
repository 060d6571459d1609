/* Which further input would decide what the inputs leave open. */
#ifndef SX_EXTRAP_DECIDING_H
#define SX_EXTRAP_DECIDING_H

#include "trace/trace.h"

/* Numbers of ranks that are looked at, those of them with valid grids, and the largest that one records gladly. */
enum { SX_DECIDING = 4096, SX_DECIDING_VALID = 200, SX_DECIDING_RECORDED = 512 };

/* Has this number of ranks valid grids, by their laws, or by those and all their rivals? Then *ret_bound is the trace
 * there. */
bool sx_deciding_valid(sx_arena *arena, const sx_trace *formula, int64_t p, bool rivals,
                       sx_trace *ret_bound);

/* A doubt of the formula trace: of an event on `comm` in the loops `around`. */
typedef struct sx_open_question {
    const sx_expr *doubt;
    uint32_t comm, depth;
    const sx_node *const *around;
} sx_open_question;

/* The smallest number of ranks with valid grids that would settle the question at the target: at which all parts of the doubt that hold
 * at the target for some rank, each a rival law, hold for some rank, or if there is none, any part. Where all rivals of the grids'
 * laws have dims, too, if there is such a number up to SX_DECIDING_RECORDED. 0 when there is none among those looked at.
 * O(SX_DECIDING x size of the header). */
int64_t sx_deciding_scale(const sx_trace *formula, const sx_open_question *question,
                          int64_t target);

/* Has rival `i` of a grid other dims at p than its law, both having some? */
bool sx_deciding_differ(const sx_grid *grid, uint32_t i, int64_t p);

/* The smallest number of ranks at which rival `i` of a grid has other dims than its law, or, where they have the same
 * wherever both have any, at which one of them has none. 0 when there is none. */
int64_t sx_deciding_dims(const sx_grid *grid, uint32_t i);

/* The smallest number of ranks with a valid grid whose axis is longer than n, as far as bisection finds
 * it (extents grow with P, by and large); 0 when there is none up to the target. */
int64_t sx_deciding_extent(const sx_grid *grid, uint32_t axis, int64_t n,
                           int64_t target_p);

#endif
