#include "extrap/known_domains.h"

#include "base/checked.h"

#include <string.h>

static sx_known_state state_of(const sx_runs *runs)
{
    return (sx_known_state) { .grids = runs->ngrids,
                              .borders = runs->nborders,
                              .directions = runs->ndirections,
                              .levels = runs->nlevels,
                              .neighbours = runs->nneighbours,
                              .constants = runs->nconstants,
                              .settled = runs->nsettled };
}

static uint64_t hash_of(const bool *in, const bool *within, int64_t total)
{
    uint64_t h = 0;
    for (int64_t r = 0; r < total; r++)
        if (within[r])
            h = sx_hash_add(h, 2 * (uint64_t)r + in[r]);
    return h;
}

static const sx_known_domain *look_up(const sx_known_domains *known,
                                      const sx_known_domain *like, size_t total)
{
    for (size_t i = 0; i < known->n; i++) {
        const sx_known_domain *k = &known->domain[i];
        if (k->hash == like->hash &&
            memcmp(&k->state, &like->state, sizeof k->state) == 0 &&
            memcmp(k->in, like->in, total * sizeof *k->in) == 0 &&
            memcmp(k->within, like->within, total * sizeof *k->within) == 0)
            return k;
    }
    return NULL;
}

static bool add(sx_arena *arena, sx_known_domains *known, const sx_known_domain *one)
{
    if (known->n == known->capacity) {
        const size_t capacity = known->capacity ? 2 * known->capacity : 64;
        sx_known_domain *more = SX_NEW_ARRAY(arena, sx_known_domain, capacity);
        if (!more)
            return false;
        if (known->n)
            memcpy(more, known->domain, known->n * sizeof *more);
        known->domain = more;
        known->capacity = capacity;
    }
    known->domain[known->n++] = *one;
    return true;
}

sx_status sx_known_domains_find(sx_arena *arena, sx_known_domains *known, sx_runs *runs,
                                const bool *in, const bool *within, sx_domain *ret_domain,
                                sx_error *err)
{
    sx_known_domain one = { .hash = hash_of(in, within, runs->total),
                            .in = in,
                            .within = within,
                            .state = state_of(runs) };
    const sx_known_domain *before = look_up(known, &one, (size_t)runs->total);
    if (before) {
        *ret_domain = before->domain;
        return SX_OK;
    }
    sx_status st = sx_domain_find(arena, runs, in, within, &one.domain, err);
    if (st)
        return st;
    if (!add(arena, known, &one))
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_domain = one.domain;
    return SX_OK;
}
