/* Grids of two axes of which only one shows, since messages and communicators stay in its rows: the ranks may be in groups of about
 * the root of their number, the last of which is shorter. */
#include "law/grids_parts.h"
#include "law/law.h"

/* The root of p, rounded, is d where (d - a) (d - b) <= p - k < (d - a + 1) (d - b + 1). */
typedef struct rounding {
    int64_t a, b, k; /* 0 0 0: down; 1 1 1: up; 0 1 1: to the nearest */
} rounding;

static bool is_root(const rounding *how, int64_t p, int64_t d)
{
    const int64_t x = d - how->a, y = d - how->b;
    return x * y <= p - how->k && p - how->k < (x + 1) * (y + 1);
}

static const sx_expr *is_no_root(sx_arena *arena, const rounding *how, const sx_expr *d)
{
    const sx_expr *p = sx_expr_plus(arena, sx_expr_var(arena, SX_VAR_P, 0, 0), -how->k);
    const sx_expr *least =
        sx_expr_two(arena, SX_EXPR_MUL, sx_expr_plus(arena, d, -how->a),
                    sx_expr_plus(arena, d, -how->b));
    const sx_expr *most =
        sx_expr_two(arena, SX_EXPR_MUL, sx_expr_plus(arena, d, 1 - how->a),
                    sx_expr_plus(arena, d, 1 - how->b));
    return sx_expr_two(arena, SX_EXPR_OR, sx_expr_two(arena, SX_EXPR_LT, p, least),
                       sx_expr_two(arena, SX_EXPR_GE, p, most));
}

static const struct sx_place *place_in(const sx_runs *runs, int64_t rank, uint32_t g)
{
    return &runs->place[(size_t)rank * SX_MAX_GRIDS + g];
}

static bool is_root_in_all(const sx_runs *runs, const rounding *how, uint32_t g,
                           uint32_t axis)
{
    bool is = true;
    for (size_t run = 0; run < runs->n && is; run++)
        is = is_root(how, runs->p[run], place_in(runs, runs->offset[run], g)->dim[axis]);
    return is;
}

/* Does a slot show columns: do ranks that are not the first of their rows take part, and only with others of their column? */
static bool shows_columns(const sx_runs *runs, const sx_slot_table *table, size_t slot,
                          uint32_t g)
{
    bool inner = false;
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
    bool alone = runs->grid[g].ndims == 2 && table->cart_ndims == 0 &&
                 sx_runs_is_world(runs, runs->grid[g].comm);
    for (size_t k = 0; k < table->n && alone; k++)
        alone = !shows_columns(runs, table, k, g);
    return alone;
}

static sx_status doubt_groups(sx_arena *arena, sx_runs *runs, uint32_t g, sx_error *err)
{
    static const rounding rounded[] = { { 0, 0, 0 }, { 1, 1, 1 }, { 0, 1, 1 } };
    for (uint32_t axis = 0; axis < 2; axis++)
        for (size_t i = 0; i < sizeof rounded / sizeof *rounded; i++) {
            if (!is_root_in_all(runs, &rounded[i], g, axis))
                continue;
            const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, g, axis);
            const sx_evidence other = {
                .label = SX_LABEL_PROVED,
                .reason = "groups of as many ranks as the root of all, of which the last "
                          "is shorter, fit all inputs: add one whose root, rounded, does "
                          "not divide it",
                .doubt = is_no_root(arena, &rounded[i], dim)
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
        if (shows_rows_alone(runs, table, g))
            st = doubt_groups(arena, runs, g, err);
    return st;
}
