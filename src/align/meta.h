/* What is noted of the runs, in a trace made of all of them. */
#ifndef SX_ALIGN_META_H
#define SX_ALIGN_META_H

#include "align/runs.h"

/* What all inputs agree on, but for how the check of each of them went, and how long its ranks took. Errors: SX_NOMEM. */
sx_status sx_runs_common_meta(sx_arena *arena, const sx_runs *runs, sx_trace *formula,
                              sx_error *err);

#endif
