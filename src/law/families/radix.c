/* Trees of k - 1 children on each level (k-nomial trees): a rank's parent has 0 in place of its last digit in base k that is none, and its
 * children are those that it is the parent of, m + d k^l. Binomial trees are of the family "bits". */
#include "law/column.h"
#include "law/law.h"

enum { LEAST_BASE = 3, MOST_BASE = 8, MOST_FORMS = 3 };

typedef struct tree {
    sx_arena *arena;
    int64_t k;
    const sx_expr *m, *size;
} tree;

static const sx_expr *number(const tree *of, int64_t value)
{
    return sx_expr_int(of->arena, value);
}

static const sx_expr *two(const tree *of, sx_expr_op op, const sx_expr *a,
                          const sx_expr *b)
{
    return sx_expr_two(of->arena, op, a, b);
}

static const sx_expr *power(const tree *of, const sx_expr *exponent)
{
    return two(of, SX_EXPR_POW, number(of, of->k), exponent);
}

/* How many digits of m at its end are 0; of 0, more than any rank has. */
static const sx_expr *zeros(const tree *of)
{
    const sx_expr *level = sx_expr_var(of->arena, SX_VAR_TERM, 0, 0);
    const sx_expr *is_zero =
        two(of, SX_EXPR_EQ,
            two(of, SX_EXPR_MOD, of->m,
                power(of, two(of, SX_EXPR_ADD, level, number(of, 1)))),
            number(of, 0));
    const sx_expr *digits =
        two(of, SX_EXPR_ADD, two(of, SX_EXPR_LOG, number(of, of->k), of->size),
            number(of, 1));
    return two(of, SX_EXPR_SUM, digits, is_zero);
}

static const sx_expr *parent(const tree *of)
{
    const sx_expr *above = power(of, two(of, SX_EXPR_ADD, zeros(of), number(of, 1)));
    return two(of, SX_EXPR_SUB, of->m, two(of, SX_EXPR_MOD, of->m, above));
}

/* Of the numbers d k^l, those that lead to a rank, on as many levels as m has zeros. */
static const sx_expr *children(const tree *of)
{
    const sx_expr *behind =
        two(of, SX_EXPR_SUB, two(of, SX_EXPR_SUB, of->size, of->m), number(of, 1));
    const sx_expr *top = two(of, SX_EXPR_LOG, number(of, of->k),
                             two(of, SX_EXPR_MAX, number(of, 1), behind));
    const sx_expr *on_top = two(of, SX_EXPR_DIV, behind, power(of, top));
    const sx_expr *branches = number(of, of->k - 1);
    return two(of, SX_EXPR_MIN, two(of, SX_EXPR_MUL, branches, zeros(of)),
               two(of, SX_EXPR_ADD, two(of, SX_EXPR_MUL, branches, top), on_top));
}

/* m + d k^l. */
static const sx_expr *child(const tree *of, const sx_expr *digit, const sx_expr *level)
{
    return two(of, SX_EXPR_ADD, of->m, two(of, SX_EXPR_MUL, digit, power(of, level)));
}

/* Trip x, from the nearest child to the farthest. */
static const sx_expr *upwards(const tree *of, const sx_expr *x)
{
    const sx_expr *branches = number(of, of->k - 1);
    return child(of,
                 two(of, SX_EXPR_ADD, two(of, SX_EXPR_MOD, x, branches), number(of, 1)),
                 two(of, SX_EXPR_DIV, x, branches));
}

/* The farthest level first, and on each the nearest child: x trips are still to come. */
static const sx_expr *level_by_level(const tree *of, const sx_expr *x,
                                     const sx_expr *trips)
{
    const sx_expr *branches = number(of, of->k - 1),
                  *level = two(of, SX_EXPR_DIV, x, branches);
    const sx_expr *below =
        two(of, SX_EXPR_SUB, trips, two(of, SX_EXPR_MUL, branches, level));
    return child(of,
                 two(of, SX_EXPR_SUB, two(of, SX_EXPR_MIN, branches, below),
                     two(of, SX_EXPR_MOD, x, branches)),
                 level);
}

/* What may be said of trees of base k: of sizes the number of children; of ranks the parent, or the children in a loop. */
static size_t forms_of(const tree *of, const sx_samples *samples,
                       const sx_expr *form[MOST_FORMS])
{
    size_t n = 0;
    if (samples->is_size && !samples->varying)
        form[n++] = children(of);
    if (samples->is_rank && !samples->varying)
        form[n++] = parent(of);
    for (uint32_t c = 0; samples->is_rank && c < samples->ncounters; c++) {
        if (samples->varying != 1u << c)
            continue;
        const sx_expr *trip =
            sx_expr_var(of->arena, SX_VAR_COUNTER, 0, samples->first_counter + c);
        form[n++] = upwards(of, trip);
        if (!samples->trips)
            continue;
        const sx_expr *left = two(
            of, SX_EXPR_SUB, two(of, SX_EXPR_SUB, samples->trips, number(of, 1)), trip);
        form[n++] = level_by_level(of, left, samples->trips);
        form[n++] = upwards(of, left);
    }
    return n;
}

/* Three levels in one input, and two in another of another number of ranks. */
static sx_evidence founded_on(const sx_runs *runs, const sx_samples *samples, int64_t k)
{
    int64_t most = 0, other = 0;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        const int64_t size = runs->comm_size[s->comm][s->rank];
        if (size > most)
            other = most;
        else if (size < most && size > other)
            other = size;
        most = size > most ? size : most;
    }
    if (most > k * k && other > k)
        return (sx_evidence) { .label = SX_LABEL_PROVED };
    return (sx_evidence) { .label = SX_LABEL_EXACT,
                           .reason = "a tree over digits shows in two numbers of ranks, "
                                     "one of which has three levels: add a larger one" };
}

/* Those of one base that give every sample: the law if there is none yet, else a doubt wherever it differs. */
static sx_status try_base(const tree *of, const sx_runs *runs, const sx_samples *samples,
                          const sx_samples *probe, sx_law *law, sx_error *err)
{
    const sx_expr *form[MOST_FORMS];
    const size_t n = forms_of(of, samples, form);
    size_t first;
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < n; i++) {
        if (!form[i])
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (!sx_column_matches(runs, probe, form[i], &first) ||
            !sx_column_matches(runs, samples, form[i], &first))
            continue;
        if (law->expr)
            st = sx_law_doubt_rival(
                of->arena, form[i],
                "a tree over digits in another base, or in another order, fits "
                "all inputs, too, and differs here: add an input",
                law, err);
        else
            *law = (sx_law) { form[i], founded_on(runs, samples, of->k) };
    }
    return st;
}

sx_status sx_law_radix(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    sx_law law = { 0 };
    sx_status st = SX_OK;
    if (sx_samples_runs(samples) < 2 || samples->lists ||
        (!samples->is_rank && !samples->is_size) || sx_samples_have_one_value(samples) ||
        sx_samples_are_truth(samples))
        return SX_OK;
    const sx_samples probe = sx_samples_probe(arena, samples);
    if (!probe.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (int64_t k = LEAST_BASE; !st && k <= MOST_BASE; k++) {
        const tree of = { arena, k, sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                          sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0) };
        st = try_base(&of, runs, samples, &probe, &law, err);
    }
    if (!st)
        *ret_law = law;
    return st;
}
