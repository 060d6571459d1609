/* Boxes of which the grids that are found have but rows: their layers have as many ranks as the rows of a grid of two axes in all inputs, and a
 * message that goes to the next layer seems to go along its columns. */
#include "law/grids/parts.h"
#include "law/law.h"

#include <stdlib.h>

enum { BOX = 3 };

/* How far it is along an axis of a grid of these dims; SX_MAX_DIMS for *axis where it is along several. */
static int64_t apart_in(const int64_t *dim, uint32_t ndims, int64_t rank, int64_t peer,
                        uint32_t *axis)
{
    int64_t apart = 0;
    for (uint32_t a = 0; a < ndims; a++) {
        const int64_t here = llabs(peer % dim[a] - rank % dim[a]);
        rank /= dim[a];
        peer /= dim[a];
        if (here == 0)
            continue;
        *axis = apart ? SX_MAX_DIMS : a;
        apart = here;
    }
    return apart;
}

/* The axis along which each rank's peer is the next place, in grids of these dims by run; SX_MAX_DIMS where there is none. */
static uint32_t stepped_axis(const sx_runs *runs, const sx_slot_table *table, size_t slot,
                             uint32_t ndims, const int64_t (*dims)[SX_MAX_DIMS])
{
    uint32_t stepped = SX_MAX_DIMS;
    for (size_t run = 0; run < runs->n; run++)
        for (int64_t r = 0; r < runs->p[run]; r++) {
            const int64_t peer = table->peer[run][slot][r];
            uint32_t axis = stepped;
            if (sx_is_special(peer) || peer == SX_NONE || peer == r)
                continue;
            const int64_t apart = apart_in(dims[run], ndims, r, peer, &axis);
            if (axis == SX_MAX_DIMS || (apart != 1 && apart != dims[run][axis] - 1) ||
                (stepped < SX_MAX_DIMS && stepped != axis))
                return SX_MAX_DIMS;
            stepped = axis;
        }
    return stepped;
}

static void dims_of(const sx_runs *runs, uint32_t g, int64_t (*ret)[SX_MAX_DIMS])
{
    for (size_t run = 0; run < runs->n; run++)
        for (uint32_t a = 0; a < runs->grid[g].ndims; a++)
            ret[run][a] = runs->place[runs->offset[run] * SX_MAX_GRIDS + g].dim[a];
}

/* The dims of a box in all inputs, of which some have layers of several rows, as many ranks in a layer as in a row of grid g. */
static bool is_box_of(const sx_runs *runs, const sx_policy *policy, uint32_t g,
                      int64_t (*ret)[SX_MAX_DIMS])
{
    bool fits = !policy->has_arg && policy->ndims == BOX, solid = false;
    for (size_t run = 0; run < runs->n && fits; run++) {
        const int64_t row = runs->place[runs->offset[run] * SX_MAX_GRIDS + g].dim[0];
        fits =
            policy->dims(runs->p[run], 0, ret[run]) && ret[run][0] * ret[run][1] == row;
        solid = solid || (fits && ret[run][0] > 1 && ret[run][1] > 1);
    }
    return fits && solid;
}

bool sx_grids_are_powers(const sx_runs *runs)
{
    bool are = true;
    for (size_t i = 0; i < runs->n; i++)
        are = are && (runs->p[i] & (runs->p[i] - 1)) == 0;
    return are;
}

bool sx_grids_is_step_in(const sx_runs *runs, const sx_slot_table *table, size_t slot,
                         uint32_t g)
{
    int64_t dims[SX_RUNS][SX_MAX_DIMS];
    dims_of(runs, g, dims);
    return stepped_axis(runs, table, slot, runs->grid[g].ndims,
                        (const int64_t(*)[SX_MAX_DIMS])dims) < SX_MAX_DIMS;
}

/* Is a message a step in none of the grids that are found? */
static bool is_left(const sx_runs *runs, const sx_slot_table *table, size_t slot)
{
    bool left = !table->of_comm[slot];
    for (uint32_t g = 0; g < runs->ngrids && left; g++)
        left = !sx_grids_is_step_in(runs, table, slot, g);
    return left;
}

/* Has the box a step that no grid has, goes some message to its next layer, and are no fewer messages steps in it than in grid g? */
static bool is_shown(const sx_runs *runs, const sx_slot_table *table, uint32_t g,
                     const int64_t (*box)[SX_MAX_DIMS])
{
    bool more = false, up = false;
    size_t of_box = 0, of_grid = 0;
    for (size_t k = 0; k < table->n; k++) {
        const uint32_t axis = stepped_axis(runs, table, k, BOX, box);
        if (table->of_comm[k])
            continue;
        of_box += axis < BOX;
        of_grid += sx_grids_is_step_in(runs, table, k, g);
        up = up || axis == BOX - 1;
        more = more || (axis < BOX - 1 && is_left(runs, table, k));
    }
    return more && up && of_box >= of_grid;
}

/* Of the policies, which may have such a box; sx_policy_count: none. */
static size_t box_over(const sx_runs *runs, const sx_slot_table *table, uint32_t g,
                       int64_t (*ret)[SX_MAX_DIMS])
{
    size_t i = 0;
    if (runs->grid[g].ndims != BOX - 1 || runs->grid[g].comm != 0 ||
        sx_grids_are_powers(runs))
        return sx_policy_count;
    while (i < sx_policy_count &&
           !(is_box_of(runs, &sx_policies[i], g, ret) &&
             is_shown(runs, table, g, (const int64_t(*)[SX_MAX_DIMS])ret)))
        i++;
    return i;
}

bool sx_grids_is_of_box(const sx_runs *runs, const sx_slot_table *table, size_t slot,
                        uint32_t g)
{
    int64_t box[SX_RUNS][SX_MAX_DIMS];
    return box_over(runs, table, g, box) < sx_policy_count &&
           stepped_axis(runs, table, slot, BOX, (const int64_t(*)[SX_MAX_DIMS])box) ==
               BOX - 1;
}

static const sx_expr *is_other_row(sx_arena *arena, size_t policy, uint32_t g)
{
    const sx_expr *layer = sx_expr_two(
        arena, SX_EXPR_MUL, sx_expr_var(arena, SX_VAR_EXTENT, (unsigned)policy, 0),
        sx_expr_var(arena, SX_VAR_EXTENT, (unsigned)policy, 1));
    return sx_expr_two(arena, SX_EXPR_NE, layer, sx_expr_var(arena, SX_VAR_DIM, g, 0));
}

sx_status sx_grids_doubt_boxes(sx_arena *arena, sx_runs *runs, const sx_slot_table *table,
                               sx_error *err)
{
    int64_t box[SX_RUNS][SX_MAX_DIMS];
    for (uint32_t g = 0; g < runs->ngrids; g++) {
        const size_t policy = box_over(runs, table, g, box);
        if (policy == sx_policy_count)
            continue;
        const sx_evidence other = {
            .label = SX_LABEL_PROVED,
            .reason = "the layers of a box have as many ranks as rows of the grid in all "
                      "inputs: add one in which they have not",
            .doubt = is_other_row(arena, policy, g)
        };
        if (!other.doubt)
            return sx_fail(err, SX_NOMEM, "out of memory");
        runs->grid[g].evidence = sx_evidence_join(arena, runs->grid[g].evidence, other);
    }
    return SX_OK;
}
