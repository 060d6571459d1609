#include "law/basis.h"

#include "law/extent.h"

static void add(sx_basis *b, const sx_expr *column)
{
    if (!column)
        b->failed = true;
    else if (b->n < SX_BASIS_COLUMNS)
        b->column[b->n++] = column;
}

static const sx_expr *dim(sx_arena *arena, uint32_t g, uint32_t a)
{
    return sx_expr_var(arena, SX_VAR_DIM, g, a);
}

static const sx_expr *coord(sx_arena *arena, uint32_t g, uint32_t a)
{
    return sx_expr_var(arena, SX_VAR_COORD, g, a);
}

static const sx_expr *times(sx_arena *arena, const sx_expr *a, const sx_expr *b)
{
    return sx_expr_make(arena, SX_EXPR_MUL, a, b, NULL);
}

/* What changes within one run whatever the grid: counters, list index. */
static void add_execution(sx_arena *arena, const sx_samples *samples, sx_basis *b)
{
    for (uint32_t d = samples->ncounters; d-- > 0;)
        if (samples->varying >> d & 1)
            add(b, sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + d));
    if (samples->lists)
        add(b, sx_expr_var(arena, SX_VAR_ELEMENT, 0, 0));
    if (samples->length)
        add(b, samples->length);
    if (samples->trips)
        add(b, samples->trips);
}

/* Products of two dims, and of all dims up to each (the paper's basis). */
static void add_products(sx_arena *arena, const sx_grid *grid, uint32_t g, sx_basis *b)
{
    for (uint32_t i = 0; i < grid->ndims; i++)
        for (uint32_t j = i + 1; j < grid->ndims; j++)
            add(b, times(arena, dim(arena, g, i), dim(arena, g, j)));
    const sx_expr *all = dim(arena, g, 0);
    for (uint32_t i = 1; i < grid->ndims; i++) {
        all = times(arena, all, dim(arena, g, i));
        if (i > 1)
            add(b, all);
    }
}

/* level 0: dims; 1: and products; 2: dims, coordinates, counters; 3: everything, with coordinates scaled
 * by the dims below them. */
void sx_basis_grid(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                   uint32_t g, unsigned level, sx_basis *b)
{
    const sx_grid *grid = &runs->grid[g];
    *b = (sx_basis) { 0 };
    add(b, sx_expr_int(arena, 1));
    for (uint32_t a = 0; a < grid->ndims; a++)
        add(b, dim(arena, g, a));
    if (level >= 2) {
        add_execution(arena, samples, b);
        for (uint32_t a = 0; a < grid->ndims; a++)
            add(b, coord(arena, g, a));
    }
    if (level == 1 || level == 3)
        add_products(arena, grid, g, b);
    for (uint32_t a = 0; level == 3 && a < grid->ndims; a++)
        for (uint32_t c = 0; c < grid->ndims; c++)
            add(b, times(arena, coord(arena, g, a), dim(arena, g, c)));
}

/* Has a neighbour below (above) on an axis: 1 or 0. */
static const sx_expr *has_neighbour(sx_arena *arena, uint32_t g, uint32_t a, bool above)
{
    const sx_expr *end =
        sx_expr_make(arena, SX_EXPR_SUB, dim(arena, g, a), sx_expr_int(arena, 1), NULL);
    return above ? sx_expr_make(arena, SX_EXPR_LT, coord(arena, g, a), end, NULL)
                 : sx_expr_make(arena, SX_EXPR_GT, coord(arena, g, a),
                                sx_expr_int(arena, 0), NULL);
}

/* The product of the chosen axes' columns; NULL for none. */
static const sx_expr *product_of(sx_arena *arena, const sx_expr *const *column,
                                 uint32_t ndims, unsigned set)
{
    const sx_expr *product = NULL;
    for (uint32_t a = 0; a < ndims; a++)
        if (set >> a & 1)
            product = product ? times(arena, product, column[a]) : column[a];
    return product;
}

/* Of the neighbours, diagonal ones included, those that come before the rank (or behind it): on one side of an axis,
 * anywhere on the axes that vary faster. */
static void add_half(sx_arena *arena, uint32_t ndims, const sx_expr *const *both,
                     const sx_expr *const *side, sx_basis *b)
{
    for (uint32_t a = 0; a < ndims; a++) {
        add(b, side[a]);
        for (unsigned set = 1; set < 1U << a; set++)
            add(b, times(arena, side[a], product_of(arena, both, a, set)));
    }
}

/* What is counted by neighbours. level 0: each side of each axis; 1: sums of both sides, and their products over the axes
 * (diagonal neighbours); 2, 3: of those, the ones before and the ones behind. */
void sx_basis_boundary(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                       uint32_t g, unsigned level, sx_basis *b)
{
    uint32_t ndims = runs->grid[g].ndims;
    const sx_expr *both[SX_MAX_DIMS], *below[SX_MAX_DIMS], *above[SX_MAX_DIMS];
    *b = (sx_basis) { 0 };
    add(b, sx_expr_int(arena, 1));
    add_execution(arena, samples, b);
    for (uint32_t a = 0; a < ndims; a++) {
        below[a] = has_neighbour(arena, g, a, false);
        above[a] = has_neighbour(arena, g, a, true);
        both[a] = sx_expr_make(arena, SX_EXPR_ADD, below[a], above[a], NULL);
        if (level == 0) {
            add(b, below[a]);
            add(b, above[a]);
        }
    }
    for (unsigned set = 1; level == 1 && ndims <= 4 && set < 1U << ndims; set++)
        add(b, product_of(arena, both, ndims, set));
    if (level >= 2 && ndims <= 4)
        add_half(arena, ndims, both, level == 2 ? below : above, b);
}

void sx_basis_ends(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                   uint32_t g, sx_basis *b)
{
    sx_basis_grid(arena, runs, samples, g, 2, b);
    for (uint32_t a = 0; a < runs->grid[g].ndims; a++) {
        add(b, has_neighbour(arena, g, a, false));
        add(b, has_neighbour(arena, g, a, true));
    }
}

/* level 0: counters and list index alone; 1: the number of ranks; 2: both, and the own rank. */
void sx_basis_line(sx_arena *arena, const sx_samples *samples, bool world, unsigned level,
                   sx_basis *b)
{
    *b = (sx_basis) { 0 };
    add(b, sx_expr_int(arena, 1));
    if (level != 1)
        add_execution(arena, samples, b);
    const sx_expr *ranks = sx_expr_var(arena, world ? SX_VAR_P : SX_VAR_COMM_SIZE, 0, 0);
    if (level >= 2)
        add(b, sx_expr_var(arena, world ? SX_VAR_RANK : SX_VAR_COMM_RANK, 0, 0));
    if (level >= 1)
        add(b, ranks);
    for (uint32_t d = 0; level == 3 && d < samples->ncounters; d++)
        if (samples->varying >> d & 1)
            add(b,
                times(arena, ranks,
                      sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + d)));
}

/* The largest basis of a grid (g < ngrids), or of ranks alone in the world or the communicator. */
void sx_basis_pool(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                   uint32_t g, sx_basis *b)
{
    if (g < runs->ngrids) {
        sx_basis_grid(arena, runs, samples, g, 3, b);
        if (runs->grid[g].ndims > 1 && runs->grid[g].comm == 0)
            add(b, sx_expr_var(arena, SX_VAR_RANK, 0, 0));
    } else {
        sx_basis_line(arena, samples, g == runs->ngrids, 2, b);
    }
    sx_basis_add_params(arena, runs, samples, g, b);
}

void sx_basis_plain(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                    uint32_t g, sx_basis *b)
{
    if (g >= runs->ngrids) {
        sx_basis_line(arena, samples, g == runs->ngrids, 2, b);
        return;
    }
    sx_basis_grid(arena, runs, samples, g, 2, b);
    add_products(arena, &runs->grid[g], g, b);
    if (runs->grid[g].ndims > 1 && runs->grid[g].comm == 0)
        add(b, sx_expr_var(arena, SX_VAR_RANK, 0, 0));
}

/* Indices around a grid of equal extents that mix coordinates and counters, and these times the extent:
 * where the cells of a skewed or multipartitioned decomposition are. */
sx_status sx_basis_skewed(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          sx_basis *b, sx_error *err)
{
    const sx_extent_axis *axis;
    const sx_extent *form;
    uint32_t naxes;
    size_t nforms;
    sx_status st = sx_extent_axes(arena, runs, samples, &axis, &naxes, err);
    if (!st)
        st = sx_extent_forms(arena, axis, naxes, 4 * SX_BASIS_COLUMNS, &form, &nforms,
                             err);
    if (st)
        return st;
    *b = (sx_basis) { 0 };
    add(b, sx_expr_int(arena, 1));
    for (size_t f = 0; f < nforms && b->n + 2 <= SX_BASIS_COLUMNS; f++) {
        const sx_extent_axis *on = &axis[form[f].axis];
        if (!on->round || form[f].grow || form[f].first_less || form[f].last_less)
            continue;
        const sx_expr *index = sx_extent_index_expr(arena, &form[f], axis);
        if (form[f].axis > 0 && axis[form[f].axis - 1].grid == on->grid)
            continue; /* the axes of a round grid have the same forms */
        add(b, index);
        add(b, times(arena, index, on->dim));
    }
    return b->failed ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}
