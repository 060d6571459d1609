#include "match/side.h"

/* Beside what a grid's extents tell. */
enum { MOST_SPLITS = 12 };
_Static_assert(MOST_SPLITS + SX_MAX_DIMS <= SX_SUM_FACTS, "facts have room");

void sx_side_count(sx_anywhere *at, const sx_side *side)
{
    at->ncounters = side->depth;
    for (uint32_t d = 0; d < side->depth; d++)
        at->counter[d] = side->trip[d] < 0 ? sx_anywhere_counter(at, d)
                                           : sx_sum_int(at->sums, side->trip[d]);
}

static const sx_value *value_of(const sx_side *side, sx_param_id id)
{
    const sx_param *of = sx_node_param(side->node, id);
    return of ? &of->value : NULL;
}

static sx_any_value param(sx_anywhere *at, const sx_side *side, sx_param_id id)
{
    const sx_value *value = value_of(side, id);
    return value ? sx_anywhere_value(at, value) : (sx_any_value) { SX_ANY_UNKNOWN };
}

/* ---- where a proof takes place ---- */

static void use_grid(const sx_trace *trace, const sx_value *value, int *grid)
{
    uint64_t counters, grids = 0;
    if (!value || value->kind != SX_VALUE_EXPR || *grid != SX_LINE)
        return;
    sx_expr_uses(value->expr, &counters, &grids);
    for (uint32_t g = 0; g < trace->ngrids && *grid == SX_LINE; g++)
        if (grids >> g & 1 && sx_grid_is_full(trace, g))
            *grid = (int)g;
}

static void use_domain(const sx_trace *trace, const sx_domain *domain, int *grid)
{
    sx_value as_value = { .kind = SX_VALUE_EXPR, .expr = domain->where };
    if (domain->kind == SX_DOMAIN_WHERE)
        use_grid(trace, &as_value, grid);
    for (uint32_t i = 0; domain->kind == SX_DOMAIN_BOXES && i < domain->nboxes; i++) {
        as_value.expr = domain->box[i].start;
        use_grid(trace, &as_value, grid);
        for (uint32_t d = 0; d < domain->box[i].ndims; d++) {
            as_value.expr = domain->box[i].dim[d].iters;
            use_grid(trace, &as_value, grid);
        }
    }
}

int sx_side_grid(const sx_trace *trace, const sx_side *a, const sx_side *b)
{
    int grid = SX_LINE;
    use_grid(trace, value_of(a, a->param.peer), &grid);
    use_grid(trace, value_of(b, b->param.peer), &grid);
    use_domain(trace, &a->node->ranks, &grid);
    use_domain(trace, &b->node->ranks, &grid);
    return grid;
}

/* NULL when out of memory. */
static sx_sums *start(const sx_trace *trace, sx_arena *scratch, const sx_side *a,
                      int grid, sx_anywhere *ret)
{
    sx_arena_clear(scratch);
    sx_sums *sums = SX_NEW(scratch, sx_sums);
    if (!sums)
        return NULL;
    sums->arena = scratch;
    *ret = (sx_anywhere) {
        .trace = trace, .sums = sums, .grid = grid, .has_place = true, .whole = true
    };
    sx_anywhere_start(ret);
    sx_side_count(ret, a);
    return sums;
}

/* ---- answers ---- */

/* Wherever the facts hold. */
static bool same(const sx_sums *sums, sx_any_value x, sx_any_value y)
{
    return x.kind == SX_ANY_SUM && y.kind == SX_ANY_SUM &&
           (sx_sum_equal(x.sum, y.sum) ||
            (sx_sum_is_natural(sums, sx_sum_sub(sums, x.sum, y.sum)) &&
             sx_sum_is_natural(sums, sx_sum_sub(sums, y.sum, x.sum))));
}

static bool same_bytes(const sx_anywhere *at, sx_any_value n, sx_any_value type,
                       sx_any_value other_n, sx_any_value other_type)
{
    const sx_trace *trace = at->trace;
    int64_t x, y;
    return same(at->sums, n, other_n) && type.kind == SX_ANY_SUM &&
           other_type.kind == SX_ANY_SUM && sx_sum_constant(type.sum, &x) &&
           sx_sum_constant(other_type.sum, &y) && x >= 0 && y >= 0 &&
           (uint64_t)x < trace->ntypes && (uint64_t)y < trace->ntypes &&
           trace->type[x].size == trace->type[y].size;
}

enum { UNDECIDED = -1, UNKNOWN, NOBODY, THERE };

/* Where a side leads, where the facts hold: NOBODY, or THERE: to that place; UNDECIDED: `split` says what it hangs on. */
static int follow(sx_anywhere *own, const sx_side *here, sx_anywhere *ret_far,
                  const sx_sum **ret_split)
{
    int in = sx_anywhere_domain(own, &here->node->ranks);
    sx_any_value peer =
        in == 0 ? (sx_any_value) { SX_ANY_UNKNOWN } : param(own, here, here->param.peer);
    *ret_split = own->split;
    if (in == 0 || (peer.kind == SX_ANY_SPECIAL && peer.special == SX_NULL))
        return NOBODY;
    if (in < 0 || peer.kind == SX_ANY_UNKNOWN)
        return own->split ? UNDECIDED : UNKNOWN;
    *ret_far = *own;
    return peer.kind == SX_ANY_SUM && sx_anywhere_move(ret_far, peer.sum) ? THERE
                                                                          : UNKNOWN;
}

/* Whether it is so where the facts hold: 1; 0: not, or not known; -1: `split` says what it hangs on. */
static int answered(sx_anywhere own, const sx_side *here, const sx_side *there,
                    void *unused, const sx_sum **ret_split)
{
    sx_anywhere far;
    (void)unused;
    int leads = follow(&own, here, &far, ret_split);
    if (leads != THERE)
        return leads == NOBODY ? 1 : leads == UNDECIDED ? -1 : 0;
    sx_side_count(&far, there);
    int in = sx_anywhere_domain(&far, &there->node->ranks);
    sx_any_value back = param(&far, there, there->param.peer);
    sx_any_value tag = param(&own, here, here->param.tag),
                 other_tag = param(&far, there, there->param.tag);
    sx_any_value n = param(&own, here, here->param.count),
                 other_n = param(&far, there, there->param.count);
    sx_any_value type = param(&own, here, here->param.type),
                 other_type = param(&far, there, there->param.type);
    const sx_any_value rank = { SX_ANY_SUM, 0, sx_anywhere_rank(&own) };
    if (in == 1 && rank.sum && same(own.sums, back, rank) &&
        same(own.sums, tag, other_tag) && same_bytes(&own, n, type, other_n, other_type))
        return 1;
    *ret_split = own.split ? own.split : far.split;
    return *ret_split ? -1 : 0;
}

/* Whether messages of two sends at one place go to different ranks, as above. */
static int is_apart(sx_anywhere own, const sx_side *a, const sx_side *b, void *unused,
                    const sx_sum **ret_split)
{
    (void)unused;
    const sx_side *side[] = { a, b };
    sx_any_value to[2];
    for (int i = 0; i < 2; i++) {
        sx_side_count(&own, side[i]);
        for (uint32_t d = 0; d < side[i]->depth;
             d++) /* trips of two loops, or of one, in any order */
            if (side[i]->trip[d] < 0)
                own.counter[d] = NULL;
        int in = sx_anywhere_domain(&own, &side[i]->node->ranks);
        to[i] = in == 0 ? (sx_any_value) { SX_ANY_SPECIAL, SX_NULL, NULL }
                        : param(&own, side[i], side[i]->param.peer);
        if (to[i].kind == SX_ANY_SPECIAL && to[i].special == SX_NULL)
            return 1;
        if (in < 0)
            to[i].kind = SX_ANY_UNKNOWN;
    }
    *ret_split = own.split;
    int64_t apart;
    if (to[0].kind == SX_ANY_SUM && to[1].kind == SX_ANY_SUM)
        return sx_sum_constant(sx_sum_sub(own.sums, to[0].sum, to[1].sum), &apart) &&
               apart != 0;
    return own.split ? -1 : 0;
}

/* The least number at most NEAR away from 0 that is known to be no less; SX_FAR: none. */
static int64_t most_of(const sx_sums *sums, const sx_sum *x)
{
    enum { NEAR = 3 };
    int64_t most;
    if (sx_sum_constant(x, &most))
        return most > -SX_FAR ? most : -SX_FAR;
    for (most = -NEAR; most <= NEAR; most++)
        if (sx_sum_is_natural(sums, sx_sum_sub(sums, sx_sum_int(sums, most), x)))
            return most;
    return SX_FAR;
}

/* Widens the box by where the side leads. */
static int reaches(sx_anywhere own, const sx_side *here, const sx_side *there,
                   void *reach, const sx_sum **ret_split)
{
    sx_reach *box = reach;
    sx_anywhere far;
    (void)there;
    int leads = follow(&own, here, &far, ret_split);
    for (uint32_t a = 0; leads == THERE && a < box->axes; a++) {
        const sx_sum *step = sx_sum_sub(own.sums, far.coord[a], own.coord[a]),
                     *none = sx_sum_int(own.sums, 0);
        int64_t most = most_of(own.sums, step),
                least = -most_of(own.sums, sx_sum_sub(own.sums, none, step));
        box->most[a] = most > box->most[a] ? most : box->most[a];
        box->least[a] = least < box->least[a] ? least : box->least[a];
    }
    return leads == UNDECIDED ? -1 : leads != UNKNOWN;
}

typedef int question(sx_anywhere own, const sx_side *a, const sx_side *b, void *of,
                     const sx_sum **ret_split);

/* Some fact cannot be by the others: no rank is there. */
static bool is_nowhere(const sx_sums *sums)
{
    const sx_sum *minus_one = sx_sum_int(sums, -1);
    for (uint32_t i = 0; i < sums->nfacts; i++)
        if (sx_sum_is_natural(sums, sx_sum_sub(sums, minus_one, sums->fact[i])))
            return true;
    return false;
}

/* With what it hangs on as a fact, and with the opposite. */
static bool holds(question *ask, const sx_anywhere *at, const sx_side *a,
                  const sx_side *b, void *of)
{
    sx_sums *sums = at->sums;
    const sx_sum *split = NULL;
    if (is_nowhere(sums))
        return true;
    int truth = ask(*at, a, b, of, &split);
    if (truth >= 0 || sums->nfacts == MOST_SPLITS + sx_anywhere_axes(at))
        return truth == 1;
    const sx_sum *fact[] = { split, sx_sum_sub(sums, sx_sum_int(sums, -1), split) };
    bool all = fact[1] != NULL;
    for (int i = 0; i < 2 && all; i++) {
        sums->fact[sums->nfacts++] = fact[i];
        all = holds(ask, at, a, b, of);
        sums->nfacts--;
    }
    return all;
}

bool sx_side_answered(const sx_trace *trace, sx_arena *scratch, const sx_side *here,
                      const sx_side *there)
{
    sx_anywhere at;
    return start(trace, scratch, here, sx_side_grid(trace, here, there), &at) &&
           holds(answered, &at, here, there, NULL);
}

bool sx_side_apart(const sx_trace *trace, sx_arena *scratch, const sx_side *a,
                   const sx_side *b)
{
    sx_anywhere at;
    return start(trace, scratch, a, sx_side_grid(trace, a, b), &at) &&
           holds(is_apart, &at, a, b, NULL);
}

bool sx_side_reaches(const sx_trace *trace, sx_arena *scratch, const sx_side *side,
                     int grid, sx_reach *ret_reach)
{
    sx_anywhere at;
    if (!start(trace, scratch, side, grid, &at))
        return false;
    sx_reach reach = { .axes = sx_anywhere_axes(&at) };
    for (uint32_t a = 0; a < reach.axes; a++) {
        reach.least[a] = SX_FAR;
        reach.most[a] = -SX_FAR;
    }
    if (!holds(reaches, &at, side, side->partner, &reach))
        return false;
    *ret_reach = reach;
    return true;
}
