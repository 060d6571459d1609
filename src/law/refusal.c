#include "law/refusal.h"

#include "law/column.h"
#include "trace/policy.h"

/* ---- an input that would tell ---- */

static bool has_dims(const sx_runs *runs, int64_t p)
{
    for (uint32_t g = 0; g < runs->ngrids; g++) {
        const sx_policy *policy = sx_policy_named(runs->grid[g].law);
        int64_t dim[SX_MAX_DIMS];
        if (policy && runs->grid[g].comm == 0 &&
            !policy->dims(p, runs->grid[g].law_arg, dim))
            return false;
    }
    return true;
}

/* The smallest number of ranks that has grids, is of no input, and has more of them than the smallest, which shows little already; 0 when
 * none is near. */
static int64_t another_scale(const sx_runs *runs)
{
    enum { LARGEST = 4096 };
    for (int64_t p = runs->p[0] + 1; p <= LARGEST; p++) {
        size_t run = 0;
        while (run < runs->n && runs->p[run] != p)
            run++;
        if (run == runs->n && has_dims(runs, p))
            return p;
    }
    return 0;
}

/* ---- what contradicts ---- */

static sx_samples of_runs(sx_arena *arena, const sx_samples *samples, uint32_t run,
                          bool only)
{
    size_t *index = SX_NEW_ARRAY(arena, size_t, samples->n), n = 0;
    for (size_t i = 0; index && i < samples->n; i++)
        if ((samples->sample[i].run == run) == only)
            index[n++] = i;
    return index ? sx_samples_subset(arena, samples, index, n) : (sx_samples) { 0 };
}

/* A law of all inputs but one, and the first sample of that one which it does not give. */
typedef struct contradiction {
    sx_law law;
    sx_sample sample;
    bool has_value;
    int64_t value; /* that the law gives */
} contradiction;

static sx_status leave_out(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           uint32_t run, contradiction *best, sx_error *err)
{
    uint32_t constants = runs->nconstants;
    sx_samples rest = of_runs(arena, samples, run, false),
               left = of_runs(arena, samples, run, true);
    contradiction c = { .has_value = false };
    size_t at = 0;
    if (!rest.sample || !left.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (left.n == 0)
        return SX_OK;
    rest.beat = best->law.expr ? &best->law.evidence : NULL;
    sx_status st = sx_law_find_among(arena, runs, &rest, SX_LAW_OF_LEVELS, &c.law, err);
    if (!st && c.law.expr && !sx_column_matches(runs, &left, c.law.expr, &at)) {
        int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS];
        sx_expr_env env = sx_sample_env(runs, &left, at, counter);
        c.has_value = !sx_expr_eval(c.law.expr, &env, &c.value, NULL);
        c.sample = left.sample[at];
        *best = c;
    }
    runs->nconstants = constants;
    return st;
}

/* ---- in words ---- */

static void put_number(sx_buffer *out, bool has, int64_t value)
{
    if (has)
        sx_expr_print(out, &(sx_expr) { .op = SX_EXPR_INT, .value = value }, NULL);
    else
        sx_buffer_puts(out, "none");
}

static void put_contradiction(sx_buffer *out, const sx_runs *runs, const contradiction *c)
{
    uint32_t run = c->sample.run;
    sx_buffer_printf(
        out,
        "no law that is known gives it; one fits without P = %lld, where rank %lld has ",
        (long long)runs->p[run], (long long)(c->sample.rank - runs->offset[run]));
    put_number(out, true, c->sample.value);
    sx_buffer_puts(out, " and the law gives ");
    put_number(out, c->has_value, c->value);
}

/* A rank, by its number in each run, of which the first values differ from input to input, if one of the first does. */
static int64_t telling_rank(const sx_runs *runs, const sx_samples *samples)
{
    enum { LOOKED_AT = 8 };
    const sx_sample *first = &samples->sample[0];
    for (int64_t rank = 0; rank < LOOKED_AT; rank++) {
        const sx_sample *seen = NULL;
        for (size_t i = 0; i < samples->n; i++) {
            const sx_sample *s = &samples->sample[i];
            if (s->rank - runs->offset[s->run] != rank || (seen && seen->run == s->run))
                continue;
            if (seen && seen->value != s->value)
                return rank;
            seen = s;
        }
    }
    return first->rank - runs->offset[first->run];
}

/* The first that a rank has in each input that it is sampled in. */
static void put_values(sx_buffer *out, const sx_runs *runs, const sx_samples *samples)
{
    enum { SHOWN = 6 };
    int64_t rank = telling_rank(runs, samples);
    uint32_t last = UINT32_MAX;
    unsigned shown = 0;
    sx_buffer_printf(out, "no law that is known gives it: rank %lld has ",
                     (long long)rank);
    for (size_t i = 0; i < samples->n && shown < SHOWN; i++) {
        const sx_sample *s = &samples->sample[i];
        if (s->run == last || s->rank - runs->offset[s->run] != rank)
            continue;
        last = s->run;
        sx_buffer_puts(out, shown++ ? ", " : "");
        put_number(out, true, s->value);
        sx_buffer_printf(out, " at P = %lld", (long long)runs->p[s->run]);
    }
}

sx_status sx_refusal_explain(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                             sx_law *law, unsigned *explained, sx_error *err)
{
    enum { NEEDED = 3 };
    contradiction best = { .has_value = false };
    sx_status st = SX_OK;
    if (law->expr || samples->trouble || samples->n == 0 || *explained == SX_REFUSALS)
        return SX_OK;
    ++*explained;
    if (sx_samples_runs(samples) >= NEEDED)
        for (uint32_t run = 0; !st && run < runs->n; run++)
            st = leave_out(arena, runs, samples, run, &best, err);
    if (st)
        return st;
    sx_buffer text = SX_BUFFER_INIT;
    int64_t scale = another_scale(runs);
    if (best.law.expr)
        put_contradiction(&text, runs, &best);
    else
        put_values(&text, runs, samples);
    if (scale)
        sx_buffer_printf(&text, "; a trace of P = %lld would tell more",
                         (long long)scale);
    if (!sx_buffer_status(&text))
        law->evidence.reason = sx_arena_string(arena, text.data, text.size);
    sx_buffer_finish(&text);
    return law->evidence.reason ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}
