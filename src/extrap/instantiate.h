/* From a formula trace and a number of ranks to the trace at that scale. Costs nothing that grows with P:
 * values stay expressions; dims are bound, curves become numbers, and every label is judged anew, since
 * a law may be proved at one scale and in doubt at another. */
#ifndef SX_EXTRAP_INSTANTIATE_H
#define SX_EXTRAP_INSTANTIATE_H

#include "trace/trace.h"

/* The trace at p ranks. given_dims (given_ndims of them, or 0) are those of the first grid with as many
 * axes, in place of its law. Errors: SX_INVALID when p has no valid grid (the message names the
 * nearest that have one), SX_NOMEM. O(size of the formula trace). */
sx_status sx_instantiate(sx_arena *arena, const sx_trace *formula, int64_t p,
                         const int64_t *given_dims, uint32_t given_ndims,
                         sx_trace *ret_trace, sx_error *err);

/* The same at a scale that was recorded, where every law gives what it was found in: labels and doubts stay those of the formula
 * trace, for who asks for values alone. Judging them is most of what instantiation costs. */
sx_status sx_instantiate_input(sx_arena *arena, const sx_trace *formula, int64_t p,
                               sx_trace *ret_trace, sx_error *err);

#endif
