#include "law/regimes.h"

/* The size of a communicator that was split off in this way, in all runs: 1, or that of its parent. */
static bool has_size(const sx_runs *runs, const sx_comm *comm, uint32_t index, bool whole)
{
    if (comm->kind != SX_COMM_SPLIT && comm->kind != SX_COMM_CART_SUB)
        return false;
    for (int64_t r = 0; r < runs->total; r++) {
        int64_t all = runs->comm_size[comm->parent][r];
        if (all < 2 || runs->comm_size[index][r] != (whole ? all : 1))
            return false;
    }
    return true;
}

/* Two communicators of one parent, one of all its ranks and one of each alone? */
static bool is_one_row(const sx_runs *runs)
{
    const sx_trace *t = &runs->merged;
    for (uint32_t a = 0; a < t->ncomms; a++)
        for (uint32_t b = 0; b < t->ncomms; b++)
            if (t->comm[a].parent == t->comm[b].parent &&
                has_size(runs, &t->comm[a], a, true) &&
                has_size(runs, &t->comm[b], b, false))
                return true;
    return false;
}

sx_status sx_regimes_find(sx_arena *arena, const sx_runs *runs, const sx_expr **beyond,
                          const char **why, sx_error *err)
{
    if (!is_one_row(runs))
        return SX_OK;
    const sx_expr *more =
        sx_expr_two(arena, SX_EXPR_GT, sx_expr_var(arena, SX_VAR_P, 0, 0),
                    sx_expr_int(arena, runs->p[runs->n - 1]));
    if (*beyond)
        more = sx_expr_two(arena, SX_EXPR_OR, *beyond, more);
    if (!more)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *beyond = more;
    *why =
        "a grid of one row may have more of them at more ranks: add an input with more "
        "ranks";
    return SX_OK;
}
