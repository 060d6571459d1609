#include "law/numbering.h"

static const sx_expr *own(sx_arena *arena)
{
    return sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
}

static const sx_expr *all(sx_arena *arena)
{
    return sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
}

static const sx_expr *two(sx_arena *arena, sx_expr_op op, const sx_expr *a,
                          const sx_expr *b)
{
    return sx_expr_two(arena, op, a, b);
}

const sx_expr *sx_numbering_power(sx_arena *arena)
{
    return sx_expr_power_in(arena, all(arena));
}

const sx_expr *sx_numbering_rest(sx_arena *arena)
{
    return two(arena, SX_EXPR_SUB, all(arena), sx_numbering_power(arena));
}

/* ---- around from a root ---- */

static const sx_expr *back_to_root(sx_arena *arena, const sx_numbering *n,
                                   const sx_expr *x)
{
    return two(arena, SX_EXPR_MOD, two(arena, SX_EXPR_ADD, x, n->root), all(arena));
}

static sx_numbering from_root(sx_arena *arena, const sx_expr *root)
{
    const sx_expr *behind = two(arena, SX_EXPR_SUB, own(arena), root);
    return (sx_numbering) { .name = "from a root",
                            .to = two(arena, SX_EXPR_MOD, behind, all(arena)),
                            .size = all(arena),
                            .back = back_to_root,
                            .root = root };
}

/* ---- without those that are folded into others ---- */

/* Of the first pairs of ranks, as many as there are too many, one of each. */
static const sx_expr *back_to_pair(sx_arena *arena, const sx_expr *x, int64_t which)
{
    const sx_expr *rest = sx_numbering_rest(arena);
    const sx_expr *one =
        two(arena, SX_EXPR_ADD, two(arena, SX_EXPR_MUL, sx_expr_int(arena, 2), x),
            sx_expr_int(arena, which));
    return sx_expr_make(arena, SX_EXPR_IF, two(arena, SX_EXPR_LT, x, rest), one,
                        two(arena, SX_EXPR_ADD, x, rest));
}

static const sx_expr *back_to_second(sx_arena *arena, const sx_numbering *n,
                                     const sx_expr *x)
{
    (void)n;
    return back_to_pair(arena, x, 1);
}

static const sx_expr *back_to_first(sx_arena *arena, const sx_numbering *n,
                                    const sx_expr *x)
{
    (void)n;
    return back_to_pair(arena, x, 0);
}

static const sx_expr *back_to_same(sx_arena *arena, const sx_numbering *n,
                                   const sx_expr *x)
{
    (void)arena;
    (void)n;
    return x;
}

static sx_numbering of_pairs(sx_arena *arena, bool second)
{
    const sx_expr *rest = sx_numbering_rest(arena), *base = sx_expr_int(arena, 2);
    const sx_expr *paired =
        two(arena, SX_EXPR_LT, own(arena), two(arena, SX_EXPR_MUL, base, rest));
    return (sx_numbering) { .name = second ? "the second of pairs, and the others"
                                           : "the first of pairs, and the others",
                            .to = sx_expr_make(arena, SX_EXPR_IF, paired,
                                               two(arena, SX_EXPR_DIV, own(arena), base),
                                               two(arena, SX_EXPR_SUB, own(arena), rest)),
                            .size = sx_numbering_power(arena),
                            .back = second ? back_to_second : back_to_first };
}

/* ---- from 1 on, with nobody at 0 ---- */

static const sx_expr *back_to_one_less(sx_arena *arena, const sx_numbering *n,
                                       const sx_expr *x)
{
    (void)n;
    return two(arena, SX_EXPR_SUB, x, sx_expr_int(arena, 1));
}

static sx_numbering from_one(sx_arena *arena)
{
    const sx_expr *one = sx_expr_int(arena, 1);
    return (sx_numbering) { .name = "from one",
                            .to = two(arena, SX_EXPR_ADD, own(arena), one),
                            .size = two(arena, SX_EXPR_ADD, all(arena), one),
                            .back = back_to_one_less };
}

/* ---- ---- */

void sx_numberings(sx_arena *arena, int64_t smallest,
                   sx_numbering ret_numbering[SX_NUMBERINGS], size_t *ret_n)
{
    sx_numbering *to = ret_numbering;
    const sx_expr *s = all(arena);
    size_t n = 0;
    to[n++] = of_pairs(arena, true);
    to[n++] = of_pairs(arena, false);
    to[n++] = (sx_numbering) { .name = "up to a power of two",
                               .to = own(arena),
                               .size = sx_numbering_power(arena),
                               .back = back_to_same };
    to[n++] = from_one(arena);
    for (int64_t more = 0; more <= 1; more++) {
        const sx_expr *twice = two(arena, SX_EXPR_ADD, s, sx_expr_int(arena, more));
        to[n++] = from_root(arena, two(arena, SX_EXPR_DIV, twice, sx_expr_int(arena, 2)));
    }
    const sx_expr *before = two(arena, SX_EXPR_SUB, s, sx_expr_int(arena, 1));
    to[n++] = from_root(arena, two(arena, SX_EXPR_DIV, before, sx_expr_int(arena, 2)));
    for (int64_t far = 1; far < smallest && far <= SX_NUMBERING_FAR; far++) {
        const sx_expr *number = sx_expr_int(arena, far);
        to[n++] = from_root(arena, two(arena, SX_EXPR_SUB, s, number));
        to[n++] = from_root(arena, number);
    }
    *ret_n = n;
    for (size_t i = 0; i < n; i++)
        if (!to[i].to || !to[i].size)
            *ret_n = 0;
}

/* The end point of number x, which may be none. */
static const sx_expr *end_point(sx_arena *arena, const sx_numbering *n, const sx_expr *x)
{
    const bool may_be_none = x && x->op == SX_EXPR_IF && x->arg[2]->op == SX_EXPR_INT &&
                             sx_is_special(x->arg[2]->value);
    return may_be_none ? sx_expr_make(arena, SX_EXPR_IF, x->arg[0],
                                      end_point(arena, n, x->arg[1]), x->arg[2])
                       : n->back(arena, n, x);
}

const sx_expr *sx_numbering_expr(sx_arena *arena, const sx_numbering *numbering,
                                 const sx_expr *of_numbers, bool is_rank)
{
    /* Sizes first: they hold no m, which the numbers do. */
    const sx_expr *x = sx_expr_replace(arena, of_numbers, all(arena), numbering->size);
    x = x ? sx_expr_replace(arena, x, own(arena), numbering->to) : NULL;
    return x && is_rank ? end_point(arena, numbering, x) : x;
}
