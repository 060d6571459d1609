/* Who takes part by two conditions at once: what has a law but for one rank at an end, or on one side of a grid. */
#include "law/domain/parts.h"

/* Holds the one condition, too? */
static void join(const sx_domain_question *q, const sx_expr *too, sx_domain *best,
                 const sx_expr **where, bool *have)
{
    *where = sx_expr_two(q->arena, SX_EXPR_AND, too, *where);
    *have = *where && sx_domain_holds(q, *where);
    *best = (sx_domain) { .kind = SX_DOMAIN_WHERE,
                          .where = *where,
                          .evidence = best->evidence };
}

/* Those who are in, and the first or the last rank of each run; NULL when one of these is in, when they get there in one run at most, or when out of memory. */
static const bool *with_end(const sx_domain_question *q, bool last)
{
    enum { TELLING = 2 };
    const sx_runs *runs = q->runs;
    bool *in = sx_arena_copy(q->arena, q->in, (size_t)runs->total, sizeof *in);
    size_t telling = 0;
    for (size_t run = 0; in && run < runs->n; run++) {
        const int64_t end = runs->offset[run] + (last ? runs->p[run] - 1 : 0);
        if (q->in[end])
            return NULL;
        in[end] = q->within[end];
        telling += q->within[end];
    }
    return telling >= TELLING ? in : NULL;
}

/* A set that has a law together with the first or the last rank, but for that: who gets from the first of a row what it needs, where the first itself has it. */
static sx_status find_but_end(sx_domain_question *q, sx_domain *ret_best,
                              const sx_expr **ret_where, bool *ret_have, sx_error *err)
{
    sx_arena *arena = q->arena;
    const sx_expr *rank = sx_expr_var(arena, SX_VAR_RANK, 0, 0),
                  *final =
                      sx_expr_two(arena, SX_EXPR_SUB, sx_expr_var(arena, SX_VAR_P, 0, 0),
                                  sx_expr_int(arena, 1));
    sx_status st = SX_OK;
    for (int last = 0; last <= 1 && !st && !*ret_have; last++) {
        sx_domain_question with = *q;
        with.in = with_end(q, last);
        if (!with.in)
            continue;
        st = sx_domain_of_one(&with, ret_best, ret_where, ret_have, err);
        if (st || !*ret_have)
            continue;
        join(q,
             sx_expr_two(arena, SX_EXPR_NE, rank, last ? final : sx_expr_int(arena, 0)),
             ret_best, ret_where, ret_have);
    }
    return st;
}

/* ---- on one side ---- */

/* All that get there on that side; NULL when some who are in are not, when everybody is there, or when out of memory. */
static const bool *within_side(const sx_domain_question *q, const sx_expr *side)
{
    const sx_runs *runs = q->runs;
    bool *within = SX_NEW_ARRAY(q->arena, bool, (size_t)runs->total), less = false;
    for (int64_t r = 0; within && r < runs->total; r++) {
        int64_t is = 0;
        const sx_expr_env env = sx_runs_env(runs, r, 0);
        if (!q->within[r])
            continue;
        if (sx_expr_eval(side, &env, &is, NULL) || (q->in[r] && !is))
            return NULL;
        within[r] = is;
        less = less || !is;
    }
    return less ? within : NULL;
}

/* The first or the last places along an axis, or all but these. */
static const sx_expr *side_of(sx_arena *arena, uint32_t g, uint32_t a, int which)
{
    const sx_expr *place = sx_expr_var(arena, SX_VAR_COORD, g, a),
                  *last = sx_expr_two(arena, SX_EXPR_SUB,
                                      sx_expr_var(arena, SX_VAR_DIM, g, a),
                                      sx_expr_int(arena, 1));
    return sx_expr_two(arena, which / 2 ? SX_EXPR_EQ : SX_EXPR_NE, place,
                       which % 2 ? last : sx_expr_int(arena, 0));
}

static sx_status find_on_side(sx_domain_question *q, const sx_expr *side,
                              sx_domain *ret_best, const sx_expr **ret_where,
                              bool *ret_have, sx_error *err)
{
    sx_domain_question on = *q;
    on.within = side ? within_side(q, side) : NULL;
    if (!on.within)
        return SX_OK;
    sx_status st = sx_domain_of_one(&on, ret_best, ret_where, ret_have, err);
    if (st || !*ret_have)
        return st;
    join(q, side, ret_best, ret_where, ret_have);
    if (ret_best->evidence.label == SX_LABEL_PROVED)
        ret_best->evidence = (sx_evidence) {
            .label = SX_LABEL_EXACT,
            .reason = "two conditions at once fit by accident, too: add an input"
        };
    return SX_OK;
}

sx_status sx_domain_of_two(sx_domain_question *q, sx_domain *ret_best,
                           const sx_expr **ret_where, bool *ret_have, sx_error *err)
{
    enum { SIDES = 4 };
    const sx_runs *runs = q->runs;
    sx_status st = find_but_end(q, ret_best, ret_where, ret_have, err);
    for (uint32_t g = 0; g < runs->ngrids && !*ret_have && !st; g++)
        for (uint32_t a = 0; a < runs->grid[g].ndims && !*ret_have && !st; a++)
            for (int which = 0; which < SIDES && !*ret_have && !st; which++)
                st = find_on_side(q, side_of(q->arena, g, a, which), ret_best, ret_where,
                                  ret_have, err);
    return st;
}
