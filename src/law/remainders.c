#include "law/remainders.h"

#include "base/checked.h"
#include "law/law.h"

/* Of n mod q: 0, 1, q - 1, or between. */
enum { NONE = 1, ONE = 2, LAST = 4, BETWEEN = 8 };

static unsigned class_of(int64_t n, int64_t q)
{
    int64_t rest = sx_floor_mod(n, q);
    return (unsigned)((rest == 0) * NONE | (rest == 1) * ONE | (rest == q - 1) * LAST |
                      (rest > 1 && rest < q - 1) * BETWEEN);
}

static unsigned seen(const sx_runs *runs, const sx_expr *n, const sx_expr *q)
{
    unsigned classes = 0;
    for (size_t run = 0; run < runs->n; run++) {
        sx_expr_env env = sx_runs_env(runs, runs->offset[run], 0);
        int64_t above, below;
        if (!sx_expr_eval(n, &env, &above, NULL) &&
            !sx_expr_eval(q, &env, &below, NULL) && below > 0)
            classes |= class_of(above, below);
    }
    return classes;
}

static const sx_expr *unseen_of(sx_arena *arena, const sx_runs *runs, const sx_expr *n,
                                const sx_expr *q)
{
    const unsigned classes = seen(runs, n, q);
    const sx_expr *one = sx_expr_int(arena, 1), *none = sx_expr_int(arena, 0);
    const sx_expr *rest = sx_expr_make(arena, SX_EXPR_MOD, n, q, NULL);
    const sx_expr *last = sx_expr_make(arena, SX_EXPR_SUB, q, one, NULL);
    if (classes & BETWEEN)
        return NULL;
    const sx_expr *where =
        sx_expr_make(arena, SX_EXPR_AND, sx_expr_make(arena, SX_EXPR_GT, rest, one, NULL),
                     sx_expr_make(arena, SX_EXPR_LT, rest, last, NULL), NULL);
    if (!(classes & NONE))
        where = sx_doubt_either(arena, where,
                                sx_expr_make(arena, SX_EXPR_EQ, rest, none, NULL));
    if (!(classes & ONE))
        where = sx_doubt_either(arena, where,
                                sx_expr_make(arena, SX_EXPR_EQ, rest, one, NULL));
    if (!(classes & LAST))
        where = sx_doubt_either(arena, where,
                                sx_expr_make(arena, SX_EXPR_EQ, rest, last, NULL));
    return where;
}

/* Of what is divided, and of each parameter in it: the remainder of a square says little of the side's. */
static const sx_expr *unseen_parts(sx_arena *arena, const sx_runs *runs, const sx_expr *n,
                                   const sx_expr *q)
{
    if (sx_expr_last_constant(n) < 0)
        return NULL;
    const sx_expr *where = unseen_of(arena, runs, n, q);
    for (int i = 0; i < 3 && n->arg[i]; i++)
        where = sx_doubt_either(arena, where, unseen_parts(arena, runs, n->arg[i], q));
    return where;
}

const sx_expr *sx_remainders_unseen(sx_arena *arena, const sx_runs *runs,
                                    const sx_expr *law)
{
    const sx_expr *where = NULL;
    bool divides = law->op == SX_EXPR_BLOCK || law->op == SX_EXPR_DIV;
    int64_t last = divides ? sx_expr_last_constant(law->arg[0]) : -1;
    if (last >= 0 && last < runs->nparams && law->arg[1]->op != SX_EXPR_INT)
        return unseen_parts(arena, runs, law->arg[0], law->arg[1]);
    for (int i = 0; i < 3 && law->arg[i]; i++)
        where =
            sx_doubt_either(arena, where, sx_remainders_unseen(arena, runs, law->arg[i]));
    return where;
}
