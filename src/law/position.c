#include "law/position.h"

#include <string.h>

enum { FIRST = 1, INTERIOR = 2, LAST = 4, ANYWHERE = 7 };

uint32_t sx_position_classes(const sx_grid *grid)
{
    uint32_t n = 1;
    if (grid->ndims > SX_POSITION_DIMS)
        return 0;
    for (uint32_t a = 0; a < grid->ndims; a++)
        n *= 3;
    return n;
}

uint32_t sx_position_of(const sx_runs *runs, int64_t rank, uint32_t g)
{
    const struct sx_place *place = &runs->place[rank * SX_MAX_GRIDS + g];
    uint32_t class = 0, weight = 1;
    for (uint32_t a = 0; a < place->ndims; a++, weight *= 3)
        class += weight * (place->coord[a] == 0                   ? 0U
                           : place->coord[a] == place->dim[a] - 1 ? 2U
                                                                  : 1U);
    return class;
}

/* Is the class inside the box that has a set of places per axis? */
static bool inside(uint32_t class, const unsigned *box, uint32_t ndims)
{
    for (uint32_t a = 0; a < ndims; a++, class /= 3)
        if (!(box[a] >> class % 3 & 1))
            return false;
    return true;
}

static bool fits(const unsigned *box, uint32_t ndims, uint32_t n, const bool *may)
{
    for (uint32_t c = 0; c < n; c++)
        if (inside(c, box, ndims) && !may[c])
            return false;
    return true;
}

/* The box grown from one class as far as it stays in `may`, axis by axis, places from the largest. */
static void grow(uint32_t class, uint32_t ndims, uint32_t n, const bool *may,
                 unsigned *box)
{
    static const unsigned wider[] = { ANYWHERE, FIRST | INTERIOR, INTERIOR | LAST,
                                      FIRST | LAST };
    for (uint32_t a = 0, c = class; a < ndims; a++, c /= 3)
        box[a] = 1U << c % 3;
    for (uint32_t a = 0; a < ndims; a++) {
        unsigned own = box[a];
        for (size_t i = 0; i < sizeof wider / sizeof *wider; i++) {
            if ((wider[i] & own) != own)
                continue;
            box[a] = wider[i];
            if (fits(box, ndims, n, may))
                break;
            box[a] = own;
        }
    }
}

static const sx_expr *axis_condition(sx_arena *arena, uint32_t g, uint32_t a,
                                     unsigned places)
{
    const sx_expr *c = sx_expr_var(arena, SX_VAR_COORD, g, a),
                  *zero = sx_expr_int(arena, 0);
    const sx_expr *end =
        sx_expr_make(arena, SX_EXPR_SUB, sx_expr_var(arena, SX_VAR_DIM, g, a),
                     sx_expr_int(arena, 1), NULL);
    const sx_expr *first = sx_expr_make(arena, SX_EXPR_EQ, c, zero, NULL);
    const sx_expr *after = sx_expr_make(arena, SX_EXPR_GT, c, zero, NULL);
    const sx_expr *before = sx_expr_make(arena, SX_EXPR_LT, c, end, NULL);
    /* An extent of 1 is first, not last. */
    const sx_expr *last = sx_expr_make(
        arena, SX_EXPR_AND, after, sx_expr_make(arena, SX_EXPR_EQ, c, end, NULL), NULL);
    switch (places) {
    case FIRST:
        return first;
    case LAST:
        return last;
    case INTERIOR:
        return sx_expr_make(arena, SX_EXPR_AND, after, before, NULL);
    case FIRST | INTERIOR:
        return sx_expr_make(arena, SX_EXPR_OR, first, before, NULL);
    case INTERIOR | LAST:
        return after;
    default:
        return sx_expr_make(arena, SX_EXPR_OR, first,
                            sx_expr_make(arena, SX_EXPR_EQ, c, end, NULL), NULL);
    }
}

static const sx_expr *box_condition(sx_arena *arena, uint32_t g, const unsigned *box,
                                    uint32_t ndims)
{
    const sx_expr *all = NULL;
    for (uint32_t a = 0; a < ndims; a++) {
        if (box[a] == ANYWHERE)
            continue;
        const sx_expr *here = axis_condition(arena, g, a, box[a]);
        all = all ? sx_expr_make(arena, SX_EXPR_AND, all, here, NULL) : here;
    }
    return all ? all : sx_expr_int(arena, 1);
}

const sx_expr *sx_position_condition(sx_arena *arena, const sx_grid *grid, uint32_t g,
                                     const bool *in, const bool *is_free)
{
    uint32_t n = sx_position_classes(grid);
    bool may[SX_POSITION_CLASSES] = { 0 }, covered[SX_POSITION_CLASSES] = { 0 };
    for (uint32_t c = 0; c < n; c++)
        may[c] = in[c] || (is_free && is_free[c]);
    const sx_expr *any = NULL;
    for (uint32_t c = 0; c < n; c++) {
        if (!in[c] || covered[c])
            continue;
        unsigned box[SX_POSITION_DIMS];
        grow(c, grid->ndims, n, may, box);
        for (uint32_t other = 0; other < n; other++)
            covered[other] = covered[other] || inside(other, box, grid->ndims);
        const sx_expr *here = box_condition(arena, g, box, grid->ndims);
        any = any ? sx_expr_make(arena, SX_EXPR_OR, any, here, NULL) : here;
    }
    return any ? any : sx_expr_int(arena, 0);
}
