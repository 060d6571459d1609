/* Which ranks compute more than others, beyond that they make more calls. */
#include "generate/c_writer.h"

#include "trace/measured.h"

#include <inttypes.h>

const char *sx_c_pace(sx_c_writer *w)
{
    if (!w->nplaces || !w->trace->pace)
        return NULL;
    return sx_c_expr(w, w->trace->pace, &sx_c_numbers);
}

/* Of a formula trace those of its largest input, unless its pace says what they come from. */
static bool find(const sx_trace *trace, sx_slowness *ret_slowness)
{
    if (trace->p > 0)
        return sx_slowness_of(trace, ret_slowness);
    *ret_slowness = sx_measured_slowness(trace);
    return !trace->pace && ret_slowness->most > 0;
}

void sx_c_set_slowness(sx_c_writer *w)
{
    sx_slowness s;
    if (!w->nplaces || !find(w->trace, &s) || s.least > 0.999 || s.most < 1.001)
        return;
    sx_c_need(w, SX_C_SLOWNESS);
    sx_c_line(w, "slowness(%.4f, %.4f, %" PRId64 ", %" PRId64 ");", s.least, s.most,
              (int64_t)s.first, (int64_t)s.last);
}
