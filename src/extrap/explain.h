/* Why a value is what it is at a target: its law, what else might have been, which inputs decided, and what it gives
 * at the corners. An input decided where inference without it does not prove the value at the target. */
#ifndef SX_EXTRAP_EXPLAIN_H
#define SX_EXTRAP_EXPLAIN_H

#include "extrap/infer.h"
#include "extrap/inferred.h"
#include "trace/setting.h"

enum { SX_CORNERS = 10 };

typedef struct sx_corner {
    sx_rank rank;
    bool in; /* takes part; and for a value, has one there */
    int64_t value; /* in the first trips */
} sx_corner;

typedef struct sx_explanation {
    const sx_inferred *law, *here; /* in the formula trace, and at the target */
    /* The law that fits all inputs as well, or else fits without some input; NULL where none was met. Its names are
     * those of the trace that it is of. */
    const sx_expr *runner_up;
    const sx_expr_names *names;
    bool fits_all; /* the runner-up does */
    uint64_t decided; /* a bit for each input */
    size_t ncorners;
    sx_corner
        corner[SX_CORNERS]; /* first and last rank, corners of the grid in the law */
} sx_explanation;

/* Of all values that `what` names (extrap/inferred.h), in the order of the trace. `formula` was inferred from these n
 * inputs; without them (n = 0) nothing is known of what decided. SX_NOTFOUND when nothing has the name. Other errors:
 * as sx_infer, sx_instantiate. Cost: n inferences. */
sx_status sx_explain(sx_arena *arena, const sx_trace *const *trace,
                     const char *const *name, size_t n, const sx_trace *formula,
                     int64_t target, const sx_settings *settings, const char *what,
                     const sx_explanation **ret_list, size_t *ret_n, sx_error *err);

#endif
