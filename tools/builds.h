/* Call sites of several builds of one program, such as one for each MPI library: the same where the functions
 * and lines of all their frames are; and those that are several in one build, and one call of the source. */
#ifndef SX_TOOLS_BUILDS_H
#define SX_TOOLS_BUILDS_H

#include "trace/trace.h"

/* Where a trace has hardly a site in common with the first one, it is taken to be of another build: sites of
 * it get the modules and offsets of those in the first trace before it that are at the same functions and lines, and
 * it gets that trace's program. Sites that occur several times on a line are matched in their order.
 * Modules are looked for in `folders`, a list with colons between (may be NULL), and then as
 * sx_symbols_resolve does; what has no debugging information stays as it is. Errors: SX_NOMEM. */
sx_status sx_builds_unite(sx_arena *arena, sx_trace *trace, size_t n, const char *folders,
                          sx_error *err);

/* Makes one of call sites that are one call of the source (align/copies.h), as far as debugging information tells, which is looked for as
 * above. Errors: SX_NOMEM. */
sx_status sx_builds_unite_copies(sx_arena *arena, sx_trace *trace, size_t n,
                                 const char *folders, sx_error *err);

#endif
