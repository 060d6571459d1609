#include "match/anywhere.h"

/* A box: along each axis all places from `start` on, as many as `n`; NULL: the one place. */
typedef struct extents {
    const sx_sum *start[SX_MAX_DIMS], *n[SX_MAX_DIMS];
} extents;

static const sx_sum *less(const sx_anywhere *at, const sx_sum *x, const sx_sum *y,
                          int64_t number)
{
    return sx_sum_sub(at->sums, sx_sum_sub(at->sums, x, y), sx_sum_int(at->sums, number));
}

static const sx_sum *value_of(sx_anywhere *at, const sx_expr *expr)
{
    sx_any_value v = sx_anywhere_expr(at, expr);
    return v.kind == SX_ANY_SUM ? v.sum : NULL;
}

/* Truths of a box that go on while they hold. */
static int both(int x, int y)
{
    return x == 0 || y == 0 ? 0 : x < 0 || y < 0 ? -1 : 1;
}

/* The places of the first rank: all but that on the last axis are places of their axes. */
static int find_start(sx_anywhere *at, const sx_sum *start, extents *ret)
{
    int truth = 1;
    for (uint32_t axes = sx_anywhere_axes(at), a = axes; a-- > 0 && truth == 1;) {
        if (!sx_anywhere_digit(at, start, a, &ret->start[a], &start))
            return -1;
        truth = sx_anywhere_natural(at, ret->start[a]);
        if (truth == 1 && a + 1 < axes)
            truth = sx_anywhere_natural(
                at, less(at, sx_anywhere_extent(at, a), ret->start[a], 1));
        truth = truth == 0 ? -1 : truth; /* then it is a place of another row */
    }
    return truth;
}

static bool is_zero(const sx_sum *x)
{
    return x && x->n == 0;
}

/* n steps along axis a are whole axes a .. b - 1 and q steps along b. */
static bool spans(const sx_anywhere *at, const extents *of, const sx_sum *n, uint32_t a,
                  uint32_t b, const sx_sum **ret_q)
{
    const sx_sum *whole = sx_sum_int(at->sums, 1), *rest;
    for (uint32_t i = a; i < b; i++) {
        if (!is_zero(of->start[i]) || of->n[i])
            return false;
        whole = sx_sum_mul(at->sums, whole, sx_anywhere_extent(at, i));
    }
    return !of->n[b] && whole && whole->n == 1 &&
           sx_sum_split(at->sums, n, &whole->product[0], ret_q, &rest) && is_zero(rest);
}

/* Notes one dimension of the box: it must not go on in the next row, but for the last axis, behind which nobody is. */
static int add_steps(sx_anywhere *at, const sx_sum *stride, const sx_sum *n, extents *of)
{
    const uint32_t axes = sx_anywhere_axes(at);
    uint32_t a = 0;
    while (a < axes && !sx_sum_equal(stride, sx_anywhere_stride(at, a)))
        a++;
    for (uint32_t b = axes; b-- > a;) {
        const sx_sum *q;
        if (!spans(at, of, n, a, b, &q))
            continue;
        const sx_sum *end = sx_sum_add(at->sums, of->start[b], q);
        if (b + 1 < axes &&
            !sx_sum_is_natural(at->sums, less(at, sx_anywhere_extent(at, b), end, 0)))
            continue;
        for (uint32_t i = a; i < b; i++)
            of->n[i] = sx_anywhere_extent(at, i);
        of->n[b] = q;
        return 1;
    }
    return -1;
}

static int is_inside(sx_anywhere *at, const extents *of)
{
    const sx_sum *one = sx_sum_int(at->sums, 1);
    int truth = 1;
    for (uint32_t a = 0; a < sx_anywhere_axes(at) && truth != 0; a++) {
        const sx_sum *n = of->n[a] ? of->n[a] : one;
        const sx_sum *end = sx_sum_add(at->sums, of->start[a], n);
        truth =
            both(truth, sx_anywhere_natural(at, less(at, at->coord[a], of->start[a], 0)));
        truth = both(truth, sx_anywhere_natural(at, less(at, end, at->coord[a], 1)));
    }
    return truth;
}

static int in_box(sx_anywhere *at, const sx_box *box)
{
    const sx_sum *start = value_of(at, box->start), *n[SX_RANKLIST_DIMS], *one;
    extents of = { .start = { NULL } };
    int truth = start ? 1 : -1;
    one = sx_sum_int(at->sums, 1);
    for (uint32_t d = 0; d < box->ndims && truth == 1; d++) {
        n[d] = value_of(at, box->dim[d].iters);
        const sx_sum *some = sx_sum_reduced(at->sums, n[d]);
        truth = some ? sx_anywhere_natural(at, sx_sum_sub(at->sums, some, one)) : -1;
    }
    if (truth == 1)
        truth = find_start(at, start, &of);
    for (uint32_t d = 0; d < box->ndims && truth == 1; d++)
        truth = add_steps(at, value_of(at, box->dim[d].stride), n[d], &of);
    return truth == 1 ? is_inside(at, &of) : truth;
}

int sx_anywhere_boxes(sx_anywhere *at, const sx_domain *domain)
{
    bool open = false;
    for (uint32_t i = 0; i < domain->nboxes; i++) {
        int truth = in_box(at, &domain->box[i]);
        if (truth == 1)
            return 1;
        open = open || truth < 0;
    }
    return open ? -1 : 0;
}
