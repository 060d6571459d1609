/* On which side the partner of a trip is, where everybody has everybody in turn: exclusive or with the counter, or back from it around all,
 * as a tournament is drawn up. Who of the two sends first; who has a partner at all. 0 or 1. */
#include "law/column.h"
#include "law/law.h"

typedef enum side { ABOVE, BELOW, THERE_ABOVE, THERE, OTHER, THERE_OTHER, SIDES } side;

enum { PARTNERS = 4 };

/* m xor (i + k), (i + k - m) mod s, k 0 or 1. */
static const sx_expr *partner_of(sx_arena *arena, const sx_expr *counter, int which)
{
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    const sx_expr *trip =
        which % 2 ? sx_expr_two(arena, SX_EXPR_ADD, counter, sx_expr_int(arena, 1))
                  : counter;
    return which < 2 ? sx_expr_two(arena, SX_EXPR_XOR, own, trip)
                     : sx_expr_two(arena, SX_EXPR_MOD,
                                   sx_expr_two(arena, SX_EXPR_SUB, trip, own),
                                   sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0));
}

static const sx_expr *condition(sx_arena *arena, const sx_expr *partner, side where)
{
    static const sx_expr_op op[SIDES] = { SX_EXPR_GT, SX_EXPR_LT, SX_EXPR_GT,
                                          SX_EXPR_LT, SX_EXPR_NE, SX_EXPR_NE };
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    const sx_expr *there = sx_expr_two(arena, SX_EXPR_LT, partner,
                                       sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0));
    const sx_expr *is =
        where == THERE ? there : sx_expr_two(arena, op[where], partner, own);
    return where == THERE_ABOVE || where == THERE_OTHER
               ? sx_expr_two(arena, SX_EXPR_AND, is, there)
               : is;
}

/* Three trips tell partners in turn from others, and two numbers of them that it is everybody. */
static sx_evidence evidence_of(const sx_samples *samples, uint32_t c)
{
    enum { TRIPS = 3 };
    int32_t most = 0, last[SX_RUNS] = { 0 };
    bool differ = false;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        const int32_t trips = s->counter[c] + 1;
        last[s->run] = trips > last[s->run] ? trips : last[s->run];
        most = trips > most ? trips : most;
    }
    for (size_t run = 0; run < SX_RUNS; run++)
        differ = differ || (last[run] && last[run] != most);
    if (most >= TRIPS && differ)
        return (sx_evidence) { .label = SX_LABEL_PROVED };
    return (sx_evidence) { .label = SX_LABEL_EXACT,
                           .reason = "on which side the partner of a trip is shows in "
                                     "three trips, and in two different numbers of "
                                     "them: add an input with more" };
}

/* Takes a condition that gives every sample as the law, or as a doubt wherever it differs from the law. */
static sx_status take(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                      uint32_t c, const sx_expr *where, sx_law *law, sx_error *err)
{
    size_t first;
    if (!where)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_matches(runs, samples, where, &first))
        return SX_OK;
    if (law->expr)
        return sx_law_doubt_rival(arena, where,
                                  "another partner fits all inputs, too, and is on the "
                                  "other side here: add an input",
                                  law, err);
    *law = (sx_law) { where, evidence_of(samples, c) };
    return SX_OK;
}

sx_status sx_law_partner(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                         sx_law *ret_law, sx_error *err)
{
    sx_law law = { 0 };
    sx_status st = SX_OK;
    if (!samples->is_size || !samples->varying || samples->lists ||
        !sx_samples_are_truth(samples))
        return SX_OK;
    for (uint32_t c = samples->ncounters; !st && !law.expr && c-- > 0;) {
        if (!(samples->varying >> c & 1))
            continue;
        const sx_expr *counter =
            sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + c);
        for (int k = 0; !st && k < PARTNERS * SIDES; k++)
            st = take(arena, runs, samples, c,
                      condition(arena, partner_of(arena, counter, k / SIDES),
                                (side)(k % SIDES)),
                      &law, err);
    }
    if (!st)
        *ret_law = law;
    return st;
}
