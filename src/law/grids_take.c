#include "law/grids_parts.h"

#include "trace/policy.h"

#include <string.h>

static bool same_dims_everywhere(const sx_runs *runs, const sx_grid_law *a,
                                 const sx_grid_law *b)
{
    for (size_t i = 0; i < runs->n; i++) {
        int64_t x[SX_MAX_DIMS], y[SX_MAX_DIMS];
        if (!a->policy->dims(runs->p[i], a->arg, x) ||
            !b->policy->dims(runs->p[i], b->arg, y) ||
            memcmp(x, y, a->ndims * sizeof *x) != 0)
            return false;
    }
    return true;
}

/* The other policies that give the same dims in every input. */
static sx_status note_rivals(sx_arena *arena, const sx_runs *runs, const sx_grid_law *law,
                             size_t n, sx_grid *grid, sx_error *err)
{
    sx_rival *rival = SX_NEW_ARRAY(arena, sx_rival, n);
    if (!rival)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 1; i < n && grid->nrivals < sx_policy_count; i++)
        if (law[i].ndims == law[0].ndims && same_dims_everywhere(runs, &law[0], &law[i]))
            rival[grid->nrivals++] = (sx_rival) { law[i].policy->name, law[i].arg };
    grid->rival = rival;
    return SX_OK;
}

/* Where an extent is another than in all inputs, nothing tells what depends on it. */
static sx_status doubt_constant(sx_arena *arena, const sx_runs *runs, uint32_t g,
                                int64_t (*dims)[SX_MAX_DIMS], sx_evidence *e,
                                sx_error *err)
{
    bool scales = false;
    for (size_t i = 1; i < runs->n; i++)
        scales = scales || runs->p[i] != runs->p[0];
    for (uint32_t a = 0; scales && a < runs->grid[g].ndims; a++) {
        bool constant = true;
        for (size_t i = 1; i < runs->n; i++)
            constant = constant && dims[i][a] == dims[0][a];
        if (!constant)
            continue;
        const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, g, a);
        const sx_expr *other =
            sx_expr_make(arena, SX_EXPR_NE, dim, sx_expr_int(arena, dims[0][a]), NULL);
        e->doubt =
            e->doubt ? sx_expr_make(arena, SX_EXPR_OR, e->doubt, other, NULL) : other;
        e->reason =
            "an extent is the same in all inputs, and another here: record one where "
            "it is another";
        if (!e->doubt)
            return sx_fail(err, SX_NOMEM, "out of memory");
    }
    return SX_OK;
}

sx_status sx_grids_take(sx_arena *arena, sx_runs *runs, const sx_grid_law *law, size_t n,
                        uint32_t *ret_g, sx_error *err)
{
    sx_grid grid = { .ndims = law->ndims, .law = law->policy->name, .law_arg = law->arg };
    grid.evidence.label = runs->n > 1 ? SX_LABEL_PROVED : SX_LABEL_EXACT;
    memcpy(grid.periodic, law->periodic, sizeof grid.periodic);
    int64_t(*dims)[SX_MAX_DIMS] = sx_arena_alloc(arena, runs->n, sizeof *dims);
    if (!dims)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < runs->n; i++)
        law->policy->dims(runs->p[i], law->arg, dims[i]);
    sx_status st = note_rivals(arena, runs, law, n, &grid, err);
    if (!st)
        st = sx_runs_add_grid(arena, runs, &grid, dims, ret_g, err);
    return st || law->policy->has_arg ? st
                                      : doubt_constant(arena, runs, *ret_g, dims,
                                                       &runs->grid[*ret_g].evidence, err);
}
