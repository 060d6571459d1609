/* What an inference found, for a person in ten seconds: grids and their laws, how many values are
 * proved, exact, fitted and refused, and why the ones that are not proved are not. */
#ifndef SX_EXTRAP_SUMMARY_H
#define SX_EXTRAP_SUMMARY_H

#include "extrap/inferred.h"
#include "extrap/rivals.h"

typedef struct sx_finding {
    sx_label label;
    const char *reason;
    uint64_t values; /* that have this label and reason */
    const sx_inferred *first; /* of them */
    /* Of the first, where other laws fit all inputs as well: the places at which they differ here, and the smallest
     * number of ranks whose trace would decide, 0 where none was found. */
    size_t nrivalries;
    const sx_rivalry *rivalry;
    int64_t decided_by;
} sx_finding;

typedef struct sx_summary {
    uint64_t values[SX_LABELS];
    uint64_t
        curves[SX_CURVE_FORMS]; /* fields of histograms by their curve (formula traces) */
    uint64_t fields; /* of histograms */
    uint64_t asked; /* grids, a bit each, that laws ask for */
    size_t nfindings;
    const sx_finding *finding; /* worst first; only those with a reason or refused */
} sx_summary;

/* Of a trace, and of the formula trace that it was instantiated from; NULL where it is none, and then nothing is said
 * of rivals. O(size of the trace), and of the search for what decides. Errors: SX_NOMEM, of evaluation. */
sx_status sx_summary_make(sx_arena *arena, const sx_trace *trace, const sx_trace *formula,
                          sx_summary *ret_summary, sx_error *err);

/* The text for a person; `most` findings at most. */
void sx_summary_print(sx_buffer *out, const sx_trace *trace, const sx_summary *summary,
                      size_t most);

#endif
