/* Levels on which the first ranks alone take part, half as many of all, or of a communicator, on each: so many of X div 2^l, or of X / 2^l rounded up, l from 0 on,
 * X the ranks, or one less or more. For how many trips a rank is among them, and who is near it there, around them. */
#include "law/column.h"
#include "law/lookalikes.h"

enum { FARTHEST = 2, SIZES = 2, MORE = 3, FORMS = MORE * 2 * SIZES * 4 * FARTHEST };

typedef struct fewer {
    sx_arena *arena, *scratch; /* of laws; of the search */
    sx_runs *runs;
    const sx_samples *samples;
    const sx_expr *size[FORMS], *form[FORMS]; /* X, and the law by it */
    size_t n;
} fewer;

static const sx_expr *two(const fewer *f, sx_expr_op op, const sx_expr *a,
                          const sx_expr *b)
{
    return sx_expr_two(f->scratch, op, a, b);
}

static const sx_expr *number(const fewer *f, int64_t value)
{
    return sx_expr_int(f->scratch, value);
}

static const sx_expr *own(const fewer *f)
{
    return sx_expr_var(f->scratch, SX_VAR_COMM_RANK, 0, 0);
}

static const sx_expr *logarithm(const fewer *f, const sx_expr *of)
{
    return two(f, SX_EXPR_LOG, number(f, 2), of);
}

static void add(fewer *f, const sx_expr *size, const sx_expr *form)
{
    f->size[f->n] = size;
    f->form[f->n++] = form;
}

/* The most trips that some rank makes, if it is one number in all runs; else 0. */
static int64_t most_trips(const fewer *f)
{
    int64_t most[SX_RUNS] = { 0 }, all = 0;
    for (size_t i = 0; i < f->samples->n; i++) {
        const sx_sample *s = &f->samples->sample[i];
        most[s->run] = s->value > most[s->run] ? s->value : most[s->run];
    }
    for (size_t i = 0; i < f->samples->n; i++) {
        const int64_t here = most[f->samples->sample[i].run];
        if (all && here != all)
            return 0;
        all = here;
    }
    return all;
}

/* m < X div 2^l, as long as l is no more than the logarithm of X div (m + 1); m < X / 2^l rounded up, as long as it is no more than that of (X - 1) div m, or of
 * (2 X - 1) div (2 m): for the first rank that is no less than there are levels. */
static const sx_expr *levels_of(const fewer *f, const sx_expr *size, bool up)
{
    const sx_expr *m = own(f), *one = number(f, 1), *of = size;
    const sx_expr *by = sx_expr_plus(f->scratch, m, 1);
    if (up) {
        of = sx_expr_plus(f->scratch, two(f, SX_EXPR_MUL, number(f, 2), size), -1);
        by = two(f, SX_EXPR_MAX, one, two(f, SX_EXPR_MUL, number(f, 2), m));
    }
    const sx_expr *share = two(f, SX_EXPR_DIV, of, by);
    return logarithm(f,
                     size->op == SX_EXPR_VAR ? share : two(f, SX_EXPR_MAX, one, share));
}

/* Those beyond X make none. */
static void add_entry(fewer *f, const sx_expr *size, const sx_expr *form)
{
    if (size->op != SX_EXPR_VAR)
        form = sx_expr_make(f->scratch, SX_EXPR_IF, two(f, SX_EXPR_LT, own(f), size),
                            form, number(f, 0));
    add(f, size, form);
}

/* Of so many levels in all; and without the first. */
static void add_levels(fewer *f, const sx_expr *size, const sx_expr *all,
                       const sx_expr *levels)
{
    const sx_expr *with_first = sx_expr_plus(f->scratch, levels, 1);
    add_entry(f, size, two(f, SX_EXPR_MIN, all, with_first));
    add_entry(f, size, two(f, SX_EXPR_MIN, sx_expr_plus(f->scratch, all, -1), levels));
}

/* Levels end where one rank is left, or before, or go on to where a half of one were left. */
static void add_trips(fewer *f, const sx_expr *size, bool up, int64_t most)
{
    const sx_expr *levels = levels_of(f, size, up);
    const sx_expr *with_first = sx_expr_plus(f->scratch, levels, 1);
    const sx_expr *down = logarithm(f, size);
    const sx_expr *rounded_up = logarithm(
        f, sx_expr_plus(f->scratch, two(f, SX_EXPR_MUL, number(f, 2), size), -1));
    if (!up)
        add_entry(f, size, with_first);
    add_levels(f, size, up ? rounded_up : down, levels);
    if (!up)
        add_entry(f, size, levels);
    add_levels(f, size, up ? sx_expr_plus(f->scratch, down, 1) : rounded_up, levels);
    if (most == 0)
        return;
    const sx_expr *some = two(f, SX_EXPR_MIN, number(f, most), with_first);
    if (up) /* the first rank is there for ever */
        some =
            sx_expr_make(f->scratch, SX_EXPR_IF, two(f, SX_EXPR_EQ, own(f), number(f, 0)),
                         number(f, most), some);
    add_entry(f, size, some);
}

/* Around those of the level whose number the innermost counter is, or one less. */
static void add_peers(fewer *f, const sx_expr *size, bool up)
{
    const uint32_t c = sx_samples_innermost(f->samples);
    const sx_expr *level =
        sx_expr_var(f->scratch, SX_VAR_COUNTER, 0, f->samples->first_counter + c);
    for (int64_t first = 0; first < 2; first++) {
        const sx_expr *halved =
            two(f, SX_EXPR_POW, number(f, 2), sx_expr_plus(f->scratch, level, first));
        const sx_expr *filled =
            up ? sx_expr_plus(f->scratch, two(f, SX_EXPR_ADD, size, halved), -1) : size;
        const sx_expr *ranks = two(f, SX_EXPR_DIV, filled, halved);
        for (int64_t by = -FARTHEST; by <= FARTHEST; by++)
            if (by != 0)
                add(f, size,
                    two(f, SX_EXPR_MOD, sx_expr_plus(f->scratch, own(f), by), ranks));
    }
}

static void add_forms(fewer *f)
{
    const sx_expr *size[SIZES] = { sx_expr_var(f->scratch, SX_VAR_COMM_SIZE, 0, 0),
                                   sx_expr_var(f->scratch, SX_VAR_P, 0, 0) };
    const int sizes = sx_samples_in_world(f->samples) ? 1 : SIZES; /* those are one */
    static const int64_t more[MORE] = { 0, -1, 1 };
    const int64_t most = most_trips(f);
    for (int i = 0; i < MORE; i++)
        for (int up = 0; up < 2; up++)
            for (int k = 0; k < sizes; k++) {
                const sx_expr *x = sx_expr_plus(f->scratch, size[k], more[i]);
                if (f->samples->is_rank)
                    add_peers(f, x, up);
                else
                    add_trips(f, x, up, most);
            }
}

/* Are there three of them? */
static bool show_levels(const sx_samples *s)
{
    enum { LEVELS = 3 };
    int64_t deepest = 0;
    for (size_t i = 0; i < s->n; i++) {
        const int64_t here = s->is_rank
                                 ? s->sample[i].counter[sx_samples_innermost(s)] + 1
                                 : s->sample[i].value;
        deepest = here > deepest ? here : deepest;
    }
    return deepest >= LEVELS;
}

static bool are_powers(const fewer *f, const sx_expr *size)
{
    bool are = true;
    for (size_t i = 0; i < f->samples->n && are; i++) {
        int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], x;
        const sx_expr_env env = sx_sample_env(f->runs, f->samples, i, counter);
        are = !sx_expr_eval(size, &env, &x, NULL) && (x & (x - 1)) == 0;
    }
    return are;
}

/* Where all inputs are powers of two, nothing tells how others are halved, or whether they are. */
static sx_status doubt_others(const fewer *f, const sx_expr *size, sx_law *law,
                              sx_error *err)
{
    static const char reason[] =
        "all inputs have a power of two of ranks on these levels: add one that has not";
    if (!are_powers(f, size))
        return SX_OK;
    const sx_expr *other = two(f, SX_EXPR_NE, size, sx_expr_power_in(f->scratch, size));
    if (!other || !(other = sx_expr_copy(f->arena, other)))
        return sx_fail(err, SX_NOMEM, "out of memory");
    law->evidence = sx_evidence_join(
        f->arena, law->evidence,
        (sx_evidence) { .label = SX_LABEL_PROVED, .reason = reason, .doubt = other });
    return SX_OK;
}

/* Where ranks make the most trips: so many more, or fewer, as long as some are left. NULL where the form has no value there, or without memory. */
static const sx_expr *shifted(const fewer *f, const sx_expr *form)
{
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], there;
    size_t most = 0;
    for (size_t i = 1; i < f->samples->n; i++)
        if (f->samples->sample[i].value > f->samples->sample[most].value)
            most = i;
    const sx_expr_env env = sx_sample_env(f->runs, f->samples, most, counter);
    if (sx_expr_eval(form, &env, &there, NULL))
        return NULL;
    const int64_t more = f->samples->sample[most].value - there;
    return more == 0
               ? form
               : two(f, SX_EXPR_MAX, number(f, 0), sx_expr_plus(f->scratch, form, more));
}

/* Is it what all samples have? Then *ret_form is in the laws' arena; else NULL. */
static sx_status keep_fitting(const fewer *f, const sx_expr *form,
                              const sx_expr **ret_form, sx_error *err)
{
    size_t first;
    *ret_form = NULL;
    if (!form || !sx_column_matches(f->runs, f->samples, form, &first))
        return SX_OK;
    *ret_form = sx_expr_copy(f->arena, form);
    return *ret_form ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

static sx_status find_law(const fewer *f, size_t i, sx_law *law, sx_error *err)
{
    const sx_expr *form;
    sx_status st = keep_fitting(f, f->form[i], &form, err);
    if (st || !form)
        return st;
    *law = (sx_law) { form, { .label = SX_LABEL_PROVED } };
    return doubt_others(f, f->size[i], law, err);
}

static sx_status doubt_rival(const fewer *f, size_t i, sx_law *law, sx_error *err)
{
    static const char others[] =
        "levels that begin or end otherwise fit all inputs, too, and differ here: add an "
        "input";
    const sx_expr *form = f->form[i];
    if (!f->samples->is_rank)
        form = shifted(f, form);
    sx_status st = keep_fitting(f, form, &form, err);
    if (st || !form || sx_expr_equal(law->expr, form))
        return st;
    return sx_law_doubt_other(f->arena, f->runs, form, others, law, err);
}

/* The first form that all samples have is the law, where there is none; others are rivals. */
static sx_status try_forms(fewer *f, sx_law *law, sx_error *err)
{
    f->scratch = sx_arena_create();
    sx_status st = f->scratch ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    if (!st)
        add_forms(f);
    for (size_t i = 0; i < f->n && !st; i++)
        st = !f->form[i] ? sx_fail(err, SX_NOMEM, "out of memory")
             : law->expr ? doubt_rival(f, i, law, err)
                         : find_law(f, i, law, err);
    sx_arena_destroy(f->scratch);
    return st;
}

static bool has_logarithm(const sx_expr *expr)
{
    bool has = expr->op == SX_EXPR_LOG;
    for (int i = 0; i < 3 && !has && expr->arg[i]; i++)
        has = has_logarithm(expr->arg[i]);
    return has;
}

/* Are they trips of loops over levels, or end points on them? */
static bool may_be_of_levels(const sx_samples *s)
{
    const bool peers = s->is_rank && s->varying, trips = s->is_size && !s->varying;
    return !s->lists && s->n > 0 && (peers || trips) && sx_samples_runs(s) > 1;
}

sx_status sx_law_fewer(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    fewer f = { .arena = arena, .runs = runs, .samples = samples };
    if (!(samples->is_rank || samples->is_trips) || !may_be_of_levels(samples) ||
        !show_levels(samples))
        return SX_OK;
    return try_forms(&f, ret_law, err);
}

sx_status sx_lookalikes_of_fewer(sx_arena *arena, sx_runs *runs,
                                 const sx_samples *samples, sx_law *law, sx_error *err)
{
    fewer f = { .arena = arena, .runs = runs, .samples = samples };
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED || samples->is_rank ||
        !has_logarithm(law->expr) || !may_be_of_levels(samples))
        return SX_OK;
    return try_forms(&f, law, err);
}
