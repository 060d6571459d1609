/* What scalaextrap says of a target, as text or JSON. */
#ifndef SX_TOOLS_EXTRAP_REPORT_H
#define SX_TOOLS_EXTRAP_REPORT_H

#include "extrap/outlook.h"
#include "extrap/summary.h"
#include "match/match.h"
#include "symbols.h"

struct json_t; /* jansson's */

typedef struct extrap_report {
    const char *path, *formula_path; /* of what was written; formula_path may be NULL */
    sx_summary summary;
    bool is_matched; /* whether what ranks send and receive agrees was looked at */
    sx_matching matching;
    const sx_outlook *outlook; /* NULL: not wanted, or not to be had */
    bool is_timeless; /* it was wanted, and there is nothing to predict from */
    sx_symbols_result symbols; /* for call sites in mismatches and the outlook */
} extrap_report;

/* For a person in ten seconds; of what there is much of, the first few. */
void extrap_report_print(sx_buffer *out, const extrap_report *report,
                         const sx_trace *trace);
struct json_t *extrap_report_json(const extrap_report *report, const sx_trace *trace);

#endif
