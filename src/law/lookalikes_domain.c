/* Who takes part may be told by another small function of the place, and by so many inputs as show it. */
#include "law/lookalikes.h"

/* 1 for everybody who takes part and 0 for the others within. */
static sx_samples truth_of(sx_arena *arena, const sx_runs *runs, const bool *in,
                           const bool *within)
{
    sx_sample *sample = SX_NEW_ARRAY(arena, sx_sample, (size_t)runs->total);
    sx_samples samples = { .sample = sample };
    for (size_t run = 0; sample && run < runs->n; run++)
        for (int64_t r = runs->offset[run]; r < runs->offset[run] + runs->p[run]; r++)
            if (within[r])
                sample[samples.n++] =
                    (sx_sample) { .run = (uint32_t)run, .rank = r, .value = in[r] };
    return samples;
}

static bool is_in_one_run(const sx_samples *samples)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < samples->n; i++)
        if (samples->sample[i].value)
            seen |= UINT64_C(1) << samples->sample[i].run;
    return (seen & (seen - 1)) == 0;
}

sx_status sx_lookalikes_of_domain(sx_arena *arena, const sx_runs *runs, const bool *in,
                                  const bool *within, const sx_expr *where,
                                  sx_evidence *evidence, sx_error *err)
{
    if (!where || evidence->label != SX_LABEL_PROVED)
        return SX_OK;
    sx_arena *scratch = sx_arena_create();
    sx_samples samples = { 0 };
    if (scratch)
        samples = truth_of(scratch, runs, in, within);
    sx_status st = samples.sample ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    if (!st && is_in_one_run(&samples)) {
        const sx_evidence once = { .label = SX_LABEL_EXACT,
                                   .reason =
                                       "only one input has somebody who takes part" };
        *evidence = sx_evidence_join(arena, *evidence, once);
    } else if (!st) {
        sx_law law = { where, *evidence };
        st = sx_lookalikes_of_place(arena, runs, &samples, &law, err);
        *evidence = law.evidence;
    }
    sx_arena_destroy(scratch);
    return st;
}
