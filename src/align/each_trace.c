#include "align/each_trace.h"

#include <stdlib.h>

sx_status sx_in_trace_no_memory(const sx_in_trace *at)
{
    return sx_fail(at->err, SX_NOMEM, "out of memory");
}

const sx_ranklist *sx_ranks_within(const sx_domain *ranks, const sx_ranklist *enclosing)
{
    return ranks->kind == SX_DOMAIN_ALL     ? enclosing
           : ranks->kind == SX_DOMAIN_RANKS ? &ranks->ranks
                                            : NULL;
}

sx_status sx_each_trace(sx_arena *arena, sx_trace *const *trace, size_t n,
                        bool (*are)(const sx_node *node), uint64_t *steps,
                        sx_trace_change change, sx_error *err)
{
    sx_loop_names *all = calloc(n + 1, sizeof *all);
    sx_in_trace at = { .arena = arena, .all = all, .n = n, .steps = steps, .err = err };
    sx_status st = all ? SX_OK : sx_in_trace_no_memory(&at);
    bool any = false;
    for (size_t i = 0; i < n && !st; i++) {
        if (sx_loop_names_list(&all[i], trace[i], are))
            st = sx_in_trace_no_memory(&at);
        any = any || all[i].n > 0;
    }
    for (size_t i = 0; i < n && !st && any; i++) {
        sx_ranklist everybody;
        at.trace = trace[i];
        st = sx_ranklist_range(arena, 0, trace[i]->p, &everybody, err);
        if (!st)
            st = change(&at, &everybody, &trace[i]->program);
    }
    for (size_t i = 0; all && i < n; i++)
        sx_loop_names_free(&all[i]);
    free(all);
    return st;
}
