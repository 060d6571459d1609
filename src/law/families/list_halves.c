/* Lists whose first half has one law and the second another: requests of what is received, then of what is sent, posted in turn. */
#include "law/column.h"
#include "law/law.h"

/* Is it in the first half of its list, by a law of its length? -1 where that has no value. */
static int half_of(const sx_runs *runs, const sx_samples *samples, size_t i)
{
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], length;
    const sx_expr_env env = sx_sample_env(runs, samples, i, counter);
    if (sx_expr_eval(samples->length, &env, &length, NULL))
        return -1;
    return samples->sample[i].element >= length / 2;
}

static sx_status find_half(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           const int64_t *half, int64_t wanted, sx_law *ret_law,
                           sx_error *err)
{
    sx_samples part = sx_samples_with(arena, samples, half, wanted);
    if (!part.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    part.beat = NULL;
    return part.n ? sx_law_find_among(arena, runs, &part, SX_LAW_OF_PIECES, ret_law, err)
                  : SX_OK;
}

static const sx_expr *cut_at(sx_arena *arena, const sx_law *law, const sx_expr *cut)
{
    const sx_expr *is_first =
        cut ? sx_expr_two(arena, SX_EXPR_LT, sx_expr_var(arena, SX_VAR_ELEMENT, 0, 0),
                          cut)
            : NULL;
    return is_first ? sx_expr_make(arena, SX_EXPR_IF, is_first, law[0].expr, law[1].expr)
                    : NULL;
}

/* Half of the length rounded up, the largest even number of pairs, and the power of two below it are halves in some inputs, too. */
static sx_status doubt_cuts(sx_arena *arena, const sx_runs *runs,
                            const sx_samples *samples, const sx_law *parts, sx_law *law,
                            sx_error *err)
{
    static const char reason[] = "a list may be cut elsewhere: add an input";
    const sx_expr *length = samples->length, *two = sx_expr_int(arena, 2),
                  *four = sx_expr_int(arena, 4),
                  *half = sx_expr_two(arena, SX_EXPR_DIV, length, two);
    const sx_expr *cut[] = {
        sx_expr_two(arena, SX_EXPR_DIV, sx_expr_plus(arena, length, 1), two),
        sx_expr_two(arena, SX_EXPR_MUL, two,
                    sx_expr_two(arena, SX_EXPR_DIV, length, four)),
        sx_expr_two(arena, SX_EXPR_POW, two,
                    sx_expr_two(arena, SX_EXPR_LOG, two, sx_expr_plus(arena, length, -1)))
    };
    sx_status st = SX_OK;
    size_t first;
    for (size_t k = 0; k < sizeof cut / sizeof *cut && !st; k++) {
        const sx_expr *other = cut_at(arena, parts, cut[k]);
        if (!other)
            st = sx_fail(err, SX_NOMEM, "out of memory");
        else if (sx_column_matches(runs, samples, other, &first))
            law->evidence = sx_evidence_join(
                arena, law->evidence,
                (sx_evidence) { SX_LABEL_PROVED, reason,
                                sx_expr_two(arena, SX_EXPR_NE, cut[k], half) });
    }
    return st;
}

sx_status sx_law_list_halves(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                             sx_law *ret_law, sx_error *err)
{
    sx_law law[2] = { { 0 } };
    sx_status st = SX_OK;
    size_t first;
    if (samples->beat || !samples->lists || !samples->length)
        return SX_OK;
    int64_t *half = SX_NEW_ARRAY(arena, int64_t, samples->n);
    if (!half)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < samples->n; i++)
        if ((half[i] = half_of(runs, samples, i)) < 0)
            return SX_OK;
    for (int k = 0; k < 2 && !st && (k == 0 || law[0].expr); k++)
        st = find_half(arena, runs, samples, half, k, &law[k], err);
    if (st || !law[0].expr || !law[1].expr)
        return st;
    const sx_expr *expr =
        cut_at(arena, law,
               sx_expr_two(arena, SX_EXPR_DIV, samples->length, sx_expr_int(arena, 2)));
    if (!expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_matches(runs, samples, expr, &first))
        return SX_OK;
    *ret_law =
        (sx_law) { expr, sx_evidence_join(arena, law[0].evidence, law[1].evidence) };
    return doubt_cuts(arena, runs, samples, law, ret_law, err);
}
