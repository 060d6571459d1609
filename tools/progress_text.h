/* Whether ranks may come to wait for each other for ever (match/progress.h), in words. */
#ifndef SX_TOOLS_PROGRESS_TEXT_H
#define SX_TOOLS_PROGRESS_TEXT_H

#include "base/buffer.h"
#include "match/progress.h"
#include "report/site.h"

/* A line with the verdict, and lines on who waits for whom where, or on what was looked at. `sources` may be NULL. */
void sx_progress_print(sx_buffer *out, const sx_trace *trace, const sx_progress *progress,
                       const sx_sources *sources);

/* Whether somebody may wait for ever, or what is called together does not agree. */
bool sx_progress_fails(const sx_progress *progress);

#endif
