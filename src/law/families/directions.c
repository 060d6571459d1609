/* Values in loops over the neighbours that there are: the end points themselves, whatever else depends on the
 * direction, and how many there are. */
#include "law/directions.h"
#include "law/column.h"
#include "law/law.h"

#include "base/checked.h"

/* What counts the directions: the innermost counter, or the index in a list. */
static const sx_expr *index_of(sx_arena *arena, const sx_samples *samples)
{
    if (samples->lists)
        return sx_expr_var(arena, SX_VAR_ELEMENT, 0, 0);
    return sx_expr_var(arena, SX_VAR_COUNTER, 0,
                       samples->first_counter + samples->ncounters - 1);
}

/* The direction of every sample, by its counter; false when a rank has fewer than its counter says. */
static bool directions_of(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          const sx_directions *d, int64_t *direction)
{
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS];
    const sx_expr *number[SX_DIRECTIONS];
    for (size_t k = 0; k < d->n; k++)
        number[k] = sx_expr_int(arena, (int64_t)k);
    const sx_expr *which = sx_directions_pick(arena, d, index_of(arena, samples), number);
    for (size_t i = 0; which && i < samples->n; i++) {
        sx_expr_env env = sx_sample_env(runs, samples, i, counter);
        if (sx_expr_eval(which, &env, &direction[i], NULL) || sx_is_special(direction[i]))
            return false;
    }
    return which != NULL;
}

/* The product of the extents of all axes but that of the direction. */
static const sx_expr *others_of(sx_arena *arena, const sx_runs *runs,
                                const sx_directions *d, size_t k)
{
    const sx_expr *others = NULL;
    for (uint32_t a = 0; a < runs->grid[d->grid].ndims; a++) {
        const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, d->grid, a);
        if (a != d->axis[k])
            others = others ? sx_expr_two(arena, SX_EXPR_MUL, others, dim) : dim;
    }
    return others;
}

/* What goes along an axis of a grid that is cut evenly is `whole` div that product: 0 when it is not. *ret_differ: the product is
 * another in some run. */
static int64_t whole_face(sx_arena *arena, const sx_runs *runs, const sx_samples *part,
                          const sx_expr *others, bool *ret_differ)
{
    int64_t *area = SX_NEW_ARRAY(arena, int64_t, part->n), whole, here;
    if (!area || !others || part->n == 0 || !sx_column_values(runs, part, others, area) ||
        sx_mul_overflows(area[0], part->sample[0].value, &whole) || whole <= 0)
        return 0;
    for (size_t i = 1; i < part->n; i++) {
        if (sx_mul_overflows(area[i], part->sample[i].value, &here) || here != whole)
            return 0;
        *ret_differ = *ret_differ || area[i] != area[0];
    }
    return whole;
}

/* The samples of one direction. */
static sx_samples part_of(sx_arena *arena, const sx_samples *samples,
                          const int64_t *direction, size_t k)
{
    sx_samples part = sx_samples_with(arena, samples, direction, (int64_t)k);
    part.beat = NULL;
    part.lists = false;
    return part;
}

/* Sizes of faces of a box that is cut evenly: a face for each direction, of which some run shows that it is one. Along an axis that no
 * run has two ranks along, the domain is as short as along any. */
static sx_status by_face(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                         const sx_directions *d, const int64_t *direction,
                         sx_law *ret_law, sx_error *err)
{
    const sx_expr *value[SX_DIRECTIONS];
    int64_t whole[SX_DIRECTIONS], largest = 0;
    bool differ = false;
    for (size_t k = 0; k < d->n; k++) {
        const sx_samples part = part_of(arena, samples, direction, k);
        if (!part.sample && part.n)
            return sx_fail(err, SX_NOMEM, "out of memory");
        whole[k] = whole_face(arena, runs, &part, others_of(arena, runs, d, k), &differ);
        if (whole[k] == 0 && part.n)
            return SX_OK;
        largest = whole[k] > largest ? whole[k] : largest;
    }
    for (size_t k = 0; k < d->n; k++)
        value[k] = sx_expr_two(arena, SX_EXPR_DIV,
                               sx_expr_int(arena, whole[k] ? whole[k] : largest),
                               others_of(arena, runs, d, k));
    const sx_evidence e = {
        .label = SX_LABEL_EXACT,
        .reason = "divides exactly in every input: where it does not, the rounding is "
                  "unknown; add an input that does not divide"
    };
    size_t first;
    sx_law law = { sx_directions_pick(arena, d, index_of(arena, samples), value),
                   sx_evidence_join(arena, d->evidence, e) };
    if (!law.expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (differ && sx_column_matches(runs, samples, law.expr, &first))
        *ret_law = law;
    return SX_OK;
}

/* For a direction that is in no run: what is on a line with two others, or else as the first. It is doubted wherever it is. */
static const sx_expr *guess(sx_arena *arena, const sx_directions *d, const size_t *n,
                            const sx_expr *const *value, size_t k)
{
    const sx_expr *near[2] = { NULL };
    size_t at[2] = { 0 }, found = 0, first = 0;
    while (n[first] == 0)
        first++;
    for (size_t i = 0; i < d->n && found < 2; i++)
        if (n[i] && value[i]->op == SX_EXPR_INT) {
            near[found] = value[i];
            at[found++] = i;
        }
    if (found < 2)
        return value[first];
    int64_t by, there;
    if (sx_sub_overflows(near[1]->value, near[0]->value, &by))
        return value[first];
    by /= (int64_t)(at[1] - at[0]);
    if (sx_mul_overflows((int64_t)k - (int64_t)at[0], by, &there) ||
        sx_add_overflows(near[0]->value, there, &there))
        return value[first];
    return sx_expr_int(arena, there);
}

/* A law for each direction. */
static sx_status by_direction(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                              const sx_directions *d, sx_law *ret_law, sx_error *err)
{
    int64_t *direction = SX_NEW_ARRAY(arena, int64_t, samples->n);
    const sx_expr *value[SX_DIRECTIONS];
    size_t n[SX_DIRECTIONS];
    sx_law joined = { .evidence = d->evidence };
    if (!direction)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!directions_of(arena, runs, samples, d, direction))
        return SX_OK;
    if (d->around && samples->is_size) {
        sx_status st = by_face(arena, runs, samples, d, direction, ret_law, err);
        if (st || ret_law->expr)
            return st;
    }
    if (!samples->varying && !samples->lists)
        return SX_OK;
    for (size_t k = 0; k < d->n; k++) {
        const sx_samples part = part_of(arena, samples, direction, k);
        sx_law law = { 0 };
        if (!part.sample && part.n)
            return sx_fail(err, SX_NOMEM, "out of memory");
        sx_status st = SX_OK;
        n[k] = part.n;
        if (part.n == 0 && d->around)
            continue;
        if (part.n > 0)
            st = sx_law_find_among(arena, runs, &part, SX_LAW_OF_PIECES, &law, err);
        if (st || !law.expr)
            return st;
        value[k] = law.expr;
        joined.evidence = sx_evidence_join(arena, joined.evidence, law.evidence);
    }
    for (size_t k = 0; k < d->n; k++)
        if (n[k] == 0)
            value[k] = guess(arena, d, n, value, k);
    size_t first;
    joined.expr = sx_directions_pick(arena, d, index_of(arena, samples), value);
    if (joined.expr && sx_column_matches(runs, samples, joined.expr, &first))
        *ret_law = joined;
    return SX_OK;
}

/* How many directions there are. */
static const sx_expr *number_of(sx_arena *arena, const sx_directions *d)
{
    const sx_expr *number = d->exists[0];
    for (size_t k = 1; number && k < d->n; k++)
        number = sx_expr_two(arena, SX_EXPR_ADD, number, d->exists[k]);
    return number;
}

/* a + b * number, from two samples that differ; NULL where it does not give all. */
static const sx_expr *line_of(sx_arena *arena, const sx_runs *runs,
                              const sx_samples *samples, const sx_expr *number)
{
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], x0 = 0, x = 0;
    for (size_t i = 0; number && i < samples->n; i++) {
        sx_expr_env env = sx_sample_env(runs, samples, i, counter);
        if (sx_expr_eval(number, &env, i ? &x : &x0, NULL))
            return NULL;
        const int64_t v0 = samples->sample[0].value;
        int64_t dv, a;
        if (i == 0 || x == x0)
            continue;
        if (sx_sub_overflows(samples->sample[i].value, v0, &dv) || dv == 0 ||
            dv % (x - x0) != 0)
            return NULL;
        const int64_t b = dv / (x - x0);
        if (sx_mul_overflows(b, x0, &a) || sx_sub_overflows(v0, a, &a))
            return NULL;
        const sx_expr *line =
            sx_expr_two(arena, SX_EXPR_ADD,
                        sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, b), number),
                        sx_expr_int(arena, a));
        size_t first;
        return line && sx_column_matches(runs, samples, line, &first) ? line : NULL;
    }
    return NULL;
}

/* By the number of directions in the k-th list. Where lists of a grid that goes around say the same in all inputs, which one it is stays open. */
static void by_number(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                      size_t k, sx_law *ret_law)
{
    const sx_directions *d = &runs->directions[k];
    sx_law law = { line_of(arena, runs, samples, number_of(arena, d)), d->evidence };
    for (size_t i = 0; law.expr && d->around && i < runs->ndirections; i++) {
        const sx_expr *other =
            i != k && runs->directions[i].around
                ? line_of(arena, runs, samples, number_of(arena, &runs->directions[i]))
                : NULL;
        if (!other || sx_expr_equal(other, law.expr))
            continue;
        law.evidence.doubt = sx_doubt_either(
            arena, law.evidence.doubt, sx_expr_two(arena, SX_EXPR_NE, law.expr, other));
        law.evidence.reason =
            "another law fits all inputs, and differs here: add an input";
    }
    if (law.expr)
        *ret_law = law;
}

sx_status sx_law_around(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    if (runs->ndirections == 0 || samples->lists || samples->is_rank ||
        sx_samples_have_special(samples))
        return SX_OK;
    if (samples->directions && samples->ncounters && sx_samples_values(samples, 2) > 1)
        return by_direction(arena, runs, samples, samples->directions, ret_law, err);
    for (size_t k = 0; k < runs->ndirections && !st && !ret_law->expr; k++)
        if (runs->directions[k].around && samples->ncounters == 0 &&
            (samples->is_trips || !runs->directions[k].narrow))
            by_number(arena, runs, samples, k, ret_law);
    return st;
}

sx_status sx_law_directions(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                            sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    if (runs->ndirections == 0 || sx_samples_have_special(samples))
        return SX_OK;
    for (size_t k = 0; k < runs->ndirections && !st && !ret_law->expr; k++) {
        const sx_directions *d = &runs->directions[k];
        if (samples->ncounters == 0 && !samples->lists) {
            if (samples->is_trips || !d->narrow)
                by_number(arena, runs, samples, k, ret_law);
        } else if (samples->is_rank) {
            const sx_expr *peer =
                sx_directions_pick(arena, d, index_of(arena, samples), d->peer);
            size_t first;
            if (peer && sx_column_matches(runs, samples, peer, &first))
                *ret_law = (sx_law) { peer, d->evidence };
        } else {
            st = by_direction(arena, runs, samples, d, ret_law, err);
        }
    }
    return st;
}
