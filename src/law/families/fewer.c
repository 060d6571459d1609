/* Levels on which the first ranks alone take part, half as many of all, or of a communicator, on each: so many of P or s div 2^l, l from 0 on. For how many trips a
 * rank is among them, and who is near it there, around them. */
#include "law/column.h"
#include "law/law.h"

enum { FARTHEST = 2, SIZES = 2, TRIPS = 4 * SIZES, PEERS = 4 * FARTHEST * SIZES };

typedef struct fewer {
    sx_arena *arena;
    sx_runs *runs;
    const sx_samples *samples;
    const sx_expr *form[TRIPS + PEERS];
    size_t n;
} fewer;

static const sx_expr *two(const fewer *f, sx_expr_op op, const sx_expr *a,
                          const sx_expr *b)
{
    return sx_expr_two(f->arena, op, a, b);
}

static const sx_expr *number(const fewer *f, int64_t value)
{
    return sx_expr_int(f->arena, value);
}

static const sx_expr *own(const fewer *f)
{
    return sx_expr_var(f->arena, SX_VAR_COMM_RANK, 0, 0);
}

/* All ranks, or those of the communicator. */
static const sx_expr *size(const fewer *f, bool all)
{
    return sx_expr_var(f->arena, all ? SX_VAR_P : SX_VAR_COMM_SIZE, 0, 0);
}

static const sx_expr *logarithm(const fewer *f, const sx_expr *of)
{
    return two(f, SX_EXPR_LOG, number(f, 2), of);
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

/* m < X div 2^l, as long as l is no more than the logarithm of X div (m + 1). */
static void add_trips(fewer *f, bool all)
{
    const sx_expr *levels = logarithm(
        f, two(f, SX_EXPR_DIV, size(f, all), sx_expr_plus(f->arena, own(f), 1)));
    const sx_expr *with_first = sx_expr_plus(f->arena, levels, 1);
    const int64_t most = most_trips(f);
    f->form[f->n++] = with_first;
    f->form[f->n++] = two(f, SX_EXPR_MIN, logarithm(f, size(f, all)), with_first);
    f->form[f->n++] = levels;
    if (most > 0)
        f->form[f->n++] = two(f, SX_EXPR_MIN, number(f, most), with_first);
}

/* Around those of the level whose number the innermost counter is, or one less. */
static void add_peers(fewer *f, bool all)
{
    const uint32_t c = sx_samples_innermost(f->samples);
    const sx_expr *level =
        sx_expr_var(f->arena, SX_VAR_COUNTER, 0, f->samples->first_counter + c);
    for (int64_t first = 0; first < 2; first++) {
        const sx_expr *ranks =
            two(f, SX_EXPR_DIV, size(f, all),
                two(f, SX_EXPR_POW, number(f, 2), sx_expr_plus(f->arena, level, first)));
        for (int64_t by = -FARTHEST; by <= FARTHEST; by++)
            if (by != 0)
                f->form[f->n++] =
                    two(f, SX_EXPR_MOD, sx_expr_plus(f->arena, own(f), by), ranks);
    }
}

/* Do the samples show three levels, and differ from run to run? */
static bool show_levels(const fewer *f)
{
    enum { LEVELS = 3 };
    const sx_samples *s = f->samples;
    int64_t deepest = 0;
    for (size_t i = 0; i < s->n; i++) {
        const int64_t here = s->is_rank
                                 ? s->sample[i].counter[sx_samples_innermost(s)] + 1
                                 : s->sample[i].value;
        deepest = here > deepest ? here : deepest;
    }
    return deepest >= LEVELS && sx_samples_runs(s) > 1;
}

static sx_status try_forms(fewer *f, sx_law *ret_law, sx_error *err)
{
    static const char others[] =
        "levels that begin or end otherwise fit all inputs, too, and differ here: add an "
        "input";
    sx_status st = SX_OK;
    for (size_t i = 0; i < f->n && !st; i++) {
        size_t first;
        if (!f->form[i])
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (!sx_column_matches(f->runs, f->samples, f->form[i], &first))
            continue;
        if (ret_law->expr)
            st = sx_law_doubt_other(f->arena, f->runs, f->form[i], others, ret_law, err);
        else
            *ret_law = (sx_law) { f->form[i], { .label = SX_LABEL_PROVED } };
    }
    return st;
}

sx_status sx_law_fewer(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    fewer f = { .arena = arena, .runs = runs, .samples = samples };
    const bool peers = samples->is_rank && samples->varying,
               trips = samples->is_trips && !samples->varying;
    if (samples->lists || samples->n == 0 || (!peers && !trips) || !show_levels(&f))
        return SX_OK;
    for (int all = 0; all < SIZES; all++) {
        if (all && sx_samples_in_world(samples))
            break; /* those are one */
        if (trips)
            add_trips(&f, all);
        else
            add_peers(&f, all);
    }
    return try_forms(&f, ret_law, err);
}
