/* Products of two extents of a grid, and the number of ranks, where these are sums of both extents in all inputs. */
#include "law/lookalikes/parts.h"

enum { POINTS = 3, MOST_POINTS = 16, LARGEST_FACTOR = 16 };

/* Two axes of a grid, and how many ranks one place of both has: the extents of the others, where these are the same in all inputs. */
typedef struct pair {
    uint32_t g, a, b;
    int64_t others;
    size_t n;
    int64_t dim[MOST_POINTS][2]; /* different extents in samples */
} pair;

static int64_t others_of(const pair *p, const int64_t *dim, uint32_t ndims)
{
    int64_t others = 1;
    for (uint32_t axis = 0; axis < ndims; axis++)
        if (axis != p->a && axis != p->b)
            others *= dim[axis];
    return others;
}

/* False where they are fewer than a sum of both has numbers, or too many. A grid of all ranks has one set of them in each run. */
static bool find_points(const sx_runs *runs, const sx_samples *samples, pair *p)
{
    for (size_t i = 0; i < samples->n; i = sx_samples_end_of_run(samples, i)) {
        const int64_t *dim =
            runs->place[samples->sample[i].rank * SX_MAX_GRIDS + p->g].dim;
        const int64_t others = others_of(p, dim, runs->grid[p->g].ndims);
        size_t k = 0;
        while (k < p->n && (p->dim[k][0] != dim[p->a] || p->dim[k][1] != dim[p->b]))
            k++;
        if ((i > 0 && others != p->others) || k == MOST_POINTS)
            return false;
        p->others = others;
        if (k < p->n)
            continue;
        p->dim[p->n][0] = dim[p->a];
        p->dim[p->n++][1] = dim[p->b];
    }
    return p->n >= POINTS;
}

/* a, b and c with x y = a x + b y + c at three of the points; false where there are no integers. */
static bool solve_sum(const int64_t one[2], const int64_t other[2],
                      const int64_t third[2], int64_t ret[3])
{
    const int64_t x1 = other[0] - one[0], y1 = other[1] - one[1], x2 = third[0] - one[0],
                  y2 = third[1] - one[1], p0 = one[0] * one[1],
                  p1 = other[0] * other[1] - p0, p2 = third[0] * third[1] - p0,
                  d = x1 * y2 - x2 * y1;
    if (d == 0 || (p1 * y2 - p2 * y1) % d || (x1 * p2 - x2 * p1) % d)
        return false;
    ret[0] = (p1 * y2 - p2 * y1) / d;
    ret[1] = (x1 * p2 - x2 * p1) / d;
    ret[2] = p0 - ret[0] * one[0] - ret[1] * one[1];
    return ret[0] > 0 && ret[1] > 0;
}

/* The same at all of them. */
static bool find_sum(const pair *p, int64_t ret[3])
{
    bool found = false;
    for (size_t k = 2; k < p->n && !found; k++)
        found = solve_sum(p->dim[0], p->dim[1], p->dim[k], ret);
    for (size_t k = 0; k < p->n && found; k++)
        found = p->dim[k][0] * p->dim[k][1] ==
                ret[0] * p->dim[k][0] + ret[1] * p->dim[k][1] + ret[2];
    return found;
}

/* A law as (products * x y + number + what else it has) div whole. */
typedef struct line {
    int64_t products, number, whole;
} line;

/* The axes of the grid whose extents it is the product of, a bit each; 0 where it is none. */
static unsigned axes_of(const sx_expr *expr, uint32_t g)
{
    if (expr->op == SX_EXPR_VAR)
        return expr->var == SX_VAR_DIM && expr->grid == g ? 1u << expr->axis : 0;
    if (expr->op != SX_EXPR_MUL)
        return 0;
    const unsigned one = axes_of(expr->arg[0], g), other = axes_of(expr->arg[1], g);
    return one && other && !(one & other) ? one | other : 0;
}

/* How many times the product of both extents it is; 0: it is none. */
static int64_t products_in(const sx_expr *expr, const pair *p, uint32_t ndims)
{
    const unsigned axes = axes_of(expr, p->g);
    if ((expr->op == SX_EXPR_VAR && expr->var == SX_VAR_P) || axes == (1u << ndims) - 1)
        return p->others;
    return axes == (1u << p->a | 1u << p->b);
}

static line line_of(const sx_expr *expr, const pair *p, uint32_t ndims)
{
    line l = { .products = products_in(expr, p, ndims), .whole = 1 };
    if (l.products)
        return l;
    if (expr->op == SX_EXPR_INT)
        return (line) { .number = expr->value, .whole = 1 };
    if (expr->op == SX_EXPR_ADD || expr->op == SX_EXPR_SUB) {
        const line one = line_of(expr->arg[0], p, ndims),
                   other = line_of(expr->arg[1], p, ndims);
        const int sign = expr->op == SX_EXPR_ADD ? 1 : -1;
        return (line) { one.products + sign * other.products,
                        one.number + sign * other.number, 1 };
    }
    if (expr->op == SX_EXPR_MUL && expr->arg[0]->op == SX_EXPR_INT)
        l.products = expr->arg[0]->value * line_of(expr->arg[1], p, ndims).products;
    if (expr->op == SX_EXPR_DIV && expr->arg[1]->op == SX_EXPR_INT) {
        l = line_of(expr->arg[0], p, ndims);
        l.whole = expr->arg[1]->value;
    }
    return l;
}

/* Is the law with the sum in the place of the product one that a program would have: whole numbers, none of them taken away? */
static bool is_usual(const sx_expr *law, const pair *p, uint32_t ndims,
                     const int64_t sum[3])
{
    const line l = line_of(law, p, ndims);
    const int64_t number = l.number + l.products * sum[2];
    bool is = l.products > 0 && l.whole > 0 && number >= 0 && number % l.whole == 0;
    for (int i = 0; is && i < 2; i++)
        is = l.products * sum[i] % l.whole == 0 &&
             l.products * sum[i] / l.whole <= LARGEST_FACTOR;
    return is;
}

/* x y != a x + b y + c. NULL when out of memory. */
static const sx_expr *is_no_sum(sx_arena *arena, const pair *p, const int64_t sum[3])
{
    const sx_expr *x = sx_expr_var(arena, SX_VAR_DIM, p->g, p->a),
                  *y = sx_expr_var(arena, SX_VAR_DIM, p->g, p->b);
    const sx_expr *both =
        sx_expr_two(arena, SX_EXPR_ADD,
                    sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, sum[0]), x),
                    sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, sum[1]), y));
    return sx_expr_two(arena, SX_EXPR_NE, sx_expr_two(arena, SX_EXPR_MUL, x, y),
                       sx_expr_two(arena, SX_EXPR_ADD, both, sx_expr_int(arena, sum[2])));
}

static bool doubt_product(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          pair *p, sx_law *law)
{
    int64_t sum[3];
    if (!find_points(runs, samples, p) || !find_sum(p, sum) ||
        !is_usual(law->expr, p, runs->grid[p->g].ndims, sum))
        return true;
    const sx_evidence apart = {
        SX_LABEL_PROVED,
        "a product of two extents is a sum of both in all inputs that show this: add one "
        "in which it is not",
        is_no_sum(arena, p, sum)
    };
    law->evidence = sx_evidence_join(arena, law->evidence, apart);
    return apart.doubt != NULL;
}

sx_status sx_lookalikes_of_products(sx_arena *arena, const sx_runs *runs,
                                    const sx_samples *samples, sx_law *law, sx_error *err)
{
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED || samples->is_rank)
        return SX_OK;
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t b = 1; runs->grid[g].comm == 0 && b < runs->grid[g].ndims; b++)
            for (uint32_t a = 0; a < b; a++) {
                pair p = { .g = g, .a = a, .b = b };
                if (!doubt_product(arena, runs, samples, &p, law))
                    return sx_fail(err, SX_NOMEM, "out of memory");
            }
    return SX_OK;
}
