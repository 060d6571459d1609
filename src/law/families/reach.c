/* Who has another rank at a distance that doubles or halves from trip to trip: as many above, or below, or where the digit of
 * that distance is another; whose number is a multiple of it; who is the lower, or the upper, of the two that differ in that digit; and for whom it is that of the digit above the outer
 * loop's, or is not, as the order that a bitonic sort gives turns there. 0 or 1. */
#include "law/by_trip.h"
#include "law/law.h"

enum { DISTANCES = 3, SIDES = 5, MEETINGS = 12, LEVELS = 6, TURNS = 2 };
enum { WAYS = SIDES + MEETINGS + LEVELS };

/* 2^i, extent / 2^(i + 1), and 2^(trips - 1 - i) where the trips have a law. */
static size_t distances(sx_arena *arena, const sx_samples *samples, uint32_t c,
                        const sx_expr *ret_distance[DISTANCES])
{
    const sx_expr *two = sx_expr_int(arena, 2), *one = sx_expr_int(arena, 1);
    const sx_expr *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    const sx_expr *trip =
        sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + c);
    const sx_expr *next = sx_expr_two(arena, SX_EXPR_ADD, trip, one);
    size_t n = 0;
    ret_distance[n++] = sx_expr_two(arena, SX_EXPR_POW, two, trip);
    ret_distance[n++] =
        sx_expr_two(arena, SX_EXPR_DIV, size, sx_expr_two(arena, SX_EXPR_POW, two, next));
    if (samples->trips)
        ret_distance[n++] =
            sx_expr_two(arena, SX_EXPR_POW, two,
                        sx_expr_two(arena, SX_EXPR_SUB, samples->trips, next));
    return n;
}

/* What else is asked of who meets another rank: nothing, that one is so far above, or that there are more ranks than twice the distance. */
typedef enum also { NOTHING, ABOVE, WITHIN, ALSO } also;

/* Is the number of a rank, counted from 0 or 1, a multiple of twice the distance, or the distance more than that if `odd`? */
static const sx_expr *meets(sx_arena *arena, int from, bool odd, also what,
                            const sx_expr *distance)
{
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                  *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    const sx_expr *number =
        sx_expr_two(arena, SX_EXPR_ADD, own, sx_expr_int(arena, from));
    const sx_expr *twice =
        sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, 2), distance);
    const sx_expr *is =
        sx_expr_two(arena, SX_EXPR_EQ, sx_expr_two(arena, SX_EXPR_MOD, number, twice),
                    odd ? distance : sx_expr_int(arena, 0));
    if (what == NOTHING)
        return is;
    const sx_expr *end =
        what == ABOVE ? sx_expr_two(arena, SX_EXPR_ADD, own, distance) : twice;
    return sx_expr_two(arena, SX_EXPR_AND, is, sx_expr_two(arena, SX_EXPR_LT, end, size));
}

/* Is the number of a rank, counted from 0 or 1, a multiple of the distance, with another rank as far above, or below, or whatever there is? */
static const sx_expr *is_on_level(sx_arena *arena, int from, int side,
                                  const sx_expr *distance)
{
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    const sx_expr *number =
        sx_expr_two(arena, SX_EXPR_ADD, own, sx_expr_int(arena, from));
    const sx_expr *is =
        sx_expr_two(arena, SX_EXPR_EQ, sx_expr_two(arena, SX_EXPR_MOD, number, distance),
                    sx_expr_int(arena, 0));
    if (side == 0)
        return is;
    const sx_expr *there =
        side == 1 ? sx_expr_two(arena, SX_EXPR_LT,
                                sx_expr_two(arena, SX_EXPR_ADD, own, distance),
                                sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0))
                  : sx_expr_two(arena, SX_EXPR_GE, own, distance);
    return sx_expr_two(arena, SX_EXPR_AND, is, there);
}

static const sx_expr *condition(sx_arena *arena, int way, const sx_expr *distance)
{
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    const sx_expr *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    const sx_expr_op op = way == 0 ? SX_EXPR_ADD : SX_EXPR_XOR;
    const int meeting = way - SIDES, level = meeting - MEETINGS;
    if (level >= 0)
        return is_on_level(arena, level % 2, level / 2, distance);
    if (meeting >= 0)
        return meets(arena, meeting / ALSO % 2, meeting / ALSO / 2,
                     (also)(meeting % ALSO), distance);
    if (way > 2)
        return sx_expr_two(arena, way == 3 ? SX_EXPR_GT : SX_EXPR_LT,
                           sx_expr_two(arena, op, own, distance), own);
    return way == 1 ? sx_expr_two(arena, SX_EXPR_GE, own, distance)
                    : sx_expr_two(arena, SX_EXPR_LT,
                                  sx_expr_two(arena, op, own, distance), size);
}

/* Are the digits of the distance and of 2^(i + 1), i the counter o, alike, or not? */
static const sx_expr *turned(sx_arena *arena, const sx_samples *samples, uint32_t o,
                             bool alike, const sx_expr *distance)
{
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                  *two = sx_expr_int(arena, 2);
    const sx_expr *stage =
        sx_expr_two(arena, SX_EXPR_ADD,
                    sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + o),
                    sx_expr_int(arena, 1));
    const sx_expr *sum =
        sx_expr_two(arena, SX_EXPR_ADD, sx_expr_two(arena, SX_EXPR_DIV, own, distance),
                    sx_expr_two(arena, SX_EXPR_DIV, own,
                                sx_expr_two(arena, SX_EXPR_POW, two, stage)));
    return sx_expr_two(arena, SX_EXPR_EQ, sx_expr_two(arena, SX_EXPR_MOD, sum, two),
                       sx_expr_int(arena, alike ? 0 : 1));
}

static const sx_by_trip said = {
    .few = "who has another rank at a distance that doubles shows in three trips, and in "
           "two different numbers of trips: add an input with more",
    .rival = "another distance fits all inputs, too, and differs here: add an input"
};

static sx_status try_counter(sx_arena *arena, const sx_runs *runs,
                             const sx_samples *samples, uint32_t c, sx_law *law,
                             sx_error *err)
{
    const sx_expr *distance[DISTANCES];
    const size_t n = distances(arena, samples, c, distance);
    sx_status st = SX_OK;
    for (size_t k = 0; !st && k < n * WAYS; k++)
        st = sx_by_trip_take(arena, runs, samples, c, &said,
                             condition(arena, (int)(k % WAYS), distance[k / WAYS]), law,
                             err);
    for (uint32_t o = 0; o < c; o++)
        for (size_t k = 0; !st && samples->varying >> o & 1 && k < n * TURNS; k++)
            st = sx_by_trip_take(
                arena, runs, samples, c, &said,
                turned(arena, samples, o, k % TURNS == 0, distance[k / TURNS]), law, err);
    return st;
}

sx_status sx_law_reach(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    sx_law law = { 0 };
    sx_status st = SX_OK;
    if (!samples->is_size || !samples->varying || samples->lists ||
        !sx_samples_are_truth(samples))
        return SX_OK;
    for (uint32_t c = samples->ncounters; !st && !law.expr && c-- > 0;)
        if (samples->varying >> c & 1)
            st = try_counter(arena, runs, samples, c, &law, err);
    if (!st)
        *ret_law = law;
    return st;
}
