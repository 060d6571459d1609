/* Rows and planes of ranks that are as large in all inputs, by policies of grids that need not show: what is so many ranks away may be the next
 * row or plane, which is elsewhere where they have another size. */
#include "law/lookalikes.h"
#include "trace/policy.h"

#include <stdlib.h>

/* The runs that are looked at. */
static const uint64_t all_runs = UINT64_MAX;

static const char of_rows[] = "a distance of several ranks may be an extent that is the "
                              "same in all inputs";

static uint64_t runs_of(const sx_samples *samples)
{
    uint64_t set = 0;
    for (size_t i = 0; i < samples->n; i++)
        set |= UINT64_C(1) << samples->sample[i].run;
    return set;
}

/* Has the policy, which takes no number, more than `ndims` dims, and are `n` axes from `a` on so many ranks in these runs? */
static bool is_wide(const sx_runs *runs, uint64_t set, const sx_policy *policy,
                    uint32_t ndims, uint32_t a, uint32_t n, int64_t width)
{
    bool fits = !policy->has_arg && policy->ndims > ndims;
    for (size_t run = 0; fits && run < runs->n; run++) {
        int64_t dim[SX_MAX_DIMS], all = 1;
        if (!(set >> run & 1))
            continue;
        fits = policy->dims(runs->p[run], 0, dim);
        for (uint32_t k = a; fits && k < a + n; k++)
            all *= dim[k];
        fits = fits && all == width;
    }
    return fits;
}

/* The same of the first two axes of three and more. */
static bool is_plane(const sx_runs *runs, uint64_t set, const sx_policy *policy,
                     uint32_t ndims, int64_t size)
{
    return is_wide(runs, set, policy, ndims > 2 ? ndims : 2, 0, 2, size);
}

bool sx_lookalikes_are_wide(const sx_runs *runs, uint32_t ndims, int64_t width,
                            int64_t beyond)
{
    uint64_t set = 0;
    for (size_t run = 0; run < runs->n; run++)
        set |= (uint64_t)(runs->p[run] > beyond) << run;
    for (size_t i = 0; i < sx_policy_count && set; i++)
        if (is_wide(runs, set, &sx_policies[i], ndims, 0, 1, width) ||
            is_plane(runs, set, &sx_policies[i], ndims, width))
            return true;
    return false;
}

bool sx_lookalikes_are_rows(const sx_runs *runs, uint32_t g, uint32_t ndims, uint32_t a,
                            int64_t width)
{
    for (size_t i = 0; i < sx_policy_count; i++) {
        const sx_policy *policy = &sx_policies[i];
        bool fits = is_wide(runs, all_runs, policy, ndims, a, 1, width);
        int64_t dim[SX_MAX_DIMS];
        for (size_t run = 0; fits && run < runs->n; run++) {
            const int64_t *known = runs->place[runs->offset[run] * SX_MAX_GRIDS + g].dim;
            fits = policy->dims(runs->p[run], 0, dim);
            for (uint32_t before = 0; before < a; before++)
                fits = fits && dim[before] == known[before];
        }
        if (fits)
            return true;
    }
    return false;
}

bool sx_lookalikes_may_be_rows(const sx_runs *runs, const sx_samples *samples,
                               int64_t distance)
{
    const int64_t far = llabs(distance);
    return far > 1 &&
           (!sx_samples_in_world(samples) || sx_lookalikes_are_wide(runs, 1, far, 0) ||
            sx_lookalikes_are_wide(runs, 1, 2 * far, 0));
}

static bool doubt(sx_arena *arena, const sx_expr *here, const char *reason,
                  sx_evidence *evidence)
{
    if (here)
        *evidence = sx_evidence_join(
            arena, *evidence,
            (sx_evidence) { .label = SX_LABEL_PROVED, .reason = reason, .doubt = here });
    return here != NULL;
}

/* Where the policy's rows, or planes of so many axes, are no longer that large. */
static bool doubt_size(sx_arena *arena, size_t policy, uint32_t axes, int64_t size,
                       sx_evidence *evidence)
{
    const sx_expr *here = sx_expr_var(arena, SX_VAR_EXTENT, (unsigned)policy, 0);
    for (uint32_t a = 1; a < axes; a++)
        here = sx_expr_two(arena, SX_EXPR_MUL, here,
                           sx_expr_var(arena, SX_VAR_EXTENT, (unsigned)policy, a));
    here = sx_expr_two(arena, SX_EXPR_NE, here, sx_expr_int(arena, size));
    return doubt(arena, here, of_rows, evidence);
}

/* Is something so far away in another part of the ranks than who has it, where all axes up to a further one are a part? What goes past the ends of an axis
 * is no step along it. */
static bool leaves(const sx_runs *runs, const sx_samples *samples,
                   const sx_policy *policy, uint32_t axes, int64_t distance)
{
    bool leaves = false;
    for (size_t i = 0; i < samples->n && !leaves && policy->ndims > axes + 1; i++) {
        const sx_sample *s = &samples->sample[i];
        const int64_t rank = runs->comm_rank[s->comm][s->rank], p = runs->p[s->run];
        int64_t dim[SX_MAX_DIMS], part = 1;
        if (sx_is_special(s->value) || (s->value - rank - distance) % p != 0 ||
            !policy->dims(p, 0, dim))
            continue;
        for (uint32_t a = 0; a <= axes; a++)
            part *= dim[a];
        leaves = rank / part != s->value / part;
    }
    return leaves;
}

bool sx_lookalikes_of_rows(sx_arena *arena, const sx_runs *runs,
                           const sx_samples *samples, int64_t distance,
                           sx_evidence *evidence)
{
    const int64_t far = llabs(distance);
    if (far <= 1)
        return true;
    if (!sx_samples_in_world(samples)) {
        *evidence = (sx_evidence) { .label = SX_LABEL_EXACT, .reason = of_rows };
        return true;
    }
    const uint64_t set = runs_of(samples);
    for (size_t i = 0; i < sx_policy_count; i++) {
        const sx_policy *policy = &sx_policies[i];
        for (int64_t width = far; width <= 2 * far; width += far)
            if (is_wide(runs, set, policy, 1, 0, 1, width) &&
                !(width == far && leaves(runs, samples, policy, 1, distance)) &&
                !doubt_size(arena, i, 1, width, evidence))
                return false;
        if (is_plane(runs, set, policy, 1, far) &&
            !leaves(runs, samples, policy, 2, distance) &&
            !doubt_size(arena, i, 2, far, evidence))
            return false;
    }
    return true;
}

/* The longest that the axis is in one of these runs, if it is no longer than that in any; 0 where it is. */
static int64_t short_extent(const sx_runs *runs, uint64_t set, const sx_policy *policy,
                            uint32_t a, int64_t most)
{
    int64_t longest = 1, dim[SX_MAX_DIMS];
    for (size_t run = 0; run < runs->n; run++) {
        if (!(set >> run & 1))
            continue;
        if (!policy->dims(runs->p[run], 0, dim) || dim[a] > most)
            return 0;
        longest = dim[a] > longest ? dim[a] : longest;
    }
    return longest;
}

/* Are the other two of three axes by the policy those of a grid that shows, in all inputs? */
static bool is_over_grid(const sx_runs *runs, const sx_policy *policy, uint32_t a)
{
    enum { BOX = 3 };
    bool is = false;
    for (uint32_t g = 0; g < runs->ngrids && !is; g++) {
        is = policy->ndims == BOX && runs->grid[g].ndims == BOX - 1 &&
             runs->grid[g].comm == 0;
        for (size_t run = 0; is && run < runs->n; run++) {
            const int64_t *known = runs->place[runs->offset[run] * SX_MAX_GRIDS + g].dim;
            int64_t dim[SX_MAX_DIMS];
            is = policy->dims(runs->p[run], 0, dim) && dim[a == 0] == known[0] &&
                 dim[1 + (a < 2)] == known[1];
        }
    }
    return is;
}

bool sx_lookalikes_of_short_axes(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, bool any, int64_t places,
                                 const char *reason, sx_evidence *evidence)
{
    const uint64_t set = runs_of(samples);
    for (size_t i = 0; i < sx_policy_count; i++) {
        const sx_policy *policy = &sx_policies[i];
        for (uint32_t a = 0; !policy->has_arg && a < policy->ndims; a++) {
            const int64_t longest = short_extent(runs, set, policy, a, places);
            const sx_expr *dim = sx_expr_var(arena, SX_VAR_EXTENT, (unsigned)i, a);
            if (longest && (any || is_over_grid(runs, policy, a)) &&
                !doubt(arena,
                       sx_expr_two(arena, SX_EXPR_GT, dim, sx_expr_int(arena, longest)),
                       reason, evidence))
                return false;
        }
    }
    return true;
}
