#include "extrap/deciding.h"

#include "trace/place.h"
#include "trace/policy.h"

/* Ranks that are looked at: the first, the last, and those between at equal distance. */
enum { RANKS = 5 };

static bool holds_at(const sx_trace *trace, const sx_expr *condition, uint32_t comm)
{
    static const int64_t counter[SX_MAX_DEPTH];
    sx_place_of *place = sx_place_create(trace);
    bool holds = false;
    for (int64_t i = 0; place && i < RANKS && !holds; i++) {
        int64_t value;
        if (sx_place_move(place, i * (trace->p - 1) / (RANKS - 1), NULL))
            break;
        sx_expr_env env = sx_place_env(place, comm, counter, SX_MAX_DEPTH);
        holds = !sx_expr_eval(condition, &env, &value, NULL) && value != 0;
    }
    sx_place_destroy(place);
    return holds;
}

int64_t sx_deciding_scale(const sx_trace *formula, const sx_expr *condition,
                          uint32_t comm)
{
    for (int64_t p = 2; p <= SX_DECIDING; p++) {
        sx_trace bound;
        sx_arena *arena = sx_arena_create();
        bool holds = arena && !sx_trace_bind(arena, formula, p, NULL, 0, &bound, NULL) &&
                     holds_at(&bound, condition, comm);
        sx_arena_destroy(arena);
        if (holds)
            return p;
    }
    return 0;
}
