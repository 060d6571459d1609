/* What ranks do because there are more than a power of two: who is among those that are folded into others before a butterfly and get
 * its result behind it, who takes them in, and which rank that is. */
#include "law/column.h"
#include "law/law.h"
#include "law/numbering.h"

enum { FORMS = 12 };

static const sx_expr *two(sx_arena *arena, sx_expr_op op, const sx_expr *a,
                          const sx_expr *b)
{
    return sx_expr_two(arena, op, a, b);
}

/* Below and from `end` on; of pairs, the first or the second only, or with all behind them. */
static size_t ranks_up_to(sx_arena *arena, const sx_expr *end, bool pairs,
                          const sx_expr **ret_form)
{
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    const sx_expr *digit = two(arena, SX_EXPR_MOD, own, sx_expr_int(arena, 2));
    const sx_expr *below = two(arena, SX_EXPR_LT, own, end),
                  *above = two(arena, SX_EXPR_GE, own, end);
    size_t n = 0;
    ret_form[n++] = below;
    ret_form[n++] = above;
    for (int64_t which = 0; pairs && which < 2; which++) {
        const sx_expr *is = two(arena, SX_EXPR_EQ, digit, sx_expr_int(arena, which));
        ret_form[n++] = two(arena, SX_EXPR_AND, below, is);
        ret_form[n++] = two(arena, SX_EXPR_OR, above, is);
    }
    return n;
}

/* Who takes part. */
static size_t places(sx_arena *arena, const sx_expr **ret_form)
{
    const sx_expr *rest = sx_numbering_rest(arena);
    const sx_expr *paired = two(arena, SX_EXPR_MUL, sx_expr_int(arena, 2), rest);
    size_t n = ranks_up_to(arena, paired, true, ret_form);
    n += ranks_up_to(arena, rest, false, ret_form + n);
    return n + ranks_up_to(arena, sx_numbering_power(arena), false, ret_form + n);
}

/* The other rank, a power of two away, or so far around. */
static size_t partners(sx_arena *arena, const sx_expr **ret_form)
{
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                  *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    ret_form[0] = two(arena, SX_EXPR_SUB, own, sx_numbering_power(arena));
    ret_form[1] = two(arena, SX_EXPR_ADD, own, sx_numbering_power(arena));
    ret_form[2] = two(arena, SX_EXPR_MOD, ret_form[0], size);
    ret_form[3] = two(arena, SX_EXPR_MOD, ret_form[1], size);
    return 4;
}

/* So much for each rank beyond, what is left of a gathering that doubles: as the first sample has it. */
static size_t sizes(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                    const sx_expr **ret_form)
{
    const sx_sample *s = &samples->sample[0];
    const int64_t size = runs->comm_size[s->comm][s->rank];
    int64_t rest = size;
    for (int64_t top = 1; top <= size; top *= 2)
        rest = size - top;
    if (rest <= 0 || s->value <= 0 || s->value % rest != 0)
        return 0;
    ret_form[0] = two(arena, SX_EXPR_MUL, sx_expr_int(arena, s->value / rest),
                      sx_numbering_rest(arena));
    return 1;
}

/* Are there three inputs with more ranks than a power of two, in different powers, and as many more? */
static sx_evidence evidence_of(const sx_runs *runs, const sx_samples *samples)
{
    enum { INPUTS = 3 };
    int64_t power = 0, rest = 0;
    size_t n = 0;
    bool powers = false, rests = false;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (i > 0 && s->run == s[-1].run)
            continue;
        int64_t size = runs->comm_size[s->comm][s->rank], top = 1;
        while (top <= size / 2)
            top *= 2;
        if (size == top)
            continue;
        powers = powers || (n > 0 && power != top);
        rests = rests || (n > 0 && rest != size - top);
        power = top;
        rest = size - top;
        n++;
    }
    if (n >= INPUTS && powers && rests)
        return (sx_evidence) { .label = SX_LABEL_PROVED };
    return (sx_evidence) { .label = SX_LABEL_EXACT,
                           .reason = "what ranks beyond a power of two do shows in three "
                                     "numbers of ranks that are none, around two powers: "
                                     "add an input" };
}

/* The first form that gives every sample, with a doubt wherever another one differs. */
static sx_status take(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                      const sx_expr *const *form, size_t n, sx_law *law, sx_error *err)
{
    for (size_t i = 0; i < n; i++) {
        size_t first;
        if (!form[i])
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (!sx_column_matches(runs, samples, form[i], &first))
            continue;
        if (!law->expr) {
            *law = (sx_law) { form[i], evidence_of(runs, samples) };
            continue;
        }
        sx_status st =
            sx_law_doubt_rival(arena, form[i],
                               "other ranks beyond a power of two fit all inputs, "
                               "too, and differ here: add an input",
                               law, err);
        if (st)
            return st;
    }
    return SX_OK;
}

sx_status sx_law_folded(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    const sx_expr *form[FORMS];
    sx_law law = { 0 };
    if (samples->varying || samples->lists || sx_samples_runs(samples) < 2)
        return SX_OK;
    const bool truth = samples->is_size && sx_samples_are_truth(samples);
    if (!truth && !samples->is_rank && !samples->is_size)
        return SX_OK;
    const size_t n = truth              ? places(arena, form)
                     : samples->is_rank ? partners(arena, form)
                                        : sizes(arena, runs, samples, form);
    sx_status st = take(arena, runs, samples, form, n, &law, err);
    if (!st)
        *ret_law = law;
    return st;
}
