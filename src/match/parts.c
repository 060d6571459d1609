#include "match/parts.h"

typedef struct sides {
    sx_param_id gives, gets; /* what the member says of an element, or of itself */
} sides;

static sides sides_of(sx_op op)
{
    if (sx_op_parts(op) != SX_PARTS_COUNTS)
        return (sides) { SX_PARAM_NONE, SX_PARAM_NONE };
    switch (sx_op_exchange(op)) {
    case SX_EXCHANGE_ALLTOALL:
        return (sides) { SX_PARAM_COUNTS, SX_PARAM_RCOUNTS };
    case SX_EXCHANGE_ALLGATHER:
    case SX_EXCHANGE_GATHER:
        return (sides) { SX_PARAM_COUNT, SX_PARAM_RCOUNTS };
    case SX_EXCHANGE_SCATTER:
        return (sides) { SX_PARAM_COUNTS,
                         SX_PARAM_COUNT }; /* the own one, as of a GATHER */
    case SX_EXCHANGE_REDUCE_SCATTER:
        return (sides) { SX_PARAM_COUNTS, SX_PARAM_COUNTS };
    default:
        return (sides) { SX_PARAM_NONE, SX_PARAM_NONE };
    }
}

bool sx_parts_are_of(sx_op op, sx_param_id id)
{
    const sides of = sides_of(op);
    return id != SX_PARAM_NONE && (id == of.gives || id == of.gets);
}

/* A law over the own rank and the index of the other one; NULL: there is none, or it says more of the place. */
static const sx_expr *law_of(const sx_node *node, sx_param_id id)
{
    const sx_param *of = sx_node_param(node, id);
    const unsigned place = 1u << SX_VAR_RANK | 1u << SX_VAR_COORD;
    uint64_t counters, grids;
    if (!of || of->value.kind != SX_VALUE_EXPR ||
        of->value.evidence.label == SX_LABEL_REFUSED || sx_expr_has_sum(of->value.expr) ||
        (sx_expr_uses(of->value.expr, &counters, &grids) & place) != 0)
        return NULL;
    return of->value.expr;
}

static bool uses(const sx_expr *law, sx_var_kind var)
{
    uint64_t counters, grids;
    return sx_expr_uses(law, &counters, &grids) >> var & 1;
}

/* As the other one has it: the own rank is its index, and its rank the own index. NULL when out of memory. */
static const sx_expr *seen_from_there(sx_arena *arena, const sx_expr *law)
{
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                  *other = sx_expr_var(arena, SX_VAR_ELEMENT, 0, 0),
                  *free = sx_expr_var(arena, SX_VAR_TERM, 0, 0);
    if (!own || !other || !free)
        return NULL;
    law = sx_expr_replace(arena, law, own, free);
    law = law ? sx_expr_replace(arena, law, other, own) : NULL;
    return law ? sx_expr_replace(arena, law, free, other) : NULL;
}

bool sx_parts_agree(sx_arena *scratch, const sx_node *node)
{
    const sides of = sides_of(node->op);
    if (of.gives == SX_PARAM_NONE)
        return true;
    const sx_expr *gives = law_of(node, of.gives), *gets = law_of(node, of.gets);
    if (!gives || !gets || sx_node_param(node, SX_PARAM_INPLACE))
        return false;
    if (of.gives == of.gets) /* one list, which all have */
        return !uses(gives, SX_VAR_COMM_RANK);
    const sx_expr *there = seen_from_there(scratch, gives);
    return there && sx_expr_equal(there, gets);
}
