/* Laws of a loop over all ranks but the own: of the index that passes over it. */
#include "law/column.h"
#include "law/law.h"

static bool passes_over(const sx_runs *runs, const sx_sample *s, uint32_t c)
{
    return s->counter[c] >= runs->comm_rank[s->comm][s->rank];
}

/* Does the counter go through as many trips as there are others, for everybody? */
static bool is_over_others(const sx_runs *runs, const sx_samples *samples, uint32_t c)
{
    int64_t last = -1;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        last = s->counter[c] > last ? s->counter[c] : last;
        if (i + 1 < samples->n && s[1].rank == s->rank)
            continue;
        if (last != runs->comm_size[s->comm][s->rank] - 2)
            return false;
        last = -1;
    }
    return samples->n > 0;
}

/* The same samples, with the counter as the index of the other rank. */
static sx_samples by_index(sx_arena *arena, const sx_runs *runs,
                           const sx_samples *samples, uint32_t c)
{
    sx_samples ret = *samples;
    sx_sample *sample =
        sx_arena_copy(arena, samples->sample, samples->n, sizeof *samples->sample);
    for (size_t i = 0; sample && i < samples->n; i++)
        sample[i].counter[c] += passes_over(runs, &sample[i], c);
    ret.sample = sample;
    ret.trips = NULL;
    ret.beat = NULL;
    return ret;
}

/* The counter, one more from the own rank on. */
static const sx_expr *index_expr(sx_arena *arena, const sx_expr *counter)
{
    const sx_expr *m = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    return sx_expr_two(arena, SX_EXPR_ADD, counter,
                       sx_expr_two(arena, SX_EXPR_GE, counter, m));
}

static sx_status try_counter(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                             uint32_t c, sx_law *ret_law, sx_error *err)
{
    if (!is_over_others(runs, samples, c))
        return SX_OK;
    const sx_samples others = by_index(arena, runs, samples, c);
    const sx_expr *index = index_expr(
        arena, sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + c));
    return others.sample ? sx_law_by_index(arena, runs, samples, &others, c, index,
                                           SX_LAW_OF_LEVELS, ret_law, err)
                         : sx_fail(err, SX_NOMEM, "out of memory");
}

sx_status sx_law_skip(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    for (uint32_t c = samples->ncounters; !st && !ret_law->expr && c-- > 0;)
        if (samples->varying >> c & 1)
            st = try_counter(arena, runs, samples, c, ret_law, err);
    return st;
}
