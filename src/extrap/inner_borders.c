#include "extrap/inner_borders.h"

#include "extrap/trip_choice.h"

typedef struct telling {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_message_end *all; /* in the order of the program */
    size_t n, next; /* the first of those that are left */
    const sx_message_end *end; /* of the call at hand */
    sx_error *err;
} telling;

/* One of the places along an axis that has two in all inputs. */
typedef struct border {
    uint32_t grid, axis;
    int64_t place;
} border;

/* The trip that is asked for. */
typedef struct trip {
    const sx_expr *counter; /* NULL: any */
    int64_t number;
    bool in_turn; /* a choice named all before it */
} trip;

static bool value_at(const telling *t, const sx_expr *law, const trip *at, int64_t rank,
                     int64_t *ret_value)
{
    int64_t count[SX_MAX_DEPTH] = { 0 };
    sx_expr_env env = sx_runs_env(t->runs, rank, 0);
    if (at->counter)
        count[at->counter->axis] = at->number;
    env.counter = count;
    env.ncounters = SX_MAX_DEPTH;
    return sx_expr_eval(law, &env, ret_value, NULL) == SX_OK;
}

static const struct sx_place *place_of(const telling *t, const border *b, int64_t rank)
{
    return &t->runs->place[rank * SX_MAX_GRIDS + b->grid];
}

static bool is_at(const struct sx_place *place, const border *b)
{
    return place->dim[b->axis] > 1 && place->coord[b->axis] == b->place;
}

/* Is it 1 for those at that border in all inputs, and 0 for all others? */
static bool is_of_border(const telling *t, const sx_expr *law, const trip *at,
                         const border *b)
{
    bool is = true;
    int64_t r = 0;
    for (; r < t->runs->total && is; r++) {
        const struct sx_place *place = place_of(t, b, r);
        int64_t value;
        is = place->coord[0] >= 0 && value_at(t, law, at, r, &value) &&
             value == is_at(place, b);
    }
    return sx_runs_spend(t->runs, (uint64_t)r) && is;
}

/* Is it the same in all trips but for those that are told apart? */
static bool is_of_trip(const sx_expr *law, const trip *at)
{
    uint64_t counters;
    sx_expr_uses(law, &counters, NULL);
    return !(counters & ~(at->counter ? UINT64_C(1) << at->counter->axis : 0));
}

static bool find_border(const telling *t, const sx_expr *law, const trip *at,
                        border *ret_border)
{
    const sx_runs *runs = t->runs;
    if (!is_of_trip(law, at))
        return false;
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; a < runs->grid[g].ndims; a++)
            for (int64_t place = 0; place < 2 && sx_runs_is_of_two(runs, g, a); place++) {
                *ret_border = (border) { g, a, place };
                if (is_of_border(t, law, at, ret_border))
                    return true;
            }
    return false;
}

/* Is `to` the other one of the two places, and nothing else another one? */
static bool is_across(const struct sx_place *from, const struct sx_place *to,
                      uint32_t axis)
{
    bool is = true;
    for (uint32_t a = 0; a < from->ndims && is; a++)
        is = (from->coord[a] != to->coord[a]) == (a == axis);
    return is;
}

/* Does the call's message go across from that place? */
static bool goes_across(const telling *t, const border *b, const trip *at)
{
    const sx_runs *runs = t->runs;
    const sx_expr *law = sx_node_param(t->end->node, t->end->param.peer)->value.expr;
    bool goes = false;
    if (!sx_runs_spend(runs, (uint64_t)runs->total))
        return false;
    for (int64_t r = 0; r < runs->total; r++) {
        const struct sx_place *own = place_of(t, b, r);
        const int64_t first = runs->offset[runs->run_of[r]];
        int64_t peer;
        if (!is_at(own, b) || !value_at(t, law, at, r, &peer) || sx_is_special(peer))
            continue;
        if (peer < 0 || peer >= runs->p[runs->run_of[r]] ||
            !is_across(own, place_of(t, b, first + peer), b->axis))
            return false;
        goes = true;
    }
    return goes;
}

/* Those who have a neighbour on that side. */
static const sx_expr *who_has_neighbour(sx_arena *arena, const border *b)
{
    const sx_expr *c = sx_expr_var(arena, SX_VAR_COORD, b->grid, b->axis);
    const sx_expr *end =
        b->place
            ? sx_expr_int(arena, 0)
            : sx_expr_plus(arena, sx_expr_var(arena, SX_VAR_DIM, b->grid, b->axis), -1);
    return sx_expr_two(arena, SX_EXPR_NE, c, end);
}

/* The law with who has a neighbour for each place that it, or one of its conditions, tells, trip by trip. NULL: out of memory. */
static const sx_expr *with_neighbours(const telling *t, const sx_expr *law,
                                      const trip *at)
{
    border b;
    if (sx_is_trip_choice(law, at->counter)) {
        const sx_expr *counter = law->arg[0]->arg[0];
        const int64_t named = law->arg[0]->arg[1]->value;
        const trip own = { counter, named, false },
                   next = { counter, named + 1,
                            named == at->number && (named == 0 || at->in_turn) };
        const bool is_one =
            sx_is_trip_choice(law->arg[2], counter) ||
            (next.in_turn && sx_trips_left(t->end, counter, next.number) == 1);
        return sx_expr_make(
            t->arena, SX_EXPR_IF, law->arg[0], with_neighbours(t, law->arg[1], &own),
            is_one ? with_neighbours(t, law->arg[2], &next) : law->arg[2]);
    }
    if (find_border(t, law, at, &b))
        return goes_across(t, &b, at) ? who_has_neighbour(t->arena, &b) : law;
    return law->op == SX_EXPR_AND
               ? sx_expr_two(t->arena, SX_EXPR_AND, with_neighbours(t, law->arg[0], at),
                             with_neighbours(t, law->arg[1], at))
               : law;
}

/* Who takes part in something, or how often, is asked on the world. */
static sx_status take(const telling *t, const sx_expr **law, sx_evidence *evidence)
{
    const trip any = { NULL, 0, false };
    return sx_take_other(t->arena, t->runs, 0, with_neighbours(t, *law, &any),
                         "an axis has two places in all inputs that show this: add one "
                         "where it is longer",
                         law, evidence, t->err);
}

/* Does the law say more than that it is the same everywhere? */
static bool hangs_on_place(const sx_expr *law)
{
    enum { OF_SCALE = 1u << SX_VAR_P | 1u << SX_VAR_DIM | 1u << SX_VAR_CONSTANT };
    return law && (sx_expr_uses(law, NULL, NULL) & ~(unsigned)OF_SCALE);
}

static sx_status take_node(const telling *t, sx_node *node)
{
    sx_status st = SX_OK;
    if (node->ranks.kind == SX_DOMAIN_WHERE && hangs_on_place(node->ranks.where))
        st = take(t, &node->ranks.where, &node->ranks.evidence);
    if (!st && node->kind == SX_NODE_LOOP && node->trips.kind == SX_VALUE_EXPR &&
        hangs_on_place(node->trips.expr))
        st = take(t, &node->trips.expr, &node->trips.evidence);
    return st;
}

/* The loops around a call, and the call, where its messages go among all ranks. */
static sx_status take_call(telling *t, sx_node *node, sx_node *const *around,
                           uint32_t depth)
{
    sx_status st = SX_OK;
    if (t->next == t->n || t->all[t->next].node != node)
        return SX_OK;
    t->end = &t->all[t->next];
    while (t->next < t->n && t->all[t->next].node == node)
        t->next++;
    if (!sx_runs_is_world(t->runs, t->end->comm))
        return SX_OK;
    for (uint32_t d = 0; d < depth && !st; d++)
        st = take_node(t, around[d]);
    return st ? st : take_node(t, node);
}

static sx_status take_block(telling *t, const sx_block *block, sx_node **around,
                            uint32_t depth)
{
    sx_status st = SX_OK;
    for (size_t i = 0; i < block->n && !st; i++) {
        sx_node *node = block->node[i];
        if (node->kind != SX_NODE_LOOP) {
            st = take_call(t, node, around, depth);
            continue;
        }
        around[depth] = node;
        st = take_block(t, &node->body, around, depth + 1);
    }
    return st;
}

sx_status sx_inner_borders_tell(sx_arena *arena, const sx_runs *runs, sx_trace *formula,
                                sx_error *err)
{
    sx_arena *scratch = sx_arena_create();
    sx_node *around[SX_MAX_DEPTH];
    sx_message_end *all = NULL;
    telling t = { .arena = arena, .runs = runs, .err = err };
    sx_status st = scratch ? sx_message_ends(scratch, formula, &all, &t.n, err)
                           : sx_fail(err, SX_NOMEM, "out of memory");
    t.all = all;
    if (!st)
        st = take_block(&t, &formula->program, around, 0);
    sx_arena_destroy(scratch);
    return st;
}
