/* Who takes part may be told by another small function of the place, and by so many inputs as show it. */
#include "law/border.h"
#include "law/column.h"
#include "law/imagine.h"
#include "law/lookalikes/parts.h"

#include <string.h>

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

/* Does one rank alone take part in some inputs, and in others nobody, though it is there? Then the number of ranks tells who does: one bit for each
 * input, which many conditions have. */
static bool is_of_scale(const sx_runs *runs, const sx_samples *samples)
{
    int64_t fixed = -1; /* the rank, where it is one in all inputs */
    bool has[SX_RUNS] = { false }, moves = false, none = false;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        const int64_t rank = s->rank - runs->offset[s->run];
        if (s->value && has[s->run])
            return false;
        if (!s->value)
            continue;
        has[s->run] = true;
        moves = moves || (fixed >= 0 && fixed != rank);
        fixed = rank;
    }
    for (size_t run = 0; run < runs->n; run++)
        none = none || (!has[run] && (moves || runs->p[run] > fixed));
    return none;
}

/* The samples for which the condition holds. NULL .sample when out of memory. */
static sx_samples where_holds(sx_arena *arena, const sx_runs *runs,
                              const sx_samples *samples, const sx_expr *condition)
{
    size_t *index = SX_NEW_ARRAY(arena, size_t, samples->n), n = 0;
    for (size_t i = 0; index && i < samples->n; i++) {
        const sx_expr_env env = sx_runs_env(runs, samples->sample[i].rank, 0);
        int64_t value;
        if (!sx_expr_eval(condition, &env, &value, NULL) && value)
            index[n++] = i;
    }
    return index ? sx_samples_subset(arena, samples, index, n) : (sx_samples) { 0 };
}

/* Either of two conditions may be another one that says the same of those for whom the other holds. */
static sx_status contest_either(sx_arena *arena, const sx_runs *runs,
                                const sx_samples *samples, const sx_expr *where,
                                sx_evidence *evidence, sx_error *err)
{
    if (where->op != SX_EXPR_AND)
        return SX_OK;
    sx_arena *scratch = sx_arena_create();
    sx_status st = SX_OK;
    for (int i = 0; !st && i < 2; i++) {
        const sx_expr *other = where->arg[1 - i];
        sx_samples some = { 0 };
        if (scratch)
            some = where_holds(scratch, runs, samples, other);
        some.given = samples->given && scratch
                         ? sx_expr_two(scratch, SX_EXPR_AND, samples->given, other)
                         : other;
        sx_law law = { where->arg[i], { .label = SX_LABEL_PROVED } };
        st = some.sample ? sx_lookalikes_of_place(arena, runs, &some, &law, err)
                         : sx_fail(err, SX_NOMEM, "out of memory");
        if (!st)
            st = contest_either(arena, runs, &some, where->arg[i], &law.evidence, err);
        if (!st && law.evidence.doubt)
            law.evidence.doubt =
                sx_expr_two(arena, SX_EXPR_AND, other, law.evidence.doubt);
        if (!st)
            *evidence = sx_evidence_join(arena, *evidence, law.evidence);
    }
    sx_arena_destroy(scratch);
    return st;
}

/* Where all who take part are at one coordinate of an axis, nothing tells what of it is that coordinate: how often they do, for one. */
static sx_status doubt_coordinates(sx_arena *arena, const sx_runs *runs,
                                   const sx_samples *samples, const sx_expr *where,
                                   sx_evidence *evidence, sx_error *err)
{
    size_t *index = SX_NEW_ARRAY(arena, size_t, samples->n), n = 0;
    for (size_t i = 0; index && i < samples->n; i++)
        if (samples->sample[i].value)
            index[n++] = i;
    if (!index)
        return sx_fail(err, SX_NOMEM, "out of memory");
    const sx_samples members = sx_samples_subset(arena, samples, index, n);
    sx_law law = { where, { .label = SX_LABEL_PROVED } };
    sx_status st = sx_lookalikes_of_coordinates(arena, runs, &members, &law, err);
    const sx_expr *here = !st && law.evidence.doubt
                              ? sx_expr_two(arena, SX_EXPR_AND, where, law.evidence.doubt)
                              : NULL;
    if (here && !sx_imagine_vanishes(runs, here))
        *evidence = sx_evidence_join(arena, *evidence, law.evidence);
    return st;
}

/* The first ranks, as many as an extent: of another axis that is as long in all inputs. */
static sx_status contest_first(sx_arena *arena, const sx_runs *runs,
                               const sx_samples *samples, const sx_expr *where,
                               sx_evidence *evidence, sx_error *err)
{
    static const char reason[] =
        "the first ranks, as many as an axis is long, are the same in all inputs, and "
        "others here: add an input";
    sx_law law = { where, *evidence };
    sx_status st = SX_OK;
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; !st && a < runs->grid[g].ndims; a++) {
            size_t first;
            const sx_expr *few =
                sx_expr_two(arena, SX_EXPR_LT, sx_expr_var(arena, SX_VAR_RANK, 0, 0),
                            sx_expr_var(arena, SX_VAR_DIM, g, a));
            if (!few)
                return sx_fail(err, SX_NOMEM, "out of memory");
            if (runs->grid[g].comm == 0 && sx_column_matches(runs, samples, few, &first))
                st = sx_law_doubt_other(arena, runs, few, reason, &law, err);
        }
    *evidence = law.evidence;
    return st;
}

/* How many of the first ranks have this truth in each run, which others have not; false where others do. */
static bool read_first(const sx_runs *runs, const sx_samples *truth, bool is,
                       int64_t ret[SX_RUNS])
{
    memset(ret, 0, SX_RUNS * sizeof *ret);
    for (size_t i = 0; i < truth->n; i++) {
        const sx_sample *s = &truth->sample[i];
        if ((s->value != 0) != is)
            continue;
        if (s->rank - runs->offset[s->run] != ret[s->run])
            return false;
        ret[s->run]++;
    }
    return sx_samples_runs(truth) == runs->n;
}

/* Who takes part, the first ranks or all but these. */
typedef struct firsts {
    sx_arena *arena;
    const sx_runs *runs;
    bool take_part;
    int64_t more; /* of them than the part */
    sx_law law;
} firsts;

/* A half, a third or a quarter, rounded down, as up to which ranks and itself programs go. */
static bool is_usual(const sx_expr *part)
{
    enum { SMALLEST = 4 };
    return part->op == SX_EXPR_DIV && part->arg[0]->op == SX_EXPR_VAR &&
           part->arg[1]->op == SX_EXPR_INT && part->arg[1]->value <= SMALLEST;
}

static sx_status contest_part(void *context, const sx_expr *part, sx_error *err)
{
    firsts *f = context;
    if (f->more > 0 && !is_usual(part))
        return SX_OK;
    const sx_expr *rival = sx_expr_two(f->arena, f->take_part ? SX_EXPR_LT : SX_EXPR_GE,
                                       sx_expr_var(f->arena, SX_VAR_RANK, 0, 0),
                                       sx_expr_plus(f->arena, part, f->more));
    return sx_law_doubt_other(f->arena, f->runs, rival, sx_border_other_part, &f->law,
                              err);
}

/* The first ranks, or all but these: other parts of all that are as many in all inputs, or a usual one with one
 * fewer. */
static sx_status contest_parts(sx_arena *arena, const sx_runs *runs,
                               const sx_samples *samples, const sx_expr *where,
                               sx_evidence *evidence, sx_error *err)
{
    int64_t first[SX_RUNS];
    firsts f = { arena, runs, false, 0, { where, *evidence } };
    sx_status st = SX_OK;
    for (int is = 0; is < 2 && !st; is++) {
        f.take_part = is;
        if (!read_first(runs, samples, is, first))
            continue;
        for (f.more = 0; f.more <= 1 && !st; f.more++) {
            st = sx_border_each_part(arena, runs, first, contest_part, &f, err);
            for (size_t run = 0; run < runs->n; run++)
                first[run]--;
        }
    }
    *evidence = f.law.evidence;
    return st;
}

/* The one rank of each run that takes part, as samples whose value is that rank, room for one of each run; false where there are several in one. */
static bool find_owners(const sx_runs *runs, const sx_samples *truth,
                        sx_sample *ret_owner, size_t *ret_n)
{
    size_t n = 0;
    for (size_t i = 0; i < truth->n; i++) {
        const sx_sample *s = &truth->sample[i];
        if (!s->value)
            continue;
        if (n > 0 && ret_owner[n - 1].run == s->run)
            return false;
        ret_owner[n] = *s;
        ret_owner[n++].value = s->rank - runs->offset[s->run];
    }
    *ret_n = n;
    return true;
}

/* Is it one of the first ranks, or of the last, as programs have code for? */
static bool is_at_end(const sx_runs *runs, const sx_samples *owners, bool is_number)
{
    enum { NEAR = 2 };
    bool is_last = true;
    for (size_t i = 0; i < owners->n && is_last; i++)
        is_last = runs->p[owners->sample[i].run] - owners->sample[i].value <= NEAR;
    return is_last || (is_number && owners->sample[0].value <= NEAR);
}

/* One rank in each run may be whose an item is. */
static sx_status contest_owner(sx_arena *arena, const sx_runs *runs,
                               const sx_samples *samples, sx_law *law, sx_error *err)
{
    sx_sample owner[SX_RUNS];
    sx_samples owners = { .sample = owner, .is_rank = true };
    bool is_number = true;
    if (!find_owners(runs, samples, owner, &owners.n))
        return SX_OK;
    for (size_t i = 1; i < owners.n && is_number; i++)
        is_number = owner[i].value == owner[0].value;
    if (is_at_end(runs, &owners, is_number))
        return SX_OK;
    const int64_t item = sx_lookalikes_item(runs, &owners, is_number);
    if (item < 0)
        return SX_OK;
    const sx_expr *whose = sx_expr_two(arena, SX_EXPR_MOD, sx_expr_int(arena, item),
                                       sx_expr_var(arena, SX_VAR_P, 0, 0));
    return sx_law_doubt_other(
        arena, runs,
        sx_expr_two(arena, SX_EXPR_EQ, sx_expr_var(arena, SX_VAR_RANK, 0, 0), whose),
        sx_lookalikes_of_owners, law, err);
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
    } else if (!st && is_of_scale(runs, &samples)) {
        const sx_evidence scale = {
            .label = SX_LABEL_EXACT,
            .reason =
                "the number of ranks alone tells whether one rank takes part, or nobody"
        };
        *evidence = sx_evidence_join(arena, *evidence, scale);
    } else if (!st) {
        sx_law law = { where, *evidence };
        st = sx_lookalikes_of_place(arena, runs, &samples, &law, err);
        if (!st)
            st = contest_either(arena, runs, &samples, where, &law.evidence, err);
        if (!st)
            st = doubt_coordinates(arena, runs, &samples, where, &law.evidence, err);
        if (!st)
            st = contest_first(arena, runs, &samples, where, &law.evidence, err);
        if (!st)
            st = contest_parts(arena, runs, &samples, where, &law.evidence, err);
        if (!st)
            st = sx_lookalikes_of_diagonals(arena, runs, &samples, &law, err);
        if (!st)
            st = sx_lookalikes_of_ends(arena, runs, &samples, &law, err);
        if (!st)
            st = sx_lookalikes_of_rests(arena, runs, &samples, &law, err);
        if (!st)
            st = contest_owner(arena, runs, &samples, &law, err);
        *evidence = law.evidence;
    }
    sx_arena_destroy(scratch);
    return st;
}
