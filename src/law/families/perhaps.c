/* Null in some trips, or undefined, and one of the laws before in the others: the request of a send to a rank that is not always there, the colour of
 * who is in the communicator of that trip. When there is one is a law of 0 and 1 over the trips, as that of a call that is made in some of
 * them. */
#include "law/column.h"
#include "law/law.h"

/* What stands where there is no value: undefined, as colours are, if that is among them. */
static int64_t nothing_of(const sx_samples *samples)
{
    for (size_t i = 0; i < samples->n; i++)
        if (samples->sample[i].value == SX_ANY)
            return SX_ANY;
    return SX_NULL;
}

/* Whether each value is there. False when all are, or none, when there is more than one element, or when out of memory. */
static bool find_present(sx_arena *arena, const sx_samples *samples, int64_t nothing,
                         sx_samples *ret)
{
    bool any = false, all = true, alone = true;
    for (size_t i = 0; i < samples->n && alone; i++) {
        alone = samples->sample[i].element == 0;
        any = any || samples->sample[i].value != nothing;
        all = all && samples->sample[i].value != nothing;
    }
    if (!alone || !any || all)
        return false;
    sx_sample *sample = SX_ROOM_ARRAY(arena, sx_sample, samples->n);
    for (size_t i = 0; sample && i < samples->n; i++) {
        sample[i] = samples->sample[i];
        sample[i].value = sample[i].value != nothing;
    }
    *ret = *samples;
    ret->sample = sample;
    ret->lists = ret->is_rank = false;
    ret->is_size = true;
    ret->length = NULL;
    ret->beat = NULL;
    return sample != NULL;
}

static sx_status find_when(sx_arena *arena, sx_runs *runs, const sx_samples *present,
                           sx_law *law, sx_error *err)
{
    static sx_law_finder *const family[] = { sx_law_turn, sx_law_phases, sx_law_partner,
                                             sx_law_reach };
    sx_status st = SX_OK;
    for (size_t i = 0; !st && !law->expr && i < sizeof family / sizeof *family; i++)
        st = family[i](arena, runs, present, law, err);
    /* By the place in a communicator that is another in each trip. */
    if (!st && !law->expr)
        st = sx_law_find_among(arena, runs, present, SX_LAW_WHOLE, law, err);
    return st;
}

sx_status sx_law_perhaps(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                         sx_law *ret_law, sx_error *err)
{
    sx_samples present;
    sx_law when = { 0 }, value = { 0 };
    const int64_t nothing = nothing_of(samples);
    if (!samples->varying || !find_present(arena, samples, nothing, &present))
        return SX_OK;
    sx_status st = find_when(arena, runs, &present, &when, err);
    if (st || !when.expr)
        return st;
    size_t *index = SX_ROOM_ARRAY(arena, size_t, samples->n), n = 0;
    for (size_t i = 0; index && i < samples->n; i++)
        if (present.sample[i].value)
            index[n++] = i;
    sx_samples some =
        index ? sx_samples_subset(arena, samples, index, n) : (sx_samples) { 0 };
    if (!some.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    some.beat = NULL;
    st = sx_law_find_among(arena, runs, &some, SX_LAW_OF_PIECES, &value, err);
    if (st || !value.expr)
        return st;
    *ret_law = (sx_law) { sx_expr_make(arena, SX_EXPR_IF, when.expr, value.expr,
                                       sx_expr_int(arena, nothing)),
                          sx_evidence_join(arena, when.evidence, value.evidence) };
    return ret_law->expr ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}
