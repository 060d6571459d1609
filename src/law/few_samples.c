#include "law/few_samples.h"

#include "law/imagine.h"

/* A tag does not become negative: a law of the scale alone that does at more ranks is an accident, another one where it
 * does. */
static void doubt_negative(sx_arena *arena, const sx_runs *runs,
                           const sx_samples *samples, sx_law *law)
{
    static const char reason[] = "it becomes negative at more ranks: add an input";
    if (!samples->is_tag || law->evidence.label != SX_LABEL_PROVED ||
        sx_samples_have_special(samples) ||
        !sx_imagine_negative(runs, law->expr, runs->p[runs->n - 1]))
        return;
    sx_evidence here = { SX_LABEL_EXACT, reason, NULL };
    if (!sx_samples_have_one_value(samples))
        here = (sx_evidence) { SX_LABEL_PROVED, reason,
                               sx_expr_two(arena, SX_EXPR_LT, law->expr,
                                           sx_expr_int(arena, 0)) };
    law->evidence = sx_evidence_join(arena, law->evidence, here);
}

/* Null is no partner: a step that leaves the grid in all inputs but one was predicted by none. */
static void doubt_alone(sx_arena *arena, const sx_samples *samples, sx_law *law)
{
    static const char reason[] = "only one input has somebody at the other end";
    uint64_t with = 0;
    if (!samples->is_rank || law->expr->op == SX_EXPR_INT ||
        law->evidence.label != SX_LABEL_PROVED)
        return;
    for (size_t i = 0; i < samples->n; i++)
        if (samples->sample[i].value != SX_NULL)
            with |= UINT64_C(1) << samples->sample[i].run;
    if ((with & (with - 1)) == 0)
        law->evidence = sx_evidence_join(arena, law->evidence,
                                         (sx_evidence) { SX_LABEL_EXACT, reason, NULL });
}

/* One number for all places of all inputs but one: nothing foretells what places of that one have else, where a number of points was chosen as well. */
static void doubt_once(sx_arena *arena, const sx_samples *samples, sx_law *law)
{
    static const char reason[] = "one input alone has more than one number: add another "
                                 "that has";
    enum { NOBODY = -1, SEVERAL = -2 };
    const sx_sample *first = NULL;
    int64_t mixed = NOBODY;
    if (samples->is_rank || law->evidence.label != SX_LABEL_PROVED ||
        sx_samples_runs(samples) < 2 || !sx_law_deals_out(law->expr))
        return;
    for (size_t i = 1; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (s->run == s[-1].run && s->value != s[-1].value && mixed != s->run)
            mixed = mixed == NOBODY ? (int64_t)s->run : (int64_t)SEVERAL;
    }
    for (size_t i = 0; i < samples->n && mixed >= 0; i++) {
        const sx_sample *s = &samples->sample[i];
        if (s->run == mixed)
            continue;
        first = first ? first : s;
        if (s->value != first->value)
            return;
    }
    if (mixed >= 0)
        law->evidence = sx_evidence_join(arena, law->evidence,
                                         (sx_evidence) { SX_LABEL_EXACT, reason, NULL });
}

/* One sample of all is another: nothing else shows the condition that tells it. End points are another for each, but those that are a condition. */
static void doubt_lone(sx_arena *arena, const sx_samples *samples, sx_law *law)
{
    static const char reason[] = "one rank of one input alone has another value: add an "
                                 "input that has more of them";
    enum { ENOUGH = 4 };
    const sx_sample *s = samples->sample;
    size_t others = 0;
    if (samples->n < ENOUGH || law->evidence.label != SX_LABEL_PROVED ||
        (samples->is_rank && !sx_expr_is_truth(law->expr)))
        return;
    const int64_t usual =
        s[0].value == s[1].value || s[0].value == s[2].value ? s[0].value : s[1].value;
    for (size_t i = 0; i < samples->n && others < 2; i++)
        others += s[i].value != usual;
    if (others == 1)
        law->evidence = sx_evidence_join(arena, law->evidence,
                                         (sx_evidence) { SX_LABEL_EXACT, reason, NULL });
}

/* One value for each input, and a law longer than all of these and a short one: it may be any. */
static void doubt_long(sx_arena *arena, const sx_samples *samples, sx_law *law)
{
    static const char reason[] =
        "a long law of a few numbers, one for each input, may be "
        "an accident: add an input";
    enum { SHORT = 16 };
    size_t digits = SHORT;
    if (samples->n == 0 || law->evidence.label != SX_LABEL_PROVED ||
        !sx_samples_have_one_value(samples))
        return;
    for (size_t i = 0; i < samples->n; i++)
        if (i == 0 || samples->sample[i].run != samples->sample[i - 1].run)
            digits += sx_law_digits_of(samples->sample[i].value);
    if (sx_law_cost(law->expr) > digits)
        law->evidence = sx_evidence_join(arena, law->evidence,
                                         (sx_evidence) { SX_LABEL_EXACT, reason, NULL });
}

/* A rank by its number, other than the first, that is another's partner in some inputs, one rank's in each: it may be a part of the scale. */
static void doubt_fixed(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                        sx_law *law)
{
    static const char reason[] = "one rank alone has it, and not in all inputs";
    int64_t rank[SX_RUNS];
    uint64_t with = 0;
    if (!samples->is_peer || law->expr->op != SX_EXPR_INT || law->expr->value <= 0 ||
        law->evidence.label != SX_LABEL_PROVED)
        return;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if ((with >> s->run & 1) && rank[s->run] != s->rank)
            return;
        rank[s->run] = s->rank;
        with |= UINT64_C(1) << s->run;
    }
    if (sx_samples_runs(samples) < runs->n)
        law->evidence = sx_evidence_join(arena, law->evidence,
                                         (sx_evidence) { SX_LABEL_EXACT, reason, NULL });
}

void sx_few_samples_doubt(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          sx_law *law)
{
    if (!law->expr)
        return;
    doubt_negative(arena, runs, samples, law);
    doubt_alone(arena, samples, law);
    doubt_lone(arena, samples, law);
    doubt_long(arena, samples, law);
    doubt_once(arena, samples, law);
    doubt_fixed(arena, runs, samples, law);
}
