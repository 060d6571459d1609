#include "law/cases.h"

enum { FEWEST = 3, LARGEST = 1 << 30, MOST_CASES = 30 };

/* A number of the program, or one that stands in the law; the same in all runs. */
static bool number_of(const sx_runs *runs, const sx_expr *leaf, int64_t *ret)
{
    if (!sx_runs_is_number(runs, leaf, ret))
        return false;
    return leaf->op == SX_EXPR_INT
               ? *ret <= LARGEST && *ret >= -LARGEST
               : leaf->axis >= runs->nparams && *ret <= LARGEST && *ret >= 0;
}

/* The leaf of a, and the one of b, in which they differ; false where they do so in more than that one number. */
static bool difference(const sx_expr *a, const sx_expr *b, const sx_expr **ret_a,
                       const sx_expr **ret_b)
{
    if (sx_expr_equal(a, b))
        return true;
    bool leaves = !a->arg[0] && !b->arg[0];
    if (leaves) {
        bool first = !*ret_a || (sx_expr_equal(*ret_a, a) && sx_expr_equal(*ret_b, b));
        *ret_a = a;
        *ret_b = b;
        return first;
    }
    if (a->op != b->op || a->value != b->value)
        return false;
    for (int i = 0; i < 3; i++)
        if (!a->arg[i] != !b->arg[i] ||
            (a->arg[i] && !difference(a->arg[i], b->arg[i], ret_a, ret_b)))
            return false;
    return true;
}

static const sx_expr *line(sx_arena *arena, const sx_expr *var, int64_t a, int64_t b)
{
    const sx_expr *times = sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, a), var);
    return sx_expr_two(arena, SX_EXPR_ADD, times, sx_expr_int(arena, b));
}

/* What the number is in case `var`; NULL where it follows none of these. */
static const sx_expr *follow(sx_arena *arena, const int64_t *value, int64_t n,
                             const sx_expr *var)
{
    bool is_line = true, halves = true, doubles = true;
    for (int64_t k = 0; k < n; k++) {
        is_line = is_line && value[k] - value[0] == k * (value[1] - value[0]);
        halves = halves && value[0] > 0 && value[k] == value[0] >> k;
        doubles = doubles && value[0] > 0 && value[k] == value[0] << k;
    }
    const sx_expr *power = sx_expr_two(arena, SX_EXPR_POW, sx_expr_int(arena, 2), var);
    if (is_line)
        return line(arena, var, value[1] - value[0], value[0]);
    return halves || doubles ? sx_expr_two(arena, halves ? SX_EXPR_DIV : SX_EXPR_MUL,
                                           sx_expr_int(arena, value[0]), power)
                             : NULL;
}

const sx_expr *sx_cases_unite(sx_arena *arena, const sx_runs *runs, const sx_law *law,
                              int64_t n, const sx_expr *var)
{
    int64_t value[MOST_CASES];
    const sx_expr *leaf = NULL;
    if (n < FEWEST || n > MOST_CASES)
        return NULL;
    for (int64_t k = 1; k < n; k++) {
        const sx_expr *own = NULL, *here = NULL;
        if (!difference(law[0].expr, law[k].expr, &own, &here) || !own ||
            (leaf && !sx_expr_equal(leaf, own)) || !number_of(runs, own, &value[0]) ||
            !number_of(runs, here, &value[k]))
            return NULL;
        leaf = own;
    }
    const sx_expr *number = follow(arena, value, n, var);
    return number ? sx_expr_replace(arena, law[0].expr, leaf, number) : NULL;
}
