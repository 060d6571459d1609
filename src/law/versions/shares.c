#include "law/versions/shares.h"
#include "law/versions/axis.h"
#include "law/versions/rules.h"

bool sx_row_look(const sx_versions *v, const sx_row *on, sx_row_view *ret)
{
    sx_row_view view = { .on = *on };
    if (!sx_versions_axis(v, on, &view.q, &view.c))
        return false;
    for (size_t i = 0; i < v->nrows; i++) {
        if (view.q[i] < view.q[view.smallest])
            view.smallest = i;
        if (view.q[i] > view.q[view.largest])
            view.largest = i;
    }
    view.predicted = sx_versions_predict(v, view.q);
    view.inputs = sx_versions_different(v, view.q);
    *ret = view;
    return true;
}

int64_t sx_points_share_lead(sx_points_share kind, int64_t q, int64_t c)
{
    switch (kind) {
    case SX_POINTS_BLOCK:
        return q - 1 - c;
    case SX_POINTS_CEILING:
        return q - 1;
    default:
        return 0;
    }
}

int64_t sx_points_share_at(sx_points_share kind, int64_t n, int64_t q, int64_t c)
{
    return (n + sx_points_share_lead(kind, q, c)) / q;
}

const sx_expr *sx_points_share_expr(const sx_versions *v, sx_points_share kind, int64_t n,
                                    const sx_row *on)
{
    sx_arena *arena = v->scratch;
    const sx_expr *points = sx_versions_points_expr(v, n), *one = sx_expr_int(arena, 1);
    const sx_expr *last = sx_expr_two(arena, SX_EXPR_SUB, on->extent, one);
    switch (kind) {
    case SX_POINTS_BLOCK:
        return sx_expr_make(arena, SX_EXPR_BLOCK, points, on->extent, on->index);
    case SX_POINTS_CEILING:
        return sx_expr_two(arena, SX_EXPR_DIV,
                           sx_expr_two(arena, SX_EXPR_ADD, points, last), on->extent);
    default:
        return sx_expr_two(arena, SX_EXPR_DIV, points, on->extent);
    }
}
