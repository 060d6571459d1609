/* What follows how often a call was made in all trips so far, where an inner loop makes one trip more in the first of the outer one: a step of which all
 * but the first begin with what ends the one before (Fox's products, whose blocks move up before each broadcast but the first). */
#include "law/law.h"

/* The two innermost counters: outer, which is `c`, and the one behind it. */
typedef struct counting {
    const sx_samples *samples;
    uint32_t c;
    int64_t each; /* trips of the inner loop, but for the first time */
} counting;

static bool begins(const sx_samples *samples, size_t i, uint32_t c)
{
    const sx_sample *s = &samples->sample[i];
    return i == 0 || s->rank != s[-1].rank || s->counter[c] < s[-1].counter[c];
}

/* The same samples by how often the call was made before, in place of the outer counter; false where the inner loop goes otherwise, or when out of
 * memory. */
static bool count_calls(sx_arena *arena, counting *of, sx_samples *ret_indexed)
{
    const sx_samples *samples = of->samples;
    sx_sample *sample = sx_arena_copy(arena, samples->sample, samples->n, sizeof *sample);
    int32_t calls = 0;
    for (size_t i = 0; sample && i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        const int64_t outer = s->counter[of->c], inner = s->counter[of->c + 1];
        calls = begins(samples, i, of->c) ? 0 : calls + 1;
        if (!of->each && outer == 1 && inner == 0)
            of->each = calls - 1;
        if (outer > 0 && (of->each < 1 || calls != outer * of->each + inner + 1))
            return false;
        if (outer == 0 && calls != inner)
            return false;
        sample[i].counter[of->c] = calls;
        sample[i].counter[of->c + 1] = 0;
    }
    *ret_indexed = *samples;
    ret_indexed->sample = sample;
    ret_indexed->varying &= ~(UINT32_C(1) << (of->c + 1));
    ret_indexed->beat = NULL;
    ret_indexed->trips = ret_indexed->root = ret_indexed->peer = ret_indexed->end = NULL;
    return sample && of->each > 0;
}

sx_status sx_law_counted(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                         sx_law *ret_law, sx_error *err)
{
    counting of = { .samples = samples };
    sx_samples indexed;
    if (samples->lists || samples->ncounters < 2 ||
        samples->varying >> (samples->ncounters - 2) != 3)
        return SX_OK;
    of.c = samples->ncounters - 2;
    if (!sx_runs_spend(runs, samples->n) || !count_calls(arena, &of, &indexed))
        return SX_OK;
    const uint32_t depth = samples->first_counter + of.c;
    const sx_expr *outer = sx_expr_var(arena, SX_VAR_COUNTER, 0, depth),
                  *inner = sx_expr_var(arena, SX_VAR_COUNTER, 0, depth + 1);
    const sx_expr *before =
        sx_expr_two(arena, SX_EXPR_MUL, outer, sx_expr_int(arena, of.each));
    const sx_expr *calls =
        sx_expr_two(arena, SX_EXPR_ADD, sx_expr_two(arena, SX_EXPR_ADD, before, inner),
                    sx_expr_two(arena, SX_EXPR_GT, outer, sx_expr_int(arena, 0)));
    return sx_law_by_index(arena, runs, samples, &indexed, of.c, calls, SX_LAW_WHOLE,
                           ret_law, err);
}
