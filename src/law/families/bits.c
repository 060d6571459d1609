/* Values that follow the binary digits of the rank in its communicator: the stages, partners and distances of binomial
 * trees, and of hierarchies where every other rank falls idle from level to level. */
#include "law/column.h"
#include "law/imagine.h"
#include "law/law.h"

enum { FORMS = 16 };

typedef struct form_list {
    sx_arena *arena;
    size_t n;
    const sx_expr *form[FORMS];
} form_list;

static const sx_expr *number(sx_arena *arena, int64_t value)
{
    return sx_expr_int(arena, value);
}

static const sx_expr *own_rank(sx_arena *arena)
{
    return sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
}

static const sx_expr *size_of_comm(sx_arena *arena)
{
    return sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
}

/* 2 x + add. */
static const sx_expr *twice(sx_arena *arena, const sx_expr *x, int64_t add)
{
    const sx_expr *doubled = sx_expr_two(arena, SX_EXPR_MUL, number(arena, 2), x);
    return sx_expr_plus(arena, doubled, add);
}

static const sx_expr *log2_of(sx_arena *arena, const sx_expr *x)
{
    return sx_expr_two(arena, SX_EXPR_LOG, number(arena, 2), x);
}

/* Stages of a tree over all ranks: the logarithm, rounded up. */
static const sx_expr *stages(sx_arena *arena)
{
    return log2_of(arena, twice(arena, size_of_comm(arena), -1));
}

/* x xor (x - 1): ones up to the lowest digit of x > 0 that is 1. */
static const sx_expr *low_ones(sx_arena *arena, const sx_expr *x)
{
    return sx_expr_two(arena, SX_EXPR_XOR, x,
                       sx_expr_two(arena, SX_EXPR_SUB, x, number(arena, 1)));
}

/* Zeros at the end of m; as many as there are stages where m is 0. */
static const sx_expr *zeros(sx_arena *arena)
{
    const sx_expr *top = sx_expr_two(arena, SX_EXPR_POW, number(arena, 2), stages(arena));
    return log2_of(
        arena, low_ones(arena, sx_expr_two(arena, SX_EXPR_ADD, own_rank(arena), top)));
}

/* Its lowest digit that is 1; 0 where x is 0. */
static const sx_expr *lowest(sx_arena *arena, const sx_expr *x)
{
    return sx_expr_two(
        arena, SX_EXPR_ADD,
        sx_expr_two(arena, SX_EXPR_DIV, low_ones(arena, x), number(arena, 2)),
        number(arena, 1));
}

/* Digits of m; 0 where m is 0. */
static const sx_expr *digits(sx_arena *arena)
{
    return log2_of(arena, twice(arena, own_rank(arena), 1));
}

/* Distances 1, 2, 4 .. that stay below the number of ranks. */
static const sx_expr *room(sx_arena *arena)
{
    const sx_expr *above =
        sx_expr_two(arena, SX_EXPR_SUB, size_of_comm(arena), own_rank(arena));
    return log2_of(arena, twice(arena, above, -1));
}

static void add(form_list *forms, const sx_expr *expr)
{
    if (forms->n < FORMS)
        forms->form[forms->n++] = expr;
}

/* ---- evidence ---- */

/* The form plus the number that the first sample asks for; NULL when it does not hold. */
static const sx_expr *with_rest(sx_arena *arena, const sx_runs *runs,
                                const sx_samples *samples, const sx_expr *form)
{
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], value;
    size_t first;
    sx_expr_env env = sx_sample_env(runs, samples, 0, counter);
    if (!form || sx_expr_eval(form, &env, &value, NULL))
        return NULL;
    int64_t k = samples->sample[0].value - value;
    form = sx_expr_plus(arena, form, k);
    return form && sx_column_matches(runs, samples, form, &first) ? form : NULL;
}

/* Binary digits of the end points that ranks other than 0 may have: so many are no accident of a form without a number. */
static unsigned digits_shown(const sx_runs *runs, const sx_samples *samples)
{
    unsigned shown = 0;
    for (size_t i = 0; i < samples->n && samples->is_rank; i++) {
        const sx_sample *s = &samples->sample[i];
        const bool again = i > 0 && s->rank == s[-1].rank;
        if (again || runs->comm_rank[s->comm][s->rank] == 0)
            continue;
        for (int64_t rest = runs->comm_size[s->comm][s->rank]; rest > 1; rest /= 2)
            shown++;
    }
    return shown;
}

/* Are there many samples, or do few choose among so many ranks that they are no accident? */
static bool tells(const sx_runs *runs, const sx_samples *samples)
{
    enum { TELLING = 12, LARGE = 8, DIGITS = 16 };
    bool differ = false;
    int64_t largest = 0, first = 0;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        int64_t size = runs->comm_size[s->comm][s->rank];
        first = i ? first : size;
        differ = differ || size != first;
        largest = size > largest ? size : largest;
    }
    const bool enough = samples->n >= TELLING || digits_shown(runs, samples) >= DIGITS;
    return enough && differ && largest >= LARGE;
}

/* The first form that gives every sample, with a doubt wherever another one that does so differs. */
static sx_status take(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                      const form_list *forms, bool rest, sx_law *ret_law, sx_error *err)
{
    sx_law law = { 0 };
    for (size_t i = 0; i < forms->n; i++) {
        size_t first;
        const sx_expr *form = forms->form[i];
        if (!form)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (rest)
            form = with_rest(arena, runs, samples, form);
        else if (!sx_column_matches(runs, samples, form, &first))
            form = NULL;
        if (!form)
            continue;
        if (!law.expr) {
            bool enough = tells(runs, samples);
            law = (sx_law) { form,
                             { .label = enough ? SX_LABEL_PROVED : SX_LABEL_EXACT,
                               .reason = enough ? NULL
                                                : "binary digits of ranks show in two "
                                                  "numbers of ranks of at least eight: "
                                                  "add an input" } };
            continue;
        }
        sx_status st =
            sx_law_doubt_rival(arena, form,
                               "all inputs have powers of two: what others do is "
                               "not known; add one of them",
                               &law, err);
        if (st)
            return st;
    }
    *ret_law = law;
    return SX_OK;
}

/* ---- the two kinds ---- */

static bool varies_within_a_run(const sx_samples *samples)
{
    for (size_t i = 1; i < samples->n; i++)
        if (samples->sample[i].run == samples->sample[i - 1].run &&
            samples->sample[i].value != samples->sample[i - 1].value)
            return true;
    return false;
}

static sx_status find_size(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           sx_law *ret_law, sx_error *err)
{
    form_list forms = { .arena = arena };
    const sx_expr *zero = number(arena, 0), *one = number(arena, 1);
    if (samples->varying || samples->lists || sx_samples_have_special(samples) ||
        !varies_within_a_run(samples))
        return SX_OK;
    add(&forms, zeros(arena));
    add(&forms, sx_expr_two(arena, SX_EXPR_MIN, zeros(arena), room(arena)));
    add(&forms,
        sx_expr_two(arena, SX_EXPR_MIN,
                    sx_expr_two(arena, SX_EXPR_ADD, zeros(arena), one), stages(arena)));
    add(&forms, sx_expr_two(arena, SX_EXPR_SUB, stages(arena), zeros(arena)));
    add(&forms, digits(arena));
    add(&forms, sx_expr_two(arena, SX_EXPR_SUB, stages(arena), digits(arena)));
    add(&forms, sx_expr_two(arena, SX_EXPR_MAX, zero,
                            sx_expr_two(arena, SX_EXPR_SUB, room(arena), digits(arena))));
    add(&forms, room(arena));
    return take(arena, runs, samples, &forms, true, ret_law, err);
}

/* 2^(trips - 1 - i): distances that halve down to 1 in as many trips as the rank makes. */
static const sx_expr *halving(sx_arena *arena, const sx_samples *samples,
                              uint32_t counter)
{
    const sx_expr *trip =
        sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + counter);
    const sx_expr *left = sx_expr_two(
        arena, SX_EXPR_SUB,
        sx_expr_two(arena, SX_EXPR_SUB, samples->trips, number(arena, 1)), trip);
    return sx_expr_two(arena, SX_EXPR_POW, number(arena, 2), left);
}

static sx_status find_peer(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           sx_law *ret_law, sx_error *err)
{
    form_list forms = { .arena = arena };
    const sx_expr *m = own_rank(arena);
    if (!samples->varying) {
        /* The parent in a binomial tree, by the lowest digit, the other rank between which it is, and the parent by the highest. */
        add(&forms, sx_expr_two(arena, SX_EXPR_SUB, m, lowest(arena, m)));
        add(&forms, sx_expr_two(arena, SX_EXPR_ADD, m, lowest(arena, m)));
        add(&forms, sx_expr_two(arena, SX_EXPR_SUB, m,
                                sx_expr_two(arena, SX_EXPR_POW, number(arena, 2),
                                            log2_of(arena, m))));
    } else if (samples->trips) {
        uint32_t last = samples->ncounters - 1;
        while (last > 0 && !(samples->varying >> last & 1))
            last--;
        add(&forms, sx_expr_two(arena, SX_EXPR_ADD, m, halving(arena, samples, last)));
        add(&forms, sx_expr_two(arena, SX_EXPR_SUB, m, halving(arena, samples, last)));
    }
    return take(arena, runs, samples, &forms, false, ret_law, err);
}

sx_status sx_law_bits(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      sx_law *ret_law, sx_error *err)
{
    if (samples->n == 0 || sx_samples_runs(samples) < 2)
        return SX_OK;
    if (samples->is_size)
        return find_size(arena, runs, samples, ret_law, err);
    return samples->is_rank ? find_peer(arena, runs, samples, ret_law, err) : SX_OK;
}

sx_status sx_law_between(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                         sx_law *ret_law, sx_error *err)
{
    form_list forms = { .arena = arena };
    if (samples->n == 0 || sx_samples_runs(samples) < 2 || samples->varying ||
        samples->lists || !samples->is_size || !sx_samples_are_truth(samples))
        return SX_OK;
    for (int64_t from = 0; from < 2; from++) {
        const sx_expr *x = sx_expr_two(arena, SX_EXPR_ADD, own_rank(arena),
                                       number(arena, from)),
                      *end = sx_expr_two(arena, SX_EXPR_ADD, size_of_comm(arena),
                                         number(arena, from));
        add(&forms,
            sx_expr_two(arena, SX_EXPR_LT,
                        sx_expr_two(arena, SX_EXPR_ADD, x, lowest(arena, x)), end));
        add(&forms, sx_expr_two(arena, SX_EXPR_GT,
                                sx_expr_two(arena, SX_EXPR_SUB, x, lowest(arena, x)),
                                number(arena, 0)));
    }
    return take(arena, runs, samples, &forms, false, ret_law, err);
}
