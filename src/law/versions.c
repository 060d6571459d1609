#include "law/versions.h"

#include "law/column.h"
#include "law/imagine.h"

#include "base/checked.h"

#include <limits.h>

enum { LARGEST = 1 << 30 };

bool sx_versions_init(sx_versions *v, sx_arena *arena, sx_arena *scratch, sx_runs *runs,
                      const sx_samples *samples)
{
    *v = (sx_versions) {
        .arena = arena, .scratch = scratch, .runs = runs, .samples = samples
    };
    const sx_samples probe = sx_samples_probe(scratch, samples);
    enum { COUNTERS = SX_MAX_DEPTH + SX_SAMPLE_LOOPS };
    int64_t *counter = SX_NEW_ARRAY(scratch, int64_t, probe.n * COUNTERS);
    v->row = SX_NEW_ARRAY(scratch, const sx_sample *, probe.n);
    sx_expr_env *env = SX_NEW_ARRAY(scratch, sx_expr_env, probe.n);
    size_t *order = SX_NEW_ARRAY(scratch, size_t, probe.n);
    if (!probe.sample || !counter || !v->row || !env || !order)
        return false;
    for (size_t i = 0; i < probe.n; i++)
        order[i] = i;
    for (size_t i = probe.n; i > 1; i--) {
        size_t k = sx_hash_mix(i) % i, swap = order[k];
        order[k] = order[i - 1];
        order[i - 1] = swap;
    }
    for (size_t i = 0; i < probe.n; i++) {
        v->row[i] = &probe.sample[order[i]];
        env[i] = sx_sample_env(runs, &probe, order[i], &counter[i * COUNTERS]);
    }
    v->env = env;
    v->nrows = probe.n;
    v->inputs = sx_samples_runs(samples);
    v->different = sx_samples_values(samples, SX_VERSIONS);
    v->least_lost = UINT_MAX;
    v->of_scale = sx_samples_have_one_value(samples) || sx_samples_are_few(samples);
    return true;
}

/* Of two ways to write one law: the usual one, then the shorter one. */
static bool comes_before(const sx_version *a, const sx_version *b)
{
    if (a->provable != b->provable)
        return a->provable;
    return a->usual != b->usual ? a->usual : a->cost < b->cost;
}

bool sx_version_is_empty(const sx_version *version)
{
    return version->hidden >= version->inputs;
}

static void note(sx_versions *v, const sx_version *version)
{
    if (version->usual)
        sx_agreement_note(&v->all, version->expr);
    if (version->usual && !sx_version_is_empty(version))
        sx_agreement_note(&v->telling, version->expr);
}

/* From now on it is noted where what is kept, and what comes, agrees. */
static void begin_crowd(sx_versions *v)
{
    size_t first = 0;
    for (size_t i = 1; i < v->n; i++)
        first = comes_before(&v->version[i], &v->version[first]) ? i : first;
    v->crowded = true;
    if (!sx_agreement_init(&v->all, v->scratch, v->runs, v->samples,
                           v->version[first].expr))
        v->failed = true;
    v->telling = v->all;
    for (size_t i = 0; i < v->n; i++)
        note(v, &v->version[i]);
}

/* One of two, of which the other one stays. */
static void lose(sx_versions *v, const sx_version *lost, const sx_version *other)
{
    if (!lost->usual && lost->cost < v->least_lost)
        v->least_lost = lost->cost;
    if (!v->crowded && lost->usual && other->usual)
        begin_crowd(v);
}

/* Where it goes: to its likes, else in the place of the last, else nowhere: SX_VERSIONS. What is longer than all others and no usual form is no
 * rival of any. */
static size_t place_for(sx_versions *v, const sx_version *new)
{
    size_t i = 0, last = 0;
    while (i < v->n && v->version[i].signature != new->signature)
        i++;
    if (i < v->n)
        return comes_before(new, &v->version[i]) ? i : SX_VERSIONS;
    if (v->n < SX_VERSIONS)
        return v->n++;
    for (i = 1; i < v->n; i++)
        if (comes_before(&v->version[last], &v->version[i]))
            last = i;
    const bool is_better = comes_before(new, &v->version[last]);
    lose(v, is_better ? &v->version[last] : new, is_better ? new : &v->version[last]);
    return is_better ? last : SX_VERSIONS;
}

/* Has one that comes before none of them no place, whatever it is like? Then nothing is learned of it, unless it says something else where all agreed so
 * far, or is no usual one and shorter than those that were lost. */
static bool has_no_place(const sx_versions *v, const sx_version *new)
{
    bool none = v->n == SX_VERSIONS && v->crowded;
    for (size_t i = 0; i < v->n && none; i++)
        none = !comes_before(new, &v->version[i]);
    if (!none || !new->usual)
        return none && new->cost >= v->least_lost;
    return sx_agreement_has(&v->all, new->expr) &&
           (sx_version_is_empty(new) || sx_agreement_has(&v->telling, new->expr));
}

void sx_versions_add(sx_versions *v, const sx_expr *law, sx_version_how how)
{
    size_t first;
    if (!law || !sx_imagine_places(v->arena, v->runs) || v->failed) {
        v->failed = true;
        return;
    }
    const size_t inputs = how.inputs ? how.inputs : v->inputs;
    sx_version new = {
        .expr = law,
        .cost = sx_law_cost(law) + how.seldom,
        .hidden = how.hidden,
        .inputs = inputs,
        .usual = how.usual,
        .foretold = how.foretold,
        .provable =
            how.usual &&
            (how.foretold || (how.predicted && (!v->of_scale || inputs > how.hidden + 1)))
    };
    if (has_no_place(v, &new) || !sx_column_matches(v->runs, v->samples, law, &first))
        return;
    new.signature = sx_imagined_signature(v->runs, law);
    size_t i = place_for(v, &new);
    if (v->crowded)
        note(v, &new);
    if (i == SX_VERSIONS)
        return;
    new.expr = sx_expr_copy(v->arena, law);
    v->failed = v->failed || !new.expr;
    v->version[i] = new;
}

static const sx_expr *line(const sx_versions *v, int64_t a, const sx_expr *form,
                           int64_t b)
{
    const sx_expr *scaled =
        sx_expr_two(v->scratch, SX_EXPR_MUL, sx_expr_int(v->scratch, a), form);
    return sx_expr_plus(v->scratch, scaled, b);
}

bool sx_versions_predict(const sx_versions *v, const int64_t *at)
{
    int64_t least[SX_RUNS], most[SX_RUNS];
    uint64_t has = 0;
    for (size_t i = 0; i < v->nrows; i++) {
        uint32_t run = v->row[i]->run;
        bool first = !(has >> run & 1);
        least[run] = first || at[i] < least[run] ? at[i] : least[run];
        most[run] = first || at[i] > most[run] ? at[i] : most[run];
        has |= UINT64_C(1) << run;
    }
    for (uint32_t out = 0; out < SX_RUNS; out++) {
        bool any = false, differ = false;
        int64_t known = 0;
        for (uint32_t run = 0; run < SX_RUNS; run++) {
            if (run == out || !(has >> run & 1))
                continue;
            differ = differ || least[run] != most[run] || (any && known != least[run]);
            known = least[run];
            any = true;
        }
        if ((has >> out & 1) && !differ)
            return false;
    }
    return true;
}

size_t sx_versions_different(const sx_versions *v, const int64_t *at)
{
    size_t n = 0;
    for (size_t i = 0; i < v->nrows; i++) {
        size_t k = 0;
        while (k < i && at[k] != at[i])
            k++;
        n += k == i;
    }
    return n;
}

/* Does this input show two numbers, each on several ranks? */
static bool shows_two(const sx_versions *v, const int64_t *at, uint32_t run)
{
    enum { RANKS = 2 };
    int64_t number[2] = { 0 }, rank[2] = { -1, -1 };
    size_t ranks[2] = { 0 };
    for (size_t i = 0; i < v->nrows; i++) {
        if (v->row[i]->run != run)
            continue;
        const int k = ranks[0] > 0 && at[i] != number[0];
        if (ranks[k] > 0 && at[i] != number[k])
            continue;
        ranks[k] += ranks[k] < RANKS && v->row[i]->rank != rank[k];
        number[k] = at[i];
        rank[k] = v->row[i]->rank;
    }
    return ranks[0] >= RANKS && ranks[1] >= RANKS;
}

/* Is there an input that shows two numbers of the form, each on several ranks, so that it tells the law alone and predicts two
 * others? What differs from place to place is no matter of that input being another. */
static bool predicts_others(const sx_versions *v, const int64_t *at)
{
    enum { INPUTS = 3 };
    bool predicts = false;
    for (uint32_t run = 0; run < SX_RUNS && v->inputs >= INPUTS && !predicts; run++)
        predicts = shows_two(v, at, run);
    return predicts;
}

bool sx_versions_show_rule(const sx_versions *v)
{
    enum { VARYING = 2 };
    int64_t value[SX_RUNS], at[SX_RUNS * SX_SAMPLE_PROBE];
    uint64_t has = 0, varies = 0;
    size_t n = 0;
    for (size_t i = 0; i < v->nrows; i++) {
        const uint32_t run = v->row[i]->run;
        const uint64_t bit = UINT64_C(1) << run;
        if ((has & bit) && !(varies & bit) && value[run] != v->row[i]->value) {
            varies |= bit;
            n++;
        }
        value[run] = at[i] = v->row[i]->value;
        has |= bit;
    }
    return n == 0 || n >= VARYING || predicts_others(v, at);
}

static bool values_of(const sx_versions *v, const sx_expr *form, int64_t *ret_at)
{
    for (size_t i = 0; i < v->nrows; i++)
        if (sx_expr_eval(form, &v->env[i], &ret_at[i], NULL))
            return false;
    return true;
}

/* And each term of a sum of two? */
static bool are_predicted(const sx_versions *v, const sx_expr *form, size_t hidden,
                          const int64_t *at)
{
    bool is_sum = form->op == SX_EXPR_ADD || form->op == SX_EXPR_SUB;
    for (int i = 0; is_sum && i < 2; i++)
        is_sum = form->arg[i]->op == SX_EXPR_VAR || form->arg[i]->op == SX_EXPR_MUL;
    if (!is_sum)
        return sx_versions_predict(v, at) || (hidden == 0 && predicts_others(v, at));
    for (int i = 0; i < 2; i++) {
        int64_t term[SX_RUNS * SX_SAMPLE_PROBE];
        if (!values_of(v, form->arg[i], term) || !sx_versions_predict(v, term))
            return false;
    }
    return true;
}

bool sx_versions_is_choice(const sx_versions *v, size_t hidden)
{
    return v->of_scale && v->different <= 2 && hidden > 0;
}

void sx_versions_try(sx_versions *v, const sx_expr *form, bool usual, size_t hidden)
{
    int64_t at[SX_RUNS * SX_SAMPLE_PROBE], a = 0;
    for (size_t i = 0; i < v->nrows; i++) {
        int64_t change = v->row[i]->value - v->row[0]->value;
        if (sx_expr_eval(form, &v->env[i], &at[i], NULL) || at[i] > LARGEST ||
            at[i] < -LARGEST)
            return;
        int64_t step = at[i] - at[0];
        if (!a && step && change % step == 0)
            a = change / step;
        if (a * step != change)
            return;
    }
    if (a) {
        int64_t b = v->row[0]->value - a * at[0];
        sx_versions_add(
            v, line(v, a, form, b),
            (sx_version_how) {
                usual,
                !sx_versions_is_choice(v, hidden) && are_predicted(v, form, hidden, at),
                false, hidden + (size_t)(a != 1) + (size_t)(b != 0), 0, 0 });
    }
}
