/* Columns in which a value follows from parameters of the program: themselves, what an axis has of them (floors and
 * blocks of a distribution), and products. */
#include "law/basis.h"

/* Something that a parameter may be distributed over, and the place on it. */
typedef struct axis {
    const sx_expr *dim, *place;
} axis;

typedef struct adding {
    sx_arena *arena;
    const sx_runs *runs;
    axis axis[SX_MAX_DIMS + 1];
    uint32_t naxes;
    sx_basis *basis;
} adding;

static const sx_expr *times(const adding *to, const sx_expr *a, const sx_expr *b)
{
    return sx_expr_make(to->arena, SX_EXPR_MUL, a, b, NULL);
}

static void add(const adding *to, const sx_expr *column)
{
    if (!column)
        to->basis->failed = true;
    else if (to->basis->n < SX_BASIS_COLUMNS)
        to->basis->column[to->basis->n++] = column;
}

static const sx_expr *param(const adding *to, uint32_t i)
{
    return sx_expr_var(to->arena, SX_VAR_CONSTANT, 0, i);
}

/* Is it not the same in all runs? */
static bool varies(const adding *to, uint32_t i)
{
    return to->runs->constant[i].is_open;
}

/* What axis a has of parameter i: blocks of which the first are one larger; or the same everywhere, rounded down or
 * up. */
typedef enum rounding { BLOCKS, DOWN, UP, ROUNDINGS } rounding;

static const sx_expr *extent(const adding *to, uint32_t i, uint32_t a, rounding how)
{
    const axis *on = &to->axis[a];
    const sx_expr *n = param(to, i);
    if (how == BLOCKS)
        return sx_expr_make(to->arena, SX_EXPR_BLOCK, n, on->dim, on->place);
    if (how == UP)
        n = sx_expr_make(to->arena, SX_EXPR_SUB,
                         sx_expr_make(to->arena, SX_EXPR_ADD, n, on->dim, NULL),
                         sx_expr_int(to->arena, 1), NULL);
    return sx_expr_make(to->arena, SX_EXPR_DIV, n, on->dim, NULL);
}

static void add_axis(adding *to, const sx_expr *dim, const sx_expr *place)
{
    to->axis[to->naxes++] = (axis) { dim, place };
}

static void find_axes(adding *to, const sx_samples *samples, uint32_t g)
{
    sx_arena *arena = to->arena;
    const sx_expr *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    for (uint32_t a = 0; g < to->runs->ngrids && a < to->runs->grid[g].ndims; a++)
        add_axis(to, sx_expr_var(arena, SX_VAR_DIM, g, a),
                 sx_expr_var(arena, SX_VAR_COORD, g, a));
    if (g == to->runs->ngrids)
        add_axis(to, sx_expr_var(arena, SX_VAR_P, 0, 0),
                 sx_expr_var(arena, SX_VAR_RANK, 0, 0));
    if (g > to->runs->ngrids)
        add_axis(to, size, sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0));
    if (g >= to->runs->ngrids && samples->lists)
        add_axis(to, size, sx_expr_var(arena, SX_VAR_ELEMENT, 0, 0));
}

/* Parameters and, but for those that are the same in all runs, their products with each other, with dims, and with
 * counters. */
static void add_plain(const adding *to, const sx_samples *samples)
{
    uint32_t n = to->runs->nparams;
    for (uint32_t i = 0; i < n; i++)
        if (varies(to, i))
            add(to, param(to, i));
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i; k < n; k++)
            if (varies(to, i) || varies(to, k))
                add(to, times(to, param(to, i), param(to, k)));
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t a = 0; varies(to, i) && a < to->naxes; a++)
            add(to, times(to, param(to, i), to->axis[a].dim));
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t d = 0; varies(to, i) && d < samples->ncounters; d++)
            if (samples->varying >> d & 1)
                add(to, times(to, param(to, i),
                              sx_expr_var(to->arena, SX_VAR_COUNTER, 0,
                                          samples->first_counter + d)));
}

/* Extents of parameter i, and their products over two and three axes. */
static void add_extents(const adding *to, uint32_t i, rounding how)
{
    const sx_expr *x[SX_MAX_DIMS + 1];
    for (uint32_t a = 0; a < to->naxes; a++)
        add(to, x[a] = extent(to, i, a, how));
    for (uint32_t a = 0; a < to->naxes; a++)
        for (uint32_t b = a; b < to->naxes; b++)
            add(to, times(to, x[a], x[b]));
    for (uint32_t a = 0; a < to->naxes; a++)
        for (uint32_t b = a + 1; b < to->naxes; b++)
            for (uint32_t c = b + 1; c < to->naxes; c++)
                add(to, times(to, times(to, x[a], x[b]), x[c]));
}

/* Whole lines of what is distributed along another axis; parts of a product of parameters. */
static void add_planes(const adding *to)
{
    uint32_t n = to->runs->nparams;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            for (uint32_t a = 0; a < to->naxes; a++)
                for (rounding how = BLOCKS; how < ROUNDINGS; how++)
                    add(to, times(to, param(to, k), extent(to, i, a, how)));
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i; k < n; k++) {
            const sx_expr *both = times(to, param(to, i), param(to, k));
            for (uint32_t a = 0; a < to->naxes; a++) {
                const sx_expr *dim = to->axis[a].dim;
                add(to,
                    sx_expr_make(to->arena, SX_EXPR_BLOCK, both, dim, to->axis[a].place));
                add(to, sx_expr_make(to->arena, SX_EXPR_DIV, both, dim, NULL));
                for (uint32_t b = a + 1; b < to->naxes; b++)
                    add(to, sx_expr_make(to->arena, SX_EXPR_DIV, both,
                                         times(to, dim, to->axis[b].dim), NULL));
            }
        }
}

void sx_basis_add_params(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                         uint32_t g, sx_basis *b)
{
    adding to = { .arena = arena, .runs = runs, .basis = b };
    if (samples->is_rank || runs->nparams == 0)
        return;
    find_axes(&to, samples, g);
    add_plain(&to, samples);
    for (rounding how = BLOCKS; how < ROUNDINGS; how++)
        for (uint32_t i = 0; i < runs->nparams; i++)
            add_extents(&to, i, how);
    add_planes(&to);
}

bool sx_basis_params(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                     uint32_t g, unsigned level, sx_basis *b)
{
    adding to = { .arena = arena, .runs = runs, .basis = b };
    if (samples->is_rank || level > ROUNDINGS * runs->nparams || runs->nparams == 0)
        return false;
    find_axes(&to, samples, g);
    b->n = 0;
    b->failed = false;
    add(&to, sx_expr_int(arena, 1));
    for (uint32_t a = 0; level == 0 && a < to.naxes; a++)
        add(&to, to.axis[a].dim);
    if (level == 0)
        add_plain(&to, samples);
    else
        add_extents(&to, (level - 1) / ROUNDINGS, (level - 1) % ROUNDINGS);
    return true;
}
