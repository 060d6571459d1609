/* The number of ranks where it is a sum of both extents of a grid in all inputs. */
#include "law/lookalikes_parts.h"

enum { POINTS = 3, LARGEST_FACTOR = 16 };

/* The different extents of the grid in samples: false where they are not as many as a sum of both has numbers. */
static bool find_points(const sx_runs *runs, const sx_samples *samples, uint32_t g,
                        int64_t ret_dim[POINTS][2])
{
    size_t n = 0;
    for (size_t i = 0; i < samples->n; i++) {
        const int64_t *dim = runs->place[samples->sample[i].rank * SX_MAX_GRIDS + g].dim;
        size_t k = 0;
        while (k < n && (ret_dim[k][0] != dim[0] || ret_dim[k][1] != dim[1]))
            k++;
        if (k < n)
            continue;
        if (n == POINTS)
            return false;
        ret_dim[n][0] = dim[0];
        ret_dim[n++][1] = dim[1];
    }
    return n == POINTS;
}

/* a, b and c with x y = a x + b y + c at the three; false where there are no integers. */
static bool find_sum(int64_t dim[POINTS][2], int64_t ret[3])
{
    const int64_t x1 = dim[1][0] - dim[0][0], y1 = dim[1][1] - dim[0][1],
                  x2 = dim[2][0] - dim[0][0], y2 = dim[2][1] - dim[0][1],
                  p0 = dim[0][0] * dim[0][1], p1 = dim[1][0] * dim[1][1] - p0,
                  p2 = dim[2][0] * dim[2][1] - p0, d = x1 * y2 - x2 * y1;
    if (d == 0 || (p1 * y2 - p2 * y1) % d || (x1 * p2 - x2 * p1) % d)
        return false;
    ret[0] = (p1 * y2 - p2 * y1) / d;
    ret[1] = (x1 * p2 - x2 * p1) / d;
    ret[2] = p0 - ret[0] * dim[0][0] - ret[1] * dim[0][1];
    return ret[0] > 0 && ret[1] > 0;
}

/* A law as (ranks * P + number + what else it has) div whole. */
typedef struct line {
    int64_t ranks, number, whole;
} line;

static bool is_ranks(const sx_expr *expr, uint32_t g)
{
    if (expr->op == SX_EXPR_VAR)
        return expr->var == SX_VAR_P;
    bool is = expr->op == SX_EXPR_MUL;
    for (int i = 0; is && i < 2; i++)
        is = expr->arg[i]->op == SX_EXPR_VAR && expr->arg[i]->var == SX_VAR_DIM &&
             expr->arg[i]->grid == g;
    return is;
}

static line line_of(const sx_expr *expr, uint32_t g)
{
    line l = { .ranks = is_ranks(expr, g), .whole = 1 };
    if (l.ranks)
        return l;
    if (expr->op == SX_EXPR_INT)
        return (line) { .number = expr->value, .whole = 1 };
    if (expr->op == SX_EXPR_ADD || expr->op == SX_EXPR_SUB) {
        const line one = line_of(expr->arg[0], g), other = line_of(expr->arg[1], g);
        const int sign = expr->op == SX_EXPR_ADD ? 1 : -1;
        return (line) { one.ranks + sign * other.ranks, one.number + sign * other.number,
                        1 };
    }
    if (expr->op == SX_EXPR_MUL && expr->arg[0]->op == SX_EXPR_INT)
        l.ranks = expr->arg[0]->value * line_of(expr->arg[1], g).ranks;
    if (expr->op == SX_EXPR_DIV && expr->arg[1]->op == SX_EXPR_INT) {
        l = line_of(expr->arg[0], g);
        l.whole = expr->arg[1]->value;
    }
    return l;
}

/* Is the law with the sum in the place of P one that a program would have: whole numbers, none of them taken away? */
static bool is_usual(const sx_expr *law, uint32_t g, const int64_t sum[3])
{
    const line l = line_of(law, g);
    const int64_t number = l.number + l.ranks * sum[2];
    bool is = l.ranks > 0 && l.whole > 0 && number >= 0 && number % l.whole == 0;
    for (int i = 0; is && i < 2; i++)
        is = l.ranks * sum[i] % l.whole == 0 &&
             l.ranks * sum[i] / l.whole <= LARGEST_FACTOR;
    return is;
}

/* x y != a x + b y + c. NULL when out of memory. */
static const sx_expr *is_no_sum(sx_arena *arena, uint32_t g, const int64_t sum[3])
{
    const sx_expr *x = sx_expr_var(arena, SX_VAR_DIM, g, 0),
                  *y = sx_expr_var(arena, SX_VAR_DIM, g, 1);
    const sx_expr *both =
        sx_expr_two(arena, SX_EXPR_ADD,
                    sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, sum[0]), x),
                    sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, sum[1]), y));
    return sx_expr_two(arena, SX_EXPR_NE, sx_expr_two(arena, SX_EXPR_MUL, x, y),
                       sx_expr_two(arena, SX_EXPR_ADD, both, sx_expr_int(arena, sum[2])));
}

sx_status sx_lookalikes_of_products(sx_arena *arena, const sx_runs *runs,
                                    const sx_samples *samples, sx_law *law, sx_error *err)
{
    static const char reason[] = "the number of ranks is a sum of both extents in all "
                                 "inputs that show this, of which "
                                 "there are three: add another";
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED || samples->is_rank)
        return SX_OK;
    for (uint32_t g = 0; g < runs->ngrids; g++) {
        int64_t dim[POINTS][2], sum[3];
        if (runs->grid[g].comm != 0 || runs->grid[g].ndims != 2 ||
            !find_points(runs, samples, g, dim) || !find_sum(dim, sum) ||
            !is_usual(law->expr, g, sum))
            continue;
        const sx_expr *apart = is_no_sum(arena, g, sum);
        if (!apart)
            return sx_fail(err, SX_NOMEM, "out of memory");
        law->evidence = sx_evidence_join(
            arena, law->evidence, (sx_evidence) { SX_LABEL_PROVED, reason, apart });
    }
    return SX_OK;
}
