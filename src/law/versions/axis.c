#include "law/versions/axis.h"

const int64_t sx_rim[SX_RIMS] = { 0, 1, 2, -1, -2, 3, 4, 5, 6, 8 };

bool sx_rims_go_together(int64_t x, int64_t y)
{
    return x == y || x == 0 || y == 0;
}

bool sx_rims_are_usual(int64_t x, int64_t y)
{
    enum { USUAL = 2 };
    return x <= USUAL && y <= USUAL;
}

sx_divisors sx_divisors_of(int64_t x)
{
    sx_divisors all = { .n = 0 };
    for (int64_t d = 1; d * d <= x && !all.more; d++)
        if (x % d == 0 && all.n + 2 > SX_DIVISORS) {
            all.more = true;
        } else if (x % d == 0) {
            all.of[all.n++] = d;
            if (d * d != x)
                all.of[all.n++] = x / d;
        }
    return all;
}

bool sx_versions_axis(const sx_versions *v, const sx_row *on, int64_t **ret_q,
                      int64_t **ret_c)
{
    int64_t *q = SX_NEW_ARRAY(v->scratch, int64_t, v->nrows);
    int64_t *c = SX_NEW_ARRAY(v->scratch, int64_t, v->nrows);
    if (!q || !c || !on->extent || !on->index)
        return false;
    for (size_t i = 0; i < v->nrows; i++)
        if (sx_expr_eval(on->extent, &v->env[i], &q[i], NULL) ||
            sx_expr_eval(on->index, &v->env[i], &c[i], NULL) || q[i] < 1 || c[i] < 0)
            return false;
    *ret_q = q;
    *ret_c = c;
    return true;
}

bool sx_versions_are_inside(const sx_versions *v, const int64_t *q, const int64_t *c)
{
    for (size_t i = 0; i < v->nrows; i++)
        if (c[i] >= q[i])
            return false;
    return true;
}
