#include "extrap/same_array.h"

#include "base/checked.h"
#include "extrap/deciding.h"
#include "trace/walk.h"

/* What a call moves: elements of a type, of all ranks together. */
typedef struct array {
    int64_t elements, type, last_p;
    size_t inputs; /* at which it is called; 0: none */
    bool differs; /* with the scale, or by rank or trip */
} array;

typedef struct looking {
    sx_arena *scratch;
    array *of; /* by node */
} looking;

/* False where that is no array that all ranks deal out alike. */
static bool elements_of(const sx_event *event, int64_t p, int64_t *ret_elements)
{
    const uint64_t needed = UINT64_C(1) << SX_PARAM_COUNT | UINT64_C(1) << SX_PARAM_TYPE |
                            UINT64_C(1) << SX_PARAM_COMM;
    int64_t all;
    return (event->present & needed) == needed && event->value[SX_PARAM_COUNT] > 0 &&
           !sx_mul_overflows(event->value[SX_PARAM_COUNT], p, &all) &&
           !sx_mul_overflows(all, event->comm_size, ret_elements);
}

static void note(array *of, const sx_event *event, int64_t p)
{
    int64_t elements;
    const bool known = elements_of(event, p, &elements);
    const int64_t type = known ? event->value[SX_PARAM_TYPE] : 0;
    if (of->inputs == 0)
        *of = (array) { .elements = known ? elements : 0, .type = type };
    of->differs = of->differs || !known || of->elements != elements || of->type != type;
    of->inputs += of->last_p != p;
    of->last_p = p;
}

/* What the rank calls at a scale. Where that is not known it has no say. */
static sx_status look_at(looking *l, sx_walk *walk, int64_t p, sx_rank rank,
                         sx_error *err)
{
    sx_event event;
    bool more = true;
    sx_status st = sx_walk_start_folded(walk, rank, err);
    while (!st && more) {
        st = sx_walk_next(walk, &event, &more, err);
        if (!st && more && sx_op_exchange(event.node->op) == SX_EXCHANGE_ALLTOALL)
            note(&l->of[event.node->id], &event, p);
    }
    return st == SX_NOMEM ? st : SX_OK;
}

static sx_status look_at_scale(looking *l, const sx_trace *formula, int64_t p,
                               sx_error *err)
{
    sx_trace bound;
    sx_walk *walk;
    sx_arena_clear(l->scratch);
    if (!sx_deciding_valid(l->scratch, formula, p, false, &bound))
        return SX_OK;
    sx_status st = sx_walk_create(&bound, &walk, err);
    if (st)
        return st == SX_NOMEM ? st : SX_OK;
    st = look_at(l, walk, p, 0, err);
    if (!st)
        st = look_at(l, walk, p, (sx_rank)(p - 1), err);
    sx_walk_destroy(walk);
    return st;
}

/* Is there a call at several inputs that moves as much? */
static bool is_shown(const looking *l, const sx_trace *formula, const array *alone)
{
    for (uint32_t i = 0; i < formula->nnodes; i++) {
        const array *of = &l->of[i];
        if (of->inputs > 1 && !of->differs && of->type == alone->type &&
            of->elements == alone->elements)
            return true;
    }
    return false;
}

static bool is_number(const sx_value *count)
{
    return count->expr && count->expr->op == SX_EXPR_INT &&
           count->evidence.label == SX_LABEL_EXACT;
}

/* NULL: out of memory. */
static const sx_expr *part_of(sx_arena *arena, int64_t elements)
{
    const sx_expr *ranks = sx_expr_var(arena, SX_VAR_P, 0, 0),
                  *members = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    return sx_expr_two(arena, SX_EXPR_DIV, sx_expr_int(arena, elements),
                       sx_expr_two(arena, SX_EXPR_MUL, ranks, members));
}

static sx_status choose(sx_arena *arena, const looking *l, const sx_trace *formula,
                        sx_node *node, sx_error *err)
{
    static const sx_param_id counts[] = { SX_PARAM_COUNT, SX_PARAM_RCOUNT };
    const array *of = &l->of[node->id];
    const sx_param *sent = sx_node_param(node, SX_PARAM_COUNT);
    if (of->inputs != 1 || of->differs || !sent || !is_number(&sent->value) ||
        !is_shown(l, formula, of))
        return SX_OK;
    const int64_t count = sent->value.expr->value;
    const sx_expr *law = part_of(arena, of->elements);
    if (!law)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (int i = 0; i < 2; i++) {
        sx_param *param = sx_node_param(node, counts[i]);
        if (param && is_number(&param->value) && param->value.expr->value == count)
            param->value.expr = law;
    }
    return SX_OK;
}

static sx_status choose_all(sx_arena *arena, const looking *l, const sx_trace *formula,
                            const sx_block *block, sx_error *err)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < block->n; i++) {
        sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            st = choose_all(arena, l, formula, &node->body, err);
        else if (sx_op_exchange(node->op) == SX_EXCHANGE_ALLTOALL)
            st = choose(arena, l, formula, node, err);
    }
    return st;
}

sx_status sx_same_array_choose(sx_arena *arena, sx_trace *formula, const int64_t *p,
                               size_t n, sx_error *err)
{
    sx_trace_number(formula);
    looking l = { .scratch = sx_arena_create(),
                  .of = SX_NEW_ARRAY(arena, array, formula->nnodes) };
    sx_status st = l.scratch && l.of ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; !st && i < n; i++)
        st = look_at_scale(&l, formula, p[i], err);
    if (!st)
        st = choose_all(arena, &l, formula, &formula->program, err);
    sx_arena_destroy(l.scratch);
    return st;
}
