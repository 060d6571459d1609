#include "law/versions/agreement.h"

#include "law/law.h"

#include "trace/policy.h"

/* ---- the numbers of ranks ---- */

/* Is it the extent of an axis in some input that has samples? */
static bool is_shown(const sx_runs *runs, const sx_samples *samples, uint32_t grid,
                     uint32_t axis, int64_t extent)
{
    bool is = false;
    for (size_t i = 0; i < samples->n && !is; i = sx_samples_end_of_run(samples, i)) {
        const int64_t rank = runs->offset[samples->sample[i].run];
        is = runs->place[rank * SX_MAX_GRIDS + grid].dim[axis] == extent;
    }
    return is;
}

/* The dims of p ranks in a grid; false where it has none that follow from p, or one of them is the extent of no input. */
static bool find_dims(const sx_runs *runs, const sx_samples *samples, uint32_t grid,
                      int64_t p, struct sx_place *ret)
{
    const sx_grid *g = &runs->grid[grid];
    const sx_policy *law = sx_policy_named(g->law);
    if (g->comm != 0 || !law || !law->dims || sx_policy_is_stated(law) ||
        !law->dims(p, g->law_arg, ret->dim))
        return false;
    bool shown = true;
    ret->ndims = g->ndims;
    for (uint32_t a = 0; a < g->ndims && shown; a++)
        shown = is_shown(runs, samples, grid, a, ret->dim[a]);
    return shown;
}

static void place_rank(int64_t rank, struct sx_place *place)
{
    for (uint32_t a = 0; a < place->ndims; a++) {
        place->coord[a] = rank % place->dim[a];
        rank /= place->dim[a];
    }
}

/* False when out of memory. */
static bool place_ranks(sx_arena *scratch, const sx_runs *runs,
                        const struct sx_place *dims, sx_agreed *at)
{
    const size_t n = (size_t)at->p;
    struct sx_place *place = SX_NEW_ARRAY(scratch, struct sx_place, n * runs->ngrids);
    at->env = SX_NEW_ARRAY(scratch, sx_expr_env, n);
    at->value = SX_NEW_ARRAY(scratch, int64_t, n);
    if (!place || !at->env || !at->value)
        return false;
    for (size_t rank = 0; rank < n; rank++) {
        struct sx_place *here = &place[rank * runs->ngrids];
        at->env[rank] = (sx_expr_env) { .p = at->p,
                                        .rank = (int64_t)rank,
                                        .comm_size = at->p,
                                        .comm_rank = (int64_t)rank,
                                        .ngrids = runs->ngrids,
                                        .grid = here };
        for (uint32_t g = 0; g < runs->ngrids; g++) {
            here[g] = dims[g];
            place_rank((int64_t)rank, &here[g]);
        }
    }
    return true;
}

static bool is_input(const sx_runs *runs, int64_t p)
{
    bool is = false;
    for (size_t i = 0; i < runs->n && !is; i++)
        is = runs->p[i] == p;
    return is;
}

/* ---- laws at them ---- */

/* Does it depend on nothing but ranks, places, and numbers that all inputs have alike? */
static bool is_of_places(const sx_runs *runs, const sx_expr *law, uint64_t *ret_grids)
{
    const unsigned others =
        1u << SX_VAR_COUNTER | 1u << SX_VAR_ELEMENT | 1u << SX_VAR_EXTENT;
    return !(sx_expr_uses(law, NULL, ret_grids) & others) && !sx_law_grows(runs, law);
}

/* False where it has no value. */
static bool value_at(const sx_runs *runs, const sx_agreed *at, int64_t rank,
                     const sx_expr *law, int64_t *ret_value)
{
    sx_expr_env env = at->env[rank];
    env.nconstants = runs->nconstants;
    env.constant = runs->constant_value[0];
    return !sx_expr_eval(law, &env, ret_value, NULL);
}

/* Notes what it says; false where it says nothing. */
static bool evaluate(const sx_runs *runs, sx_agreed *at, const sx_expr *law)
{
    bool has = true;
    for (int64_t rank = 0; rank < at->p && has; rank++)
        has = value_at(runs, at, rank, law, &at->value[rank]);
    return has;
}

/* Does it say there what is noted, by extents that inputs show? */
static bool has_at(const sx_runs *runs, const sx_agreed *at, const sx_expr *law,
                   uint64_t grids)
{
    bool has = !(grids & ~at->grids);
    for (int64_t rank = 0; rank < at->p && has; rank++) {
        int64_t value;
        has = value_at(runs, at, rank, law, &value) && value == at->value[rank];
    }
    return has;
}

bool sx_agreement_has(const sx_agreement *agreement, const sx_expr *law)
{
    uint64_t grids;
    if (agreement->n == 0)
        return true;
    bool has = is_of_places(agreement->runs, law, &grids);
    for (size_t i = 0; i < agreement->n && has; i++)
        has = has_at(agreement->runs, &agreement->at[i], law, grids);
    return has;
}

void sx_agreement_note(sx_agreement *agreement, const sx_expr *law)
{
    uint64_t grids;
    const bool of_places = is_of_places(agreement->runs, law, &grids);
    size_t left = 0;
    for (size_t i = 0; i < agreement->n && of_places; i++)
        if (has_at(agreement->runs, &agreement->at[i], law, grids))
            agreement->at[left++] = agreement->at[i];
    agreement->n = left;
    agreement->grids |= grids;
}

/* Adds p, where the law has values by extents that inputs show. False when out of memory. */
static bool look_at(sx_agreement *agreement, sx_arena *scratch, const sx_samples *samples,
                    int64_t p, const sx_expr *law)
{
    const sx_runs *runs = agreement->runs;
    struct sx_place dims[SX_MAX_GRIDS] = { 0 };
    sx_agreed at = { .p = p };
    uint64_t named;
    sx_expr_uses(law, NULL, &named);
    for (uint32_t g = 0; g < runs->ngrids; g++)
        at.grids |= (uint64_t)find_dims(runs, samples, g, p, &dims[g]) << g;
    if (at.grids == 0 || (named & ~at.grids))
        return true;
    if (!place_ranks(scratch, runs, dims, &at))
        return false;
    if (evaluate(runs, &at, law))
        agreement->at[agreement->n++] = at;
    return true;
}

bool sx_agreement_init(sx_agreement *agreement, sx_arena *scratch, const sx_runs *runs,
                       const sx_samples *samples, const sx_expr *law)
{
    *agreement = (sx_agreement) { .runs = runs };
    if (runs->nparams || samples->varying || samples->lists ||
        !sx_samples_in_world(samples))
        return true;
    for (int64_t p = 2; p <= SX_AGREED_RANKS && agreement->n < SX_AGREED; p++)
        if (!is_input(runs, p) && !look_at(agreement, scratch, samples, p, law))
            return false;
    sx_agreement_note(agreement, law);
    return true;
}

/* ---- the doubt ---- */

static const sx_expr *differs(sx_arena *arena, const sx_expr *number, int64_t from)
{
    return sx_expr_two(arena, SX_EXPR_NE, number, sx_expr_int(arena, from));
}

/* Other ranks, or as many in other dims, which may be given by hand. */
static const sx_expr *is_elsewhere(sx_arena *arena, const sx_agreement *agreement,
                                   const sx_agreed *at)
{
    const sx_expr *is = differs(arena, sx_expr_var(arena, SX_VAR_P, 0, 0), at->p);
    for (uint32_t g = 0; g < agreement->runs->ngrids; g++)
        for (uint32_t a = 0; agreement->grids >> g & 1 && a < at->env->grid[g].ndims; a++)
            is = sx_expr_two(arena, SX_EXPR_OR, is,
                             differs(arena, sx_expr_var(arena, SX_VAR_DIM, g, a),
                                     at->env->grid[g].dim[a]));
    return is;
}

const sx_expr *sx_agreement_doubt(sx_arena *arena, const sx_agreement *agreement)
{
    const sx_expr *doubt = agreement->n ? sx_expr_int(arena, 1) : NULL;
    for (size_t i = 0; i < agreement->n; i++)
        doubt = sx_expr_two(arena, SX_EXPR_AND, doubt,
                            is_elsewhere(arena, agreement, &agreement->at[i]));
    for (size_t i = 0; i < agreement->runs->n; i++)
        doubt = sx_expr_two(
            arena, SX_EXPR_AND, doubt,
            differs(arena, sx_expr_var(arena, SX_VAR_P, 0, 0), agreement->runs->p[i]));
    return doubt;
}
