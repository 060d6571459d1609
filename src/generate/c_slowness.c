/* Which ranks compute more than others, beyond that they make more calls. */
#include "generate/c_writer.h"

#include "trace/slowness.h"

#include <inttypes.h>

const char *sx_c_pace(sx_c_writer *w)
{
    if (!w->nplaces || !w->trace->pace)
        return NULL;
    return sx_c_expr(w, w->trace->pace, &sx_c_numbers);
}

void sx_c_set_slowness(sx_c_writer *w)
{
    sx_slowness s;
    if (!w->nplaces || !sx_slowness_of(w->trace, &s) || s.least > 0.999 || s.most < 1.001)
        return;
    sx_c_need(w, SX_C_SLOWNESS);
    sx_c_line(w, "slowness(%.4f, %.4f, %" PRId64 ", %" PRId64 ");", s.least, s.most,
              (int64_t)s.first, (int64_t)s.last);
}
