#include "trace/pace.h"

double sx_pace_at(const sx_trace *trace, const sx_place_of *place)
{
    const sx_expr_env env = sx_place_env(place, 0, NULL, 0);
    int64_t pace;
    if (!trace->pace || sx_expr_eval(trace->pace, &env, &pace, NULL) || pace <= 0)
        return 1;
    return (double)pace / (double)SX_PACE_UNIT;
}
