#include "extrap/grids.h"

#include "extrap/directions.h"
#include "extrap/law.h"
#include "extrap/slots.h"
#include "trace/policy.h"

#include <string.h>

/* ---- from digit laws to an expression ---- */

static const sx_expr *digit_expr(sx_arena *arena, uint32_t g, uint32_t a, const sx_digit_law *law)
{
    const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, g, a);
    const sx_expr *digit = sx_expr_int(arena, 0);
    if (law->kind != SX_DIGIT_CONSTANT && law->sign) {
        const sx_expr *c = sx_expr_var(arena, SX_VAR_COORD, g, law->from);
        digit = law->sign > 0 ? c : sx_expr_make(arena, SX_EXPR_SUB, digit, c, NULL);
    }
    if (law->end)
        digit = sx_expr_make(arena, SX_EXPR_ADD, digit, dim, NULL);
    if (law->shift)
        digit = sx_expr_make(arena, law->shift > 0 ? SX_EXPR_ADD : SX_EXPR_SUB, digit,
                             sx_expr_int(arena, law->shift > 0 ? law->shift : -law->shift), NULL);
    if (law->kind == SX_DIGIT_WRAP && (law->shift || law->sign != 1 || law->from != a))
        digit = sx_expr_make(arena, SX_EXPR_MOD, digit, dim, NULL);
    return digit;
}

static bool is_identity(const sx_digit_law *law, uint32_t a)
{
    return law->kind != SX_DIGIT_CONSTANT && law->from == a && law->sign == 1 && !law->end &&
           law->shift == 0;
}

/* May the digit leave the grid for some rank that takes part? */
static bool may_leave(const sx_digit_law *law, uint32_t a, sx_slot_domain domain)
{
    return law->kind == SX_DIGIT_OPEN && !is_identity(law, a) && domain != SX_SLOT_INSIDE;
}

static const sx_expr *inside_condition(sx_arena *arena, uint32_t g, uint32_t a,
                                       const sx_expr *digit)
{
    const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, g, a);
    return sx_expr_make(arena, SX_EXPR_AND,
                        sx_expr_make(arena, SX_EXPR_GE, digit, sx_expr_int(arena, 0), NULL),
                        sx_expr_make(arena, SX_EXPR_LT, digit, dim, NULL), NULL);
}

/* m + (digit - c) * stride for every axis that changes, inside the grid; else null. */
static const sx_expr *peer_expr(sx_arena *arena, uint32_t g, uint32_t ndims, const sx_slot_law *law)
{
    const sx_expr *peer = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    const sx_expr *inside = NULL, *stride = sx_expr_int(arena, 1);
    for (uint32_t a = 0; a < ndims; a++) {
        const sx_digit_law *axis = &law->axis[a];
        if (!is_identity(axis, a)) {
            const sx_expr *digit = digit_expr(arena, g, a, axis);
            const sx_expr *by;
            if (axis->kind == SX_DIGIT_OPEN && axis->from == a && axis->sign == 1 && !axis->end)
                by = sx_expr_int(arena, axis->shift);
            else
                by = sx_expr_make(arena, SX_EXPR_SUB, digit,
                                  sx_expr_var(arena, SX_VAR_COORD, g, a), NULL);
            peer = sx_expr_make(arena, SX_EXPR_ADD, peer,
                                sx_expr_make(arena, SX_EXPR_MUL, by, stride, NULL), NULL);
            if (may_leave(axis, a, law->domain)) {
                const sx_expr *here = inside_condition(arena, g, a, digit);
                inside = inside ? sx_expr_make(arena, SX_EXPR_AND, inside, here, NULL) : here;
            }
        }
        stride = sx_expr_make(arena, SX_EXPR_MUL, stride, sx_expr_var(arena, SX_VAR_DIM, g, a), NULL);
    }
    return inside ? sx_expr_make(arena, SX_EXPR_IF, inside, peer, sx_expr_int(arena, SX_NULL)) : peer;
}

static sx_evidence slot_evidence(sx_arena *arena, const sx_runs *runs, uint32_t ndims,
                                 const sx_slot_law *law)
{
    sx_evidence e = { .label = runs->n > 1 ? SX_LABEL_PROVED : SX_LABEL_EXACT };
    for (uint32_t a = 0; a < ndims; a++)
        if (law->axis[a].ambiguous) {
            e.label = SX_LABEL_EXACT;
            e.reason = sx_arena_printf(arena,
                                       "shifts by %lld and %lld cannot be told apart in any input: "
                                       "add one with larger dims",
                                       (long long)law->axis[a].shift,
                                       (long long)law->axis[a].other_shift);
        }
    return e;
}

/* ---- grids, one after another ---- */

static bool same_dims_everywhere(const sx_runs *runs, const sx_grid_law *a, const sx_grid_law *b)
{
    for (size_t i = 0; i < runs->n; i++) {
        int64_t x[SX_MAX_DIMS], y[SX_MAX_DIMS];
        if (!a->policy->dims(runs->p[i], a->arg, x) || !b->policy->dims(runs->p[i], b->arg, y) ||
            memcmp(x, y, a->ndims * sizeof *x) != 0)
            return false;
    }
    return true;
}

/* The other policies that give the same dims in every input. */
static sx_status note_rivals(sx_arena *arena, const sx_runs *runs, const sx_grid_law *law, size_t n,
                             sx_grid *grid, sx_error *err)
{
    sx_rival *rival = SX_NEW_ARRAY(arena, sx_rival, n);
    if (!rival)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 1; i < n && grid->nrivals < sx_policy_count; i++)
        if (law[i].ndims == law[0].ndims && same_dims_everywhere(runs, &law[0], &law[i]))
            rival[grid->nrivals++] = (sx_rival){ law[i].policy->name, law[i].arg };
    grid->rival = rival;
    return SX_OK;
}

static sx_status take_grid(sx_arena *arena, sx_runs *runs, const sx_grid_law *law, size_t n,
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
    return st ? st : sx_runs_add_grid(arena, runs, &grid, dims, ret_g, err);
}

static sx_status add_neighbour(sx_arena *arena, sx_runs *runs, uint32_t g, uint32_t ndims,
                               const sx_slot_law *law, sx_error *err)
{
    sx_neighbour one = { peer_expr(arena, g, ndims, law), slot_evidence(arena, runs, ndims, law) };
    if (!one.peer)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < runs->nneighbours; i++)
        if (sx_expr_equal(runs->neighbour[i].peer, one.peer)) {
            runs->neighbour[i].evidence =
                sx_evidence_join(arena, runs->neighbour[i].evidence, one.evidence);
            return SX_OK;
        }
    runs->neighbour[runs->nneighbours++] = one;
    return SX_OK;
}

/* Looks for the grid that explains most of the open slots. */
static sx_status next_grid(sx_arena *arena, sx_runs *runs, sx_slot_table *table, bool *open,
                           bool *ret_more, sx_error *err)
{
    size_t *which = SX_NEW_ARRAY(arena, size_t, table->n), n = 0, nlaws = 0;
    sx_topology_run *run = SX_NEW_ARRAY(arena, sx_topology_run, runs->n);
    if (!which || !run)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t k = 0; k < table->n; k++)
        if (open[k])
            which[n++] = k;
    for (size_t i = 0; i < runs->n; i++) {
        const int64_t **peer = SX_NEW_ARRAY(arena, const int64_t *, n);
        if (!peer)
            return sx_fail(err, SX_NOMEM, "out of memory");
        for (size_t k = 0; k < n; k++)
            peer[k] = table->peer[i][which[k]];
        run[i] = (sx_topology_run){ runs->p[i], peer };
    }
    const sx_grid_law *law = NULL;
    sx_status st = SX_OK;
    if (n > 0)
        st = sx_topology_law(arena, run, runs->n, n, sx_policies, sx_policy_count, &law, &nlaws, err);
    *ret_more = !st && nlaws > 0 && law->explained > 0 && runs->ngrids < SX_MAX_GRIDS;
    uint32_t g = 0;
    if (*ret_more)
        st = take_grid(arena, runs, law, nlaws, &g, err);
    for (size_t k = 0; *ret_more && !st && k < n; k++)
        if (law->slot[k].explained) {
            open[which[k]] = false;
            st = add_neighbour(arena, runs, g, law->ndims, &law->slot[k], err);
        }
    return st;
}

/* ---- loops over the neighbours there are ---- */

/* Tries the directions of one event in the grids found, then in those of every policy. */
static sx_status try_directions(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                                sx_error *err)
{
    int64_t(*dims)[SX_MAX_DIMS] = sx_arena_alloc(arena, runs->n, sizeof *dims);
    if (!dims)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_directions *to = &runs->directions[runs->ndirections];
    bool found = false;
    sx_status st = SX_OK;
    for (uint32_t g = 0; g < runs->ngrids && !st && !found; g++) {
        for (size_t i = 0; i < runs->n; i++)
            memcpy(dims[i], runs->place[runs->offset[i] * SX_MAX_GRIDS + g].dim, sizeof dims[i]);
        st = sx_directions_find(arena, runs, samples, dims, runs->grid[g].ndims, g, to, &found, err);
    }
    for (size_t k = 0; k < sx_policy_count && !st && !found && runs->ngrids < SX_MAX_GRIDS; k++) {
        const sx_policy *policy = &sx_policies[k];
        bool valid = !policy->has_arg;
        for (size_t i = 0; i < runs->n && valid; i++)
            valid = policy->dims(runs->p[i], 0, dims[i]);
        if (!valid)
            continue;
        st = sx_directions_find(arena, runs, samples, dims, policy->ndims, runs->ngrids, to, &found,
                                err);
        sx_grid_law law = { .policy = policy, .ndims = policy->ndims };
        uint32_t g;
        if (!st && found)
            st = take_grid(arena, runs, &law, 1, &g, err);
    }
    runs->ndirections += !st && found;
    return st;
}

static sx_status find_directions(sx_arena *arena, sx_runs *runs, const sx_slot_table *table,
                                 sx_error *err)
{
    runs->directions = SX_NEW_ARRAY(arena, sx_directions, SX_DIRECTION_LISTS);
    if (!runs->directions)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = SX_OK;
    for (size_t i = 0; i < table->nuneven && !st && runs->ndirections < SX_DIRECTION_LISTS; i++)
        st = try_directions(arena, runs, &table->uneven[i], err);
    return st;
}

sx_status sx_grids_find(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    sx_slot_table table;
    sx_status st = sx_slots_collect(arena, runs, &table, err);
    if (st)
        return st;
    bool *open = SX_NEW_ARRAY(arena, bool, table.n);
    runs->neighbour = SX_NEW_ARRAY(arena, sx_neighbour, table.n);
    if (!open || !runs->neighbour)
        return sx_fail(err, SX_NOMEM, "out of memory");
    memset(open, 1, table.n);
    bool more = true;
    while (!st && more)
        st = next_grid(arena, runs, &table, open, &more, err);
    return st ? st : find_directions(arena, runs, &table, err);
}
