/* Call sites as reports print them: by function and line where these are known, else by
 * module and offset. */
#ifndef SX_REPORT_SITE_H
#define SX_REPORT_SITE_H

#include "report/print.h"
#include "trace/trace.h"

/* Where a frame is in the source. */
typedef struct sx_source {
    const char *function; /* NULL: not known, nor is the rest */
    const char *file; /* NULL: not known */
    int line; /* 0: not known */
    uint64_t
        place; /* the call, by its column and by what it is inlined into: the same for all that a compiler made of one; 0: not known */
} sx_source;

/* What whoever can read the modules found: by call site of a trace, then by frame. */
typedef struct sx_sources {
    const sx_source *const *site;
} sx_sources;

/* `sources` may be NULL: nothing is known. */
const sx_source *sx_source_of(const sx_sources *sources, uint32_t site, uint32_t frame);

/* "sweep at adi.c:120 < main at adi.c:300" or "adi+0x11f3 < adi+0x2f00", the innermost
 * frame first; "an unknown call site". */
void sx_print_site(sx_buffer *out, const sx_trace *trace, const sx_sources *sources,
                   uint32_t site);

/* "sweep:120 < main:300". */
void sx_print_site_briefly(sx_buffer *out, const sx_trace *trace,
                           const sx_sources *sources, uint32_t site);

#endif
