/* Who has another rank at a distance that doubles or halves from trip to trip: as many above, or below, or where the digit of
 * that distance is another. 0 or 1. */
#include "law/column.h"
#include "law/law.h"

enum { DISTANCES = 3, WAYS = 3 };

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

static const sx_expr *condition(sx_arena *arena, int way, const sx_expr *distance)
{
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    const sx_expr *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    const sx_expr_op op = way == 0 ? SX_EXPR_ADD : SX_EXPR_XOR;
    return way == 1 ? sx_expr_two(arena, SX_EXPR_GE, own, distance)
                    : sx_expr_two(arena, SX_EXPR_LT,
                                  sx_expr_two(arena, op, own, distance), size);
}

/* Three trips tell a doubling from equal steps, and two numbers of them what it follows. */
static sx_evidence evidence_of(const sx_samples *samples, uint32_t c)
{
    enum { TRIPS = 3 };
    int32_t most = 0, last[SX_RUNS] = { 0 };
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        const int32_t trips = s->counter[c] + 1;
        last[s->run] = trips > last[s->run] ? trips : last[s->run];
        most = trips > most ? trips : most;
    }
    bool differ = false;
    for (size_t run = 0; run < SX_RUNS; run++)
        differ = differ || (last[run] && last[run] != most);
    if (most >= TRIPS && differ)
        return (sx_evidence) { .label = SX_LABEL_PROVED };
    return (sx_evidence) { .label = SX_LABEL_EXACT,
                           .reason = "who has another rank at a distance that doubles "
                                     "shows in three trips, and in two different numbers "
                                     "of trips: add an input with more" };
}

/* The first condition that gives every sample, with a doubt wherever another one differs. */
static sx_status try_counter(sx_arena *arena, const sx_runs *runs,
                             const sx_samples *samples, uint32_t c, sx_law *law,
                             sx_error *err)
{
    const sx_expr *distance[DISTANCES];
    const size_t n = distances(arena, samples, c, distance);
    for (size_t k = 0; k < n * WAYS; k++) {
        size_t first;
        const sx_expr *where = condition(arena, (int)(k % WAYS), distance[k / WAYS]);
        if (!where)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (!sx_column_matches(runs, samples, where, &first))
            continue;
        if (!law->expr) {
            *law = (sx_law) { where, evidence_of(samples, c) };
            continue;
        }
        sx_status st = sx_law_doubt_rival(arena, where,
                                          "another distance fits all inputs, too, and "
                                          "differs here: add an input",
                                          law, err);
        if (st)
            return st;
    }
    return SX_OK;
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
