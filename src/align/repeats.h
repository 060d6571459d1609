/* Traces of one scale: runs that were repeated. They communicate alike, so that they are one run to all that asks
 * what is sent, and several to whoever asks how long it took. */
#ifndef SX_ALIGN_REPEATS_H
#define SX_ALIGN_REPEATS_H

#include "trace/trace.h"

typedef struct sx_input {
    const sx_trace *trace;
    const char *name; /* for messages */
    int64_t param[SX_MAX_PARAMS]; /* in the order of all inputs */
} sx_input;

/* By P, then by parameters: negative, 0 or positive, for qsort. */
int sx_input_order(const void *a, const void *b);

/* The grid on the world whose dims were told with a trace; NULL where none were. */
const sx_grid *sx_input_told(const sx_trace *trace);

/* Leaves one trace for each scale in in[0 .. *n), which are in order: the first, with the times of its repeats beside its own
 * (sx_times.repeat). What only timing decides (trace/op.h) may differ between repeats. Errors: SX_MISMATCH (other
 * communication: the first difference is named; other dims), SX_NOMEM, of evaluation. O(events of repeated scales). */
sx_status sx_repeats_join(sx_arena *arena, sx_input *in, size_t *n, sx_error *err);

#endif
