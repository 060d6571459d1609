#include "paper/space.h"

#include "base/checked.h"
#include "law/grids/parts.h"
#include "law/slots.h"
#include "topology/topology.h"
#include "trace/policy.h"

#include <string.h>

/* The end points that are looked at together: slots first .. first + n - 1 that are of messages; n 0: all. */
typedef struct detection {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_slot_table *slots;
    uint32_t ndims;
    int64_t (*dims)[SX_MAX_DIMS]; /* by run */
    const char *why;
} detection;

static sx_status nomem(sx_error *err)
{
    return sx_fail(err, SX_NOMEM, "out of memory");
}

/* False, with the reason, where the three steps lead to no grid in some run. */
static sx_status detect(detection *d, size_t first, size_t n, bool *ret_found,
                        sx_error *err)
{
    size_t *which = SX_NEW_ARRAY(d->arena, size_t, n);
    size_t nwhich = 0;
    if (!which)
        return nomem(err);
    for (size_t s = first; s < first + n; s++)
        if (!d->slots->of_comm[s])
            which[nwhich++] = s;
    *ret_found = nwhich > 0;
    for (size_t i = 0; *ret_found && i < d->runs->n; i++) {
        sx_topology_run run = { .p = d->runs->p[i], .peer = d->slots->peer[i] };
        sx_adjacency lists;
        sx_topology_paper_result found;
        sx_error why = { 0 };
        sx_status st = sx_topology_adjacency(d->arena, &run, which, nwhich, &lists, err);
        if (st)
            return st;
        st = sx_topology_paper(d->arena, &lists, &found, &why);
        if (st && st != SX_NOTFOUND)
            return sx_fail(err, st, "%s", why.text);
        if (st && !d->why)
            d->why = sx_arena_printf(d->arena, "at %lld ranks %s",
                                     (long long)d->runs->p[i], why.text);
        *ret_found = !st && (i == 0 || found.ndims == d->ndims);
        if (st)
            continue;
        d->ndims = found.ndims;
        memcpy(d->dims[i], found.dim, sizeof found.dim);
    }
    return SX_OK;
}

/* All call sites; else those whose end points change from execution to execution, and the others, one by one. */
static sx_status detect_any(detection *d, bool *ret_found, sx_error *err)
{
    const sx_slot_table *t = d->slots;
    sx_status st = detect(d, 0, t->n, ret_found, err);
    for (size_t v = 0; !st && !*ret_found && v < t->nvarying; v++)
        st = detect(d, t->varying[v].first, t->varying[v].nslots, ret_found, err);
    for (size_t s = 0; !st && !*ret_found && s < t->n; s++)
        st = detect(d, s, 1, ret_found, err);
    return st;
}

/* The dims that were told with all inputs. */
static bool told(detection *d)
{
    for (size_t run = 0; run < d->runs->n; run++) {
        const sx_grid *grid = sx_runs_told(d->runs, run);
        if (!grid || (run > 0 && grid->ndims != d->ndims))
            return false;
        d->ndims = grid->ndims;
        memcpy(d->dims[run], grid->dim, sizeof grid->dim);
    }
    return true;
}

/* The policies that give these dims in all runs. */
static size_t matching_policies(const detection *d, sx_grid_law *law)
{
    size_t n = 0;
    for (size_t i = 0; i < sx_policy_count; i++) {
        const sx_policy *policy = &sx_policies[i];
        int64_t dim[SX_MAX_DIMS];
        bool same = policy->ndims == d->ndims && !policy->arg_is_order;
        int64_t arg =
            strncmp(policy->name, "fixed-y", 7) == 0 ? d->dims[0][1] : d->dims[0][0];
        for (size_t run = 0; same && run < d->runs->n; run++)
            same = policy->dims(d->runs->p[run], policy->has_arg ? arg : 0, dim) &&
                   memcmp(dim, d->dims[run], d->ndims * sizeof *dim) == 0;
        if (same)
            law[n++] = (sx_grid_law) { .policy = policy,
                                       .arg = policy->has_arg ? arg : 0,
                                       .ndims = d->ndims };
    }
    return n;
}

/* Adds the grid, whose dims at other scales have to be given by hand where no policy has them. */
static sx_status take(detection *d, sx_runs *runs, uint32_t *ret_g, sx_error *err)
{
    sx_grid_law *law = SX_NEW_ARRAY(d->arena, sx_grid_law, sx_policy_count);
    if (!law)
        return nomem(err);
    size_t n = matching_policies(d, law);
    sx_grid grid = { .ndims = d->ndims, .law = "given" };
    sx_status st =
        n ? sx_grids_take(d->arena, runs, law, n, (sx_walked) { 0 }, ret_g, err)
          : sx_runs_add_grid(d->arena, runs, &grid, d->dims, ret_g, err);
    if (!st)
        runs->grid[*ret_g].evidence =
            (sx_evidence) { .label = n ? SX_LABEL_EXACT : SX_LABEL_REFUSED,
                            .reason = n ? NULL : "no policy has the dims of the inputs" };
    return st;
}

/* The prefix products of the extents, and their values in the runs. */
static sx_status make_basis(sx_arena *arena, const sx_runs *runs,
                            const sx_expr *const *extent, uint32_t n,
                            sx_paper_space *space, sx_error *err)
{
    static const char letter[] = "xyzuvwst";
    sx_buffer basis = SX_BUFFER_INIT;
    space->columns = n + 1;
    space->row = SX_NEW_ARRAY(arena, int64_t, runs->n * space->columns);
    space->column[0] = sx_expr_int(arena, 1);
    sx_buffer_puts(&basis, "1");
    for (uint32_t a = 0; a < n; a++) {
        space->column[a + 1] =
            a == 0 ? extent[0]
                   : sx_expr_two(arena, SX_EXPR_MUL, space->column[a], extent[a]);
        sx_buffer_printf(&basis, ", %.*s", (int)a + 1, letter);
    }
    space->basis = sx_arena_string(arena, basis.data ? basis.data : "", basis.size);
    sx_buffer_finish(&basis);
    if (!space->row || !space->basis)
        return nomem(err);
    for (size_t run = 0; run < runs->n; run++) {
        sx_expr_env env = sx_runs_env(runs, runs->offset[run], 0);
        for (size_t c = 0; c < space->columns; c++) {
            int64_t *value = &space->row[run * space->columns + c];
            if (!space->column[c])
                return nomem(err);
            if (sx_expr_eval(space->column[c], &env, value, NULL) || *value < 1)
                return sx_fail(err, SX_INVALID,
                               "the extents of the topology are no grid at %lld ranks",
                               (long long)runs->p[run]);
        }
    }
    return SX_OK;
}

/* The last product is P, which is shorter. */
static sx_status basis_of_grid(sx_arena *arena, const sx_runs *runs, uint32_t g,
                               sx_paper_space *space, sx_error *err)
{
    const sx_expr *extent[SX_MAX_DIMS];
    uint32_t n = runs->grid[g].ndims;
    for (uint32_t a = 0; a < n; a++)
        extent[a] = sx_expr_var(arena, SX_VAR_DIM, g, a);
    sx_status st = make_basis(arena, runs, extent, n, space, err);
    space->column[n] = sx_expr_var(arena, SX_VAR_P, 0, 0);
    return st || space->column[n] ? st : nomem(err);
}

sx_status sx_paper_space_find(sx_arena *arena, sx_runs *runs, sx_paper_space *ret_space,
                              sx_error *err)
{
    sx_slot_table slots;
    detection d = { .arena = arena, .runs = runs, .slots = &slots };
    bool found = false;
    uint32_t g;
    *ret_space = (sx_paper_space) { 0 };
    d.dims = sx_arena_alloc(arena, runs->n, sizeof *d.dims);
    sx_status st = d.dims ? sx_slots_collect(arena, runs, &slots, err) : nomem(err);
    found = !st && told(&d);
    if (!st && !found)
        st = detect_any(&d, &found, err);
    if (!st && found && d.ndims > 1) {
        st = take(&d, runs, &g, err);
        return st ? st : basis_of_grid(arena, runs, g, ret_space, err);
    }
    const sx_expr *p = sx_expr_var(arena, SX_VAR_P, 0, 0);
    if (!st)
        st = make_basis(arena, runs, &p, 1, ret_space, err);
    ret_space->why = found ? NULL : d.why ? d.why : "there are no messages on all ranks";
    return st;
}

sx_status sx_paper_space_given(sx_arena *arena, const sx_runs *runs,
                               const sx_expr *const *extent, uint32_t n,
                               sx_paper_space *ret_space, sx_error *err)
{
    *ret_space = (sx_paper_space) { 0 };
    return make_basis(arena, runs, extent, n, ret_space, err);
}
