/* How far apart the ends of a message are: so many times the distance between their ranks, or its binary logarithm, or the stages that this leaves, and a number. Programs tell the
 * stages of a tree apart by tags of that, whatever tree it is. */
#include "law/column.h"
#include "law/law.h"

#include "base/checked.h"

enum {
    TELLING = 3, /* different distances in one input that prove it */
    LARGEST = 16 /* times */
};

/* Its values at the samples; NULL where one is none, or out of memory. */
static int64_t *values_at(sx_arena *scratch, const sx_runs *runs,
                          const sx_samples *samples, const sx_expr *of)
{
    int64_t *at = SX_NEW_ARRAY(scratch, int64_t, samples->n);
    return at && sx_column_values(runs, samples, of, at) ? at : NULL;
}

/* a * at + b at the first two samples that differ; false where these give no such integers. */
static bool line_through(const sx_samples *samples, const int64_t *at, int64_t *ret_a,
                         int64_t *ret_b)
{
    size_t i = 1;
    while (i < samples->n && at[i] == at[0])
        i++;
    if (i == samples->n)
        return false;
    return sx_line_through(at[0], samples->sample[0].value, at[i],
                           samples->sample[i].value, ret_a, ret_b) &&
           *ret_a <= LARGEST && *ret_a >= -LARGEST;
}

/* Are there so many in one input? What all ranks have alike follows from the scale. */
static bool are_telling(const sx_samples *samples, const int64_t *at)
{
    int64_t seen[TELLING];
    size_t different = 0;
    for (size_t i = 0; i < samples->n && different < TELLING; i++) {
        if (i > 0 && samples->sample[i].run != samples->sample[i - 1].run)
            different = 0;
        size_t k = 0;
        while (k < different && seen[k] != at[i])
            k++;
        if (k == different)
            seen[different++] = at[i];
    }
    return different == TELLING;
}

/* False where no such line can go through these. */
static bool may_be_line(const sx_samples *samples, const int64_t *at)
{
    int64_t a, b, here;
    bool may = line_through(samples, at, &a, &b);
    for (size_t i = 0; i < samples->n && may; i++)
        may = !sx_mul_overflows(a, at[i], &here) && !sx_add_overflows(here, b, &here) &&
              here == samples->sample[i].value;
    return may;
}

static bool is_one(const int64_t *at, size_t n)
{
    size_t i = 1;
    while (i < n && at[i] == at[0])
        i++;
    return i >= n;
}

/* a * `of` + b, where that is what all samples have; NULL else, and out of memory. */
static const sx_expr *line_over(sx_arena *arena, sx_arena *scratch, const sx_runs *runs,
                                const sx_samples *samples, const sx_samples *probe,
                                const sx_expr *of)
{
    int64_t a, b;
    size_t first;
    const int64_t *at = of ? values_at(scratch, runs, probe, of) : NULL;
    if (!at || (!is_one(at, probe->n) && !may_be_line(probe, at)))
        return NULL;
    at = values_at(scratch, runs, samples, of);
    if (!at || !are_telling(samples, at) || !line_through(samples, at, &a, &b))
        return NULL;
    const sx_expr *times = sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, a), of),
                  *expr = times ? sx_expr_plus(arena, times, b) : NULL;
    return expr && sx_column_matches(runs, samples, expr, &first) ? expr : NULL;
}

/* The distance between both ranks, its logarithm, how many stages of all that leaves, the other's rank, the sum of both, and the number of a pair. */
enum { FORMS = 8 };
static void forms_of(sx_arena *arena, const sx_expr *peer, const sx_expr *form[FORMS])
{
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                  *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0),
                  *two = sx_expr_int(arena, 2), *one = sx_expr_int(arena, 1);
    const sx_expr *far =
        sx_expr_two(arena, SX_EXPR_MAX, sx_expr_two(arena, SX_EXPR_SUB, peer, own),
                    sx_expr_two(arena, SX_EXPR_SUB, own, peer));
    const sx_expr *stage = sx_expr_two(arena, SX_EXPR_LOG, two, far);
    const sx_expr *up =
        sx_expr_two(arena, SX_EXPR_SUB, sx_expr_two(arena, SX_EXPR_MUL, two, size), one);
    form[0] = far;
    form[1] = stage;
    form[2] = sx_expr_two(arena, SX_EXPR_SUB, sx_expr_two(arena, SX_EXPR_LOG, two, size),
                          stage);
    form[4] = peer;
    form[5] = sx_expr_two(arena, SX_EXPR_ADD, own, peer);
    form[6] =
        sx_expr_two(arena, SX_EXPR_ADD, sx_expr_two(arena, SX_EXPR_MUL, own, size), peer);
    form[7] =
        sx_expr_two(arena, SX_EXPR_ADD, sx_expr_two(arena, SX_EXPR_MUL, peer, size), own);
    form[3] =
        sx_expr_two(arena, SX_EXPR_SUB, sx_expr_two(arena, SX_EXPR_LOG, two, up), stage);
}

/* As the end point is, and nothing where that is no rank. */
static sx_evidence evidence_of(sx_arena *arena, const sx_samples *samples)
{
    const sx_expr *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    const sx_evidence none = { .label = SX_LABEL_PROVED,
                               .reason = "the end point is no rank here",
                               .doubt = sx_expr_two(
                                   arena, SX_EXPR_OR,
                                   sx_expr_two(arena, SX_EXPR_LT, samples->peer,
                                               sx_expr_int(arena, 0)),
                                   sx_expr_two(arena, SX_EXPR_GE, samples->peer, size)) };
    return sx_evidence_join(arena, *samples->peer_evidence, none);
}

sx_status sx_law_apart(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    static const char reason[] =
        "how far apart the ends are fits in another way, too, and differs here: add an "
        "input";
    sx_law law = { 0 };
    const sx_expr *form[FORMS];
    if (!samples->peer || samples->is_rank || samples->lists ||
        sx_samples_runs(samples) < 2 || sx_samples_have_special(samples) ||
        sx_samples_have_one_value(samples))
        return SX_OK;
    forms_of(arena, samples->peer, form);
    sx_arena *scratch = sx_arena_create();
    sx_samples probe = { 0 };
    if (scratch)
        probe = sx_samples_probe(scratch, samples);
    sx_status st = probe.sample ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; !st && i < FORMS; i++) {
        const sx_expr *expr = line_over(arena, scratch, runs, samples, &probe, form[i]);
        if (expr && law.expr)
            st = sx_law_doubt_other(arena, runs, expr, reason, &law, err);
        else if (expr)
            law = (sx_law) { expr, evidence_of(arena, samples) };
    }
    sx_arena_destroy(scratch);
    if (!st)
        *ret_law = law;
    return st;
}
