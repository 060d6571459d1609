#include "match/by_formula.h"

#include "match/alike.h"
#include "match/match.h"
#include "match/parts.h"
#include "match/started.h"
#include "match/waits.h"

/* A loop whose counter decides who talks to whom is taken trip by trip, up to so many; and so many sides of messages are looked at. */
enum { MOST_TRIPS = 64, MOST_SIDES = 512 };

typedef struct prover {
    const sx_trace *trace;
    sx_arena *arena; /* of sides */
    sx_arena *scratch; /* of one proof */
    size_t n[2];
    sx_side **side[2]; /* sends, receives */
    uint32_t contexts;
    sx_waits *waits; /* what stands where */
    sx_started started;
    uint32_t nstarts;
    sx_side around; /* what the loops around say */
    sx_formula_proof proof;
} prover;

static bool give_up(prover *p, const sx_node *node, const char *why)
{
    if (!p->proof.why) {
        p->proof.why = why;
        p->proof.undecided = node;
    }
    return false;
}

/* Values that do not ask for a place, in the loops around. NULL when out of memory. */
static sx_sums *nowhere(prover *p, sx_anywhere *ret)
{
    sx_arena_clear(p->scratch);
    sx_sums *sums = SX_NEW(p->scratch, sx_sums);
    if (!sums)
        return NULL;
    sums->arena = p->scratch;
    *ret = (sx_anywhere) { .trace = p->trace, .sums = sums, .grid = SX_LINE };
    sx_side_count(ret, &p->around);
    return sums;
}

static bool constant_of(prover *p, const sx_node *node, sx_param_id id, int64_t *ret)
{
    const sx_param *of = sx_node_param(node, id);
    sx_anywhere at;
    if (!of || !nowhere(p, &at))
        return false;
    sx_any_value v = sx_anywhere_value(&at, &of->value);
    return v.kind == SX_ANY_SUM && sx_sum_constant(v.sum, ret);
}

static bool comm_of(prover *p, const sx_node *node, uint32_t *ret_comm)
{
    int64_t c;
    if (!constant_of(p, node, SX_PARAM_COMM, &c) || c < 0 ||
        (uint64_t)c >= p->trace->ncomms)
        return false;
    *ret_comm = (uint32_t)c;
    return true;
}

/* Of all ranks, each its rank in the world. */
static bool is_whole(prover *p, uint32_t comm)
{
    for (; comm >= 2; comm = p->trace->comm[comm].parent) {
        const sx_comm *c = &p->trace->comm[comm];
        sx_anywhere at;
        if (c->members.kind != SX_DOMAIN_ALL || !nowhere(p, &at))
            return false;
        at.has_place = at.whole = true;
        at.ncounters = 0;
        sx_anywhere_start(&at);
        sx_any_value size = sx_anywhere_value(&at, &c->size),
                     rank = sx_anywhere_value(&at, &c->rank);
        if (size.kind != SX_ANY_SUM || rank.kind != SX_ANY_SUM ||
            !sx_sum_equal(size.sum, sx_anywhere_extent(&at, 0)) ||
            !sx_sum_equal(rank.sum, sx_anywhere_rank(&at)))
            return false;
    }
    return comm == 0;
}

/* ---- collectives ---- */

static bool has_root(prover *p, const sx_node *node, bool whole)
{
    const sx_param *root = sx_node_param(node, SX_PARAM_ROOT);
    sx_anywhere at;
    int64_t number;
    if (!root)
        return true;
    if (!nowhere(p, &at))
        return false;
    at.whole = whole;
    sx_any_value v = sx_anywhere_value(&at, &root->value);
    if (v.kind != SX_ANY_SUM || !whole)
        return v.kind == SX_ANY_SUM && sx_sum_constant(v.sum, &number) && number == 0;
    const sx_sum *last =
        sx_sum_sub(at.sums, sx_anywhere_extent(&at, 0), sx_sum_int(at.sums, 1));
    return sx_sum_is_natural(at.sums, v.sum) &&
           sx_sum_is_natural(at.sums, sx_sum_sub(at.sums, last, v.sum));
}

static bool have_one_type(prover *p, const sx_node *node)
{
    int64_t x, y;
    return constant_of(p, node, SX_PARAM_TYPE, &x) &&
           constant_of(p, node, SX_PARAM_RTYPE, &y) && x >= 0 && y >= 0 &&
           (uint64_t)x < p->trace->ntypes && (uint64_t)y < p->trace->ntypes &&
           p->trace->type[x].size == p->trace->type[y].size;
}

static bool has_equal_buffers(prover *p, const sx_node *node)
{
    sx_anywhere at;
    if (!sx_op_has_equal_buffers(node->op))
        return true;
    if (sx_node_param(node, SX_PARAM_INPLACE)) /* with a root, of the root alone */
        return !sx_node_param(node, SX_PARAM_ROOT);
    if (!have_one_type(p, node) || !nowhere(p, &at))
        return false;
    const sx_param *n = sx_node_param(node, SX_PARAM_COUNT),
                   *m = sx_node_param(node, SX_PARAM_RCOUNT);
    sx_any_value one = n ? sx_anywhere_value(&at, &n->value) : (sx_any_value) { 0 },
                 other = m ? sx_anywhere_value(&at, &m->value) : (sx_any_value) { 0 };
    return one.kind == SX_ANY_SUM && other.kind == SX_ANY_SUM &&
           sx_sum_equal(one.sum, other.sum);
}

/* Colours and keys say who gets into which group, and what each gets has a number of its own. */
static bool is_own(sx_op op, sx_param_id id)
{
    return op == SX_OP_Comm_split && (id == SX_PARAM_COLOR || id == SX_PARAM_KEY);
}

/* Lists too, where a communicator is made. */
static bool is_alike(sx_op op, const sx_param *of)
{
    const sx_value *value = &of->value;
    const unsigned place =
        1u << SX_VAR_RANK | 1u << SX_VAR_COMM_RANK | 1u << SX_VAR_COORD;
    uint64_t counters, grids;
    if (value->evidence.label == SX_LABEL_REFUSED)
        return false;
    if (sx_param_list_length(of->id) == SX_PARAM_NONE)
        return sx_value_is_alike(value);
    return sx_op_class_of(op) == SX_OP_COMM && value->kind == SX_VALUE_EXPR &&
           (sx_expr_uses(value->expr, &counters, &grids) & place) == 0;
}

static bool are_alike(const sx_node *node)
{
    bool alike = node->nmultisets == 0;
    for (uint32_t i = 0; i < node->nparams && alike; i++)
        alike = is_own(node->op, node->param[i].id) ||
                sx_parts_are_of(node->op, node->param[i].id) ||
                is_alike(node->op, &node->param[i]);
    return alike;
}

static bool is_known(sx_op op)
{
    return sx_op_class_of(op) == SX_OP_COLLECTIVE
               ? sx_op_exchange(op) != SX_EXCHANGE_NEIGHBOR_ALLGATHER &&
                     sx_op_exchange(op) != SX_EXCHANGE_NEIGHBOR_ALLTOALL
               : op == SX_OP_Comm_dup || op == SX_OP_Comm_split ||
                     op == SX_OP_Cart_create || op == SX_OP_Cart_sub ||
                     op == SX_OP_Comm_free;
}

/* All members come by, as often, with the same arguments. */
static bool add_collective(prover *p, const sx_node *node, bool everybody)
{
    uint32_t comm;
    if (!everybody || !is_known(node->op))
        return give_up(p, node, "it is not called by everybody alike");
    if (!comm_of(p, node, &comm))
        return give_up(p, node, "its communicator is not told");
    for (uint32_t k = comm; k >= 2; k = p->trace->comm[k].parent)
        if (p->trace->comm[k].members.kind != SX_DOMAIN_ALL)
            return give_up(p, node, "who is in its communicator is not told");
    if (!are_alike(node) || !has_root(p, node, is_whole(p, comm)) ||
        !has_equal_buffers(p, node))
        return give_up(p, node,
                       "its arguments are not known to be the same for all ranks");
    sx_arena_clear(p->scratch);
    if (!sx_parts_agree(p->scratch, node) ||
        (sx_op_parts(node->op) == SX_PARTS_COUNTS &&
         sx_op_exchange(node->op) != SX_EXCHANGE_REDUCE_SCATTER &&
         !have_one_type(p, node)))
        return give_up(p, node,
                       "what its members say to each other is not known to agree");
    p->proof.collectives++;
    return true;
}

/* ---- messages ---- */

/* From nobody, or to nobody, on all ranks. */
static bool is_idle(prover *p, const sx_node *node, sx_param_id peer)
{
    const sx_param *of = sx_node_param(node, peer);
    sx_anywhere at;
    if (!of || !nowhere(p, &at))
        return false;
    sx_any_value v = sx_anywhere_value(&at, &of->value);
    return v.kind == SX_ANY_SPECIAL && v.special == SX_NULL;
}

static bool add_side(prover *p, const sx_node *node, bool sends)
{
    const sx_message_params param = sx_node_message(node, !sends);
    uint32_t comm;
    if (is_idle(p, node, param.peer))
        return true;
    if (node->nmultisets || !comm_of(p, node, &comm) || !is_whole(p, comm))
        return give_up(p, node, "it is not on a communicator of all ranks");
    sx_side *e = SX_NEW(p->arena, sx_side);
    if (!e || p->n[!sends] == MOST_SIDES)
        return give_up(p, node, "there are too many messages");
    *e = p->around;
    e->node = node;
    e->comm = comm;
    e->position = p->waits->last;
    e->param = param;
    p->side[!sends][p->n[!sends]++] = e;
    return true;
}

/* The next place in the program. */
static bool add_place(prover *p, const sx_node *node, sx_call call)
{
    if (p->waits->last == SX_MOST_PLACES)
        return give_up(p, node, "there are too many calls");
    p->waits->call[++p->waits->last] = (unsigned char)call;
    return true;
}

/* ---- persistent requests ---- */

static bool is_persistent(sx_op op)
{
    return op == SX_OP_Send_init || op == SX_OP_Ssend_init || op == SX_OP_Recv_init;
}

static bool make(prover *p, const sx_node *node, bool everybody)
{
    return (everybody && p->around.depth == 0 && sx_started_make(&p->started, node)) ||
           give_up(p, node, "it is not made by everybody alike, and once");
}

/* What a request that is started does is done here, by the values of the call that made it. */
static bool start(prover *p, const sx_node *node, bool everybody)
{
    int64_t name[SX_MOST_STARTED];
    size_t n = 0;
    bool fine = everybody && sx_request_names(node, name, &n);
    p->around.start = ++p->nstarts;
    for (size_t i = 0; i < n && fine; i++) {
        const sx_node *made = sx_started_start(&p->started, name[i]);
        fine = made && add_place(p, node, SX_CALL_OTHER) &&
               add_side(p, made, made->op != SX_OP_Recv_init);
    }
    p->around.start = 0;
    return fine ||
           give_up(p, node,
                   "which requests it starts is not told, or they may not be complete");
}

static bool free_request(prover *p, const sx_node *node, bool everybody)
{
    int64_t name[SX_MOST_STARTED];
    size_t n = 0;
    return everybody && p->around.depth == 0 && sx_request_names(node, name, &n) &&
           n == 1 && sx_started_free(&p->started, name[0]);
}

static bool complete(prover *p, const sx_node *node, bool everybody)
{
    int64_t name[SX_MOST_STARTED];
    size_t n = 0;
    if (everybody && (node->op == SX_OP_Wait || node->op == SX_OP_Waitall) &&
        p->started.n && sx_request_names(node, name, &n))
        for (size_t i = 0; i < n; i++)
            sx_started_complete(&p->started, name[i]);
    return add_place(p, node, SX_CALL_COMPLETES);
}

/* ---- calls ---- */

static bool add_event(prover *p, const sx_node *node, bool everybody)
{
    static const char other[] = "what it does is not looked at";
    const sx_op op = node->op;
    if (is_persistent(op))
        return make(p, node, everybody);
    switch (sx_op_class_of(op)) {
    case SX_OP_SEND:
        return op == SX_OP_Send || op == SX_OP_Ssend || op == SX_OP_Isend ||
                       op == SX_OP_Issend
                   ? add_place(p, node, SX_CALL_OTHER) && add_side(p, node, true)
                   : give_up(p, node, other);
    case SX_OP_RECV:
        return op == SX_OP_Recv || op == SX_OP_Irecv
                   ? add_place(p, node, SX_CALL_OTHER) && add_side(p, node, false)
                   : give_up(p, node, other);
    case SX_OP_SENDRECV:
        return add_place(p, node, SX_CALL_OTHER) && add_side(p, node, true) &&
               add_side(p, node, false);
    case SX_OP_COLLECTIVE:
    case SX_OP_COMM:
        return add_place(p, node, SX_CALL_TOGETHER) && add_collective(p, node, everybody);
    case SX_OP_COMPLETION:
        return complete(p, node, everybody);
    case SX_OP_START:
        return start(p, node, everybody);
    case SX_OP_REGION:
        return true;
    default:
        return (op == SX_OP_Request_free && free_request(p, node, everybody)) ||
               (everybody &&
                (op == SX_OP_Init || op == SX_OP_Init_thread || op == SX_OP_Finalize)) ||
               give_up(p, node, other);
    }
}

/* ---- the program ---- */

static bool add_block(prover *p, const sx_block *block, bool everybody);

static bool add_trips(prover *p, const sx_node *loop, int64_t from, int64_t to,
                      bool everybody)
{
    const uint32_t d = p->around.depth++;
    bool fine = true;
    for (int64_t t = from; fine && t < to; t++) {
        p->around.trip[d] = t;
        fine = add_block(p, &loop->body, everybody);
    }
    p->around.depth--;
    return fine;
}

/* Any of its trips. Requests that are under way before one must be those that are before the first, or fewer. */
static bool add_any_trip(prover *p, const sx_node *loop, bool everybody)
{
    const uint64_t under_way = p->started.under_way;
    sx_waits *w = p->waits;
    const uint32_t first = w->last + 1, context = p->around.context;
    p->around.context = ++p->contexts;
    bool fine = add_trips(p, loop, -1, 0, everybody);
    p->around.context = context;
    if (fine && (p->started.under_way & ~under_way) != 0)
        return give_up(p, loop, "what a trip of it starts may not be complete behind it");
    p->started.under_way = under_way;
    if (!fine || w->last < first)
        return fine;
    if (w->nloops == SX_MOST_STRETCHES)
        return give_up(p, loop, "there are too many loops");
    w->loop[w->nloops++] = (sx_stretch) { first, w->last };
    return true;
}

static bool add_loop(prover *p, const sx_node *loop, bool everybody)
{
    sx_anywhere at;
    int64_t trips = 0;
    if (p->around.depth == SX_MAX_DEPTH || !everybody ||
        loop->trips.evidence.label == SX_LABEL_REFUSED ||
        !sx_value_is_alike(&loop->trips) || !nowhere(p, &at))
        return give_up(p, loop, "not all ranks make the same trips");
    sx_any_value n = sx_anywhere_value(&at, &loop->trips);
    bool known = n.kind == SX_ANY_SUM && sx_sum_constant(n.sum, &trips);
    if (known && trips < 1)
        return true;
    bool open =
        !known || trips > MOST_TRIPS || !sx_counter_decides(&loop->body, p->around.depth);
    return open ? add_any_trip(p, loop, everybody)
                : add_trips(p, loop, 0, trips, everybody);
}

static bool add_block(prover *p, const sx_block *block, bool everybody)
{
    bool fine = true;
    for (size_t i = 0; i < block->n && fine; i++) {
        const sx_node *node = block->node[i];
        bool all = everybody && node->ranks.kind == SX_DOMAIN_ALL;
        fine =
            node->kind == SX_NODE_LOOP ? add_loop(p, node, all) : add_event(p, node, all);
    }
    return fine;
}

/* ---- pairs ---- */

static bool pair_up(prover *p)
{
    for (size_t i = 0; i < p->n[0]; i++) {
        sx_side *s = p->side[0][i];
        for (size_t k = 0; k < p->n[1] && !s->partner; k++) {
            sx_side *r = p->side[1][k];
            if (r->partner || r->comm != s->comm || r->context != s->context ||
                !sx_side_answered(p->trace, p->scratch, s, r) ||
                !sx_side_answered(p->trace, p->scratch, r, s))
                continue;
            s->partner = r;
            r->partner = s;
            p->proof.pairs++;
        }
        if (!s->partner)
            return give_up(p, s->node, "no receive is known to take its messages");
    }
    for (size_t k = 0; k < p->n[1]; k++)
        if (!p->side[1][k]->partner)
            return give_up(p, p->side[1][k]->node, "no send is known to send to it");
    return true;
}

static bool tag_of(prover *p, const sx_side *e, int64_t *ret_tag)
{
    const sx_side around = p->around;
    p->around = *e;
    bool known = constant_of(p, e->node, e->param.tag, ret_tag);
    p->around = around;
    return known;
}

/* One call starts both, in any order. */
static bool are_one_start(const sx_side *a, const sx_side *b)
{
    return a->start && a->start == b->start;
}

/* Messages from one rank to another with one tag are received in their order. */
static bool are_in_order(prover *p, const sx_side *a, const sx_side *b)
{
    int64_t x, y;
    const bool any_order = are_one_start(a, b) || are_one_start(a->partner, b->partner);
    return a->comm != b->comm ||
           (!any_order && (a->position < b->position) ==
                              (a->partner->position < b->partner->position)) ||
           (tag_of(p, a, &x) && tag_of(p, b, &y) && x != y) ||
           sx_side_apart(p->trace, p->scratch, a, b);
}

static bool order(prover *p)
{
    for (size_t i = 0; i < p->n[0]; i++)
        for (size_t k = 0; k < i; k++)
            if (!are_in_order(p, p->side[0][i], p->side[0][k]))
                return give_up(p, p->side[0][i]->node,
                               "its messages may be taken by another receive");
    return true;
}

static sx_status prove(prover *p, sx_error *err)
{
    const sx_side *endless;
    if (!add_block(p, &p->trace->program, true) || !pair_up(p) || !order(p))
        return SX_OK;
    for (int which = 0; which < 2; which++) {
        p->waits->side[which] = p->side[which];
        p->waits->n[which] = p->n[which];
    }
    sx_status st = sx_waits_end(p->waits, &endless, err);
    if (!st && endless)
        give_up(p, endless->node, "it may wait for what comes later in the program");
    return st;
}

sx_status sx_match_by_formula(const sx_trace *trace, sx_formula_proof *ret_proof,
                              sx_error *err)
{
    prover p = { .trace = trace,
                 .arena = sx_arena_create(),
                 .scratch = sx_arena_create() };
    sx_status st = SX_OK;
    bool room = p.arena && p.scratch;
    for (int which = 0; which < 2 && room; which++)
        room = (p.side[which] = SX_NEW_ARRAY(p.arena, sx_side *, MOST_SIDES)) != NULL;
    if (room)
        room = (p.waits = SX_NEW(p.arena, sx_waits)) != NULL;
    if (!room) {
        st = sx_fail(err, SX_NOMEM, "out of memory");
    } else if (sx_match_incomplete(p.arena, trace)) {
        give_up(&p, NULL, "what was recorded is not complete");
    } else {
        p.waits->trace = trace;
        p.waits->scratch = p.scratch;
        st = prove(&p, err);
    }
    if (!st)
        *ret_proof = p.proof;
    sx_arena_destroy(p.arena);
    sx_arena_destroy(p.scratch);
    return st;
}
