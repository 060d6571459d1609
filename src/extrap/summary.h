/* What an inference found, for a person in ten seconds: grids and their laws, how many values are
 * proved, exact, fitted and refused, and why the ones that are not proved are not. */
#ifndef SX_EXTRAP_SUMMARY_H
#define SX_EXTRAP_SUMMARY_H

#include "base/buffer.h"
#include "trace/trace.h"

typedef struct sx_finding {
    sx_label label;
    const char *reason;
    uint64_t values; /* that have this label and reason */
    /* The first of them. */
    const sx_node *node; /* NULL: of a communicator */
    const char *what; /* "count", "ranks", "trips" .. */
    uint32_t comm;
} sx_finding;

typedef struct sx_summary {
    uint64_t values[SX_LABELS];
    uint64_t
        curves[SX_CURVE_FORMS]; /* fields of histograms by their curve (formula traces) */
    uint64_t fields; /* of histograms */
    size_t nfindings;
    const sx_finding *finding; /* worst first; only those with a reason or refused */
} sx_summary;

/* Of a formula trace or an instantiated one. O(size of the trace). Errors: SX_NOMEM. */
sx_status sx_summary_make(sx_arena *arena, const sx_trace *trace, sx_summary *ret_summary,
                          sx_error *err);

/* The text for a person; `most` findings at most. */
void sx_summary_print(sx_buffer *out, const sx_trace *trace, const sx_summary *summary,
                      size_t most);

#endif
