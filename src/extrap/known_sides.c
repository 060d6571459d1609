#include "extrap/known_sides.h"

#include "extrap/inferred.h"
#include "trace/policy.h"
#include "trace/sides.h"

#include <string.h>

/* Numbers of points along an axis, and how often laws have them. */
enum { NUMBERS = 16 };
typedef struct numbers {
    size_t n;
    int64_t points[NUMBERS];
    size_t times[NUMBERS];
} numbers;

/* Those of the axes of a grid. */
typedef struct deals {
    const sx_runs *runs;
    uint32_t grid, ndims;
    numbers axis[SX_SIDES_DIMS];
} deals;

static void count(numbers *all, int64_t points)
{
    size_t i = 0;
    while (i < all->n && all->points[i] != points)
        i++;
    if (i == NUMBERS)
        return;
    if (i == all->n)
        all->n++;
    all->points[i] = points;
    all->times[i]++;
}

/* The points that an axis of the grid deals out, in a block or in a part that is rounded. */
static void look(deals *s, const sx_expr *expr)
{
    int64_t points;
    const bool cuts = expr->op == SX_EXPR_BLOCK || expr->op == SX_EXPR_DIV;
    const sx_expr *over = cuts ? expr->arg[1] : NULL;
    if (over && over->op == SX_EXPR_VAR && over->var == SX_VAR_DIM &&
        over->grid == s->grid && over->axis < s->ndims &&
        sx_runs_is_number(s->runs, expr->arg[0], &points))
        count(&s->axis[over->axis], points);
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        look(s, expr->arg[i]);
}

/* The number that laws have most often; 0 where there is none. */
static int64_t most_frequent(const numbers *all)
{
    size_t best = 0;
    for (size_t i = 1; i < all->n; i++)
        best = all->times[i] > all->times[best] ? i : best;
    return all->n ? all->points[best] : 0;
}

/* Those of all axes; 0 where laws do not say. */
static int64_t known_sides(const sx_runs *runs, const sx_inferred *value, size_t n,
                           uint32_t g, uint32_t ndims)
{
    deals s = { .runs = runs, .grid = g, .ndims = ndims };
    int64_t side[SX_SIDES_DIMS];
    for (size_t i = 0; i < n; i++)
        if (sx_inferred_expr(&value[i]))
            look(&s, sx_inferred_expr(&value[i]));
    for (uint32_t a = 0; a < ndims; a++)
        side[a] = most_frequent(&s.axis[a]);
    return sx_sides_number(ndims, side);
}

/* Has each input the dims that the policy makes of the sides? */
static bool fits(const sx_runs *runs, uint32_t g, const sx_policy *policy, int64_t sides)
{
    bool all = true;
    for (size_t i = 0; i < runs->n && all; i++) {
        const struct sx_place *place = &runs->place[runs->offset[i] * SX_MAX_GRIDS + g];
        int64_t dim[SX_MAX_DIMS];
        all = place->ndims == policy->ndims && policy->dims(runs->p[i], sides, dim) &&
              memcmp(dim, place->dim, policy->ndims * sizeof *dim) == 0;
    }
    return all;
}

static bool are_alike(int64_t sides, uint32_t ndims)
{
    int64_t side[SX_SIDES_DIMS];
    bool alike = sx_sides_of(sides, ndims, side);
    for (uint32_t a = 1; a < ndims; a++)
        alike = alike && side[a] == side[0];
    return alike;
}

/* How many of the rules are looked at: in doubt of dims that need no sides that of least surface alone, where they are not alike. Of a square or a
 * cube other policies have it. */
static size_t count_rules(const sx_grid *grid, int64_t sides, bool is_open)
{
    enum { PLANE = 2 };
    if (is_open)
        return SX_POLICY_SIDES;
    return are_alike(sides, grid->ndims) ? 0
           : grid->ndims > PLANE         ? SX_POLICY_SIDES
                                         : SX_POLICY_SURFACES;
}

/* The own rule of a grid by a range of sides, or another one, that fits; NULL where none does. */
static const sx_policy *rule_of(const sx_runs *runs, uint32_t g, const sx_policy *own,
                                int64_t sides)
{
    if (fits(runs, g, own, sides))
        return own;
    for (size_t i = 0; i < SX_POLICY_SIDES; i++)
        if (sx_policy_sides[i].ndims == own->ndims &&
            fits(runs, g, &sx_policy_sides[i], sides))
            return &sx_policy_sides[i];
    return NULL;
}

/* That rule is its law then, without the rivals that it had. */
static void take_rule(const sx_runs *runs, sx_grid *grid, const sx_policy *rule,
                      int64_t sides)
{
    static const sx_evidence flat = {
        .label = SX_LABEL_EXACT,
        .reason = "a message goes to nobody, or to the own rank, in all inputs: it may "
                  "go along another side of the domain, which is not cut there"
    };
    grid->law = rule->name;
    grid->law_arg = sides;
    grid->evidence =
        runs->goes_nowhere ? flat : (sx_evidence) { .label = SX_LABEL_PROVED };
    grid->nrivals = 0;
}

static sx_status add_rules(sx_arena *arena, const sx_runs *runs, uint32_t g,
                           int64_t sides, sx_grid *grid, sx_error *err)
{
    const sx_policy *law = sx_policy_named(grid->law);
    const bool is_open = law && sx_policy_has_sides(law);
    sx_rival *rival = SX_NEW_ARRAY(arena, sx_rival, sx_policy_count);
    if (!rival)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (is_open && !(law = rule_of(runs, g, law, sides)))
        return SX_OK;
    if (is_open)
        take_rule(runs, grid, law, sides);
    if (grid->nrivals)
        memcpy(rival, grid->rival, grid->nrivals * sizeof *rival);
    grid->rival = rival;
    const size_t n = count_rules(grid, sides, is_open);
    for (size_t i = 0; i < n && grid->nrivals < sx_policy_count; i++) {
        const sx_policy *policy = &sx_policy_sides[i];
        if (policy != law && policy->ndims == grid->ndims && fits(runs, g, policy, sides))
            rival[grid->nrivals++] = (sx_rival) { policy->name, sides };
    }
    return SX_OK;
}

sx_status sx_known_sides_take(sx_arena *arena, const sx_runs *runs, sx_trace *formula,
                              sx_error *err)
{
    enum { FEWEST_AXES = 2 };
    const sx_inferred *value;
    size_t n;
    sx_grid *grid = sx_arena_copy(arena, formula->grid, formula->ngrids, sizeof *grid);
    if (formula->ngrids && !grid)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = sx_inferred_list(arena, formula, &value, &n, err);
    for (uint32_t g = 0; g < formula->ngrids && !st; g++) {
        const uint32_t ndims = grid[g].ndims;
        if (grid[g].comm != 0 || ndims < FEWEST_AXES || ndims > SX_SIDES_DIMS)
            continue;
        const int64_t sides = known_sides(runs, value, n, g, ndims);
        if (sides)
            st = add_rules(arena, runs, g, sides, &grid[g], err);
    }
    formula->grid = grid;
    return st;
}
