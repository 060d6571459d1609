#include "extrap/last_item.h"

#include "law/law.h"

enum { ROUNDS = 16 };

/* A loop whose counter goes around an extent. */
typedef struct round {
    const sx_node *loop;
    const sx_expr *items, *extent;
} round;

typedef struct rounds {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_trace *formula;
    size_t n;
    round of[ROUNDS];
    sx_error *err;
} rounds;

/* ---- loops that go around ---- */

static bool is_extent(const sx_expr *expr)
{
    return expr->op == SX_EXPR_VAR && (expr->var == SX_VAR_P || expr->var == SX_VAR_DIM ||
                                       expr->var == SX_VAR_COMM_SIZE);
}

/* An extent over the scale; `size` is that of the communicator at hand. */
static const sx_expr *of_scale(const sx_expr *extent, const sx_expr *size)
{
    return extent->var == SX_VAR_COMM_SIZE ? size : extent;
}

static bool has_counter(const sx_expr *expr, uint32_t depth)
{
    uint64_t counters = 0;
    sx_expr_uses(expr, &counters, NULL);
    return counters >> depth & 1;
}

/* Do items leave nothing over at any input? */
static bool divides_all(const rounds *all, const round *of)
{
    for (size_t i = 0; i < all->runs->n; i++) {
        const sx_expr_env env = sx_runs_env(all->runs, all->runs->offset[i], 0);
        int64_t items, extent;
        if (sx_expr_eval(of->items, &env, &items, NULL) ||
            sx_expr_eval(of->extent, &env, &extent, NULL) || extent < 1 ||
            items % extent != 0)
            return false;
    }
    return true;
}

/* Items are as many as trips, or one more where the last of them was recorded apart. */
static void keep_round(rounds *all, const sx_node *loop, const sx_expr *extent)
{
    for (int64_t more = 0; more <= 1; more++) {
        const round found = { loop, sx_expr_plus(all->arena, loop->trips.expr, more),
                              extent };
        if (found.items && divides_all(all, &found)) {
            all->of[all->n++] = found;
            return;
        }
    }
}

static void find_in_law(rounds *all, const sx_node *loop, uint32_t depth,
                        const sx_expr *law, const sx_expr *size)
{
    const sx_expr *extent = law->op == SX_EXPR_MOD && is_extent(law->arg[1]) &&
                                    has_counter(law->arg[0], depth)
                                ? of_scale(law->arg[1], size)
                                : NULL;
    bool is_new = extent && all->n < ROUNDS;
    for (size_t i = 0; i < all->n && is_new; i++)
        is_new = all->of[i].loop != loop || !sx_expr_equal(all->of[i].extent, extent);
    if (is_new)
        keep_round(all, loop, extent);
    for (int i = 0; i < 3 && law->arg[i]; i++)
        find_in_law(all, loop, depth, law->arg[i], size);
}

/* The size of the communicator that laws of the node mean, where that is P or an extent; else NULL. */
static const sx_expr *size_of(const rounds *all, const sx_node *node)
{
    const sx_param *param = sx_node_param(node, SX_PARAM_COMM);
    const sx_expr *comm = param ? param->value.expr : NULL;
    if (!param || (comm && sx_expr_is_int(comm, 0)))
        return sx_expr_var(all->arena, SX_VAR_P, 0, 0);
    if (!comm || comm->op != SX_EXPR_INT || comm->value < 0 ||
        comm->value >= (int64_t)all->formula->ncomms)
        return NULL;
    const sx_expr *size = all->formula->comm[comm->value].size.expr;
    return size && is_extent(size) && size->var != SX_VAR_COMM_SIZE ? size : NULL;
}

static void find_in_body(rounds *all, const sx_node *loop, uint32_t depth,
                         const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        const sx_expr *size = size_of(all, node);
        if (node->ranks.kind == SX_DOMAIN_WHERE)
            find_in_law(all, loop, depth, node->ranks.where, size);
        if (node->kind == SX_NODE_LOOP && node->trips.expr)
            find_in_law(all, loop, depth, node->trips.expr, size);
        if (node->kind == SX_NODE_LOOP)
            find_in_body(all, loop, depth, &node->body);
        for (uint32_t k = 0; k < node->nparams; k++)
            if (node->param[k].value.expr)
                find_in_law(all, loop, depth, node->param[k].value.expr, size);
    }
}

/* Loops that make the same number of trips at every scale. */
static void find_rounds(rounds *all, const sx_block *block, uint32_t depth)
{
    const unsigned number = 1u << SX_VAR_CONSTANT;
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind != SX_NODE_LOOP)
            continue;
        const sx_expr *trips = node->trips.expr;
        if (trips && !(sx_expr_uses(trips, NULL, NULL) & ~number) &&
            node->trips.evidence.label != SX_LABEL_REFUSED)
            find_in_body(all, node, depth, &node->body);
        find_rounds(all, &node->body, depth + 1);
    }
}

/* ---- what is said of last places ---- */

/* How many places before the end of which extent a law means: d - k, or -k mod d; 0: it is neither. */
static int64_t before_end(const sx_expr *law, const sx_expr **ret_extent)
{
    if (law->op == SX_EXPR_SUB && law->arg[1]->op == SX_EXPR_INT) {
        *ret_extent = law->arg[0];
        return law->arg[1]->value;
    }
    if (law->op == SX_EXPR_MOD && law->arg[0]->op == SX_EXPR_INT) {
        *ret_extent = law->arg[1];
        return -law->arg[0]->value;
    }
    return 0;
}

/* Is the last place along that extent in it, or the one before? */
static bool has_last(const sx_expr *law, const sx_expr *extent, const sx_expr *size)
{
    enum { BEFORE = 2 };
    const sx_expr *of;
    const int64_t places = before_end(law, &of);
    if (places >= 1 && places <= BEFORE && is_extent(of)) {
        of = of_scale(of, size);
        if (of && sx_expr_equal(of, extent))
            return true;
    }
    for (int i = 0; i < 3 && law->arg[i]; i++)
        if (has_last(law->arg[i], extent, size))
            return true;
    return false;
}

static sx_status doubt(const rounds *all, const round *of, sx_evidence *evidence)
{
    const sx_expr *left =
        sx_expr_two(all->arena, SX_EXPR_NE,
                    sx_expr_two(all->arena, SX_EXPR_MOD, of->items, of->extent),
                    sx_expr_int(all->arena, 0));
    const sx_evidence here = {
        SX_LABEL_PROVED,
        "the last place may be that of the last of items that are dealt out in turn: add "
        "an input whose extent does not divide their number",
        left
    };
    if (!left)
        return sx_fail(all->err, SX_NOMEM, "out of memory");
    *evidence = sx_evidence_join(all->arena, *evidence, here);
    return SX_OK;
}

static sx_status doubt_law(const rounds *all, const round *of, const sx_expr *law,
                           const sx_expr *size, sx_evidence *evidence)
{
    return law && evidence->label == SX_LABEL_PROVED && has_last(law, of->extent, size)
               ? doubt(all, of, evidence)
               : SX_OK;
}

static sx_status doubt_set(const rounds *all, const round *of, sx_domain *set,
                           const sx_expr *size)
{
    sx_status st = doubt_law(all, of, set->where, size, &set->evidence);
    for (size_t i = 0; i < set->nboxes && !st; i++)
        st = doubt_law(all, of, set->box[i].start, size, &set->evidence);
    return st;
}

/* All that is outside of the loop. */
static sx_status doubt_block(const rounds *all, const round *of, const sx_block *block)
{
    sx_status st = SX_OK;
    for (size_t i = 0; i < block->n && !st; i++) {
        sx_node *node = block->node[i];
        const sx_expr *size = size_of(all, node);
        if (node == of->loop)
            continue;
        st = doubt_set(all, of, &node->ranks, size);
        if (!st && node->kind == SX_NODE_LOOP)
            st = doubt_block(all, of, &node->body);
        for (uint32_t k = 0; k < node->nparams && !st; k++)
            if (sx_param_is_rank(node->param[k].id))
                st = doubt_law(all, of, node->param[k].value.expr, size,
                               &node->param[k].value.evidence);
    }
    return st;
}

sx_status sx_last_item_doubt(sx_arena *arena, const sx_runs *runs, sx_trace *formula,
                             sx_error *err)
{
    rounds all = { .arena = arena, .runs = runs, .formula = formula, .err = err };
    sx_status st = SX_OK;
    find_rounds(&all, &formula->program, 0);
    for (size_t i = 0; i < all.n && !st; i++)
        st = doubt_block(&all, &all.of[i], &formula->program);
    return st;
}
