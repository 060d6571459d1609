/* A total that is dealt out trip by trip: all trips but the last by one law, and the last what is left. So are the last
 * chunk of a row of chunks, and the last stage of a gathering that doubles. */
#include "law/column.h"
#include "law/law.h"

#include "base/checked.h"

/* The samples of all trips but the last, and one sample with the total of each entry into the loop. */
typedef struct parts {
    sx_samples before, total;
} parts;

static bool is_last(const sx_samples *samples, size_t i, uint32_t c)
{
    const sx_sample *s = &samples->sample[i];
    return i + 1 == samples->n || s[1].rank != s->rank ||
           s[1].counter[c] <= s->counter[c];
}

/* False where the trips are not one after the other, or a total is none. */
static bool take_apart(sx_arena *arena, const sx_samples *samples, uint32_t c, parts *ret)
{
    size_t *index = SX_NEW_ARRAY(arena, size_t, samples->n), n = 0, totals = 0;
    sx_sample *total = SX_NEW_ARRAY(arena, sx_sample, samples->n);
    int64_t sum = 0;
    int32_t next = 0;
    for (size_t i = 0; index && total && i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (s->counter[c] != next++ || sx_is_special(s->value) ||
            sx_add_overflows(sum, s->value, &sum))
            return false;
        if (!is_last(samples, i, c)) {
            index[n++] = i;
            continue;
        }
        total[totals] = *s;
        total[totals].counter[c] = 0;
        total[totals++].value = sum;
        sum = 0;
        next = 0;
    }
    if (!index || !total || n < totals) /* hardly a trip before the last */
        return false;
    ret->before = sx_samples_subset(arena, samples, index, n);
    ret->total = *samples;
    ret->total.sample = total;
    ret->total.n = totals;
    ret->total.varying &= ~(UINT32_C(1) << c);
    ret->before.beat = ret->total.beat = NULL;
    ret->before.trips = ret->total.trips = NULL;
    ret->total.is_agreed = ret->total.is_dealt = false; /* it is no count of a call */
    return ret->before.sample != NULL;
}

static const sx_expr *rest_expr(sx_arena *arena, const sx_samples *samples, uint32_t c,
                                const sx_expr *last, const sx_expr *law,
                                const sx_expr *total)
{
    const sx_expr *counter =
        sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + c);
    const sx_expr *term = sx_expr_var(arena, SX_VAR_TERM, 0, 0);
    if (!counter || !term)
        return NULL;
    const sx_expr *each = sx_expr_replace(arena, law, counter, term);
    const sx_expr *before = each == law ? sx_expr_two(arena, SX_EXPR_MUL, last, law)
                                        : sx_expr_two(arena, SX_EXPR_SUM, last, each);
    return sx_expr_make(arena, SX_EXPR_IF, sx_expr_two(arena, SX_EXPR_EQ, counter, last),
                        sx_expr_two(arena, SX_EXPR_SUB, total, before), law);
}

sx_status sx_law_rest(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      sx_law *ret_law, sx_error *err)
{
    const uint32_t c = sx_samples_innermost(samples);
    parts of;
    sx_law law = { 0 }, total = { 0 };
    size_t first;
    bool has_law = samples->beat != NULL; /* what one piece gives is no rest */
    if (has_law || !samples->is_size || samples->lists || !samples->varying)
        return SX_OK;
    const sx_expr *last = sx_samples_last(arena, samples, c);
    if (!last || !take_apart(arena, samples, c, &of))
        return SX_OK;
    sx_status st =
        sx_law_find_among(arena, runs, &of.before, SX_LAW_OF_PIECES, &law, err);
    if (st || !law.expr || sx_expr_uses(law.expr, NULL, NULL) & 1u << SX_VAR_TERM)
        return st;
    st = sx_law_find_among(arena, runs, &of.total, SX_LAW_COMPOUND, &total, err);
    if (st || !total.expr)
        return st;
    sx_law rest = { rest_expr(arena, samples, c, last, law.expr, total.expr),
                    sx_evidence_join(arena, law.evidence, total.evidence) };
    if (!rest.expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_column_matches(runs, samples, rest.expr, &first))
        *ret_law = rest;
    return SX_OK;
}
