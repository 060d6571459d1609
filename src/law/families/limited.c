/* Sizes and numbers that stop: the smaller, or the larger, of a number and a law that is linear in scale and place, which may
 * count the ends of axes: how many warm up a pipeline (a distance to its end, but no more than there are), what is left
 * then. A size does not become negative: where its line does, it is at least 0. */
#include "law/coefficients.h"
#include "law/column.h"
#include "law/imagine.h"

enum { LEAST_RUNS = 2 }; /* that show the limit, for a proof */

/* Where it stops: MIN or MAX of it and the line. */
typedef struct limit {
    sx_expr_op op;
    int64_t at;
} limit;

/* The line of samples that are none of a size: as a part of one it may become negative. */
static sx_status find_line(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           sx_law *ret_law, sx_error *err)
{
    sx_samples part = *samples;
    part.is_size = part.is_tag = false;
    part.beat = NULL;
    part.beaten = NULL;
    sx_status st = sx_law_linear(arena, runs, &part, ret_law, err);
    for (uint32_t g = 0; !st && !ret_law->expr && g < runs->ngrids; g++) {
        sx_basis b;
        sx_basis_ends(arena, runs, &part, g, &b);
        st = sx_coefficients_try(arena, runs, &part, &b, true, ret_law, err);
    }
    return st;
}

/* The samples that are not at the limit. NULL .sample when out of memory. */
static sx_samples beyond(sx_arena *arena, const sx_samples *samples, int64_t at)
{
    size_t *index = SX_ROOM_ARRAY(arena, size_t, samples->n), n = 0;
    for (size_t i = 0; index && i < samples->n; i++)
        if (samples->sample[i].value != at)
            index[n++] = i;
    return index ? sx_samples_subset(arena, samples, index, n) : (sx_samples) { 0 };
}

/* Inputs in which the line goes on where the value stops. False when the limited line is not the value. */
static bool fits(const sx_runs *runs, const sx_samples *samples, limit at,
                 const sx_expr *line, size_t *ret_runs)
{
    uint64_t stops = 0;
    bool fits = true;
    for (size_t i = 0; i < samples->n && fits; i++) {
        int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], value;
        sx_expr_env env = sx_sample_env(runs, samples, i, counter);
        fits = sx_expr_eval(line, &env, &value, NULL) == SX_OK;
        bool past = fits && (at.op == SX_EXPR_MIN ? value > at.at : value < at.at);
        fits = fits && samples->sample[i].value == (past ? at.at : value);
        stops |= past ? UINT64_C(1) << samples->sample[i].run : 0;
    }
    for (*ret_runs = 0; stops; stops &= stops - 1)
        ++*ret_runs;
    return fits;
}

static sx_status no_memory(sx_error *err)
{
    return sx_fail(err, SX_NOMEM, "out of memory");
}

/* The line is negative somewhere: the size is 0 there, as far as anybody can tell; of a loop's trips that is what it means. */
static sx_status end_at_zero(sx_arena *arena, const sx_samples *samples, sx_law *law,
                             sx_error *err)
{
    const sx_expr *zero = sx_expr_int(arena, 0);
    const sx_expr *negative = sx_expr_two(arena, SX_EXPR_LT, law->expr, zero);
    const sx_evidence here = {
        samples->is_trips ? SX_LABEL_PROVED : SX_LABEL_EXACT,
        "a size becomes negative at some scale: add an input that shows what there is "
        "instead",
        negative
    };
    law->expr = sx_expr_two(arena, SX_EXPR_MAX, law->expr, zero);
    law->evidence = sx_evidence_join(arena, law->evidence, here);
    return law->expr && law->evidence.doubt ? SX_OK : no_memory(err);
}

/* A line through all samples: one that a size has with an end to it, or that counts ends. */
static sx_status try_whole(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           sx_law *ret_law, sx_error *err)
{
    sx_law law = { 0 };
    sx_status st = find_line(arena, runs, samples, &law, err);
    if (!st && law.expr && samples->is_size &&
        sx_imagine_negative(runs, law.expr, runs->p[runs->n - 1]))
        st = end_at_zero(arena, samples, &law, err);
    *ret_law = law;
    return st;
}

/* How many numbers a law is made of. */
static size_t numbers_in(const sx_expr *expr)
{
    size_t n = expr->op == SX_EXPR_INT;
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        n += numbers_in(expr->arg[i]);
    return n;
}

/* Has the line more different values than numbers to bend with? Where all of them stop is one more of these. */
static bool is_shown(const sx_samples *part, const sx_expr *line)
{
    enum { MORE = 2 };
    const size_t needed = numbers_in(line) + MORE;
    return sx_samples_values(part, needed) >= needed;
}

static sx_status try_limit(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           limit at, sx_law *ret_law, sx_error *err)
{
    sx_law law = { 0 };
    size_t stops;
    const sx_samples part = beyond(arena, samples, at.at);
    if (!part.sample)
        return no_memory(err);
    if (part.n == 0 || sx_samples_runs(&part) < LEAST_RUNS)
        return SX_OK;
    sx_status st = find_line(arena, runs, &part, &law, err);
    if (st || !law.expr || !fits(runs, samples, at, law.expr, &stops) || stops == 0)
        return st;
    const sx_expr *line = law.expr;
    law.expr = sx_expr_two(arena, at.op, line, sx_expr_int(arena, at.at));
    if (!law.expr)
        return no_memory(err);
    if (stops < LEAST_RUNS)
        law.evidence = sx_evidence_join(
            arena, law.evidence,
            (sx_evidence) { SX_LABEL_EXACT,
                            "one input alone shows where it stops: add another", NULL });
    if (!is_shown(&part, line))
        law.evidence = sx_evidence_join(
            arena, law.evidence,
            (sx_evidence) { SX_LABEL_EXACT,
                            "a line with a limit bends to few values: add an input",
                            NULL });
    if (samples->is_size && sx_imagine_negative(runs, law.expr, runs->p[runs->n - 1]))
        st = end_at_zero(arena, samples, &law, err);
    *ret_law = law;
    return st;
}

sx_status sx_law_limited(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                         sx_law *ret_law, sx_error *err)
{
    if (samples->is_rank || samples->n == 0 || sx_samples_have_special(samples) ||
        sx_samples_are_truth(samples) || sx_samples_runs(samples) <= LEAST_RUNS)
        return SX_OK;
    int64_t least = samples->sample[0].value, most = least;
    for (size_t i = 1; i < samples->n; i++) {
        int64_t value = samples->sample[i].value;
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    const limit of[] = { { SX_EXPR_MIN, most }, { SX_EXPR_MAX, least } };
    sx_status st = try_whole(arena, runs, samples, ret_law, err);
    for (size_t i = 0; i < 2 && !st && !ret_law->expr && least < most; i++)
        st = try_limit(arena, runs, samples, of[i], ret_law, err);
    return st;
}
