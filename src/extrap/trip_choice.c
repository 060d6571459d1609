#include "extrap/trip_choice.h"

#include "law/law.h"

enum { TRIPS = 64 };

bool sx_is_trip_choice(const sx_expr *law, const sx_expr *counter)
{
    const sx_expr *is = law->op == SX_EXPR_IF ? law->arg[0] : NULL;
    return is && is->op == SX_EXPR_EQ && is->arg[0]->op == SX_EXPR_VAR &&
           is->arg[0]->var == SX_VAR_COUNTER && is->arg[1]->op == SX_EXPR_INT &&
           (!counter || sx_expr_equal(counter, is->arg[0]));
}

int64_t sx_trips_left(const sx_message_end *end, const sx_expr *counter, int64_t first)
{
    const sx_expr *trips =
        counter->axis < end->depth ? end->around[counter->axis]->trips.expr : NULL;
    return trips && trips->op == SX_EXPR_INT && trips->value > first
               ? trips->value - first
               : 0;
}

/* In that trip of all loops around, on one rank; where one has no value the other has none. */
static bool are_same_at(const sx_runs *runs, uint32_t comm, int64_t rank, int64_t trip,
                        const sx_expr *one, const sx_expr *other)
{
    int64_t count[SX_MAX_DEPTH], value[2];
    for (size_t d = 0; d < SX_MAX_DEPTH; d++)
        count[d] = trip;
    sx_expr_env env = sx_runs_env(runs, rank, comm);
    env.counter = count;
    env.ncounters = SX_MAX_DEPTH;
    const bool has = sx_expr_eval(one, &env, &value[0], NULL) == SX_OK,
               other_has = sx_expr_eval(other, &env, &value[1], NULL) == SX_OK;
    return has == other_has && (!has || value[0] == value[1]);
}

static bool are_same(const sx_runs *runs, uint32_t comm, const sx_expr *one,
                     const sx_expr *other)
{
    const bool varies = sx_expr_uses(one, NULL, NULL) & (1u << SX_VAR_COUNTER);
    const int64_t trips = varies ? TRIPS : 1;
    bool same = sx_runs_spend(runs, (uint64_t)(runs->total * trips));
    for (int64_t r = 0; r < runs->total && same; r++)
        for (int64_t trip = 0; trip < trips && same; trip++)
            same = are_same_at(runs, comm, r, trip, one, other);
    return same;
}

sx_status sx_take_other(sx_arena *arena, const sx_runs *runs, uint32_t comm,
                        const sx_expr *other, const char *reason, const sx_expr **law,
                        sx_evidence *evidence, sx_error *err)
{
    sx_law to = { other, *evidence };
    if (!other)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_expr_equal(other, *law) || !are_same(runs, comm, *law, other))
        return SX_OK;
    sx_status st = sx_law_doubt_rival(arena, *law, reason, &to, err);
    if (!st) {
        *law = to.expr;
        *evidence = to.evidence;
    }
    return st;
}
