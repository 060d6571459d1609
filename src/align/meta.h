/* What a trace made of all runs has of them, besides its program. */
#ifndef SX_ALIGN_META_H
#define SX_ALIGN_META_H

#include "align/runs.h"

/* Gives a formula trace the meta data that all inputs agree on, but for how the check of each of them went, and how long its ranks
 * took; the grids and constants that were found; and numbers its nodes. Errors: SX_NOMEM. */
sx_status sx_runs_complete(sx_arena *arena, const sx_runs *runs, sx_trace *formula,
                           sx_error *err);

#endif
