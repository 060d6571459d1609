#include "law/transposition.h"

/* A tall grid (x >= y): c1 has the digits (high, low). High exchanged: c1 = high * f + low with f = x / y; low
 * exchanged: c1 = high * y + low. A wide one alike, with the axes' roles changed. */
int64_t sx_transposition_peer(const sx_transposition *form, const int64_t dim[2],
                              int64_t rank)
{
    const int64_t x = dim[0], y = dim[1], c1 = rank % x, c2 = rank / x;
    const bool tall = x >= y;
    const int64_t longer = tall ? x : y, shorter = tall ? y : x;
    if (shorter < 1 || longer % shorter)
        return -1;
    const int64_t f = longer / shorter, own = tall ? c1 : c2, other = tall ? c2 : c1;
    int64_t exchanged = form->high ? own / f : own % shorter;
    int64_t kept = form->high ? own % f : own / shorter;
    int64_t place = form->high ? other * f + kept : kept * shorter + other;
    return tall ? place + x * exchanged : exchanged + x * place;
}

/* The peer where axis `own` is the longer one. */
static const sx_expr *one_side(sx_arena *arena, const sx_transposition *form, uint32_t g,
                               uint32_t own)
{
    const sx_expr *x = sx_expr_var(arena, SX_VAR_DIM, g, 0);
    const sx_expr *longer = sx_expr_var(arena, SX_VAR_DIM, g, own);
    const sx_expr *shorter = sx_expr_var(arena, SX_VAR_DIM, g, 1 - own);
    const sx_expr *c = sx_expr_var(arena, SX_VAR_COORD, g, own);
    const sx_expr *other = sx_expr_var(arena, SX_VAR_COORD, g, 1 - own);
    const sx_expr *f = sx_expr_two(arena, SX_EXPR_DIV, longer, shorter);
    const sx_expr *unit = form->high ? f : shorter;
    const sx_expr *high = sx_expr_two(arena, SX_EXPR_DIV, c, unit);
    const sx_expr *low = sx_expr_two(arena, SX_EXPR_MOD, c, unit);
    const sx_expr *exchanged = form->high ? high : low;
    const sx_expr *place =
        sx_expr_two(arena, SX_EXPR_ADD,
                    sx_expr_two(arena, SX_EXPR_MUL, form->high ? other : high, unit),
                    form->high ? low : other);
    return own == 0 ? sx_expr_two(arena, SX_EXPR_ADD, place,
                                  sx_expr_two(arena, SX_EXPR_MUL, exchanged, x))
                    : sx_expr_two(arena, SX_EXPR_ADD, exchanged,
                                  sx_expr_two(arena, SX_EXPR_MUL, place, x));
}

const sx_expr *sx_transposition_expr(sx_arena *arena, const sx_transposition *form,
                                     uint32_t g)
{
    const sx_expr *tall =
        sx_expr_two(arena, SX_EXPR_GE, sx_expr_var(arena, SX_VAR_DIM, g, 0),
                    sx_expr_var(arena, SX_VAR_DIM, g, 1));
    return sx_expr_make(arena, SX_EXPR_IF, tall, one_side(arena, form, g, 0),
                        one_side(arena, form, g, 1));
}
