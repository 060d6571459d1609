#include "law/few_samples.h"

/* What is known of a value. */
typedef struct few {
    const sx_runs *runs;
    const sx_samples *samples;
    const sx_expr *law;
} few;

/* Null is no partner: a step that leaves the grid in all inputs but one was predicted by none. */
static bool is_of_one_input(const few *f)
{
    const sx_samples *samples = f->samples;
    uint64_t with = 0;
    if (!samples->is_rank || f->law->op == SX_EXPR_INT)
        return false;
    for (size_t i = 0; i < samples->n; i++)
        if (samples->sample[i].value != SX_NULL)
            with |= UINT64_C(1) << samples->sample[i].run;
    return (with & (with - 1)) == 0;
}

/* One sample of all is another: nothing else shows the condition that tells it. End points are another for each, but those that are a condition. */
static bool is_lone(const few *f)
{
    const sx_samples *samples = f->samples;
    enum { ENOUGH = 4 };
    const sx_sample *s = samples->sample;
    size_t others = 0;
    if (samples->n < ENOUGH || (samples->is_rank && !sx_expr_is_truth(f->law)))
        return false;
    const int64_t usual =
        s[0].value == s[1].value || s[0].value == s[2].value ? s[0].value : s[1].value;
    for (size_t i = 0; i < samples->n && others < 2; i++)
        others += s[i].value != usual;
    return others == 1;
}

/* One value for each input, and a law longer than all of these and a short one: it may be any. */
static bool is_long(const few *f)
{
    const sx_samples *samples = f->samples;
    enum { SHORT = 16 };
    size_t digits = SHORT;
    if (samples->n == 0 || !sx_samples_have_one_value(samples))
        return false;
    for (size_t i = 0; i < samples->n; i++)
        if (i == 0 || samples->sample[i].run != samples->sample[i - 1].run)
            digits += sx_law_digits_of(samples->sample[i].value);
    return sx_law_cost(f->law) > digits;
}

/* The only input with several numbers; -1 where there is none, or more than one. */
static int64_t mixed_run(const sx_samples *samples)
{
    int64_t mixed = -1;
    for (size_t i = 1; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (s->run != s[-1].run || s->value == s[-1].value || mixed == s->run)
            continue;
        if (mixed >= 0)
            return -1;
        mixed = s->run;
    }
    return mixed;
}

/* One number for all places of all inputs but one: nothing foretells what places of that one have else, where a number of points was chosen as well. */
static bool is_mixed_once(const few *f)
{
    const sx_samples *samples = f->samples;
    const sx_sample *first = NULL;
    if (samples->is_rank || sx_samples_runs(samples) < 2 || !sx_law_deals_out(f->law))
        return false;
    const int64_t mixed = mixed_run(samples);
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (s->run == mixed)
            continue;
        first = first ? first : s;
        if (s->value != first->value)
            return false;
    }
    return mixed >= 0;
}

/* A rank by its number, other than the first, that is another's partner in some inputs, one rank's in each: it may be a part of the scale. */
static bool is_fixed_rank(const few *f)
{
    const sx_samples *samples = f->samples;
    int64_t rank[SX_RUNS];
    uint64_t with = 0;
    if (!samples->is_peer || f->law->op != SX_EXPR_INT || f->law->value <= 0)
        return false;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if ((with >> s->run & 1) && rank[s->run] != s->rank)
            return false;
        rank[s->run] = s->rank;
        with |= UINT64_C(1) << s->run;
    }
    return sx_samples_runs(samples) < f->runs->n;
}

void sx_few_samples_doubt(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          sx_law *law)
{
    static const struct {
        bool (*is)(const few *f);
        const char *reason;
    } accident[] = {
        { is_of_one_input, "only one input has somebody at the other end" },
        { is_lone, "one rank of one input alone has another value: add an input that has "
                   "more of them" },
        { is_long, "a long law of a few numbers, one for each input, may be an accident: "
                   "add an input" },
        { is_mixed_once,
          "one input alone has more than one number: add another that has" },
        { is_fixed_rank, "one rank alone has it, and not in all inputs" },
    };
    for (size_t i = 0; i < sizeof accident / sizeof *accident && law->expr &&
                       law->evidence.label == SX_LABEL_PROVED;
         i++)
        if (accident[i].is(&(few) { runs, samples, law->expr }))
            law->evidence = sx_evidence_join(
                arena, law->evidence,
                (sx_evidence) { SX_LABEL_EXACT, accident[i].reason, NULL });
}
