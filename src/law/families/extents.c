/* Lists of the extents of a grid, as a Cartesian communicator is made with. */
#include "law/column.h"
#include "law/law.h"

/* Are there lists of n elements, of which one is another in another run? */
static bool are_lists(const sx_samples *samples, uint32_t n)
{
    int64_t first[SX_MAX_DIMS];
    bool differ = false;
    if (samples->n < n)
        return false;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        const int64_t k = (int64_t)(i % n);
        if (s->element != k)
            return false;
        if (i < n)
            first[k] = s->value;
        differ = differ || s->value != first[k];
    }
    return differ;
}

/* pick by the index; the slowest axis first, as MPI has it, or the fastest. */
static const sx_expr *extents_expr(sx_arena *arena, uint32_t g, uint32_t n, bool slowest)
{
    const sx_expr *element = sx_expr_var(arena, SX_VAR_ELEMENT, 0, 0), *all = NULL;
    for (uint32_t k = n; k-- > 0;) {
        const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, g, slowest ? n - 1 - k : k);
        const sx_expr *here =
            sx_expr_two(arena, SX_EXPR_EQ, element, sx_expr_int(arena, k));
        all = all ? sx_expr_make(arena, SX_EXPR_IF, here, dim, all) : dim;
    }
    return all;
}

sx_status sx_law_extents(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                         sx_law *ret_law, sx_error *err)
{
    size_t first;
    for (uint32_t k = 0; samples->lists && k < 2 * runs->ngrids; k++) {
        const uint32_t n = runs->grid[k / 2].ndims;
        if (n < 2 || !are_lists(samples, n))
            continue;
        const sx_expr *expr = extents_expr(arena, k / 2, n, k % 2 == 0);
        if (!expr)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (sx_column_matches(runs, samples, expr, &first)) {
            sx_evidence own = runs->grid[k / 2].evidence;
            if (own.label == SX_LABEL_REFUSED) /* the law is, the extents are not known */
                own = (sx_evidence) { .label = SX_LABEL_PROVED };
            *ret_law = (sx_law) { expr, own };
            return SX_OK;
        }
    }
    return SX_OK;
}
