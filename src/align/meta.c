#include "align/meta.h"

#include "trace/extremes.h"
#include "trace/some_ranks.h"

#include <string.h>

sx_status sx_runs_complete(sx_arena *arena, const sx_runs *runs, sx_trace *formula,
                           sx_error *err)
{
    const sx_trace *first = runs->trace[0];
    formula->meta = SX_NEW_ARRAY(arena, sx_meta, first->nmeta);
    if (!formula->meta)
        return sx_fail(err, SX_NOMEM, "out of memory");
    formula->nmeta = 0;
    for (size_t i = 0; i < first->nmeta; i++) {
        bool same = strcmp(first->meta[i].key, "verify") != 0 &&
                    !sx_extremes_is_key(first->meta[i].key) &&
                    strcmp(first->meta[i].key, sx_some_ranks_key) != 0;
        for (size_t run = 1; same && run < runs->n; run++) {
            const char *other = sx_trace_meta(runs->trace[run], first->meta[i].key);
            same = other && strcmp(other, first->meta[i].value) == 0;
        }
        if (same)
            formula->meta[formula->nmeta++] = first->meta[i];
    }
    formula->pace = NULL;
    formula->ngrids = runs->ngrids;
    formula->grid = runs->grid;
    formula->nconstants = runs->nconstants;
    formula->constant = runs->constant;
    sx_trace_number(formula);
    return SX_OK;
}
