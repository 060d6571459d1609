/* Grids that laws ask for. One that was found, and that nothing follows from, says nothing of what ranks do. */
#ifndef SX_EXTRAP_ASKED_H
#define SX_EXTRAP_ASKED_H

#include "trace/trace.h"

/* A bit for each grid that some law of the trace, of a value, of who takes part or of a constant, asks for; doubts do not count. Laws of types ask for
 * all. Errors: SX_NOMEM. O(size of the trace). */
sx_status sx_asked_grids(sx_arena *arena, const sx_trace *trace, uint64_t *ret_asked,
                         sx_error *err);

#endif
