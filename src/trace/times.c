#include "trace/times.h"

const char *sx_times_kind_name(sx_times_kind kind)
{
    return kind == SX_TIMES_COMP ? "comp" : "comm";
}

int sx_times_order(const sx_times *a, const sx_times *b)
{
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->first != b->first)
        return a->first ? -1 : 1;
    return (a->after > b->after) - (a->after < b->after);
}

sx_times *sx_times_find(sx_times *times, uint32_t n, const sx_times *like)
{
    for (uint32_t i = 0; i < n; i++) {
        if (sx_times_order(&times[i], like) == 0)
            return &times[i];
    }
    return NULL;
}

sx_status sx_times_pool(sx_arena *arena, const sx_times *more, uint32_t nmore,
                        sx_times **times, uint32_t *n, sx_error *err)
{
    sx_times *all = SX_NEW_ARRAY(arena, sx_times, (size_t)*n + nmore);
    sx_status status = SX_OK;
    uint32_t used = 0;
    if (!all)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t i = 0; i < *n + nmore && !status; i++) {
        const sx_times *next = i < *n ? &(*times)[i] : &more[i - *n];
        sx_times *same = sx_times_find(all, used, next);
        if (same) {
            status = sx_hist_merge(arena, &same->hist, &next->hist, &same->hist, err);
            continue;
        }
        all[used] = *next;
        all[used].all = true;
        all[used++].ranks = (sx_ranklist) { 0 };
    }
    if (!status) {
        *times = all;
        *n = used;
    }
    return status;
}
