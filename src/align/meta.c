#include "align/meta.h"

#include "trace/extremes.h"
#include "trace/own_share.h"
#include "trace/some_ranks.h"

#include <string.h>

/* Of the runs that say it: they differ by chance, as each shows but some calls of some ranks. NULL in *ret_text: none does. */
static sx_status mean_own_share(sx_arena *arena, const sx_runs *runs,
                                const char **ret_text, sx_error *err)
{
    double sum = 0;
    size_t some = 0;
    for (size_t run = 0; run < runs->n; run++) {
        const double share = sx_own_share_of(runs->trace[run]);
        sum += share >= 0 ? share : 0;
        some += share >= 0;
    }
    *ret_text = some ? sx_own_share_text(arena, sum / (double)some) : NULL;
    return some && !*ret_text ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}

sx_status sx_runs_complete(sx_arena *arena, const sx_runs *runs, sx_trace *formula,
                           sx_error *err)
{
    const sx_trace *first = runs->trace[0];
    const char *own = NULL;
    sx_status st = mean_own_share(arena, runs, &own, err);
    if (st)
        return st;
    formula->meta = SX_NEW_ARRAY(arena, sx_meta, first->nmeta + 1);
    if (!formula->meta)
        return sx_fail(err, SX_NOMEM, "out of memory");
    formula->nmeta = 0;
    for (size_t i = 0; i < first->nmeta; i++) {
        bool same = strcmp(first->meta[i].key, "verify") != 0 &&
                    !sx_extremes_is_key(first->meta[i].key) &&
                    strcmp(first->meta[i].key, sx_some_ranks_key) != 0 &&
                    strcmp(first->meta[i].key, sx_own_share_key) != 0;
        for (size_t run = 1; same && run < runs->n; run++) {
            const char *other = sx_trace_meta(runs->trace[run], first->meta[i].key);
            same = other && strcmp(other, first->meta[i].value) == 0;
        }
        if (same)
            formula->meta[formula->nmeta++] = first->meta[i];
    }
    if (own)
        formula->meta[formula->nmeta++] = (sx_meta) { sx_own_share_key, own };
    formula->pace = NULL;
    formula->ngrids = runs->ngrids;
    formula->grid = runs->grid;
    formula->nconstants = runs->nconstants;
    formula->constant = runs->constant;
    sx_trace_number(formula);
    return SX_OK;
}
