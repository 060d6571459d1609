#include "extrap/places.h"

#include "base/checked.h"

#include <string.h>

/* Of more than are looked at: the ends, the middle, powers of two, by which stages and trees are told apart, and a spread. */
static int64_t one_of_many(uint64_t i, int64_t p)
{
    enum { ENDS = 3 };
    if (i < ENDS)
        return i == 0 ? 0 : i == 1 ? p - 1 : p / 2;
    int64_t power = INT64_C(1) << (i - ENDS < 62 ? i - ENDS : 62);
    return power < p ? power : (int64_t)(sx_hash_mix(i) % (uint64_t)p);
}

sx_status sx_places_open(const sx_trace *trace, sx_places *ret_places, sx_error *err)
{
    int64_t p = trace->p;
    ret_places->n = 0;
    for (uint64_t i = 0; i < SX_PLACES && (int64_t)i < p; i++) {
        int64_t rank = p <= SX_PLACES ? (int64_t)i : one_of_many(i, p);
        sx_place_of *place = sx_place_create(trace);
        if (!place)
            return sx_fail(err, SX_NOMEM, "out of memory");
        ret_places->rank[ret_places->n] = rank;
        ret_places->place[ret_places->n++] = place;
        sx_status st = sx_place_move(place, rank, err);
        if (st)
            return st;
    }
    return SX_OK;
}

void sx_places_close(sx_places *places)
{
    for (size_t i = 0; i < places->n; i++)
        sx_place_destroy(places->place[i]);
    places->n = 0;
}

void sx_places_counters(const sx_places *places, size_t i, const sx_node *const *around,
                        uint32_t depth, unsigned turn, int64_t *ret_counter)
{
    memset(ret_counter, 0, SX_MAX_DEPTH * sizeof *ret_counter);
    for (uint32_t d = 0; d < depth && turn > 0; d++) {
        const sx_expr *law = around[d]->trips.expr;
        sx_expr_env env = sx_place_env(places->place[i], 0, ret_counter, d);
        int64_t trips;
        if (!law || sx_expr_eval(law, &env, &trips, NULL) || trips < 1)
            continue;
        ret_counter[d] =
            turn == 1 ? trips - 1
                      : (int64_t)(sx_hash_mix(turn * SX_MAX_DEPTH + d) % (uint64_t)trips);
    }
}

unsigned sx_places_turns(const sx_expr *expr)
{
    uint64_t counters = 0;
    sx_expr_uses(expr, &counters, NULL);
    return counters ? SX_PLACES_TURNS : 1;
}

sx_places_says sx_places_ask(const sx_places *places, size_t i, const sx_expr *condition,
                             uint32_t comm, const sx_node *const *around, uint32_t depth)
{
    sx_places_says says = SX_PLACES_NOWHERE;
    unsigned turns = sx_places_turns(condition);
    for (unsigned turn = 0; turn < turns; turn++) {
        int64_t counter[SX_MAX_DEPTH], value;
        sx_places_counters(places, i, around, depth, turn, counter);
        sx_expr_env env = sx_place_env(places->place[i], comm, counter, SX_MAX_DEPTH);
        if (sx_expr_eval(condition, &env, &value, NULL))
            says = SX_PLACES_UNKNOWN;
        else if (value != 0)
            return SX_PLACES_HOLDS;
    }
    return says;
}
