#include "law/grids/parts.h"

#include "law/law.h"

#include "trace/policy.h"

#include <string.h>

bool sx_grids_dims(const sx_runs *runs, const sx_policy *policy, int64_t arg,
                   int64_t (*ret_dims)[SX_MAX_DIMS])
{
    bool valid = true, stated = sx_policy_is_stated(policy);
    for (size_t i = 0; i < runs->n && valid; i++) {
        const sx_grid *told = sx_runs_told(runs, i);
        uint32_t ndims = stated ? runs->stated_ndims : told ? told->ndims : 0;
        valid = sx_policy_dims(policy, runs->p[i], arg, ndims,
                               stated ? runs->stated[i]
                               : told ? told->dim
                                      : NULL,
                               ret_dims[i]);
    }
    return valid;
}

static bool same_dims(const sx_runs *runs, const int64_t (*a)[SX_MAX_DIMS],
                      const int64_t (*b)[SX_MAX_DIMS], uint32_t ndims)
{
    bool same = true;
    for (size_t i = 0; i < runs->n && same; i++)
        same = memcmp(a[i], b[i], ndims * sizeof *a[i]) == 0;
    return same;
}

/* Are they the dims of three axes, which all inputs have, with two of them as one? */
static bool is_merged(const sx_runs *runs, const sx_policy *merged,
                      const int64_t (*dims)[SX_MAX_DIMS], int64_t (*other)[SX_MAX_DIMS])
{
    bool three = true;
    for (size_t i = 0; i < runs->n; i++)
        three = three && sx_policy_merges(merged, runs->p[i]);
    return three && sx_grids_dims(runs, merged, 0, other) &&
           same_dims(runs, (const int64_t(*)[SX_MAX_DIMS])other, dims, merged->ndims);
}

/* Do places along the axis stand as far apart in all inputs? Then the next one may be that many ranks on. */
static bool is_as_far(const sx_runs *runs, const int64_t (*dims)[SX_MAX_DIMS],
                      uint32_t axis)
{
    int64_t first = 1;
    for (size_t i = 0; i < runs->n; i++) {
        int64_t stride = 1;
        for (uint32_t a = 0; a < axis; a++)
            stride *= dims[i][a];
        first = i ? first : stride;
        if (stride != first)
            return false;
    }
    return axis > 0;
}

/* Are the places along the axis a row, and none of two axes: is an end point the next place along both as one? What is as many ranks on in all inputs
 * is so only where it ends with the row, as what goes so far around all ranks does not, and not of powers of two, of which rows are as long in
 * many ways. */
static bool is_row(const sx_runs *runs, const int64_t (*dims)[SX_MAX_DIMS],
                   sx_walked walked, uint32_t axis)
{
    const bool told = (walked.to_an_end >> axis & 1) && !sx_grids_are_powers(runs);
    return (walked.axes >> axis & 1) && (told || !is_as_far(runs, dims, axis));
}

/* The other policies that give the same dims in every input. */
static sx_status note_rivals(sx_arena *arena, const sx_runs *runs, const sx_grid_law *law,
                             size_t n, sx_walked walked,
                             const int64_t (*dims)[SX_MAX_DIMS], sx_grid *grid,
                             sx_error *err)
{
    sx_rival *rival = SX_NEW_ARRAY(arena, sx_rival, n + SX_POLICY_MERGED);
    int64_t(*other)[SX_MAX_DIMS] = sx_arena_alloc(arena, runs->n, sizeof *other);
    if (!rival || !other)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 1; i < n && grid->nrivals < sx_policy_count; i++)
        if (law[i].ndims == law[0].ndims &&
            sx_grids_dims(runs, law[i].policy, law[i].arg, other) &&
            same_dims(runs, (const int64_t(*)[SX_MAX_DIMS])other, dims, law[0].ndims))
            rival[grid->nrivals++] = (sx_rival) { law[i].policy->name, law[i].arg };
    for (size_t i = 0; i < SX_POLICY_MERGED && grid->nrivals < sx_policy_count; i++) {
        const sx_policy *merged = &sx_policy_merged[i];
        if (law[0].ndims == merged->ndims &&
            !is_row(runs, dims, walked, sx_policy_merged_axis(merged)) &&
            is_merged(runs, merged, dims, other))
            rival[grid->nrivals++] = (sx_rival) { merged->name, 0 };
    }
    grid->rival = rival;
    return SX_OK;
}

/* Where an extent is another than in all inputs, nothing tells what depends on it. */
static sx_status doubt_constant(sx_arena *arena, const sx_runs *runs, uint32_t g,
                                int64_t (*dims)[SX_MAX_DIMS], sx_evidence *e,
                                sx_error *err)
{
    bool scales = false;
    for (size_t i = 1; i < runs->n; i++)
        scales = scales || runs->p[i] != runs->p[0];
    for (uint32_t a = 0; scales && a < runs->grid[g].ndims; a++) {
        bool constant = true;
        for (size_t i = 1; i < runs->n; i++)
            constant = constant && dims[i][a] == dims[0][a];
        if (!constant)
            continue;
        const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, g, a);
        const sx_expr *other =
            sx_expr_make(arena, SX_EXPR_NE, dim, sx_expr_int(arena, dims[0][a]), NULL);
        e->doubt =
            e->doubt ? sx_expr_make(arena, SX_EXPR_OR, e->doubt, other, NULL) : other;
        e->reason =
            "an extent is the same in all inputs, and another here: record one where "
            "it is another";
        if (!e->doubt)
            return sx_fail(err, SX_NOMEM, "out of memory");
    }
    return SX_OK;
}

/* Has the policy dims for any number of ranks? Where others have none, nothing can be asked of them. */
static bool has_dims_everywhere(const sx_policy *policy)
{
    enum { TRIED = 16 };
    int64_t dim[SX_MAX_DIMS];
    bool has = true;
    for (int64_t p = 1; p <= TRIED && has; p++)
        has = policy->dims(p, 0, dim);
    return has;
}

/* The extent of an axis by the policy that all inputs have; 0 where they have several. */
static int64_t extent_of_all(const sx_runs *runs, const sx_policy *policy, uint32_t axis)
{
    int64_t first = 0, dim[SX_MAX_DIMS];
    for (size_t i = 0; i < runs->n; i++) {
        if (!policy->dims(runs->p[i], 0, dim) || (first && dim[axis] != first))
            return 0;
        first = dim[axis];
    }
    return first;
}

const char sx_grids_box_axis_reason[] =
    "an axis may be two of a box, of which one is as long in all inputs, and not here: "
    "record one where it is not";

bool sx_grids_is_of_box_axis(const sx_expr *doubt)
{
    return doubt->op == SX_EXPR_NE && doubt->arg[0]->op == SX_EXPR_VAR &&
           doubt->arg[0]->var == SX_VAR_EXTENT;
}

/* Where two axes of a box may be one of the grid, the other of the two is what depends on it wherever one is the same in all inputs: nothing tells which of them it
 * is where that is another. Not where an end point is the next place along both as one, nor of powers of
 * two, whose rows and layers are as long in many ways. */
static sx_status doubt_merged(sx_arena *arena, const sx_runs *runs, const sx_grid *grid,
                              sx_walked walked, sx_evidence *e, sx_error *err)
{
    for (uint32_t i = 0; i < grid->nrivals; i++) {
        const sx_policy *rival = sx_policy_named(grid->rival[i].law);
        if (rival < sx_policy_merged || rival >= sx_policy_merged + SX_POLICY_MERGED)
            continue;
        const sx_policy *box = sx_policy_merged_from(rival);
        const uint32_t axis = sx_policy_merged_axis(rival);
        if ((walked.axes >> axis & 1) || sx_grids_are_powers(runs))
            continue;
        for (uint32_t a = axis; a <= axis + 1 && has_dims_everywhere(box); a++) {
            const int64_t extent = extent_of_all(runs, box, a);
            if (!extent)
                continue;
            const sx_evidence other = { .label = SX_LABEL_PROVED,
                                        .reason = sx_grids_box_axis_reason,
                                        .doubt = sx_expr_two(
                                            arena, SX_EXPR_NE,
                                            sx_expr_var(arena, SX_VAR_EXTENT,
                                                        (unsigned)(box - sx_policies), a),
                                            sx_expr_int(arena, extent)) };
            if (!other.doubt)
                return sx_fail(err, SX_NOMEM, "out of memory");
            *e = sx_evidence_join(arena, *e, other);
        }
    }
    return SX_OK;
}

/* Which of three axes has one place in all inputs by the policy, whose other two are as long as those of the grid; 3: none. */
static uint32_t flat_axis(const sx_runs *runs, const sx_policy *policy, int64_t arg,
                          const int64_t (*dims)[SX_MAX_DIMS])
{
    enum { BOX = 3 };
    uint32_t flat = 0;
    for (bool fits = false; flat < BOX && !fits; flat += !fits) {
        fits = true;
        for (size_t i = 0; i < runs->n && fits; i++) {
            int64_t dim[SX_MAX_DIMS];
            fits = policy->dims(runs->p[i], arg, dim) && dim[flat] == 1 &&
                   dim[flat == 0] == dims[i][0] && dim[1 + (flat < 2)] == dims[i][1];
        }
    }
    return flat;
}

/* A box of which inputs show one layer: where a message goes to nobody, or to the own rank, that may be along a third axis. */
static sx_status doubt_flat(sx_arena *arena, const sx_runs *runs, uint32_t g,
                            const int64_t (*dims)[SX_MAX_DIMS], sx_evidence *e,
                            sx_error *err)
{
    enum { BOX = 3 };
    const bool may_be = runs->goes_nowhere && runs->grid[g].ndims == BOX - 1;
    for (size_t i = 0; may_be && i < sx_policy_count; i++) {
        const sx_policy *policy = &sx_policies[i];
        const uint32_t flat = policy->has_arg || policy->ndims != BOX
                                  ? BOX
                                  : flat_axis(runs, policy, 0, dims);
        if (flat == BOX)
            continue;
        const sx_evidence other = { .label = SX_LABEL_PROVED,
                                    .reason = "a message goes to nobody, or to the own "
                                              "rank, in all inputs: it may go along a "
                                              "third axis, which has one place there",
                                    .doubt = sx_expr_two(arena, SX_EXPR_GT,
                                                         sx_expr_var(arena, SX_VAR_EXTENT,
                                                                     (unsigned)i, flat),
                                                         sx_expr_int(arena, 1)) };
        if (!other.doubt)
            return sx_fail(err, SX_NOMEM, "out of memory");
        *e = sx_evidence_join(arena, *e, other);
    }
    return SX_OK;
}

/* Of a policy that goes another way beyond so many ranks: do two numbers of ranks show either way? One has dims by any. */
static bool shows_both_ways(const sx_runs *runs, const sx_grid_law *law)
{
    int64_t first[2] = { 0 };
    bool shows[2] = { false };
    for (size_t i = 0; i < runs->n; i++) {
        const bool beyond = runs->p[i] > law->arg;
        shows[beyond] = shows[beyond] || (first[beyond] && first[beyond] != runs->p[i]);
        first[beyond] = runs->p[i];
    }
    return shows[0] && shows[1];
}

/* Has an axis more than one place in a single input of several, where no message goes along it, though some go along others? Without that input there
 * would be an axis less. */
static bool is_cut_once(const sx_runs *runs, const int64_t (*dims)[SX_MAX_DIMS],
                        uint32_t ndims, sx_walked walked)
{
    enum { INPUTS = 3 };
    bool once = false;
    for (uint32_t a = 0; walked.axes && runs->n >= INPUTS && a < ndims && !once; a++) {
        size_t cut = 0;
        for (size_t i = 0; i < runs->n; i++)
            cut += dims[i][a] > 1;
        once = cut == 1 && !(walked.axes >> a & 1);
    }
    return once;
}

sx_status sx_grids_take(sx_arena *arena, sx_runs *runs, const sx_grid_law *law, size_t n,
                        sx_walked walked, uint32_t *ret_g, sx_error *err)
{
    sx_grid grid = { .ndims = law->ndims, .law = law->policy->name, .law_arg = law->arg };
    grid.evidence.label = runs->n > 1 ? SX_LABEL_PROVED : SX_LABEL_EXACT;
    if (sx_policy_switches(law->policy) && !shows_both_ways(runs, law))
        grid.evidence =
            (sx_evidence) { .label = SX_LABEL_EXACT,
                            .reason =
                                "the grid goes another way beyond so many ranks, and "
                                "inputs show one of the "
                                "ways at one number of ranks only: add an input there" };
    if (sx_policy_has_sides(law->policy))
        grid.evidence = (sx_evidence) {
            .label = SX_LABEL_EXACT,
            .reason = "the grid follows from the sides of a domain, of which inputs tell "
                      "a range, by one rule of several: add an input"
        };
    if (sx_policy_is_stated(law->policy))
        grid.evidence = (sx_evidence) {
            .label = SX_LABEL_REFUSED,
            .reason = "the dims of a Cartesian communicator follow no policy: give those "
                      "of the target (--dims)"
        };
    memcpy(grid.periodic, law->periodic, sizeof grid.periodic);
    int64_t(*dims)[SX_MAX_DIMS] = sx_arena_alloc(arena, runs->n, sizeof *dims);
    if (!dims)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_grids_dims(runs, law->policy, law->arg, dims);
    if (grid.evidence.label == SX_LABEL_PROVED &&
        is_cut_once(runs, (const int64_t(*)[SX_MAX_DIMS])dims, law->ndims, walked))
        grid.evidence = (sx_evidence) {
            .label = SX_LABEL_EXACT,
            .reason = "one input alone has several ranks along an axis of its grid, and "
                      "no message goes along it: add another like it"
        };
    sx_status st = note_rivals(arena, runs, law, n, walked,
                               (const int64_t(*)[SX_MAX_DIMS])dims, &grid, err);
    if (!st)
        st = sx_runs_add_grid(arena, runs, &grid, dims, ret_g, err);
    if (!st)
        st = doubt_flat(arena, runs, *ret_g, (const int64_t(*)[SX_MAX_DIMS])dims,
                        &runs->grid[*ret_g].evidence, err);
    if (!st)
        st = doubt_merged(arena, runs, &grid, walked, &runs->grid[*ret_g].evidence, err);
    return st || law->policy->has_arg ? st
                                      : doubt_constant(arena, runs, *ret_g, dims,
                                                       &runs->grid[*ret_g].evidence, err);
}
