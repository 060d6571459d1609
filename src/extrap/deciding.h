/* Which further input would decide what the inputs leave open. */
#ifndef SX_EXTRAP_DECIDING_H
#define SX_EXTRAP_DECIDING_H

#include "trace/trace.h"

/* The smallest number of ranks, up to SX_DECIDING, with valid grids at which the condition (a doubt of the
 * formula trace) holds for some rank: there the laws in question differ. 0 when there is none. O(SX_DECIDING x
 * size of the header). */
enum { SX_DECIDING = 256 };
int64_t sx_deciding_scale(const sx_trace *formula, const sx_expr *condition,
                          uint32_t comm);

#endif
