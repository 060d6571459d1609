/* Trees of k branches over the ranks in breadth-first order: the children of m are k m + 1 .. k m + k as far as there
 * are so many ranks, its parent is (m - 1) div k. */
#include "law/column.h"
#include "law/law.h"

enum { MOST_BRANCHES = 8, MOST_FORMS = MOST_BRANCHES + 2 };

static const sx_expr *parent_of(sx_arena *arena, const sx_expr *m, int64_t k)
{
    return sx_expr_two(arena, SX_EXPR_DIV,
                       sx_expr_two(arena, SX_EXPR_SUB, m, sx_expr_int(arena, 1)),
                       sx_expr_int(arena, k));
}

/* k m + c. */
static const sx_expr *child(sx_arena *arena, const sx_expr *m, int64_t k, int64_t c)
{
    return sx_expr_two(arena, SX_EXPR_ADD,
                       sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, k), m),
                       sx_expr_int(arena, c));
}

static const sx_expr *children_of(sx_arena *arena, const sx_expr *m, const sx_expr *size,
                                  int64_t k)
{
    const sx_expr *left = sx_expr_two(arena, SX_EXPR_SUB, size, child(arena, m, k, 1));
    left = sx_expr_two(arena, SX_EXPR_MAX, sx_expr_int(arena, 0), left);
    return sx_expr_two(arena, SX_EXPR_MIN, sx_expr_int(arena, k), left);
}

/* From a sample on, how many of its run there are of ranks with children, as far as two. */
static size_t nodes_from(const sx_samples *samples, size_t i)
{
    enum { SEVERAL = 2 };
    const sx_sample *first = &samples->sample[i], *node = NULL;
    size_t n = 0;
    for (; i < samples->n && samples->sample[i].run == first->run && n < SEVERAL; i++) {
        const sx_sample *s = &samples->sample[i];
        if (s->value == 0 || (node && node->rank == s->rank))
            continue;
        node = s;
        n++;
    }
    return n;
}

/* The law is proved where two inputs have at least two levels of full nodes. The root alone is no tree: of how many children there are, other nodes have to tell, too. */
static sx_evidence founded_on(const sx_runs *runs, const sx_samples *samples, int64_t k)
{
    enum { LEVELS = 2 };
    size_t deep = 0;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        bool new_run = i == 0 || s[-1].run != s->run;
        deep += new_run && runs->comm_size[s->comm][s->rank] > k + 2 &&
                (samples->is_rank || nodes_from(samples, i) >= LEVELS);
    }
    if (deep >= LEVELS)
        return (sx_evidence) { .label = SX_LABEL_PROVED };
    return (sx_evidence) { .label = SX_LABEL_EXACT,
                           .reason = "a tree of which only one input has two levels: add "
                                     "a larger one" };
}

/* What may be said of trees of k branches: the parent, the number of children, the c-th one or who has it, and all
 * of them in a loop. */
static size_t forms_of(sx_arena *arena, const sx_samples *samples, int64_t k,
                       const sx_expr *form[MOST_FORMS])
{
    const sx_expr *m = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    const sx_expr *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    size_t n = 0;
    if (samples->is_rank)
        form[n++] = parent_of(arena, m, k);
    if (samples->is_size)
        form[n++] = children_of(arena, m, size, k);
    for (int64_t c = 1; c <= k && samples->is_size; c++)
        form[n++] = sx_expr_two(arena, SX_EXPR_LT, child(arena, m, k, c), size);
    for (int64_t c = 1; c <= k && samples->is_rank; c++)
        form[n++] = child(arena, m, k, c);
    for (uint32_t d = 0; d < samples->ncounters; d++)
        if (samples->varying == 1u << d) {
            const sx_expr *i =
                sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + d);
            form[n++] = sx_expr_two(arena, SX_EXPR_ADD, child(arena, m, k, 1), i);
        }
    return n;
}

sx_status sx_law_heap(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      sx_law *ret_law, sx_error *err)
{
    size_t first;
    if (sx_samples_runs(samples) < 2 || (samples->ncounters && !samples->is_rank) ||
        samples->lists || sx_samples_have_one_value(samples))
        return SX_OK;
    sx_samples probe = sx_samples_probe(arena, samples);
    for (int64_t k = 2; k <= MOST_BRANCHES; k++) {
        const sx_expr *form[MOST_FORMS];
        size_t n = forms_of(arena, samples, k, form);
        for (size_t i = 0; i < n; i++) {
            if (!form[i] || !probe.sample)
                return sx_fail(err, SX_NOMEM, "out of memory");
            if (!sx_column_matches(runs, &probe, form[i], &first) ||
                !sx_column_matches(runs, samples, form[i], &first))
                continue;
            if (!ret_law->expr) {
                *ret_law = (sx_law) { form[i], founded_on(runs, samples, k) };
                continue;
            }
            ret_law->evidence =
                (sx_evidence) { .label = SX_LABEL_EXACT,
                                .reason = "which child of a tree it is shows where the "
                                          "last node has some of them: add an input" };
            return SX_OK;
        }
    }
    return SX_OK;
}
