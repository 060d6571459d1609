/* Receives from anybody get the senders with which everybody comes to the end, so that a program made from the trace does the same
 * in every run. Probes, which take nothing, stay as they are. */
#ifndef SX_MATCH_RESOLVE_H
#define SX_MATCH_RESOLVE_H

#include "match/progress.h"

/* Whether some receive of the trace, which may be a formula trace, may be from anybody. O(size of the trace). */
bool sx_wildcards_any(const sx_trace *trace);

/* Senders by node, rank and execution: for qsort and bsearch. */
int sx_sender_order(const void *a, const void *b);

/* The trace, which is bound and numbered, with the senders that sx_progress_check kept (see its options). What it shares
 * with the trace does not change; new parts are the arena's. *ret_left: events that keep receives from anybody, as persistent ones do
 * that get their messages from several. Errors: SX_NOMEM; of evaluation. O(senders log senders + size of the trace). */
sx_status sx_wildcards_resolve(sx_arena *arena, const sx_trace *trace,
                               const sx_progress *progress, sx_trace *ret_trace,
                               size_t *ret_left, sx_error *err);

#endif
