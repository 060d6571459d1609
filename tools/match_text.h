/* What the check of a trace's communication found (match/match.h), in words. */
#ifndef SX_TOOLS_MATCH_TEXT_H
#define SX_TOOLS_MATCH_TEXT_H

#include "base/buffer.h"
#include "match/match.h"
#include "report/site.h"

/* A line on how it was checked and whether all agrees, and one for each mismatch, `most` at most. `sources` may be
 * NULL. */
void sx_matching_print(sx_buffer *out, const sx_trace *trace, const sx_matching *matching,
                       const sx_sources *sources, size_t most);

/* One of them, without an end of line. */
void sx_mismatch_print(sx_buffer *out, const sx_trace *trace, const sx_sources *sources,
                       const sx_mismatch *mismatch);

#endif
