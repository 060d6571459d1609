/* Grids of two axes of which only one shows, since messages and communicators stay in its rows, or all leave them: the ranks may be in groups of about
 * the root of their number, the last of which is shorter. */
#include "law/grids/parts.h"
#include "law/law.h"
#include "law/rounded_root.h"

static const struct sx_place *place_in(const sx_runs *runs, int64_t rank, uint32_t g)
{
    return &runs->place[(size_t)rank * SX_MAX_GRIDS + g];
}

static bool is_root_in_all(const sx_runs *runs, const sx_rounded_root *how, uint32_t g,
                           uint32_t axis)
{
    bool is = true;
    for (size_t run = 0; run < runs->n && is; run++)
        is = sx_is_root(how, runs->p[run],
                        place_in(runs, runs->offset[run], g)->dim[axis]);
    return is;
}

/* Is a slot a step in another grid, or in a box, whose layers have as many ranks as the rows in all inputs? */
static bool is_of_other(const sx_runs *runs, const sx_slot_table *table, size_t slot,
                        uint32_t g)
{
    bool is = sx_grids_is_of_box(runs, table, slot, g);
    for (uint32_t other = 0; other < runs->ngrids && !is; other++)
        is = other != g && runs->grid[other].ndims > 2 && runs->grid[other].comm == 0 &&
             sx_grids_is_step_in(runs, table, slot, other);
    return is;
}

/* Does a slot show columns: do ranks that are not the first of their rows take part, and only with others of their column? A communicator of those
 * with one number in their groups is as long where the last group is shorter, and shows none but where all inputs are powers of two. */
static bool shows_columns(const sx_runs *runs, const sx_slot_table *table, size_t slot,
                          uint32_t g)
{
    bool inner = false;
    if (is_of_other(runs, table, slot, g) ||
        (table->of_comm[slot] && !sx_grids_are_powers(runs)))
        return false;
    for (int64_t r = 0; r < runs->total; r++) {
        const uint32_t run = runs->run_of[r];
        const struct sx_place *at = place_in(runs, r, g);
        const int64_t rank = r - runs->offset[run], peer = table->peer[run][slot][rank];
        if (sx_is_special(peer))
            continue;
        if (peer == rank || (peer - rank) % at->dim[0] != 0)
            return false;
        inner = inner || at->coord[0] > 0;
    }
    return inner;
}

static bool shows_rows_alone(const sx_runs *runs, const sx_slot_table *table, uint32_t g)
{
    bool alone = runs->grid[g].ndims == 2 && table->cart_ndims != 2 &&
                 sx_runs_is_world(runs, runs->grid[g].comm);
    for (size_t k = 0; k < table->n && alone; k++)
        alone = !shows_columns(runs, table, k, g);
    return alone;
}

/* Does a slot show rows: are partners of some ranks others of their row? */
static bool shows_rows(const sx_runs *runs, const sx_slot_table *table, size_t slot,
                       uint32_t g)
{
    for (int64_t r = 0; r < runs->total; r++) {
        const uint32_t run = runs->run_of[r];
        const int64_t wide = place_in(runs, r, g)->dim[0], rank = r - runs->offset[run],
                      peer = table->peer[run][slot][rank];
        if (!sx_is_special(peer) && peer != SX_NONE && peer != rank &&
            peer / wide == rank / wide)
            return true;
    }
    return false;
}

/* Do all messages leave their rows? Then the next row may be the next of such groups. Not asked of powers of two. */
static bool shows_columns_alone(const sx_runs *runs, const sx_slot_table *table,
                                uint32_t g)
{
    bool alone = runs->grid[g].ndims == 2 && table->cart_ndims != 2 &&
                 !sx_grids_are_powers(runs) && sx_runs_is_world(runs, runs->grid[g].comm);
    for (size_t k = 0; k < table->n && alone; k++)
        alone = !table->of_comm[k] && !shows_rows(runs, table, k, g);
    return alone;
}

static sx_status doubt_groups(sx_arena *arena, sx_runs *runs, uint32_t g, sx_error *err)
{
    for (uint32_t axis = 0; axis < 2; axis++)
        for (size_t i = 0; i < SX_ROUNDED_ROOTS; i++) {
            if (!is_root_in_all(runs, &sx_rounded_roots[i], g, axis))
                continue;
            const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, g, axis);
            const sx_evidence other = {
                .label = SX_LABEL_PROVED,
                .reason = "groups of as many ranks as the root of all, of which the last "
                          "is shorter, fit all inputs: add one whose root, rounded, does "
                          "not divide it",
                .doubt = sx_is_no_root(arena, &sx_rounded_roots[i], dim)
            };
            if (!other.doubt)
                return sx_fail(err, SX_NOMEM, "out of memory");
            runs->grid[g].evidence =
                sx_evidence_join(arena, runs->grid[g].evidence, other);
        }
    return SX_OK;
}

sx_status sx_grids_doubt_groups(sx_arena *arena, sx_runs *runs,
                                const sx_slot_table *table, sx_error *err)
{
    sx_status st = SX_OK;
    for (uint32_t g = 0; g < runs->ngrids && !st; g++)
        if (shows_rows_alone(runs, table, g) || shows_columns_alone(runs, table, g))
            st = doubt_groups(arena, runs, g, err);
    return st;
}
