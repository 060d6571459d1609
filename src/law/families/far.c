/* Around a communicator at a distance that is a law of the scale: half of the ranks and one on, a third of them back. */
#include "law/column.h"
#include "law/law.h"

#include "base/checked.h"

/* How far on each sample's end is, or back, of each run one; false where a run has several, or all have one. */
static bool distances(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                      bool back, sx_samples *ret_far)
{
    sx_sample *far = SX_NEW_ARRAY(arena, sx_sample, runs->n);
    bool differ = false;
    *ret_far = (sx_samples) { .sample = far, .is_size = true };
    for (size_t i = 0; far && i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        const int64_t size = runs->comm_size[s->comm][s->rank],
                      own = runs->comm_rank[s->comm][s->rank];
        if (s->value < 0 || s->value >= size)
            return false;
        const int64_t by = sx_floor_mod(back ? own - s->value : s->value - own, size);
        if (i == 0 || s->run != s[-1].run) {
            far[ret_far->n] = *s;
            far[ret_far->n++].value = by;
        }
        if (far[ret_far->n - 1].value != by)
            return false;
        differ = differ || by != far[0].value;
    }
    return far && differ;
}

static sx_status try_way(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                         bool back, sx_law *ret_law, sx_error *err)
{
    sx_samples far;
    sx_law law = { 0 };
    size_t first;
    const uint32_t constants = runs->nconstants;
    if (!distances(arena, runs, samples, back, &far))
        return SX_OK;
    sx_status st = sx_law_find_among(arena, runs, &far, SX_LAW_OF_PIECES, &law, err);
    if (!st && !law.expr)
        st = sx_law_ratio(arena, runs, &far, &law, err);
    if (st || !law.expr)
        return st;
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                  *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    const sx_expr *expr = sx_expr_two(
        arena, SX_EXPR_MOD,
        sx_expr_two(arena, back ? SX_EXPR_SUB : SX_EXPR_ADD, own, law.expr), size);
    if (!expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_column_matches(runs, samples, expr, &first))
        *ret_law = (sx_law) { expr, law.evidence };
    else
        runs->nconstants = constants; /* nobody will use them */
    return SX_OK;
}

sx_status sx_law_far(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                     sx_law *ret_law, sx_error *err)
{
    sx_law way[2] = { { 0 } };
    sx_status st = SX_OK;
    if (!samples->is_rank || samples->varying || samples->lists ||
        sx_samples_runs(samples) < 2)
        return SX_OK;
    for (int back = 0; back < 2 && !st; back++)
        st = try_way(arena, runs, samples, back, &way[back], err);
    if (st || (!way[0].expr && !way[1].expr))
        return st;
    const bool shorter = way[1].expr && (!way[0].expr || sx_law_cost(way[1].expr) <
                                                             sx_law_cost(way[0].expr));
    *ret_law = way[shorter];
    return way[!shorter].expr
               ? sx_law_doubt_other(arena, runs, way[!shorter].expr,
                                    "a distance the other way fits all inputs, too, and "
                                    "differs here: add an input",
                                    ret_law, err)
               : SX_OK;
}
