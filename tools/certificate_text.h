/* Whether a formula trace, whose number of ranks is open, agrees and comes to its end at every one (match/by_formula.h), in
 * words; where that is not proved, what small scales show. */
#ifndef SX_TOOLS_CERTIFICATE_TEXT_H
#define SX_TOOLS_CERTIFICATE_TEXT_H

#include "base/buffer.h"
#include "report/site.h"
#include "trace/trace.h"

typedef enum sx_certified {
    SX_CERTIFIED_MESSAGES, /* without a certificate, messages and collectives are looked at */
    SX_CERTIFIED_PROGRESS /* or whether ranks wait for each other for ever */
} sx_certified;

/* A line with the certificate, or why there is none; then what is wrong at the least number of ranks at which something is, as
 * sx_matching_print or sx_progress_print have it, and a line with what was looked at: all numbers of ranks up to 4,096, as far as
 * some 10^8 events go and until something is wrong at eight, or, if `complete`, however many there are. *ret_wrong: something is. `sources` may be NULL.
 * Errors: SX_NOMEM, of binding at a number of ranks that has grids (a parameter that is open). */
sx_status sx_certificate_print(sx_buffer *out, const sx_trace *formula, sx_certified what,
                               const sx_sources *sources, size_t most, bool complete,
                               bool *ret_wrong, sx_error *err);

#endif
