/* Who has a partner in a trip, where neighbours along a line are partners in turn: in one trip each even place with the next, in the one
 * after it each odd place, so that an end rests every other trip. 0 or 1. */
#include "law/column.h"
#include "law/law.h"

/* Up in trips of the one kind, down in those of the other; each where there is a place. */
static const sx_expr *partner_expr(sx_arena *arena, const sx_expr *trip,
                                   const sx_expr *place, const sx_expr *extent, int odd)
{
    const sx_expr *turn = sx_expr_two(arena, SX_EXPR_ADD, place, trip);
    return sx_expr_make(
        arena, SX_EXPR_IF,
        sx_expr_two(arena, SX_EXPR_EQ,
                    sx_expr_two(arena, SX_EXPR_MOD, turn, sx_expr_int(arena, 2)),
                    sx_expr_int(arena, odd)),
        sx_expr_two(arena, SX_EXPR_LT, place,
                    sx_expr_two(arena, SX_EXPR_SUB, extent, sx_expr_int(arena, 1))),
        sx_expr_two(arena, SX_EXPR_GT, place, sx_expr_int(arena, 0)));
}

/* The last place goes up in other trips where the extent is odd than where it is even: both are wanted, and one more input. */
static sx_evidence evidence_of(const sx_runs *runs, const sx_samples *samples,
                               const sx_expr *extent, int64_t *value)
{
    enum { RUNS = 3 };
    bool even = false, odd = false;
    if (sx_column_values(runs, samples, extent, value))
        for (size_t i = 0; i < samples->n; i++)
            *(value[i] % 2 ? &odd : &even) = true;
    if (even && odd && sx_samples_runs(samples) >= RUNS)
        return (sx_evidence) { .label = SX_LABEL_PROVED };
    return (sx_evidence) { .label = SX_LABEL_EXACT,
                           .reason = "neighbours that are partners in turn show in few "
                                     "inputs, or in even numbers alone, or odd ones: "
                                     "add one" };
}

static sx_status try_line(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          const sx_expr *trip, const sx_expr *place,
                          const sx_expr *extent, sx_law *law, sx_error *err)
{
    for (int odd = 0; odd <= 1 && !law->expr; odd++) {
        size_t first;
        const sx_expr *expr = partner_expr(arena, trip, place, extent, odd);
        if (!expr)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (!sx_column_matches(runs, samples, expr, &first))
            continue;
        int64_t *value = SX_NEW_ARRAY(arena, int64_t, samples->n);
        if (!value)
            return sx_fail(err, SX_NOMEM, "out of memory");
        *law = (sx_law) { expr, evidence_of(runs, samples, extent, value) };
    }
    return SX_OK;
}

sx_status sx_law_phases(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    sx_law law = { 0 };
    sx_status st = SX_OK;
    if (!samples->is_size || !samples->varying || !sx_samples_are_truth(samples))
        return SX_OK;
    for (uint32_t c = samples->ncounters; !st && !law.expr && c-- > 0;) {
        if (!(samples->varying >> c & 1))
            continue;
        const sx_expr *trip =
            sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + c);
        st = try_line(arena, runs, samples, trip,
                      sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                      sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0), &law, err);
        for (uint32_t g = 0; g < runs->ngrids; g++)
            for (uint32_t a = 0;
                 !st && runs->grid[g].ndims > 1 && !law.expr && a < runs->grid[g].ndims;
                 a++)
                st = try_line(arena, runs, samples, trip,
                              sx_expr_var(arena, SX_VAR_COORD, g, a),
                              sx_expr_var(arena, SX_VAR_DIM, g, a), &law, err);
    }
    if (!st)
        *ret_law = law;
    return st;
}
