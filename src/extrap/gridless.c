#include "extrap/gridless.h"

#include "extrap/asked.h"
#include "extrap/deciding.h"
#include "trace/policy.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool has_dims(const sx_grid *grid, int64_t p)
{
    const sx_policy *policy = sx_policy_named(grid->law);
    int64_t dim[SX_MAX_DIMS];
    return policy && policy->dims(p, grid->law_arg, dim);
}

/* Do programs run on so many ranks, by this grid? A line of all ranks, or dims that a program states, have any number of them. */
static bool tells(const sx_grid *grid, int64_t p)
{
    return grid->comm == 0 && grid->ndims > 1 && !sx_gridless_is(grid) &&
           has_dims(grid, p) && !sx_policy_is_stated(sx_policy_named(grid->law));
}

static bool lacks_some(const sx_trace *formula, int64_t p)
{
    bool lacks = false;
    for (size_t g = 0; g < formula->ngrids; g++)
        lacks = lacks || (formula->grid[g].comm == 0 && !has_dims(&formula->grid[g], p));
    return lacks;
}

static const sx_policy *stand_in(const sx_grid *grid)
{
    for (size_t i = 0; i < SX_POLICY_STATED; i++)
        if (sx_policy_stated[i].ndims == grid->ndims)
            return &sx_policy_stated[i];
    return NULL;
}

static sx_status replace(sx_arena *arena, sx_grid *grid, int64_t p, sx_error *err)
{
    const sx_policy *policy = sx_policy_named(grid->law), *other = stand_in(grid);
    if (grid->comm != 0 || !policy || !other || has_dims(grid, p))
        return SX_OK;
    grid->evidence = (sx_evidence) {
        .label = SX_LABEL_REFUSED,
        .reason = sx_arena_printf(
            arena,
            "law %s has no dims for %" PRId64
            " ranks, where another grid has some, or no law asks for it: those of "
            "MPI_Dims_create stand in",
            policy->name, p),
    };
    grid->law = other->name;
    grid->law_arg = 0;
    grid->nrivals = 0;
    return grid->evidence.reason ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

sx_status sx_gridless_stand_in(sx_arena *arena, const sx_trace *formula, int64_t p,
                               bool told, sx_trace *ret_formula, sx_error *err)
{
    sx_trace trace = *formula;
    bool before = told, any = told;
    uint64_t asked;
    *ret_formula = trace;
    if (!lacks_some(formula, p))
        return SX_OK;
    trace.grid = sx_arena_copy(arena, trace.grid, trace.ngrids, sizeof *trace.grid);
    if (!trace.grid)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = sx_asked_grids(arena, formula, &asked, err);
    for (size_t g = 0; g < trace.ngrids; g++)
        any = any || tells(&trace.grid[g], p);
    for (size_t g = 0; g < trace.ngrids && !st; g++) {
        const sx_policy *policy = sx_policy_named(trace.grid[g].law);
        const bool by_number = policy && policy->has_arg && trace.grid[g].ndims > 1;
        before = before || tells(&trace.grid[g], p);
        if (before || (by_number && (any || !(asked >> g & 1))))
            st = replace(arena, &trace.grid[g], p, err);
    }
    if (!st)
        *ret_formula = trace;
    return st;
}

bool sx_gridless_is(const sx_grid *grid)
{
    return grid->evidence.label == SX_LABEL_REFUSED && strcmp(grid->law, "given") != 0;
}

void sx_gridless_mention_rivals(const sx_trace *formula, int64_t p, sx_error *err)
{
    for (size_t g = 0; g < formula->ngrids && err; g++) {
        const sx_grid *grid = &formula->grid[g];
        int64_t dim[SX_MAX_DIMS];
        if (!sx_policy_named(grid->law) || grid->comm != 0 || has_dims(grid, p))
            continue;
        for (uint32_t i = 0; i < grid->nrivals; i++) {
            const sx_policy *rival = sx_policy_named(grid->rival[i].law);
            size_t used = strlen(err->text);
            if (!rival || !rival->dims(p, grid->rival[i].law_arg, dim))
                continue;
            snprintf(
                err->text + used, sizeof err->text - used,
                "; law %s fits all inputs as well and has one: add an input where they "
                "differ, as P = %lld, or give --dims",
                rival->name, (long long)sx_deciding_dims(grid, i));
            return;
        }
    }
}
