/* Values that are a law of their own for each value of a short counter, of a counter's remainder, or of
 * the index in a list, or for the first trip of many: alternating buffers, the dims of a grid, the first message of a stage; and for each remainder of
 * the rank, or of its sum with a counter: pairs of ranks, odd and even ones. */
#include "law/cases.h"
#include "law/column.h"
#include "law/law.h"

enum { CASES = 32, FEW_CASES = 32, LARGEST_MODULUS = 8, LARGEST_RANK_MODULUS = 4 };

typedef struct selector {
    const sx_runs *runs;
    sx_var_kind var; /* ELEMENT, COUNTER, COMM_RANK */
    bool counts; /* a COMM_RANK plus a counter */
    uint32_t depth; /* index in sx_sample.counter of a counter */
    int64_t modulus; /* 0: the variable itself */
    bool first; /* of a COUNTER: the first trip, or any other */
} selector;

static int64_t selected(const sx_sample *s, selector by)
{
    int64_t value = by.var == SX_VAR_ELEMENT   ? s->element
                    : by.var == SX_VAR_COUNTER ? s->counter[by.depth]
                                               : by.runs->comm_rank[s->comm][s->rank];
    value += by.counts ? s->counter[by.depth] : 0;
    if (by.first)
        return value > 0;
    return by.modulus ? value % by.modulus : value;
}

static const sx_expr *selector_expr(sx_arena *arena, const sx_samples *samples,
                                    selector by)
{
    const sx_expr *counter =
        sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + by.depth);
    const sx_expr *var =
        by.var == SX_VAR_COUNTER ? counter : sx_expr_var(arena, by.var, 0, 0);
    if (by.counts)
        var = sx_expr_make(arena, SX_EXPR_ADD, var, counter, NULL);
    return by.modulus ? sx_expr_make(arena, SX_EXPR_MOD, var,
                                     sx_expr_int(arena, by.modulus), NULL)
                      : var;
}

/* Do the values of each rank repeat with the modulus, as far as the first entry of other loops shows? */
static bool repeats(const sx_samples *samples, selector by)
{
    int64_t value[CASES], rank = -1;
    bool has[CASES], again = false;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        bool others = s->element != 0;
        for (uint32_t d = 0; d < samples->ncounters; d++)
            others = others || (d != by.depth && s->counter[d] != 0);
        if (others)
            continue;
        for (int k = 0; s->rank != rank && k < CASES; k++)
            has[k] = false;
        rank = s->rank;
        int64_t k = selected(s, by);
        if (has[k] && value[k] != s->value)
            return false;
        again = again || has[k];
        has[k] = true;
        value[k] = s->value;
    }
    return again;
}

/* Does some counter go through all cases twice? One period follows any law: what comes after it does not show. */
static bool goes_twice(const sx_samples *samples, selector by)
{
    for (size_t i = 0; i < samples->n; i++)
        if (samples->sample[i].counter[by.depth] >= 2 * by.modulus - 1)
            return true;
    return false;
}

/* The number of cases when they are 0 .. n - 1, the same in all runs, n in [2, CASES]; else 0. */
static int64_t cases_of(const sx_samples *samples, selector by)
{
    uint64_t all = 0;
    for (size_t i = 0, next; i < samples->n; i = next) {
        uint64_t seen = 0;
        for (next = i;
             next < samples->n && samples->sample[next].run == samples->sample[i].run;
             next++) {
            int64_t here = selected(&samples->sample[next], by);
            if (here < 0 || here >= CASES)
                return 0;
            seen |= UINT64_C(1) << here;
        }
        if (i > 0 && seen != all)
            return 0;
        all = seen;
    }
    bool without_gap = (all & (all + 1)) == 0;
    return all > 1 && without_gap ? __builtin_popcountll(all) : 0;
}

/* Of an element of a list there may also be cases of a counter: rows of a table. So may there be of one trip where something is missing in some, as a
 * request is that the trip before of an outer loop has made. */
static bool may_have_cases(const sx_samples *part, selector by)
{
    const bool misses = by.var == SX_VAR_COUNTER && !by.modulus && !by.first &&
                        !part->is_size && sx_samples_have_special(part);
    return part->varying && (by.var == SX_VAR_ELEMENT || misses);
}

/* What a size is in one case of few, an axis or a direction, is what it could be in a call of its own. Remainders of ranks cut everything small enough for some linear system: only end points near
 * the rank are laws there. */
static sx_status find_case(sx_arena *arena, sx_runs *runs, const sx_samples *part,
                           selector by, int64_t cases, sx_law *ret_law, sx_error *err)
{
    if (by.var != SX_VAR_COMM_RANK) {
        const bool few = part->is_size && !by.modulus && cases <= FEW_CASES;
        const sx_law_scope scope = few ? SX_LAW_WHOLE : SX_LAW_OF_PIECES;
        sx_status found = sx_law_find_among(arena, runs, part, scope, ret_law, err);
        if (!found && !ret_law->expr && few)
            found = sx_law_form(arena, runs, part, ret_law, err);
        return found || ret_law->expr || !may_have_cases(part, by)
                   ? found
                   : sx_law_switch(arena, runs, part, ret_law, err);
    }
    sx_status st = sx_law_neighbour(arena, runs, part, ret_law, err);
    return st || ret_law->expr ? st : sx_law_shift(arena, runs, part, ret_law, err);
}

/* Cases do not tell what comes after them, where trips are no one number. */
static sx_evidence beyond_cases(sx_arena *arena, const sx_expr *var, int64_t cases)
{
    return (sx_evidence) { .label = SX_LABEL_PROVED,
                           .reason = "it follows no law from trip to trip, and there are "
                                     "more of them than in any input",
                           .doubt = sx_expr_two(arena, SX_EXPR_GE, var,
                                                sx_expr_int(arena, cases)) };
}

static sx_status find_by(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                         selector by, int64_t cases, sx_law *ret_law, sx_error *err)
{
    size_t *index = SX_ROOM_ARRAY(arena, size_t, samples->n);
    if (!index)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_law law[CASES] = { 0 };
    for (int64_t k = 0; k < cases; k++) {
        size_t n = 0;
        for (size_t i = 0; i < samples->n; i++)
            if (selected(&samples->sample[i], by) == k)
                index[n++] = i;
        sx_samples part = sx_samples_subset(arena, samples, index, n);
        if (!part.sample)
            return sx_fail(err, SX_NOMEM, "out of memory");
        sx_status st = find_case(arena, runs, &part, by, cases, &law[k], err);
        if (st || !law[k].expr)
            return st;
    }
    const sx_expr *var = selector_expr(arena, samples, by);
    sx_law joined = law[cases - 1];
    for (int64_t k = cases - 1; k-- > 0;) {
        joined.evidence = sx_evidence_join(arena, joined.evidence, law[k].evidence);
        if (sx_expr_equal(law[k].expr, joined.expr))
            continue;
        const sx_expr *here =
            sx_expr_make(arena, SX_EXPR_EQ, var, sx_expr_int(arena, k), NULL);
        joined.expr = sx_expr_make(arena, SX_EXPR_IF, here, law[k].expr, joined.expr);
    }
    const sx_expr *one =
        by.modulus || by.first ? NULL : sx_cases_unite(arena, runs, law, cases, var);
    size_t first;
    if (one && sx_column_matches(runs, samples, one, &first)) {
        *ret_law = (sx_law) { one, joined.evidence };
        return SX_OK;
    }
    if (by.var == SX_VAR_COUNTER && !by.modulus && !by.first && samples->trips)
        joined.evidence =
            sx_evidence_join(arena, joined.evidence, beyond_cases(arena, var, cases));
    if (joined.expr && sx_column_matches(runs, samples, joined.expr, &first))
        *ret_law = joined;
    return SX_OK;
}

/* By the remainder of a counter. */
static sx_status find_remainders(sx_arena *arena, sx_runs *runs,
                                 const sx_samples *samples, selector by, sx_law *ret_law,
                                 sx_error *err)
{
    const sx_evidence once = {
        .label = SX_LABEL_EXACT,
        .reason = "what comes back from trip to trip shows in two rounds: add an input "
                  "with more trips"
    };
    sx_status st = find_by(arena, runs, samples, by, by.modulus, ret_law, err);
    if (!st && ret_law->expr && !goes_twice(samples, by))
        ret_law->evidence = sx_evidence_join(arena, ret_law->evidence, once);
    return st;
}

/* By the rank's remainder, or that of its sum with a counter that varies. */
static sx_status by_rank(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                         sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    for (uint32_t d = 0; samples->is_rank && d <= samples->ncounters; d++) {
        selector by = { runs, SX_VAR_COMM_RANK, d > 0, d ? d - 1 : 0, 0, false };
        if (by.counts && !(samples->varying >> by.depth & 1))
            continue;
        for (by.modulus = 2; by.modulus <= LARGEST_RANK_MODULUS; by.modulus++)
            if (!st && !ret_law->expr && cases_of(samples, by))
                st = find_by(arena, runs, samples, by, by.modulus, ret_law, err);
    }
    return st;
}

/* By the remainder of a counter that goes round for the smallest number of trips after which values come back. */
static sx_status by_remainder(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                              selector by, sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    for (by.modulus = 2; by.modulus <= LARGEST_MODULUS; by.modulus++)
        if (!st && !ret_law->expr && repeats(samples, by) && cases_of(samples, by))
            st = find_remainders(arena, runs, samples, by, ret_law, err);
    return st;
}

/* What comes from the trip before has nothing in the first. */
static sx_status by_first(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          selector by, sx_law *ret_law, sx_error *err)
{
    by.first = true;
    return !samples->is_size && cases_of(samples, by)
               ? find_by(arena, runs, samples, by, 2, ret_law, err)
               : SX_OK;
}

sx_status sx_law_switch(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    for (uint32_t d = samples->ncounters + 1; !st && !ret_law->expr && d-- > 0;) {
        selector by = { runs, SX_VAR_COUNTER, false, d, 0, false };
        by.var = d == samples->ncounters ? SX_VAR_ELEMENT : SX_VAR_COUNTER;
        int64_t cases = cases_of(samples, by);
        bool many = cases > 2 * LARGEST_MODULUS; /* what goes round is shorter */
        if (by.var == SX_VAR_COUNTER && many)
            st = by_remainder(arena, runs, samples, by, ret_law, err);
        if (!st && !ret_law->expr && cases)
            st = find_by(arena, runs, samples, by, cases, ret_law, err);
        if (!st && !ret_law->expr && by.var == SX_VAR_COUNTER && !many)
            st = by_remainder(arena, runs, samples, by, ret_law, err);
        if (!st && !ret_law->expr && by.var == SX_VAR_COUNTER)
            st = by_first(arena, runs, samples, by, ret_law, err);
    }
    return st || ret_law->expr ? st : by_rank(arena, runs, samples, ret_law, err);
}
