#include "match/answer.h"

#include "base/checked.h"

/* Boxes that are looked at. */
enum { MOST_BOXES = 128 };

bool sx_over_constant(sx_over *over, const sx_value *value, int64_t *ret_value)
{
    sx_over_value v = sx_over_value_of(over, value);
    return v.kind == SX_OVER_POLY && sx_poly_constant(v.poly, ret_value);
}

void sx_context_count(sx_over *over, sx_box_of *box, const sx_context *around,
                      uint32_t first)
{
    box->n = first;
    over->ncounters = around->n;
    for (uint32_t d = 0; d < around->n; d++) {
        if (around->trip[d] >= 0) {
            over->counter[d] = sx_poly_int(&over->algebra, around->trip[d]);
            continue;
        }
        box->range[box->n] = (sx_range) { 0, around->trips[d] - 1 };
        over->counter[d] = sx_poly_variable(&over->algebra, box->n++);
    }
}

/* Where a proof takes place: a box of coordinates and counters, for a send and a receive in corresponding loops. */
typedef struct ground {
    sx_box_of box;
    const sx_grid *grid; /* whose coordinates are the variables; NULL: the rank is */
} ground;

/* With a place for every rank. */
static bool is_full(const sx_trace *trace, const sx_grid *grid)
{
    int64_t places = 1;
    for (uint32_t a = 0; a < grid->ndims; a++)
        if (grid->dim[a] < 1 || sx_mul_overflows(places, grid->dim[a], &places))
            return false;
    return grid->comm == 0 && places == trace->p;
}

static void use_grid(const sx_trace *trace, const sx_value *value, const sx_grid **grid)
{
    uint64_t counters, grids = 0;
    if (value->kind != SX_VALUE_EXPR)
        return;
    sx_expr_uses(value->expr, &counters, &grids);
    for (size_t g = 0; g < trace->ngrids && !*grid; g++)
        if (grids >> g & 1 && is_full(trace, &trace->grid[g]))
            *grid = &trace->grid[g];
}

static void choose_grid(const sx_trace *trace, const sx_half *h, const sx_grid **grid)
{
    for (uint32_t i = 0; i < h->node->nparams; i++)
        if (h->node->param[i].id == h->param.peer)
            use_grid(trace, &h->node->param[i].value, grid);
    for (uint32_t i = 0; i < h->node->nparams; i++)
        use_grid(trace, &h->node->param[i].value, grid);
}

static uint32_t places_of(const ground *g)
{
    return g->grid ? g->grid->ndims : 1;
}

static void start(const sx_trace *trace, const sx_half *send, const sx_half *receive,
                  ground *g)
{
    *g = (ground) { .grid = NULL };
    choose_grid(trace, send, &g->grid);
    choose_grid(trace, receive, &g->grid);
    for (uint32_t a = 0; a < places_of(g); a++)
        g->box.range[a] = (sx_range) { 0, (g->grid ? g->grid->dim[a] : trace->p) - 1 };
}

static const sx_poly *rank_in(const sx_algebra *a, const ground *g)
{
    const sx_poly *sum = sx_poly_variable(a, 0);
    int64_t stride = 1;
    for (uint32_t i = 1; i < places_of(g); i++) {
        stride *= g->grid->dim[i - 1];
        sum = sx_poly_add(a, sum,
                          sx_poly_mul(a, sx_poly_variable(a, i), sx_poly_int(a, stride)));
    }
    return sum;
}

static sx_over_value param(sx_over *over, const sx_half *h, sx_param_id id)
{
    const sx_param *of = sx_node_param(h->node, id);
    return of ? sx_over_value_of(over, &of->value) : (sx_over_value) { 0 };
}

/* Whether ranks take part in all loops around, and in the event. */
static int takes_part(sx_over *over, const sx_half *h)
{
    int truth = sx_over_domain(over, &h->node->ranks);
    for (uint32_t d = 0; d < h->around.n && truth != 0; d++) {
        int next = sx_over_domain(over, &h->around.loop[d]->ranks);
        truth = next == 0 || truth < 0 ? next == 0 ? 0 : -1 : next;
    }
    return truth;
}

static const sx_poly *bytes_of(const sx_trace *trace, sx_over *over, const sx_half *h)
{
    sx_over_value count = param(over, h, h->param.count),
                  type = param(over, h, h->param.type);
    int64_t t;
    if (count.kind != SX_OVER_POLY || type.kind != SX_OVER_POLY ||
        !sx_poly_constant(type.poly, &t) || t < 0 || (uint64_t)t >= trace->ntypes)
        return NULL;
    return sx_poly_mul(&over->algebra, count.poly,
                       sx_poly_int(&over->algebra, trace->type[t].size));
}

static bool same_tag(sx_over_value a, sx_over_value b)
{
    return a.kind == SX_OVER_POLY && b.kind == SX_OVER_POLY &&
           sx_poly_equal(a.poly, b.poly);
}

static bool fits(const sx_algebra *a, const sx_poly *message, const sx_poly *buffer)
{
    sx_range left;
    return message && buffer &&
           (sx_poly_equal(message, buffer) ||
            (sx_poly_range(a, sx_poly_sub(a, buffer, message), &left) &&
             left.least >= 0));
}

/* Whether, of all in the box, what `here` says is answered by `there` at its other end, which leads back. 1: it is; 0:
 * not, or not known; -1: the box is to be cut as here->splits or there->splits say. `sends`: here is the send. */
static int answered(const sx_trace *trace, sx_arena *scratch, const sx_half *here,
                    const sx_half *there, ground *g, bool sends, sx_over *at)
{
    const sx_algebra algebra = { scratch, &g->box };
    sx_over own = { .trace = trace, .algebra = algebra, .whole = true }, far;
    sx_context_count(&own, &g->box, &here->around, places_of(g));
    own.rank = rank_in(&algebra, g);
    far = own;
    sx_context_count(&far, &g->box, &there->around, places_of(g));
    *at = own;
    int in = takes_part(&own, here);
    sx_over_value peer = param(&own, here, here->param.peer);
    if (in == 0 || (in == 1 && peer.kind == SX_OVER_SPECIAL && peer.special == SX_NULL))
        return 1;
    *at = own;
    if (in < 0 || peer.kind == SX_OVER_UNKNOWN)
        return own.splits ? -1 : 0;
    sx_range range;
    if (peer.kind != SX_OVER_POLY || !sx_poly_range(&algebra, peer.poly, &range) ||
        range.least < 0 || range.most >= trace->p)
        return 0;
    far.rank = peer.poly;
    int far_in = takes_part(&far, there);
    sx_over_value back = param(&far, there, there->param.peer);
    *at = far;
    if (far_in < 0 || (far_in == 1 && back.kind == SX_OVER_UNKNOWN))
        return far.splits ? -1 : 0;
    if (far_in == 0 || back.kind != SX_OVER_POLY || !sx_poly_equal(back.poly, own.rank) ||
        !same_tag(param(&own, here, here->param.tag),
                  param(&far, there, there->param.tag)))
        return 0;
    if (!sends)
        return 1;
    const sx_poly *message = bytes_of(trace, &own, here),
                  *buffer = bytes_of(trace, &far, there);
    *at = message ? far : own;
    if (message && buffer)
        return fits(&algebra, message, buffer);
    return at->splits ? -1 : 0;
}

/* For all boxes that the conditions cut the whole into. */
bool sx_half_answered(const sx_trace *trace, sx_arena *scratch, const sx_half *here,
                      const sx_half *there, bool sends)
{
    ground whole, *todo;
    size_t n = 1, made = 1;
    sx_arena_clear(scratch);
    todo = SX_NEW_ARRAY(scratch, ground, MOST_BOXES);
    if (!todo)
        return false;
    start(trace, here, there, &whole);
    todo[0] = whole;
    while (n > 0) {
        ground g = todo[--n];
        sx_over at;
        int truth = answered(trace, scratch, here, there, &g, sends, &at);
        if (truth == 1)
            continue;
        if (truth == 0 || made == MOST_BOXES || n + 2 > MOST_BOXES)
            return false;
        made++;
        todo[n] = todo[n + 1] = g;
        todo[n++].box.range[at.variable].most = at.at - 1;
        todo[n++].box.range[at.variable].least = at.at;
    }
    return true;
}
