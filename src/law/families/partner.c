/* On which side the partner of a trip is, where everybody has everybody in turn: exclusive or with the counter, or with a power of two, or back from it around all,
 * as a tournament is drawn up. Who of the two sends first; who has a partner at all. 0 or 1. */
#include "law/by_trip.h"
#include "law/law.h"

typedef enum side { ABOVE, BELOW, THERE_ABOVE, THERE, OTHER, THERE_OTHER, SIDES } side;

enum { PARTNERS = 5 };

/* m xor 2^i, as a butterfly has it, which few trips do not tell from the others; m xor (i + k), (i + k - m) mod s, k 0 or 1. */
static const sx_expr *partner_of(sx_arena *arena, const sx_expr *counter, int which)
{
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    if (which == 0)
        return sx_expr_two(
            arena, SX_EXPR_XOR, own,
            sx_expr_two(arena, SX_EXPR_POW, sx_expr_int(arena, 2), counter));
    const sx_expr *trip =
        which % 2 ? counter
                  : sx_expr_two(arena, SX_EXPR_ADD, counter, sx_expr_int(arena, 1));
    return which < 3 ? sx_expr_two(arena, SX_EXPR_XOR, own, trip)
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

static const sx_by_trip said = {
    .few = "on which side the partner of a trip is shows in three trips, and in two "
           "different numbers of them: add an input with more",
    .rival =
        "another partner fits all inputs, too, and is on the other side here: add an "
        "input"
};

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
            st = sx_by_trip_take(arena, runs, samples, c, &said,
                                 condition(arena, partner_of(arena, counter, k / SIDES),
                                           (side)(k % SIDES)),
                                 &law, err);
    }
    if (!st)
        *ret_law = law;
    return st;
}
