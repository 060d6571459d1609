/* A deadlock that was found, made certain: a program from the trace comes to it in every run in which sends are synchronous. */
#ifndef SX_MATCH_FORCE_H
#define SX_MATCH_FORCE_H

#include "match/progress.h"

/* The trace, which is bound and numbered, with the senders that receives from anybody had taken when nobody went on, as
 * sx_progress_check kept them (see its options); those that had taken none are from anybody still. Before collective operations that need
 * not wait for all, and are not posted, stands a barrier. What it shares with the trace does not change; new parts are the arena's. *ret_left: as
 * in match/resolve.h. Errors: SX_INVALID where no deadlock was found; SX_NOMEM; of evaluation. O(events). */
sx_status sx_deadlock_force(sx_arena *arena, const sx_trace *trace,
                            const sx_progress *progress, sx_trace *ret_trace,
                            size_t *ret_left, sx_error *err);

#endif
