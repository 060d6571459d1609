#include "report/site.h"

#include <inttypes.h>
#include <string.h>

const sx_source *sx_source_of(const sx_sources *sources, uint32_t site, uint32_t frame)
{
    const sx_source *of = sources ? sources->site[site] : NULL;
    return of && of[frame].function ? &of[frame] : NULL;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void print_source(sx_buffer *out, const sx_source *source, bool briefly)
{
    sx_print_name(out, source->function);
    if (!briefly && source->file) {
        sx_buffer_puts(out, " at ");
        sx_print_name(out, base_name(source->file));
    }
    if (source->file && source->line > 0)
        sx_buffer_printf(out, ":%d", source->line);
}

static void print_frame(sx_buffer *out, const sx_trace *trace, const sx_frame *frame)
{
    sx_print_name(out,
                  frame->module < trace->nmodules ? trace->module[frame->module] : "?");
    sx_buffer_printf(out, "+0x%" PRIx64, frame->offset);
}

static void print_site(sx_buffer *out, const sx_trace *trace, const sx_sources *sources,
                       uint32_t site, bool briefly)
{
    if (site >= trace->nsites || trace->site[site].n == 0) {
        sx_buffer_puts(out, "an unknown call site");
        return;
    }
    for (uint32_t i = 0; i < trace->site[site].n; i++) {
        const sx_source *source = sx_source_of(sources, site, i);
        if (i)
            sx_buffer_puts(out, " < ");
        if (source)
            print_source(out, source, briefly);
        else
            print_frame(out, trace, &trace->site[site].frame[i]);
    }
}

void sx_print_site(sx_buffer *out, const sx_trace *trace, const sx_sources *sources,
                   uint32_t site)
{
    print_site(out, trace, sources, site, false);
}

void sx_print_site_briefly(sx_buffer *out, const sx_trace *trace,
                           const sx_sources *sources, uint32_t site)
{
    print_site(out, trace, sources, site, true);
}
