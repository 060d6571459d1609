#include "extrap/asked.h"

#include "extrap/inferred.h"

static void ask_of(const sx_expr *expr, uint64_t *asked)
{
    uint64_t counters = 0, grids = 0;
    if (expr)
        sx_expr_uses(expr, &counters, &grids);
    *asked |= grids;
}

static void ask_of_boxes(const sx_domain *domain, uint64_t *asked)
{
    for (size_t i = 0; domain->kind == SX_DOMAIN_BOXES && i < domain->nboxes; i++) {
        const sx_box *box = &domain->box[i];
        ask_of(box->start, asked);
        for (uint32_t d = 0; d < box->ndims; d++) {
            ask_of(box->dim[d].iters, asked);
            ask_of(box->dim[d].stride, asked);
        }
    }
}

sx_status sx_asked_grids(sx_arena *arena, const sx_trace *trace, uint64_t *ret_asked,
                         sx_error *err)
{
    const sx_inferred *value;
    size_t n;
    sx_status st = sx_inferred_list(arena, trace, &value, &n, err);
    *ret_asked = 0;
    for (size_t i = 0; !st && i < n; i++) {
        ask_of(sx_inferred_expr(&value[i]), ret_asked);
        ask_of_boxes(value[i].domain, ret_asked);
    }
    for (size_t i = 0; i < trace->nconstants; i++)
        ask_of(trace->constant[i].law, ret_asked);
    for (size_t i = 0; i < trace->ntypes; i++)
        if (trace->type[i].law)
            *ret_asked = UINT64_MAX;
    return st;
}
