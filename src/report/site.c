#include "report/site.h"

#include <inttypes.h>

void sx_print_number(sx_buffer *out, int64_t value)
{
    if (value == SX_ANY)
        sx_buffer_puts(out, "any");
    else if (value == SX_NULL)
        sx_buffer_puts(out, "null");
    else if (value == SX_ROOT)
        sx_buffer_puts(out, "root");
    else
        sx_buffer_printf(out, "%" PRId64, value);
}

void sx_print_site(sx_buffer *out, const sx_trace *trace, uint32_t site)
{
    if (site >= trace->nsites || trace->site[site].n == 0) {
        sx_buffer_puts(out, "an unknown call site");
        return;
    }
    for (uint32_t i = 0; i < trace->site[site].n; i++) {
        const sx_frame *frame = &trace->site[site].frame[i];
        const char *module =
            frame->module < trace->nmodules ? trace->module[frame->module] : "?";
        sx_buffer_printf(out, "%s%s+0x%" PRIx64, i ? " < " : "", module, frame->offset);
    }
}
