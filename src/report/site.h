/* Numbers, communicators and call sites as reports print them. */
#ifndef SX_REPORT_SITE_H
#define SX_REPORT_SITE_H

#include "base/buffer.h"
#include "trace/trace.h"

/* "any", "null", "root" or the number. */
void sx_print_number(sx_buffer *out, int64_t value);

/* "adi+0x11f3 < adi+0x2f00", the innermost frame first; "an unknown call site". */
void sx_print_site(sx_buffer *out, const sx_trace *trace, uint32_t site);

#endif
