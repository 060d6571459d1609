#include "extrap/foresee.h"

#include "align/elastic.h"

#include <string.h>

enum { TRIPS = 40 /* more than any extent has levels */ };

typedef struct foresight {
    sx_arena *arena;
    sx_runs *runs;
    sx_foreseen *list;
    const sx_levels *levels; /* NULL: no loop tells any */
    int64_t total; /* of a level and the halvings of the points that it has */
    unsigned constant; /* the points */
    sx_error *err;
} foresight;

static sx_status nomem(const foresight *f)
{
    return sx_fail(f->err, SX_NOMEM, "out of memory");
}

/* ---- which level? ---- */

static bool is_told_by(const sx_value *trips, const sx_levels *levels)
{
    return trips->expr && sx_expr_contains(trips->expr, levels->trips);
}

/* N div 2^x, x being counted by the loop at this depth and nothing else: its first place in the expression. */
static const sx_expr *halved(const sx_expr *expr, uint32_t depth)
{
    uint64_t counters = 0;
    if (!expr)
        return NULL;
    const sx_expr *n = expr->arg[0], *by = expr->arg[1];
    if (expr->op == SX_EXPR_DIV && n->op == SX_EXPR_VAR && n->var == SX_VAR_CONSTANT &&
        by->op == SX_EXPR_POW && by->arg[0]->op == SX_EXPR_INT &&
        by->arg[0]->value == 2 &&
        sx_expr_uses(by->arg[1], &counters, NULL) == 1u << SX_VAR_COUNTER &&
        counters == UINT64_C(1) << depth)
        return expr;
    for (int i = 0; i < 3; i++) {
        const sx_expr *found = halved(expr->arg[i], depth);
        if (found)
            return found;
    }
    return NULL;
}

/* The same in the sizes of the calls of a loop. */
static const sx_expr *points_of(const sx_block *body, uint32_t depth)
{
    for (size_t i = 0; i < body->n; i++)
        for (uint32_t p = 0; p < body->node[i]->nparams; p++) {
            const sx_param *param = &body->node[i]->param[p];
            const sx_expr *found =
                sx_param_is_count(param->id) ? halved(param->value.expr, depth) : NULL;
            if (found)
                return found;
        }
    return NULL;
}

/* How often the points are halved in the first trip, and how many times more or less in the next. */
static bool halvings(const sx_expr *points, int64_t *ret_first, int64_t *ret_step)
{
    int64_t counter[SX_MAX_DEPTH] = { 0 }, second;
    const sx_expr *x = points->arg[1]->arg[1];
    uint64_t counters;
    sx_expr_uses(x, &counters, NULL);
    sx_expr_env env = { .counter = counter, .ncounters = SX_MAX_DEPTH };
    if (sx_expr_eval(x, &env, ret_first, NULL))
        return false;
    for (uint32_t d = 0; d < SX_MAX_DEPTH; d++)
        counter[d] = counters >> d & 1;
    if (sx_expr_eval(x, &env, &second, NULL))
        return false;
    *ret_step = second - *ret_first;
    return true;
}

/* The first loop whose trips tell levels, and whose sizes tell their points. */
static bool find_levels(foresight *f, const sx_block *formula, uint32_t depth)
{
    for (size_t i = 0; i < formula->n; i++) {
        const sx_node *node = formula->node[i];
        int64_t first, step;
        if (node->kind != SX_NODE_LOOP)
            continue;
        for (uint32_t k = 0; k < f->runs->nlevels; k++) {
            const sx_levels *levels = &f->runs->levels[k];
            const sx_expr *points =
                is_told_by(&node->trips, levels) ? points_of(&node->body, depth) : NULL;
            if (!points || !halvings(points, &first, &step) || step != 1)
                continue;
            f->levels = levels;
            f->constant = points->arg[0]->axis;
            f->total = levels->first + first;
            return true;
        }
        if (find_levels(f, &node->body, depth + 1))
            return true;
    }
    return false;
}

/* ---- who is active? ---- */

/* The condition in a trip of the loop at this depth. */
static bool holds(const foresight *f, const sx_expr *condition, int64_t rank,
                  uint32_t depth, int64_t trip)
{
    int64_t counter[SX_MAX_DEPTH] = { 0 }, value = 0;
    counter[depth] = trip;
    sx_expr_env env = sx_runs_env(f->runs, rank, 0);
    env.counter = counter;
    env.ncounters = SX_MAX_DEPTH;
    return !sx_expr_eval(condition, &env, &value, NULL) && value;
}

/* For all of these ranks, in `which` trip of so many as it holds for `in`, and in the others for nobody. */
static bool tells(const foresight *f, const sx_expr *condition, const bool *all,
                  const bool *in, uint32_t depth, int64_t trips, int64_t which)
{
    for (int64_t r = 0; r < f->runs->total; r++)
        for (int64_t i = 0; all[r] && i < trips; i++)
            if (holds(f, condition, r, depth, i) != (i == which && in[r]))
                return false;
    return true;
}

/* ---- the loop ---- */

/* A loop over levels in which all ranks make as many trips. */
typedef struct loop {
    sx_node *node;
    const bool *in;
    uint32_t depth;
    int64_t trips, edge; /* edge: the trip on the coarsest level */
    sx_level level;
    /* What is in it stands in loops of one trip or none, the last of which is of all who are active. */
    bool parted;
} loop;

static sx_status note(foresight *f, const sx_foreseen_node *node)
{
    sx_foreseen *list = f->list;
    if (list->n == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 16;
        sx_foreseen_node *more = SX_NEW_ARRAY(f->arena, sx_foreseen_node, capacity);
        if (!more)
            return nomem(f);
        if (list->n)
            memcpy(more, list->node, list->n * sizeof *more);
        list->node = more;
        list->capacity = capacity;
    }
    list->node[list->n++] = *node;
    return SX_OK;
}

/* Nodes in a loop of one trip or none, `present` in trip `edge` by those who are in; in all trips by all where that is
 * negative. */
static sx_status wrap(foresight *f, const loop *l, sx_node **node, size_t n,
                      const sx_expr *present, const bool *in, int64_t edge,
                      sx_node **ret_node)
{
    sx_node *top = SX_NEW(f->arena, sx_node);
    sx_node **body = SX_NEW_ARRAY(f->arena, sx_node *, n);
    const sx_seq **seq = SX_NEW_ARRAY(f->arena, const sx_seq *, (size_t)f->runs->total);
    int64_t trip[TRIPS];
    if (!top || !body || !seq || !present)
        return nomem(f);
    for (size_t i = 0; i < n; i++) {
        body[i] = node[i];
        if (edge >= 0)
            body[i]->ranks = (sx_domain) { .kind = SX_DOMAIN_ALL };
    }
    for (int64_t r = 0; r < f->runs->total; r++) {
        for (int64_t i = 0; i < l->trips; i++)
            trip[i] = edge < 0 || (i == edge && in[r]);
        seq[r] = sx_seq_from_values(f->arena, trip, (uint64_t)l->trips, true);
        if (!seq[r])
            return nomem(f);
    }
    *top = (sx_node) { .kind = SX_NODE_LOOP,
                       .ranks = { .kind = SX_DOMAIN_ALL },
                       .body = { n, body } };
    if (sx_elastic_value(f->arena, f->runs, l->in, seq, false, &top->trips))
        return nomem(f);
    *ret_node = top;
    return note(
        f, &(sx_foreseen_node) { .node = top, .level = l->level, .present = present });
}

/* Who makes a call beside the loop: those who fall or stay along an axis on the loop's coarsest level. NULL: none of them. */
static const sx_expr *change_of(const foresight *f, const loop *l, const bool *in)
{
    const uint32_t axes = f->runs->grid[f->levels->grid].ndims;
    for (uint32_t a = 0; a < 2 * axes; a++) {
        const sx_expr *change = a % 2 ? sx_level_stays(f->arena, &l->level, a / 2)
                                      : sx_level_falls(f->arena, &l->level, a / 2);
        if (change && tells(f, change, l->in, in, l->depth, l->trips, l->edge))
            return change;
    }
    return NULL;
}

/* Calls beside the loop that belong in it, from the nearest on. */
typedef struct beside {
    size_t n;
    const bool **in;
    const sx_expr **change;
} beside;

static sx_status find_beside(foresight *f, const loop *l, const sx_block *block,
                             size_t at, const bool *within, beside *ret)
{
    *ret = (beside) { .in = SX_NEW_ARRAY(f->arena, const bool *, block->n),
                      .change = SX_NEW_ARRAY(f->arena, const sx_expr *, block->n) };
    if (!ret->in || !ret->change)
        return nomem(f);
    const size_t room = l->edge == 0 ? at : block->n - 1 - at;
    while (ret->n < room) {
        const sx_node *node =
            block->node[l->edge == 0 ? at - 1 - ret->n : at + 1 + ret->n];
        const bool *in = sx_runs_members(f->arena, f->runs, &node->ranks, within);
        if (!in)
            return nomem(f);
        ret->in[ret->n] = in;
        ret->change[ret->n] = node->kind == SX_NODE_EVENT ? change_of(f, l, in) : NULL;
        if (!ret->change[ret->n])
            break;
        ret->n++;
    }
    return SX_OK;
}

/* The k-th of them in the order of the text. */
static size_t in_order(const loop *l, const beside *b, size_t k)
{
    return l->edge == 0 ? b->n - 1 - k : k;
}

/* Moves them into the loop: neighbours of one condition together. */
static sx_status take_in(foresight *f, const loop *l, sx_node **call, const beside *b,
                         sx_node **into, size_t *ret_n)
{
    *ret_n = 0;
    for (size_t k = 0, n; k < b->n; k += n) {
        const size_t first = in_order(l, b, k);
        n = 1;
        while (k + n < b->n &&
               sx_expr_equal(b->change[first], b->change[in_order(l, b, k + n)]))
            n++;
        sx_status st = wrap(f, l, call + k, n, b->change[first], b->in[first], l->edge,
                            &into[(*ret_n)++]);
        if (st)
            return st;
    }
    return SX_OK;
}

/* Does a node in the loop make one trip where the condition holds for a rank in a trip of the loop, and none elsewhere? */
static bool is_where(const foresight *f, const loop *l, const sx_node *node,
                     const sx_expr *condition)
{
    const sx_seq **made = node->kind == SX_NODE_LOOP && node->ranks.kind == SX_DOMAIN_ALL
                              ? sx_runs_sequences(f->arena, f->runs, &node->trips, l->in)
                              : NULL;
    for (int64_t r = 0; made && r < f->runs->total; r++)
        for (int64_t t = 0; l->in[r] && t < l->trips; t++)
            if (!made[r] || (uint64_t)l->trips % made[r]->length != 0 ||
                sx_seq_at(made[r], (uint64_t)t) != holds(f, condition, r, l->depth, t))
                return false;
    return made;
}

/* What is in the loop in conditions: of those who are active, and who fall or stay along an axis. */
static sx_status note_parts(foresight *f, const loop *l)
{
    const uint32_t axes = f->runs->grid[f->levels->grid].ndims;
    const sx_block *body = &l->node->body;
    sx_foreseen_node part = { .node = body->node[body->n - 1], .level = l->level };
    part.present = sx_level_active(f->arena, f->runs, &l->level);
    sx_status st = part.present ? note(f, &part) : nomem(f);
    for (size_t i = 0; !st && i + 1 < body->n; i++)
        for (uint32_t a = 0; a < 2 * axes; a++) {
            part.node = body->node[i];
            part.present = a % 2 ? sx_level_stays(f->arena, &l->level, a / 2)
                                 : sx_level_falls(f->arena, &l->level, a / 2);
            if (!part.present || !is_where(f, l, part.node, part.present))
                continue;
            st = note(f, &part);
            break;
        }
    return st;
}

/* What is in the loop in a condition: of those who are active. */
static sx_status part_body(foresight *f, const loop *l)
{
    sx_block *body = &l->node->body;
    sx_node **core = SX_NEW_ARRAY(f->arena, sx_node *, 1);
    if (!core)
        return nomem(f);
    sx_status st = wrap(f, l, body->node, body->n,
                        sx_level_active(f->arena, f->runs, &l->level), l->in, -1, core);
    *body = (sx_block) { 1, core };
    return st;
}

/* The loop with its body in a condition, and what stood beside it inside; *ret_taken is how many nodes that was. */
static sx_status reshape(foresight *f, const loop *l, sx_block *block, size_t at,
                         const bool *within, size_t *ret_taken)
{
    beside b;
    sx_block *own = &l->node->body;
    sx_status st = find_beside(f, l, block, at, within, &b);
    sx_node **body = SX_NEW_ARRAY(f->arena, sx_node *, block->n + own->n);
    size_t n = 0;
    if (st || !body)
        return st ? st : nomem(f);
    st = l->parted ? note_parts(f, l) : part_body(f, l);
    bool before = l->edge == 0;
    if (!st)
        st = take_in(f, l, &block->node[before ? at - b.n : at + 1], &b,
                     body + (before ? 0 : own->n), &n);
    if (st)
        return st;
    memcpy(body + (before ? n : 0), own->node, own->n * sizeof *body);
    *own = (sx_block) { own->n + n, body };
    *ret_taken = b.n;
    return note(f, &(sx_foreseen_node) { .node = l->node, .level = l->level });
}

static bool is_always(const foresight *f, const loop *l, const sx_expr *condition)
{
    for (int64_t r = 0; r < f->runs->total; r++)
        for (int64_t t = 0; l->in[r] && t < l->trips; t++)
            if (!holds(f, condition, r, l->depth, t))
                return false;
    return true;
}

/* A loop over levels on which all ranks are active in all inputs, or whose body says who is. */
static bool is_over_levels(const foresight *f, const sx_node *formula, loop *l)
{
    const sx_block *inside = &formula->body;
    const sx_node *last = inside->n > 0 ? inside->node[inside->n - 1] : NULL;
    const sx_expr *points = points_of(inside, l->depth);
    l->parted = !points && last && last->kind == SX_NODE_LOOP;
    points = l->parted ? points_of(&last->body, l->depth) : points;
    int64_t first, step;
    if (!formula->trips.expr || formula->trips.expr->op != SX_EXPR_INT || !points ||
        points->arg[0]->axis != f->constant || !halvings(points, &first, &step) ||
        (step != 1 && step != -1))
        return false;
    l->trips = formula->trips.expr->value;
    if (l->trips < 2 || l->trips > TRIPS)
        return false;
    const int64_t level = f->total - first;
    l->edge = step < 0 ? 0 : l->trips - 1;
    if (level - (step < 0 ? 0 : l->trips - 1) < 1)
        return false;
    l->level = (sx_level) { .of = f->levels,
                            .first = level,
                            .step = -step,
                            .depth = l->depth,
                            .points = points };
    const sx_expr *active = sx_level_active(f->arena, f->runs, &l->level);
    const sx_block *body = &l->node->body;
    return active && (l->parted ? is_where(f, l, body->node[body->n - 1], active)
                                : is_always(f, l, active));
}

/* Also the loop that tells the levels, and those like it, are over these levels. */
static sx_status look_at_teller(foresight *f, const sx_node *node, const sx_node *formula,
                                uint32_t depth)
{
    const sx_expr *points = points_of(&formula->body, depth);
    int64_t first, step;
    bool tells_levels = is_told_by(&formula->trips, f->levels) && points &&
                        points->arg[0]->axis == f->constant &&
                        halvings(points, &first, &step) && step == 1 &&
                        first + f->levels->first == f->total;
    const sx_level level = { .of = f->levels,
                             .first = f->levels->first,
                             .step = -1,
                             .depth = depth,
                             .points = points };
    return tells_levels ? note(f, &(sx_foreseen_node) { .node = node, .level = level })
                        : SX_OK;
}

/* ---- single calls ---- */

/* A call of those who are active on one level. */
static sx_status look_at_call(foresight *f, const sx_node *node, const bool *in,
                              const bool *within)
{
    enum { LEVELS = 20 };
    for (int64_t number = 0; number < LEVELS && number <= f->total; number++) {
        sx_level level = { .of = f->levels, .first = number };
        const sx_expr *active = sx_level_active(f->arena, f->runs, &level);
        if (!active)
            return nomem(f);
        if (!tells(f, active, within, in, 0, 1, 0))
            continue;
        level.points = sx_expr_two(
            f->arena, SX_EXPR_DIV, sx_expr_var(f->arena, SX_VAR_CONSTANT, 0, f->constant),
            sx_expr_int(f->arena, INT64_C(1) << (f->total - number)));
        return note(f, &(sx_foreseen_node) { .node = node, .level = level });
    }
    return SX_OK;
}

/* ---- the tree ---- */

static sx_status foresee_block(foresight *f, const sx_block *formula, sx_block *block,
                               const bool *within, uint32_t depth)
{
    sx_status st = SX_OK;
    /* Nodes before `at` may have gone into a loop: those of the formula stay. */
    for (size_t i = 0, at = 0; !st && i < formula->n && at < block->n; i++, at++) {
        sx_node *node = block->node[at];
        const bool *in = sx_runs_members(f->arena, f->runs, &node->ranks, within);
        if (!in)
            return nomem(f);
        if (node->kind == SX_NODE_EVENT) {
            if (formula->node[i]->ranks.kind == SX_DOMAIN_WHERE)
                st = look_at_call(f, node, in, within);
            continue;
        }
        loop l = { .node = node, .in = in, .depth = depth };
        if (!is_over_levels(f, formula->node[i], &l)) {
            st = look_at_teller(f, node, formula->node[i], depth);
            if (!st)
                st =
                    foresee_block(f, &formula->node[i]->body, &node->body, in, depth + 1);
            continue;
        }
        size_t taken = 0;
        st = reshape(f, &l, block, at, within, &taken);
        size_t to = l.edge == 0 ? at - taken : at + 1, from = to + taken;
        memmove(&block->node[to], &block->node[from],
                (block->n - from) * sizeof(sx_node *));
        block->n -= taken;
        if (l.edge == 0)
            at -= taken;
        else
            i += taken;
    }
    return st;
}

sx_status sx_foresee(sx_arena *arena, sx_runs *runs, const sx_block *formula,
                     sx_foreseen *ret_foreseen, sx_error *err)
{
    const sx_domain everybody = { .kind = SX_DOMAIN_ALL };
    foresight f = { .arena = arena, .runs = runs, .list = ret_foreseen, .err = err };
    *ret_foreseen = (sx_foreseen) { .n = 0 };
    if (!find_levels(&f, formula, 0))
        return SX_OK;
    const bool *all = sx_runs_members(arena, runs, &everybody, NULL);
    if (!all)
        return nomem(&f);
    return foresee_block(&f, formula, &runs->merged.program, all, 0);
}

const sx_foreseen_node *sx_foreseen_of(const sx_foreseen *foreseen, const sx_node *node)
{
    for (size_t i = 0; i < foreseen->n; i++)
        if (foreseen->node[i].node == node)
            return &foreseen->node[i];
    return NULL;
}
