/* The published method (paper 001, 3.1 to 3.3 and 3.5), for comparison: from traces of several scales to a formula trace, as
 * sx_infer, which shares the alignment before it and all that comes after it. It says nothing of how sure it is: what
 * it explains is `exact` where it reproduces all inputs and `fitted` where it does not, and nothing is proved. */
#ifndef SX_PAPER_PAPER_H
#define SX_PAPER_PAPER_H

#include "extrap/infer.h"

/* As sx_infer. An event becomes one for each group of ranks with the same values, whose ranklist, end points and sizes are
 * extrapolated; what the method does not apply to is refused, with a fallback. Errors: as sx_infer, and SX_INVALID (fewer
 * inputs than the topology has dims, plus one).
 * @source paper 001, 3. Fair to it beyond its text: traces are aligned as for sx_infer, sizes are grouped by rank before they are
 * averaged, curves are also tried over the extents' products, and values that differ from execution to execution are extrapolated
 * one by one. Plugins (3.4) give formulas, and topologies of call sites. */
sx_status sx_paper_infer(sx_arena *arena, const sx_trace *const *trace,
                         const char *const *name, size_t n,
                         const sx_infer_options *options, sx_trace *ret_formula,
                         sx_error *err);

#endif
