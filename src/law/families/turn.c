/* Whether something happens in a trip: once, or in all trips but one; counted from the first trip or from the last, or by
 * turns among the ranks. 0 or 1. */
#include "law/column.h"
#include "law/law.h"

#include "base/checked.h"

typedef struct turn {
    const sx_expr *what; /* equal to `to` where the value is `when` */
    int64_t to, when;
} turn;

static const sx_expr *turn_expr(sx_arena *arena, const turn *t)
{
    return sx_expr_two(arena, t->when ? SX_EXPR_EQ : SX_EXPR_NE, t->what,
                       sx_expr_int(arena, t->to));
}

/* Is `what` one number exactly where the value is `when`? */
static bool find_turn(const sx_samples *samples, const int64_t *what, turn *t)
{
    size_t first = 0;
    while (first < samples->n && samples->sample[first].value != t->when)
        first++;
    if (first == samples->n)
        return false;
    t->to = what[first];
    for (size_t i = 0; i < samples->n; i++)
        if ((what[i] == t->to) != (samples->sample[i].value == t->when))
            return false;
    return true;
}

static sx_evidence evidence_of(const sx_samples *samples)
{
    enum { TELLING = 12 };
    bool differ = false;
    for (size_t i = 1; i < samples->n; i++)
        differ = differ || samples->sample[i].run != samples->sample[0].run;
    if (differ && samples->n >= TELLING)
        return (sx_evidence) { .label = SX_LABEL_PROVED };
    return (sx_evidence) { .label = SX_LABEL_EXACT, .reason = "only one input has it" };
}

/* The first law, with a doubt wherever another one that holds differs. */
static sx_status add_turn(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          const sx_expr *what, int64_t *value, sx_law *law, sx_error *err)
{
    if (!what)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_values(runs, samples, what, value))
        return SX_OK;
    for (int64_t when = 1; when >= 0; when--) {
        turn t = { .what = what, .when = when };
        if (!find_turn(samples, value, &t))
            continue;
        const sx_expr *expr = turn_expr(arena, &t);
        if (law->expr)
            return sx_law_doubt_rival(arena, expr,
                                      "when it happens can be counted otherwise in all "
                                      "inputs: add one with other trips",
                                      law, err);
        *law = (sx_law) { expr, evidence_of(samples) };
        return expr ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    }
    return SX_OK;
}

/* Turns of ranks go round among as many as there are: in the order of something that numbers them, or against it, from the first
 * or the last. The last ones do not come round: they fit while nobody has had a second turn. */
static sx_status add_turns(sx_arena *arena, const sx_runs *runs,
                           const sx_samples *samples, const sx_expr *trip,
                           const sx_expr *number, const sx_expr *among, int64_t *value,
                           sx_law *law, sx_error *err)
{
    const sx_expr *ahead = sx_expr_two(arena, SX_EXPR_SUB, trip, number);
    const sx_expr *behind = sx_expr_two(arena, SX_EXPR_ADD, trip, number);
    const sx_expr *one = sx_expr_int(arena, 1);
    const sx_expr *of[] = {
        sx_expr_two(arena, SX_EXPR_MOD, ahead, among),
        sx_expr_two(arena, SX_EXPR_MOD, sx_expr_two(arena, SX_EXPR_SUB, number, trip),
                    among),
        sx_expr_two(arena, SX_EXPR_MOD, behind, among),
        sx_expr_two(arena, SX_EXPR_MOD, sx_expr_two(arena, SX_EXPR_ADD, behind, one),
                    among),
        ahead,
        behind,
    };
    sx_status st = SX_OK;
    for (size_t k = 0; !st && k < sizeof of / sizeof *of; k++)
        st = add_turn(arena, runs, samples, of[k], value, law, err);
    return st;
}

/* By the rank, and by its place along each axis of a grid. */
static sx_status add_places(sx_arena *arena, const sx_runs *runs,
                            const sx_samples *samples, const sx_expr *trip,
                            int64_t *value, sx_law *law, sx_error *err)
{
    sx_status st =
        add_turns(arena, runs, samples, trip, sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                  sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0), value, law, err);
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; !st && runs->grid[g].ndims > 1 && a < runs->grid[g].ndims;
             a++)
            st = add_turns(arena, runs, samples, trip,
                           sx_expr_var(arena, SX_VAR_COORD, g, a),
                           sx_expr_var(arena, SX_VAR_DIM, g, a), value, law, err);
    return st;
}

/* Among all ranks but one, the first or the last, which deals out what the others have. */
static sx_status add_workers(sx_arena *arena, const sx_runs *runs,
                             const sx_samples *samples, const sx_expr *trip,
                             int64_t *value, sx_law *law, sx_error *err)
{
    const sx_expr *rank = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                  *one = sx_expr_int(arena, 1);
    const sx_expr *others =
        sx_expr_two(arena, SX_EXPR_SUB, sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0), one);
    sx_status st =
        add_turns(arena, runs, samples, trip, sx_expr_two(arena, SX_EXPR_SUB, rank, one),
                  others, value, law, err);
    return st ? st : add_turns(arena, runs, samples, trip, rank, others, value, law, err);
}

/* By two places of a grid at once: who broadcasts in a trip that goes around the diagonals. */
static sx_status add_diagonals(sx_arena *arena, const sx_runs *runs,
                               const sx_samples *samples, const sx_expr *trip,
                               int64_t *value, sx_law *law, sx_error *err)
{
    static const sx_expr_op op[] = { SX_EXPR_SUB, SX_EXPR_ADD };
    sx_status st = SX_OK;
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 1; a < runs->grid[g].ndims; a++)
            for (uint32_t k = 0; !st && k < 2 * a; k++)
                st = add_turns(arena, runs, samples, trip,
                               sx_expr_two(arena, op[k & 1],
                                           sx_expr_var(arena, SX_VAR_COORD, g, a),
                                           sx_expr_var(arena, SX_VAR_COORD, g, k / 2)),
                               sx_expr_var(arena, SX_VAR_DIM, g, a), value, law, err);
    if (law->expr && law->evidence.label == SX_LABEL_PROVED) {
        law->evidence.label = SX_LABEL_EXACT;
        law->evidence.reason = "turns along diagonals fit by accident, too: add an input";
    }
    return st;
}

sx_status sx_law_turn(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      sx_law *ret_law, sx_error *err)
{
    sx_law law = { 0 };
    sx_status st = SX_OK;
    if (!samples->is_size || !samples->varying || !sx_samples_are_truth(samples))
        return SX_OK;
    int64_t *value = SX_NEW_ARRAY(arena, int64_t, samples->n);
    if (!value)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t c = samples->ncounters; !st && c-- > 0;) {
        if (!(samples->varying >> c & 1))
            continue;
        const sx_expr *trip =
            sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + c);
        st = add_turn(arena, runs, samples, trip, value, &law, err);
        if (!st)
            st = add_places(arena, runs, samples, trip, value, &law, err);
        if (!st && !law.expr)
            st = add_workers(arena, runs, samples, trip, value, &law, err);
        if (!st && !law.expr)
            st = add_diagonals(arena, runs, samples, trip, value, &law, err);
        const bool is_open = !law.expr;
        const sx_expr *last =
            samples->varying >> c == 1 ? sx_samples_last(arena, samples, c) : NULL;
        if (st || !last)
            continue;
        const sx_expr *left = sx_expr_two(arena, SX_EXPR_SUB, last, trip);
        if (samples->trips)
            st = add_turn(arena, runs, samples, left, value, &law, err);
        if (!st && is_open) /* the last item first */
            st = add_places(arena, runs, samples, left, value, &law, err);
    }
    if (!st)
        *ret_law = law;
    return st;
}
