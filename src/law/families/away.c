/* Sizes that are the smaller the further away the other end of a message is: what is halved from stage to stage of a tree, as each rank sends it once. */
#include "law/column.h"
#include "law/law.h"

#include "base/checked.h"

#include <stdlib.h>

/* Distances that tell, and numbers of ranks. */
enum { DISTANCES = 3, SCALES = 3 };

/* How far it is at each sample; NULL where an end is no other rank, or ends are on both sides, and when out of memory. *ret_up: the other ranks are
 * those behind. */
static int64_t *distances(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          bool *ret_up)
{
    int64_t *end = SX_NEW_ARRAY(arena, int64_t, samples->n);
    if (!end || !sx_column_values(runs, samples, samples->end, end))
        return NULL;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        const int64_t own = runs->comm_rank[s->comm][s->rank];
        const bool up = end[i] > own;
        if (sx_is_special(end[i]) || end[i] == own || (i > 0 && up != *ret_up))
            return NULL;
        *ret_up = up;
        end[i] = llabs(end[i] - own);
    }
    return end;
}

/* What all sizes times their distances are; 0 where they are not one number. */
static int64_t product_of(const sx_samples *samples, const int64_t *distance)
{
    int64_t product = 0, here;
    for (size_t i = 0; i < samples->n; i++) {
        const int64_t size = samples->sample[i].value;
        if (sx_is_special(size) || size < 1 ||
            sx_mul_overflows(size, distance[i], &here) || (i > 0 && here != product))
            return 0;
        product = here;
    }
    return product;
}

static size_t count_different(const int64_t *distance, size_t n)
{
    int64_t seen[DISTANCES];
    size_t different = 0;
    for (size_t i = 0, k; i < n && different < DISTANCES; i++) {
        for (k = 0; k < different && seen[k] != distance[i]; k++)
            continue;
        if (k == different)
            seen[different++] = distance[i];
    }
    return different;
}

sx_status sx_law_away(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      sx_law *ret_law, sx_error *err)
{
    bool up = false;
    if (samples->beat || !samples->end || !samples->is_size || samples->lists ||
        samples->n == 0)
        return SX_OK;
    const int64_t *distance = distances(arena, runs, samples, &up);
    const int64_t product = distance ? product_of(samples, distance) : 0;
    if (product == 0 || count_different(distance, samples->n) < DISTANCES)
        return SX_OK;
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                  *all = sx_expr_int(arena, product),
                  *apart = sx_expr_two(arena, SX_EXPR_SUB, up ? samples->end : own,
                                       up ? own : samples->end),
                  *law = sx_expr_two(arena, SX_EXPR_DIV, all, apart),
                  *rest = sx_expr_two(arena, SX_EXPR_MOD, all, apart);
    const sx_evidence rests = {
        .label = SX_LABEL_PROVED,
        .reason =
            "what is halved leaves a rest here, and in no input: add one where it does",
        .doubt = sx_expr_two(arena, SX_EXPR_NE, rest, sx_expr_int(arena, 0))
    };
    if (!law || !rests.doubt)
        return sx_fail(err, SX_NOMEM, "out of memory");
    const sx_evidence few = { .label = SX_LABEL_EXACT,
                              .reason =
                                  "a size by the distance of the other end shows at "
                                  "three numbers of ranks: add an input" };
    *ret_law = (sx_law) { law, sx_evidence_join(arena, rests, *samples->end_evidence) };
    if (sx_samples_runs(samples) < SCALES)
        ret_law->evidence = sx_evidence_join(arena, ret_law->evidence, few);
    return SX_OK;
}
