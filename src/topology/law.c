#include "topology/topology.h"

#include "base/checked.h"
#include "topology/digits.h"
#include "topology/halvings.h"
#include "topology/sides.h"
#include "topology/slot_law.h"

#include <stdlib.h>
#include <string.h>

/* What the slots say on one set of dims (dims of every run). Policies that agree on all
 * runs share it. */
typedef struct layout {
    uint32_t ndims;
    int64_t (*dim)[SX_MAX_DIMS]; /* nruns */
    sx_slot_law *slot; /* nslots */
    size_t explained, domains;
    unsigned weight;
    bool periodic[SX_MAX_DIMS];
    bool steps[SX_MAX_DIMS]; /* some slot goes along this axis alone */
    bool shows_fixed_alone;
} layout;

typedef struct candidate {
    const sx_policy *policy;
    int64_t arg;
    int64_t order; /* among those of one policy */
    size_t layout;
} candidate;

typedef struct search {
    const sx_topology_run *run;
    size_t nruns, nslots;
    sx_arena *scratch;
    size_t nlayouts, ncandidates, capacity;
    layout *layout;
    candidate *candidate;
    int64_t **coord, *residue;
} search;

sx_status sx_topology_check(const sx_topology_run *run, size_t nslots, sx_error *err)
{
    if (run->p < 1 || run->p > INT32_MAX)
        return sx_fail(err, SX_INVALID, "a run of %lld ranks", (long long)run->p);
    for (size_t k = 0; k < nslots; k++)
        for (int64_t r = 0; r < run->p; r++) {
            int64_t peer = run->peer[k][r];
            if (!sx_is_special(peer) && (peer < 0 || peer >= run->p))
                return sx_fail(err, SX_INVALID, "rank %lld of %lld has the peer %lld",
                               (long long)r, (long long)run->p, (long long)peer);
        }
    return SX_OK;
}

/* The dims of every run by a policy. False when a run has none. */
static bool dims_of(const search *s, const sx_policy *policy, int64_t arg,
                    int64_t (*ret_dim)[SX_MAX_DIMS])
{
    memset(ret_dim, 0, s->nruns * sizeof *ret_dim);
    for (size_t i = 0; i < s->nruns; i++) {
        const sx_topology_run *run = &s->run[i];
        int64_t product = 1;
        if (!sx_policy_dims(policy, run->p, arg, run->told_ndims, run->told, ret_dim[i]))
            return false;
        for (uint32_t a = 0; a < policy->ndims; a++)
            if (ret_dim[i][a] < 1 || sx_mul_overflows(product, ret_dim[i][a], &product))
                return false;
        if (product != s->run[i].p)
            return false;
    }
    return true;
}

static void fill_coords(const search *s, const layout *on)
{
    for (size_t i = 0; i < s->nruns; i++)
        for (int64_t r = 0; r < s->run[i].p; r++)
            sx_digits_of(r, on->ndims, on->dim[i], s->coord[i] + (size_t)r * on->ndims);
}

/* Notes the axis that the slot goes along, if that is one. */
static void note_step(layout *on, const sx_slot_law *law)
{
    uint32_t along = 0, axes = 0;
    for (uint32_t a = 0; a < on->ndims; a++)
        if (law->axis[a].kind == SX_DIGIT_CONSTANT || law->axis[a].shift != 0) {
            along = a;
            axes++;
        }
    if (axes == 1)
        on->steps[along] = true;
}

static void add_slot(layout *on, const sx_slot_law *law, unsigned weight)
{
    note_step(on, law);
    on->explained++;
    on->domains += law->domain != SX_SLOT_OTHER;
    on->weight += weight;
    for (uint32_t a = 0; a < on->ndims; a++)
        if (law->axis[a].kind == SX_DIGIT_WRAP)
            on->periodic[a] = true;
}

size_t sx_topology_scales(const sx_topology_run *run, size_t nruns)
{
    size_t scales = 0;
    for (size_t i = 0, k; i < nruns; i++) {
        for (k = 0; k < i && run[k].p != run[i].p; k++)
            continue;
        scales += k == i;
    }
    return scales;
}

/* Is there an axis that is as long in all runs, of which nobody told, and does no slot go along the others? It may then be a number of the program's. */
static bool shows_fixed_alone(const search *s, const layout *x)
{
    enum { TELLING = 3 };
    bool fixed = false, other = false, shows = s->run[0].known_ndims > 0;
    for (uint32_t a = 0; a < x->ndims; a++) {
        bool alike = true;
        for (size_t i = 1; i < s->nruns; i++)
            alike = alike && x->dim[i][a] == x->dim[0][a];
        fixed = fixed || alike;
        other = other || !alike;
        shows = shows || (!alike && x->steps[a]);
    }
    return sx_topology_scales(s->run, s->nruns) >= TELLING && fixed && other && !shows;
}

static sx_status explain(search *s, layout *on, sx_error *err)
{
    on->slot = SX_NEW_ARRAY(s->scratch, sx_slot_law, s->nslots);
    if (!on->slot)
        return sx_fail(err, SX_NOMEM, "no memory for a search of grids");
    fill_coords(s, on);
    sx_topology_grid grid = { .run = s->run,
                              .nruns = s->nruns,
                              .ndims = on->ndims,
                              .dim = (const int64_t(*)[SX_MAX_DIMS])on->dim,
                              .coord = s->coord };
    for (size_t k = 0; k < s->nslots; k++) {
        unsigned weight = 0;
        if (sx_slot_law_find(&grid, k, s->residue, &on->slot[k], &weight))
            add_slot(on, &on->slot[k], weight);
    }
    on->shows_fixed_alone = shows_fixed_alone(s, on);
    return SX_OK;
}

/* Doubles both lists when they are full (a layout never has fewer candidates than one).
 */
static bool reserve(search *s)
{
    if (s->ncandidates < s->capacity)
        return true;
    size_t capacity = s->capacity ? 2 * s->capacity : 64;
    layout *layouts = SX_NEW_ARRAY(s->scratch, layout, capacity);
    candidate *candidates = SX_NEW_ARRAY(s->scratch, candidate, capacity);
    if (!layouts || !candidates)
        return false;
    if (s->capacity) {
        memcpy(layouts, s->layout, s->nlayouts * sizeof *layouts);
        memcpy(candidates, s->candidate, s->ncandidates * sizeof *candidates);
    }
    s->layout = layouts;
    s->candidate = candidates;
    s->capacity = capacity;
    return true;
}

/* Adds the policy if it has dims for every run. */
static sx_status try_policy(search *s, const sx_policy *policy, int64_t arg,
                            int64_t (*dim)[SX_MAX_DIMS], sx_error *err)
{
    if (!dims_of(s, policy, arg, dim))
        return SX_OK;
    if (!reserve(s))
        return sx_fail(err, SX_NOMEM, "no memory for a search of grids");
    size_t k = 0, bytes = s->nruns * sizeof *dim;
    while (k < s->nlayouts && (s->layout[k].ndims != policy->ndims ||
                               memcmp(s->layout[k].dim, dim, bytes) != 0))
        k++;
    if (k == s->nlayouts) {
        layout fresh = { .ndims = policy->ndims,
                         .dim = sx_arena_copy(s->scratch, dim, s->nruns, sizeof *dim) };
        if (!fresh.dim)
            return sx_fail(err, SX_NOMEM, "no memory for a search of grids");
        sx_status status = explain(s, &fresh, err);
        if (status)
            return status;
        s->layout[s->nlayouts++] = fresh;
    }
    const int64_t order = sx_policy_has_sides(policy) ? (int64_t)s->ncandidates : arg;
    s->candidate[s->ncandidates++] = (candidate) { policy, arg, order, k };
    return SX_OK;
}

/* Are the dims of so many axes told in all runs? */
static bool are_told(const search *s, uint32_t ndims)
{
    for (size_t i = 0; i < s->nruns; i++)
        if (s->run[i].told_ndims != ndims)
            return false;
    return true;
}

/* Every divisor of any p but the largest, since some input must lie beyond a constant; each once. An axis that is not cut is one where
 * dims are told alone. */
static sx_status try_divisors(search *s, const sx_policy *policy,
                              int64_t (*dim)[SX_MAX_DIMS], sx_error *err)
{
    int64_t largest = 1;
    for (size_t i = 0; i < s->nruns; i++)
        largest = s->run[i].p > largest ? s->run[i].p : largest;
    for (int64_t arg = are_told(s, policy->ndims) ? 1 : 2; arg < largest; arg++) {
        bool divides = false;
        for (size_t i = 0; i < s->nruns && !divides; i++)
            divides = s->run[i].p % arg == 0;
        sx_status status = divides ? try_policy(s, policy, arg, dim, err) : SX_OK;
        if (status)
            return status;
    }
    return SX_OK;
}

typedef struct trying {
    search *s;
    int64_t (*dim)[SX_MAX_DIMS];
    sx_error *err;
} trying;

static sx_status try_argument(void *of, const sx_policy *policy, int64_t arg)
{
    trying *t = of;
    return try_policy(t->s, policy, arg, t->dim, t->err);
}

/* Are dims of so many axes known in all runs? */
static bool are_known(const search *s, uint32_t ndims)
{
    for (size_t i = 0; i < s->nruns; i++)
        if (s->run[i].known_ndims != ndims)
            return false;
    return true;
}

/* Orders of axes fit by accident where nothing says what the dims are. */
static sx_status try_arguments(search *s, const sx_policy *policy,
                               int64_t (*dim)[SX_MAX_DIMS], sx_error *err)
{
    if (!policy->has_arg)
        return try_policy(s, policy, 0, dim, err);
    if (sx_policy_has_sides(policy))
        return sx_sides_each(s->run, s->nruns, policy, try_argument,
                             &(trying) { s, dim, err }, err);
    if (!policy->arg_is_order)
        return try_divisors(s, policy, dim, err);
    return are_known(s, policy->ndims)
               ? sx_halvings_each(s->run, s->nruns, policy, try_argument,
                                  &(trying) { s, dim, err })
               : SX_OK;
}

/* Dims that were told, and that no policy has. */
static sx_status try_given(search *s, int64_t (*dim)[SX_MAX_DIMS], sx_error *err)
{
    uint32_t ndims = s->run[0].told_ndims;
    for (size_t i = 0; i < s->ncandidates; i++)
        if (s->candidate[i].policy->ndims == ndims)
            return SX_OK;
    return ndims ? try_policy(s, &sx_policy_given[ndims - 1], 0, dim, err) : SX_OK;
}

static sx_status try_all(search *s, const sx_policy *policy, size_t npolicies,
                         sx_error *err)
{
    int64_t(*dim)[SX_MAX_DIMS] = sx_arena_alloc(s->scratch, s->nruns, sizeof *dim);
    size_t trackers;
    if (dim && !sx_mul_overflows(s->nruns, (size_t)SX_SLOT_TRACKERS, &trackers))
        s->residue = SX_NEW_ARRAY(s->scratch, int64_t, trackers);
    s->coord = SX_NEW_ARRAY(s->scratch, int64_t *, s->nruns);
    if (!dim || !s->residue || !s->coord)
        return sx_fail(err, SX_NOMEM, "no memory for a search of grids");
    for (size_t i = 0; i < s->nruns; i++) {
        s->coord[i] =
            SX_NEW_ARRAY(s->scratch, int64_t, (size_t)s->run[i].p * SX_MAX_DIMS);
        if (!s->coord[i])
            return sx_fail(err, SX_NOMEM, "no memory for a search of grids");
    }
    for (size_t k = 0; k < npolicies; k++) {
        sx_status status = try_arguments(s, &policy[k], dim, err);
        if (status)
            return status;
    }
    return try_given(s, dim, err);
}

static int compare(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

/* Does the policy have a number where nothing asks for one, or none where something does? */
static int is_unlikely(const candidate *c, const layout *on)
{
    return c->policy->has_arg != on->shows_fixed_alone;
}

/* Has the policy sides that are in no simple ratio? */
static bool is_odd(const candidate *c)
{
    return sx_policy_has_sides(c->policy) && !sx_sides_are_simple(c->policy, c->arg);
}

/* The better one first: end points of all ranks, or of all that have the neighbour, tell of a grid, before those of a few ranks, which some digits
 * or other explain. Policies are rows of one table, so their addresses are its order. */
static int by_merit(const void *left, const void *right, void *of)
{
    const candidate *a = left, *b = right;
    const layout *x = (const layout *)of + a->layout, *y = (const layout *)of + b->layout;
    int order = compare(y->domains, x->domains);
    order = order ? order : compare(y->explained, x->explained);
    order = order ? order : compare(x->ndims, y->ndims);
    order = order ? order : compare(x->weight, y->weight);
    order = order ? order : is_unlikely(a, x) - is_unlikely(b, y);
    order = order ? order : is_odd(a) - is_odd(b);
    order = order ? order : (a->policy > b->policy) - (a->policy < b->policy);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

static bool explains_the_same(const search *s, const layout *a, const layout *b)
{
    for (size_t k = 0; k < s->nslots; k++)
        if (a->slot[k].explained != b->slot[k].explained)
            return false;
    return true;
}

static sx_status make_result(sx_arena *arena, search *s, const sx_grid_law **ret_law,
                             size_t *ret_n, sx_error *err)
{
    if (s->ncandidates)
        qsort_r(s->candidate, s->ncandidates, sizeof *s->candidate, by_merit, s->layout);
    sx_grid_law *law = SX_NEW_ARRAY(arena, sx_grid_law, s->ncandidates);
    size_t n = 0;
    for (size_t k = 0; law && k < s->ncandidates; k++) {
        const candidate *c = &s->candidate[k];
        const layout *x = &s->layout[c->layout];
        if (x->explained == 0 ||
            !explains_the_same(s, x, &s->layout[s->candidate[0].layout]))
            continue;
        law[n] = (sx_grid_law) { .policy = c->policy,
                                 .arg = c->arg,
                                 .ndims = x->ndims,
                                 .explained = x->explained,
                                 .domains = x->domains,
                                 .weight = x->weight };
        memcpy(law[n].periodic, x->periodic, sizeof x->periodic);
        law[n].slot = sx_arena_copy(arena, x->slot, s->nslots, sizeof *x->slot);
        if (!law[n++].slot)
            law = NULL;
    }
    if (!law)
        return sx_fail(err, SX_NOMEM, "no memory for the laws of grids");
    *ret_law = law;
    *ret_n = n;
    return SX_OK;
}

sx_status sx_topology_law(sx_arena *arena, const sx_topology_run *run, size_t nruns,
                          size_t nslots, const sx_policy *policy, size_t npolicies,
                          const sx_grid_law **ret_law, size_t *ret_n, sx_error *err)
{
    for (size_t i = 0; i < nruns; i++) {
        sx_status status = sx_topology_check(&run[i], nslots, err);
        if (status)
            return status;
    }
    search s = {
        .run = run, .nruns = nruns, .nslots = nslots, .scratch = sx_arena_create()
    };
    if (!s.scratch)
        return sx_fail(err, SX_NOMEM, "no memory for a search of grids");
    sx_status status = try_all(&s, policy, npolicies, err);
    if (!status)
        status = make_result(arena, &s, ret_law, ret_n, err);
    sx_arena_destroy(s.scratch);
    return status;
}
