/* Trees and butterflies over ranks that have other numbers in them (law/numbering.h): the law of numbers is one of the families
 * that know nothing but a rank and how many there are. */
#include "law/column.h"
#include "law/lookalikes.h"
#include "law/numbering.h"

#include <string.h>

static const char other_numbers[] = "ranks that are numbered otherwise fit all inputs, "
                                    "too, and differ here: add an input";

/* What the numbers are seen in: one communicator, no grids. */
typedef struct view {
    sx_runs runs;
    sx_samples samples;
    int64_t *of_rank,
        *of_size; /* numbers, and how many: of the ranks in the samples, which are the same for each numbering */
} view;

static sx_expr_env env_at(int64_t size, int64_t rank)
{
    return (
        sx_expr_env) { .p = size, .rank = rank, .comm_size = size, .comm_rank = rank };
}

/* The number of a rank, and how many there are; false where it has none. */
static bool number_of(const sx_numbering *n, const sx_expr *back, int64_t size,
                      int64_t rank, int64_t *ret_number, int64_t *ret_size)
{
    int64_t again;
    sx_expr_env env = env_at(size, rank);
    if (sx_expr_eval(n->to, &env, ret_number, NULL) ||
        sx_expr_eval(n->size, &env, ret_size, NULL) || *ret_number < 0 ||
        *ret_number >= *ret_size)
        return false;
    env.comm_rank = *ret_number;
    return sx_expr_eval(back, &env, &again, NULL) == SX_OK && again == rank;
}

/* The numbers of the samples' ranks, and how many there are, as which the samples' values are written where they are end
 * points. False where some have no number, or all have their own. */
static bool renumber(const sx_runs *runs, const sx_samples *samples,
                     const sx_numbering *n, const sx_expr *back, sx_sample *sample,
                     int64_t (*number)[2])
{
    const uint32_t comm = samples->sample[0].comm;
    bool differs = false;
    for (size_t i = 0; i < samples->n; i++) {
        sx_sample *s = &sample[i];
        const int64_t size = runs->comm_size[comm][s->rank],
                      rank = runs->comm_rank[comm][s->rank];
        bool again = i > 0 && s->rank == s[-1].rank && s->comm == comm;
        if (again)
            memcpy(number[i], number[i - 1], sizeof *number);
        else if (s->comm != comm ||
                 !number_of(n, back, size, rank, &number[i][0], &number[i][1]))
            return false;
        differs = differs || number[i][0] != rank || number[i][1] != size;
        int64_t count;
        if (samples->is_rank && !sx_is_special(s->value) &&
            !number_of(n, back, size, samples->sample[i].value, &s->value, &count))
            return false;
    }
    return differs;
}

/* The samples as the numbering sees them: ranks and end points, in communicators of as many as there are numbers. */
static bool look(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                 const sx_numbering *n, view *v)
{
    const uint32_t comm = samples->sample[0].comm;
    const size_t ncomms = runs->merged.ncomms;
    const sx_expr *m = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                  *back = m ? n->back(arena, n, m) : NULL;
    sx_sample *sample = sx_arena_copy(arena, samples->sample, samples->n, sizeof *sample);
    int64_t(*number)[2] = sx_arena_alloc(arena, samples->n, sizeof *number);
    if (!back || !sample || !number || !renumber(runs, samples, n, back, sample, number))
        return false;
    int64_t **sizes = sx_arena_copy(arena, runs->comm_size, ncomms, sizeof *sizes),
            **ranks = sx_arena_copy(arena, runs->comm_rank, ncomms, sizeof *ranks);
    if (!v->of_rank)
        v->of_rank = SX_NEW_ARRAY(arena, int64_t, (size_t)runs->total);
    if (!v->of_size)
        v->of_size = SX_NEW_ARRAY(arena, int64_t, (size_t)runs->total);
    if (!sizes || !ranks || !v->of_size || !v->of_rank)
        return false;
    for (size_t i = 0; i < samples->n; i++) {
        v->of_rank[sample[i].rank] = number[i][0];
        v->of_size[sample[i].rank] = number[i][1];
    }
    sizes[comm] = v->of_size;
    ranks[comm] = v->of_rank;
    v->runs = *runs;
    v->samples = *samples;
    v->runs.comm_size = sizes;
    v->runs.comm_rank = ranks;
    v->runs.ngrids = 0;
    v->samples.sample = sample;
    v->samples.beat = NULL;
    if (samples->trips)
        v->samples.trips =
            sx_expr_replace(arena, sx_expr_replace(arena, samples->trips, n->to, m),
                            n->size, sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0));
    return true;
}

/* The root, or all but it. */
static sx_status try_root(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          const sx_numbering *n, sx_law *ret_law, sx_error *err)
{
    static const sx_expr_op op[] = { SX_EXPR_NE, SX_EXPR_EQ };
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    for (size_t i = 0; n->root && i < 2; i++) {
        size_t first;
        const sx_expr *is = sx_expr_two(arena, op[i], own, n->root);
        if (!is)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (sx_column_matches(runs, samples, is, &first))
            *ret_law = (sx_law) { is, { .label = SX_LABEL_PROVED } };
    }
    return SX_OK;
}

static sx_status try_numbers(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                             const sx_numbering *n, view *v, sx_law *ret_law,
                             sx_error *err)
{
    static sx_law_finder *const find[] = { sx_law_doubling, sx_law_bits, sx_law_heap,
                                           sx_law_radix };
    sx_law law = { 0 };
    sx_status st = SX_OK;
    size_t first;
    if (!look(arena, runs, samples, n, v))
        return SX_OK;
    for (size_t i = 0; !st && !law.expr && i < sizeof find / sizeof *find; i++)
        st = find[i](arena, &v->runs, &v->samples, &law, err);
    if (st || !law.expr)
        return st;
    const bool by_trips = samples->trips_evidence && v->samples.trips &&
                          sx_expr_replace(arena, law.expr, v->samples.trips,
                                          sx_expr_int(arena, 0)) != law.expr;
    law.expr = sx_numbering_expr(arena, n, law.expr, samples->is_rank);
    if (law.evidence.doubt)
        law.evidence.doubt = sx_numbering_expr(arena, n, law.evidence.doubt, false);
    if (by_trips)
        law.evidence = sx_evidence_join(arena, law.evidence, *samples->trips_evidence);
    if (!law.expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_column_matches(runs, samples, law.expr, &first))
        *ret_law = law;
    return SX_OK;
}

static int64_t smallest_size(const sx_runs *runs, const sx_samples *samples)
{
    int64_t smallest = INT64_MAX;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        int64_t size = runs->comm_size[s->comm][s->rank];
        smallest = size < smallest ? size : smallest;
    }
    return smallest;
}

/* Both kinds of law, of these samples. */
static sx_status try_numbering(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                               const sx_numbering *n, view *v, sx_law *ret_law,
                               sx_error *err)
{
    sx_status st = SX_OK;
    *ret_law = (sx_law) { 0 };
    if (sx_samples_are_truth(samples))
        st = try_root(arena, runs, samples, n, ret_law, err);
    return st || ret_law->expr ? st
                               : try_numbers(arena, runs, samples, n, v, ret_law, err);
}

/* The first law of the numberings, with a doubt wherever that of another one differs. */
static sx_status find_all(sx_arena *arena, sx_arena *scratch, sx_runs *runs,
                          const sx_samples *samples, sx_law *ret_law, sx_error *err)
{
    sx_numbering numbering[SX_NUMBERINGS];
    size_t n;
    sx_samples probe = sx_samples_probe(scratch, samples);
    sx_numberings(arena, smallest_size(runs, samples), numbering, &n);
    if (!probe.sample || n == 0)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = SX_OK;
    view few = { 0 }, all = { 0 };
    for (size_t i = 0; !st && i < n && sx_runs_spend(runs, probe.n); i++) {
        sx_law law;
        st = try_numbering(scratch, runs, &probe, &numbering[i], &few, &law, err);
        if (st || !law.expr)
            continue;
        st = try_numbering(arena, runs, samples, &numbering[i], &all, &law, err);
        if (st || !law.expr)
            continue;
        if (!ret_law->expr) {
            *ret_law = law;
            continue;
        }
        st = sx_law_doubt_rival(arena, law.expr, other_numbers, ret_law, err);
    }
    return st;
}

/* Is a number less than another in it? */
static bool compares(const sx_expr *expr)
{
    bool is = expr->op == SX_EXPR_LT || expr->op == SX_EXPR_LE ||
              expr->op == SX_EXPR_GT || expr->op == SX_EXPR_GE;
    for (int i = 0; i < 3 && expr->arg[i] && !is; i++)
        is = compares(expr->arg[i]);
    return is;
}

/* Of even sizes 2 n + 1 < s is 2 n + 2 <= s: another root may have another of these. */
static sx_status doubt_parity(sx_arena *arena, const sx_runs *runs,
                              const sx_samples *samples, sx_law *law, sx_error *err)
{
    if (!law->expr || !sx_samples_are_truth(samples) || !compares(law->expr))
        return SX_OK;
    return sx_lookalikes_doubt_rest(arena, runs, samples,
                                    sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0),
                                    sx_expr_int(arena, 2), law, err);
}

sx_status sx_law_numbered(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          sx_law *ret_law, sx_error *err)
{
    if (samples->lists || sx_samples_runs(samples) < 2 ||
        sx_samples_have_one_value(samples) || (!samples->is_rank && !samples->is_size))
        return SX_OK;
    sx_arena *scratch = sx_arena_create();
    sx_status st = scratch ? find_all(arena, scratch, runs, samples, ret_law, err)
                           : sx_fail(err, SX_NOMEM, "out of memory");
    if (!st)
        st = doubt_parity(arena, runs, samples, ret_law, err);
    sx_arena_destroy(scratch);
    return st;
}
