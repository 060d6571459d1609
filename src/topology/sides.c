#include "topology/sides.h"

#include "trace/policy.h"
#include "trace/sides.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sides in the simplest ratios. */
enum { SIMPLE = 4 };

bool sx_sides_are_simple(const sx_policy *policy, int64_t sides)
{
    int64_t side[SX_SIDES_DIMS];
    bool simple = sx_sides_of(sides, policy->ndims, side);
    for (uint32_t a = 0; a < policy->ndims; a++)
        simple = simple && side[a] <= SIMPLE;
    return simple;
}

/* By the number of axes: ratios to a doubling, doublings either way, and the first side. */
static const struct resolution {
    int to_doubling;
    double doublings;
    int64_t first;
} resolutions[] = { { 18, 4, 100000 }, { 20, 2.5, 10000 }, { 6, 2, 1000 } };
enum { FEWEST_AXES = 2 };

/* How one ratio cuts all runs. */
typedef struct cut {
    int64_t sides;
    size_t at; /* in the order in which they are looked for */
    const int64_t *dims; /* nruns x ndims */
} cut;

typedef struct cuts {
    const sx_topology_run *run;
    size_t nruns, n, bytes; /* of the dims of a cut */
    const sx_policy *policy;
    cut *cut;
    sx_arena *arena;
} cuts;

static sx_status add(cuts *c, const int64_t *side, sx_error *err)
{
    const uint32_t ndims = c->policy->ndims;
    const int64_t sides = sx_sides_number(ndims, side);
    int64_t *dims = SX_NEW_ARRAY(c->arena, int64_t, c->nruns * ndims);
    if (!dims)
        return sx_fail(err, SX_NOMEM, "no memory for the sides of a domain");
    for (size_t i = 0; i < c->nruns; i++) {
        const sx_topology_run *run = &c->run[i];
        int64_t dim[SX_MAX_DIMS];
        if (!sx_policy_dims(c->policy, run->p, sides, run->told_ndims, run->told, dim))
            return SX_OK;
        memcpy(dims + i * ndims, dim, ndims * sizeof *dims);
    }
    c->cut[c->n] = (cut) { sides, c->n, dims };
    c->n++;
    return SX_OK;
}

/* The k-th tuple of `of` numbers for each axis but the first; false beyond the last one. */
static bool tuple(uint32_t ndims, size_t of, uint32_t first, size_t k, uint32_t *ret)
{
    for (uint32_t a = first; a < ndims; a++) {
        ret[a] = (uint32_t)(k % of);
        k /= of;
    }
    return k == 0;
}

static sx_status add_simple(cuts *c, sx_error *err)
{
    uint32_t number[SX_SIDES_DIMS];
    sx_status st = SX_OK;
    for (size_t k = 0; !st && tuple(c->policy->ndims, SIMPLE, 0, k, number); k++) {
        int64_t side[SX_SIDES_DIMS];
        for (uint32_t a = 0; a < c->policy->ndims; a++)
            side[a] = number[a] + 1;
        st = add(c, side, err);
    }
    return st;
}

static sx_status add_others(cuts *c, sx_error *err)
{
    const struct resolution *r = &resolutions[c->policy->ndims - FEWEST_AXES];
    const int beyond = (int)(r->doublings * r->to_doubling);
    uint32_t number[SX_SIDES_DIMS];
    sx_status st = SX_OK;
    for (size_t k = 0;
         !st && tuple(c->policy->ndims, 2 * (uint32_t)beyond + 1, 1, k, number); k++) {
        int64_t side[SX_SIDES_DIMS] = { r->first };
        for (uint32_t a = 1; a < c->policy->ndims; a++)
            side[a] = llround((double)r->first *
                              exp2(((int)number[a] - beyond) / (double)r->to_doubling));
        st = add(c, side, err);
    }
    return st;
}

static size_t count(uint32_t ndims)
{
    const struct resolution *r = &resolutions[ndims - FEWEST_AXES];
    const size_t ratios = 2 * (size_t)(r->doublings * r->to_doubling) + 1;
    size_t simple = SIMPLE, others = 1;
    for (uint32_t a = 1; a < ndims; a++) {
        simple *= SIMPLE;
        others *= ratios;
    }
    return simple + others;
}

static int by_dims(const void *left, const void *right, void *bytes)
{
    const cut *a = left, *b = right;
    const int order = memcmp(a->dims, b->dims, *(const size_t *)bytes);
    return order ? order : (a->at > b->at) - (a->at < b->at);
}

/* Of two axes' sides the ratio, in doublings. */
static double ratio(const cuts *c, const cut *one, uint32_t axis)
{
    int64_t side[SX_SIDES_DIMS];
    sx_sides_of(one->sides, c->policy->ndims, side);
    return log2((double)side[axis] / (double)side[0]);
}

/* The one whose ratios are nearest to the means of all n. */
static const cut *middle(const cuts *c, const cut *first, size_t n)
{
    double mean[SX_SIDES_DIMS] = { 0 }, nearest = INFINITY;
    const cut *best = first;
    for (uint32_t a = 1; a < c->policy->ndims; a++)
        for (size_t i = 0; i < n; i++)
            mean[a] += ratio(c, &first[i], a) / (double)n;
    for (size_t i = 0; i < n; i++) {
        double apart = 0;
        for (uint32_t a = 1; a < c->policy->ndims; a++)
            apart += pow(ratio(c, &first[i], a) - mean[a], 2);
        best = apart < nearest ? &first[i] : best;
        nearest = fmin(nearest, apart);
    }
    return best;
}

/* The one with the least or the largest ratio of an axis' side to that of the first. */
static const cut *extreme(const cuts *c, const cut *first, size_t n, uint32_t axis,
                          int sign)
{
    const cut *found = first;
    for (size_t i = 1; i < n; i++)
        if (sign * ratio(c, &first[i], axis) > sign * ratio(c, found, axis))
            found = &first[i];
    return found;
}

/* Of n that cut alike: simple ones stand first. */
static sx_status try_some(const cuts *c, const cut *first, size_t n,
                          sx_sides_try *try_sides, void *of)
{
    const bool simple = sx_sides_are_simple(c->policy, first->sides);
    const cut *chosen = simple ? first : middle(c, first, n);
    sx_status st = try_sides(of, c->policy, chosen->sides);
    for (uint32_t a = 1; a < c->policy->ndims; a++)
        for (int sign = -1; sign <= 1 && !st; sign += 2) {
            const cut *other = extreme(c, first, n, a, sign);
            if (other != chosen)
                st = try_sides(of, c->policy, other->sides);
        }
    return st;
}

static sx_status try_groups(cuts *c, sx_sides_try *try_sides, void *of)
{
    sx_status st = SX_OK;
    qsort_r(c->cut, c->n, sizeof *c->cut, by_dims, &c->bytes);
    for (size_t first = 0, end; first < c->n && !st; first = end) {
        for (end = first + 1;
             end < c->n && memcmp(c->cut[end].dims, c->cut[first].dims, c->bytes) == 0;
             end++)
            continue;
        st = try_some(c, &c->cut[first], end - first, try_sides, of);
    }
    return st;
}

sx_status sx_sides_each(const sx_topology_run *run, size_t nruns, const sx_policy *policy,
                        sx_sides_try *try_sides, void *of, sx_error *err)
{
    cuts c = { .run = run,
               .nruns = nruns,
               .policy = policy,
               .bytes = nruns * policy->ndims * sizeof(int64_t),
               .arena = sx_arena_create() };
    if (c.arena)
        c.cut = SX_NEW_ARRAY(c.arena, cut, count(policy->ndims));
    sx_status st =
        c.cut ? SX_OK : sx_fail(err, SX_NOMEM, "no memory for the sides of a domain");
    if (!st)
        st = add_simple(&c, err);
    if (!st)
        st = add_others(&c, err);
    if (!st)
        st = try_groups(&c, try_sides, of);
    sx_arena_destroy(c.arena);
    return st;
}
