/* Lists whose first elements have a law and whose others are null: as many requests as there are neighbours, in an array
 * with room for more. */
#include "law/column.h"
#include "law/law.h"

/* How many elements of each list are not null, as samples of their own; n = 0 when nulls stand elsewhere than behind
 * them, or in no list. */
static bool lengths_of(sx_arena *arena, const sx_samples *samples, sx_samples *ret)
{
    sx_sample *length = SX_NEW_ARRAY(arena, sx_sample, samples->n);
    bool behind = true, any = false, some = false;
    size_t n = 0;
    for (size_t i = 0; length && i < samples->n && behind; i++) {
        const sx_sample *s = &samples->sample[i];
        if (s->element == 0) {
            length[n] = *s;
            length[n++].value = 0;
        }
        if (n == 0)
            return false;
        bool null = s->value == SX_NULL;
        any = any || null;
        some = some || !null;
        behind = null || length[n - 1].value == s->element;
        length[n - 1].value += !null;
    }
    *ret = *samples;
    ret->sample = length;
    ret->n = behind && any && some ? n : 0;
    ret->lists = ret->is_rank = false;
    ret->is_size = true;
    ret->length = NULL;
    ret->beat = NULL;
    return length != NULL;
}

/* The elements that are not null. */
static sx_samples elements_of(sx_arena *arena, const sx_samples *samples,
                              const sx_expr *length)
{
    size_t *index = SX_NEW_ARRAY(arena, size_t, samples->n), n = 0;
    for (size_t i = 0; index && i < samples->n; i++)
        if (samples->sample[i].value != SX_NULL)
            index[n++] = i;
    sx_samples some =
        index ? sx_samples_subset(arena, samples, index, n) : (sx_samples) { 0 };
    some.length = length;
    some.beat = NULL;
    return some;
}

sx_status sx_law_until(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    sx_samples lengths;
    sx_law length = { 0 }, element = { 0 };
    size_t first;
    if (!samples->lists)
        return SX_OK;
    if (!lengths_of(arena, samples, &lengths))
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (lengths.n == 0)
        return SX_OK;
    sx_status st =
        sx_law_find_among(arena, runs, &lengths, SX_LAW_OF_PIECES, &length, err);
    if (st || !length.expr)
        return st;
    sx_samples some = elements_of(arena, samples, length.expr);
    if (!some.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    st = sx_law_find_among(arena, runs, &some, SX_LAW_OF_PIECES, &element, err);
    if (st || !element.expr)
        return st;
    const sx_expr *inside = sx_expr_make(
        arena, SX_EXPR_LT, sx_expr_var(arena, SX_VAR_ELEMENT, 0, 0), length.expr, NULL);
    sx_law law = { sx_expr_make(arena, SX_EXPR_IF, inside, element.expr,
                                sx_expr_int(arena, SX_NULL)),
                   sx_evidence_join(arena, length.evidence, element.evidence) };
    if (!law.expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_column_matches(runs, samples, law.expr, &first))
        *ret_law = law;
    return SX_OK;
}
