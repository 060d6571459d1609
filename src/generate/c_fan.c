#include "generate/c_fan.h"

#include "generate/c_call.h"

enum { MOST_RANKS = 4096, MOST_VALUES = 1 << 20 };

/* ---- values ---- */

/* What an expression uses of a place. */
static const unsigned place =
    1U << SX_VAR_RANK | 1U << SX_VAR_COMM_RANK | 1U << SX_VAR_COORD;

static bool is_alike(const sx_value *value)
{
    uint64_t counters, grids;
    if (value->kind == SX_VALUE_EXPR)
        return (sx_expr_uses(value->expr, &counters, &grids) & place) == 0;
    return value->kind == SX_VALUE_PIECES && value->npieces == 1 && value->piece[0].all &&
           !value->relative;
}

bool sx_c_is_uneven(const sx_node *loop)
{
    return loop->ranks.kind != SX_DOMAIN_ALL || !is_alike(&loop->trips);
}

/* Is it the same on both sides, and in all trips of the loop at that depth? */
static bool is_shared(const sx_node *send, const sx_node *receive, sx_param_id id,
                      unsigned depth)
{
    const sx_param *one = sx_node_param(send, id), *other = sx_node_param(receive, id);
    uint64_t counters, grids;
    int64_t x, y;
    if (!one || !other)
        return !one && !other;
    if (sx_c_value_is_int(&one->value, &x) && sx_c_value_is_int(&other->value, &y))
        return x == y;
    return one->value.kind == SX_VALUE_EXPR && other->value.kind == SX_VALUE_EXPR &&
           is_alike(&one->value) && sx_expr_equal(one->value.expr, other->value.expr) &&
           (sx_expr_uses(one->value.expr, &counters, &grids), !(counters >> depth & 1));
}

static bool is_variable(const sx_expr *expr, sx_var_kind var)
{
    return expr->op == SX_EXPR_VAR && expr->var == var;
}

/* P - 1, which is never below 0. */
static bool is_others(const sx_c_writer *w, const sx_expr *expr)
{
    if (expr->op == SX_EXPR_MAX && sx_expr_is_int(expr->arg[0], 0))
        expr = expr->arg[1];
    return (w->trace->p > 0 && sx_expr_is_int(expr, w->trace->p - 1)) ||
           (expr->op == SX_EXPR_SUB && is_variable(expr->arg[0], SX_VAR_P) &&
            sx_expr_is_int(expr->arg[1], 1));
}

static bool are_others(const sx_c_writer *w, const sx_value *trips)
{
    int64_t n;
    if (sx_c_value_is_int(trips, &n))
        return w->trace->p > 0 && n == w->trace->p - 1;
    return trips->kind == SX_VALUE_EXPR && is_others(w, trips->expr);
}

/* ---- who takes part ---- */

/* One rank, by its number. */
static bool is_single(const sx_domain *domain, int64_t *ret_rank)
{
    if (domain->kind == SX_DOMAIN_RANKS && domain->ranks.count == 1)
        *ret_rank = sx_ranklist_first(&domain->ranks);
    else if (domain->kind == SX_DOMAIN_BOXES && domain->nboxes == 1 &&
             domain->box[0].ndims == 0 && domain->box[0].start->op == SX_EXPR_INT)
        *ret_rank = domain->box[0].start->value;
    else
        return false;
    return true;
}

/* All but the root; where P is open, all but the first. */
static bool is_rest(const sx_c_writer *w, const sx_domain *domain, int64_t root)
{
    const sx_rank p = w->trace->p;
    if (domain->kind == SX_DOMAIN_RANKS)
        return p > 0 && domain->ranks.count == p - 1 &&
               !sx_ranklist_contains(&domain->ranks, root);
    if (domain->kind != SX_DOMAIN_BOXES || domain->nboxes != 1 || root != 0)
        return false;
    const sx_box *box = &domain->box[0];
    return box->ndims == 1 && sx_expr_is_int(box->start, 1) &&
           is_others(w, box->dim[0].iters) && sx_expr_is_int(box->dim[0].stride, 1);
}

/* ---- end points ---- */

static int64_t absolute(const sx_c_writer *w, const sx_value *value, int64_t at,
                        int64_t rank)
{
    const sx_rank p = w->trace->p;
    if (sx_is_special(at) || !value->relative)
        return at;
    return ((at + rank) % p + p) % p;
}

/* Each P - 1 values are all ranks but the root. */
static bool visits_all(sx_c_writer *w, const sx_value *peer, const sx_seq *seq,
                       int64_t root)
{
    const uint64_t p = (uint64_t)w->trace->p, n = p - 1;
    uint64_t *seen = SX_NEW_ARRAY(w->arena, uint64_t, p); /* the last time, from 1 */
    if (!seq || !seen || n == 0 || seq->length % n != 0 || seq->length > MOST_VALUES)
        return false;
    for (uint64_t k = 0; k < seq->length; k++) {
        int64_t to = absolute(w, peer, sx_seq_at(seq, k), root);
        if (to < 0 || (uint64_t)to >= p || to == root || seen[to] == k / n + 1)
            return false;
        seen[to] = k / n + 1;
    }
    return true;
}

/* The counter of the loop at that depth, from the rank behind the first on. */
static bool counts_up(const sx_expr *expr, unsigned depth)
{
    return expr->op == SX_EXPR_ADD && is_variable(expr->arg[0], SX_VAR_COUNTER) &&
           expr->arg[0]->axis == depth && sx_expr_is_int(expr->arg[1], 1);
}

static bool sends_to_all(sx_c_writer *w, const sx_value *peer, int64_t root,
                         unsigned depth)
{
    if (peer->kind == SX_VALUE_EXPR)
        return root == 0 && counts_up(peer->expr, depth);
    return w->trace->p > 0 && peer->kind == SX_VALUE_PIECES &&
           visits_all(w, peer, sx_value_seq(peer, root), root);
}

static bool receives_from(sx_c_writer *w, const sx_node *receive, int64_t root)
{
    const sx_value *peer = &sx_node_param(receive, SX_PARAM_PEER)->value;
    const sx_rank p = w->trace->p;
    const sx_seq **seq;
    int64_t from;
    if (sx_c_value_is_int(peer, &from) && !peer->relative)
        return from == root;
    if (p == 0 || p > MOST_RANKS ||
        (peer->kind != SX_VALUE_PIECES && peer->kind != SX_VALUE_BY_RANK) ||
        sx_value_sequences(w->arena, peer, &receive->ranks.ranks, p, &seq, NULL))
        return false;
    for (sx_rank r = 0; r < p; r++)
        if (r != root && (!seq[r] || !sx_seq_is_constant(seq[r]) ||
                          absolute(w, peer, sx_seq_at(seq[r], 0), r) != root))
            return false;
    return true;
}

/* ---- both together ---- */

/* The communicator of both; -1: it cannot be told. */
static int64_t comm_of(const sx_node *send, const sx_node *receive)
{
    const sx_param *one = sx_node_param(send, SX_PARAM_COMM),
                   *other = sx_node_param(receive, SX_PARAM_COMM);
    int64_t x, y;
    return one && other && sx_c_value_is_int(&one->value, &x) &&
                   sx_c_value_is_int(&other->value, &y) && x == y && x >= 0
               ? x
               : -1;
}

static bool is_send(const sx_node *node)
{
    return node->kind == SX_NODE_EVENT &&
           (node->op == SX_OP_Send || node->op == SX_OP_Isend);
}

/* On a communicator of all ranks, by their numbers. */
static bool fans_out(sx_c_writer *w, const sx_node *loop, const sx_node *send,
                     const sx_node *receive, int64_t *ret_root)
{
    int64_t root, same;
    if (!is_single(&loop->ranks, &root) || !is_rest(w, &receive->ranks, root) ||
        !are_others(w, &loop->trips) ||
        (send->ranks.kind != SX_DOMAIN_ALL &&
         !(is_single(&send->ranks, &same) && same == root)))
        return false;
    *ret_root = root;
    return sends_to_all(w, &sx_node_param(send, SX_PARAM_PEER)->value, root, w->depth) &&
           receives_from(w, receive, root);
}

/* Two nodes, in either order. */
static bool is_fan(sx_c_writer *w, const sx_node *first, const sx_node *second,
                   sx_c_fan *ret_fan)
{
    const bool begins = first->kind == SX_NODE_LOOP;
    const sx_node *loop = begins ? first : second, *receive = begins ? second : first;
    if (loop->kind != SX_NODE_LOOP || receive->kind != SX_NODE_EVENT ||
        receive->op != SX_OP_Recv || loop == w->main_loop || loop->body.n != 1 ||
        !is_send(loop->body.node[0]))
        return false;
    const sx_node *send = loop->body.node[0];
    const int64_t comm = comm_of(send, receive);
    *ret_fan = (sx_c_fan) { .receive = receive };
    return comm >= 0 && comm != 1 && is_shared(send, receive, SX_PARAM_COUNT, w->depth) &&
           is_shared(send, receive, SX_PARAM_TYPE, w->depth) &&
           is_shared(send, receive, SX_PARAM_TAG, w->depth) &&
           (sx_c_comm_is_world(w, (uint32_t)comm)
                ? fans_out(w, loop, send, receive, &ret_fan->root)
                : sx_c_fans_in_groups(w, (uint32_t)comm, loop, send, receive,
                                      &ret_fan->root)) &&
           sx_c_can_be_told(w, SX_C_REPLACE);
}

/* Calls by some of those ranks alone, which complete requests. */
static bool is_completion(const sx_node *node, const sx_domain *of)
{
    return node->kind == SX_NODE_EVENT && sx_op_class_of(node->op) == SX_OP_COMPLETION &&
           of->kind == SX_DOMAIN_RANKS && node->ranks.kind == SX_DOMAIN_RANKS &&
           sx_ranklist_equal(&node->ranks.ranks, &of->ranks);
}

size_t sx_c_find_fan(sx_c_writer *w, const sx_block *block, size_t at,
                     const sx_domain *around, sx_c_fan *ret_fan)
{
    size_t end = at + 1;
    while (end < block->n && block->node[at]->kind == SX_NODE_LOOP &&
           is_completion(block->node[end], &block->node[at]->ranks))
        end++;
    return !w->is_uneven && around->kind == SX_DOMAIN_ALL && end < block->n &&
                   is_fan(w, block->node[at], block->node[end], ret_fan)
               ? end + 1 - at
               : 0;
}

bool sx_c_is_left_out(const sx_c_writer *w, sx_op op)
{
    return w->in_fan && op != SX_OP_Isend && sx_op_class_of(op) != SX_OP_COMPLETION;
}

const char *sx_c_fan_peer(sx_c_writer *w, const sx_node *node, const char *peer)
{
    return w->in_fan && node->op == SX_OP_Isend
               ? sx_c_text(w->arena, "way_sends ? MPI_PROC_NULL : %s", peer)
               : peer;
}

/* Count, type and communicator are those of the receive. */
void sx_c_fan_bcast(sx_c_writer *w, const sx_c_fan *fan)
{
    sx_node bcast = *fan->receive;
    sx_param *param = SX_NEW_ARRAY(w->arena, sx_param, bcast.nparams);
    if (!param) {
        w->status = SX_NOMEM;
        return;
    }
    bcast.op = SX_OP_Bcast;
    bcast.param = param;
    for (uint32_t i = 0; i < bcast.nparams; i++) {
        param[i] = fan->receive->param[i];
        if (param[i].id == SX_PARAM_PEER)
            param[i] = (sx_param) { .id = SX_PARAM_ROOT,
                                    .value = sx_value_constant(w->arena, fan->root) };
    }
    const size_t from = sx_c_open(w, "if (way_sends)");
    sx_c_make_call(w, &bcast);
    sx_c_close(w, from);
}
