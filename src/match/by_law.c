#include "match/by_law.h"

#include "match/alike.h"
#include "match/answer.h"

/* A loop whose counter decides who talks to whom is taken trip by trip, up to so many; and so many sends are looked at. */
enum { MOST_TRIPS = 64, MOST_HALVES = 1024 };

typedef struct prover {
    const sx_trace *trace;
    sx_arena *arena; /* of halves */
    sx_arena *scratch; /* of one proof */
    size_t n[2];
    sx_half **half[2]; /* sends, receives */
    const sx_node *undecided;
} prover;

static bool give_up(prover *p, const sx_node *node)
{
    if (!p->undecided)
        p->undecided = node;
    return false;
}

/* ---- what is the same for all ranks ---- */

/* Laws that do not ask for the place of a rank. */
static void anywhere(prover *p, const sx_context *around, sx_over *ret_over,
                     sx_box_of *ret_box)
{
    *ret_over = (sx_over) { .trace = p->trace,
                            .algebra = { p->scratch, ret_box },
                            .whole = true };
    sx_context_count(ret_over, ret_box, around, 0);
}

/* Of all ranks, each its rank in the world. */
static bool is_whole(prover *p, uint32_t comm)
{
    for (; comm >= 2; comm = p->trace->comm[comm].parent) {
        const sx_comm *c = &p->trace->comm[comm];
        const sx_context none = { .n = 0 };
        sx_over over;
        sx_box_of box;
        int64_t size;
        anywhere(p, &none, &over, &box);
        box.range[0] = (sx_range) { 0, p->trace->p - 1 };
        box.n = 1;
        over.rank = sx_poly_variable(&over.algebra, 0);
        sx_over_value rank = sx_over_value_of(&over, &c->rank);
        if (c->members.kind != SX_DOMAIN_ALL ||
            !sx_over_constant(&over, &c->size, &size) || size != p->trace->p ||
            rank.kind != SX_OVER_POLY || !sx_poly_equal(rank.poly, over.rank))
            return false;
    }
    return comm == 0;
}

/* ---- collectives ---- */

/* The bytes of a buffer that is of one size for all; NULL: not known. */
static const sx_poly *uniform_bytes(prover *p, sx_over *over, const sx_node *node,
                                    sx_param_id count, sx_param_id type)
{
    const sx_param *n = sx_node_param(node, count), *t = sx_node_param(node, type);
    int64_t index;
    if (!n || !t || !sx_value_is_alike(&n->value) ||
        !sx_over_constant(over, &t->value, &index) || index < 0 ||
        (uint64_t)index >= p->trace->ntypes)
        return NULL;
    sx_over_value v = sx_over_value_of(over, &n->value);
    return v.kind == SX_OVER_POLY
               ? sx_poly_mul(&over->algebra, v.poly,
                             sx_poly_int(&over->algebra, p->trace->type[index].size))
               : NULL;
}

/* All ranks come by, as often, with the same arguments; lists are left to others. */
static bool agree(prover *p, const sx_node *node, const sx_context *around,
                  bool everybody)
{
    const sx_param *comm = sx_node_param(node, SX_PARAM_COMM),
                   *root = sx_node_param(node, SX_PARAM_ROOT);
    sx_over over;
    sx_box_of box;
    int64_t c, r;
    anywhere(p, around, &over, &box);
    if (!everybody || !comm || !sx_value_is_alike(&comm->value) ||
        !sx_over_constant(&over, &comm->value, &c) || c < 0 ||
        (uint64_t)c >= p->trace->ncomms)
        return false;
    for (uint32_t k = (uint32_t)c; k >= 2; k = p->trace->comm[k].parent)
        if (p->trace->comm[k].members.kind != SX_DOMAIN_ALL)
            return false;
    if (sx_op_class_of(node->op) == SX_OP_COMM)
        return true;
    bool whole = is_whole(p, (uint32_t)c);
    over.whole = whole;
    if (root &&
        (!sx_value_is_alike(&root->value) || !sx_over_constant(&over, &root->value, &r) ||
         r < 0 || r >= (whole ? p->trace->p : 1)))
        return false;
    for (uint32_t i = 0; i < node->nparams; i++)
        if (sx_param_list_length(node->param[i].id) != SX_PARAM_NONE ||
            !sx_value_is_alike(&node->param[i].value))
            return false;
    if (!sx_op_has_equal_buffers(node->op))
        return true;
    if (sx_node_param(node, SX_PARAM_INPLACE)) /* with a root, of the root alone */
        return !root;
    return sx_poly_equal(uniform_bytes(p, &over, node, SX_PARAM_COUNT, SX_PARAM_TYPE),
                         uniform_bytes(p, &over, node, SX_PARAM_RCOUNT, SX_PARAM_RTYPE));
}

/* ---- pairs ---- */

/* The k-th loop around that is not taken trip by trip; NULL: there are fewer. */
static const sx_node *open_loop(const sx_context *around, uint32_t k, int64_t *ret_trips)
{
    for (uint32_t d = 0; d < around->n; d++) {
        if (around->trip[d] >= 0 || k-- > 0)
            continue;
        *ret_trips = around->trips[d];
        return around->loop[d];
    }
    return NULL;
}

static bool same_loops(const sx_half *a, const sx_half *b)
{
    for (uint32_t k = 0;; k++) {
        int64_t m = 0, n = 0;
        const sx_node *x = open_loop(&a->around, k, &m),
                      *y = open_loop(&b->around, k, &n);
        if (!x || !y)
            return x == y;
        if (m != n)
            return false;
    }
}

/* How many loops that are not taken trip by trip a and b are in together, in one entry. */
static uint32_t shared(const sx_half *a, const sx_half *b)
{
    uint32_t n = 0;
    for (uint32_t d = 0; d < a->around.n && d < b->around.n; d++) {
        if (a->around.loop[d] != b->around.loop[d] ||
            a->around.trip[d] != b->around.trip[d])
            break;
        n += a->around.trip[d] < 0;
    }
    return n;
}

static int64_t constant_of(prover *p, const sx_half *h, sx_param_id id)
{
    const sx_param *of = sx_node_param(h->node, id);
    sx_over over;
    sx_box_of box;
    int64_t value;
    anywhere(p, &h->around, &over, &box);
    return of && sx_over_constant(&over, &of->value, &value) ? value : SX_ANY;
}

/* Whether the messages of two pairs may be on one channel, and differ in size: then they have to come in one order. */
static bool may_mix(prover *p, const sx_half *a, const sx_half *b)
{
    if (a->comm != b->comm)
        return false;
    int64_t x = constant_of(p, a, a->param.tag), y = constant_of(p, b, b->param.tag);
    if (x != SX_ANY && y != SX_ANY && x != y)
        return false;
    x = constant_of(p, a, a->param.count);
    y = constant_of(p, b, b->param.count);
    return x == SX_ANY || x != y ||
           constant_of(p, a, a->param.type) != constant_of(p, b, b->param.type);
}

static bool in_order(const sx_half *a, const sx_half *b)
{
    return (a->position < b->position) == (a->partner->position < b->partner->position) &&
           shared(a, b) == shared(a->partner, b->partner);
}

static bool pair_up(prover *p)
{
    sx_half **sends = p->half[0], **receives = p->half[1];
    if (p->n[0] != p->n[1])
        return give_up(p, p->n[0] ? sends[0]->node : receives[0]->node);
    for (size_t i = 0; i < p->n[0]; i++) {
        sx_half *s = sends[i];
        for (size_t k = 0; k < p->n[1] && !s->partner; k++) {
            sx_half *r = receives[k];
            if (r->partner || r->comm != s->comm || !same_loops(s, r) ||
                !sx_half_answered(p->trace, p->scratch, s, r, true) ||
                !sx_half_answered(p->trace, p->scratch, r, s, false))
                continue;
            s->partner = r;
            r->partner = s;
        }
        if (!s->partner)
            return give_up(p, s->node);
    }
    for (size_t i = 0; i < p->n[0]; i++) {
        sx_arena_clear(p->scratch);
        for (size_t k = 0; k < i; k++)
            if (!in_order(sends[i], sends[k]) && may_mix(p, sends[i], sends[k]))
                return give_up(p, sends[i]->node);
    }
    return true;
}

/* ---- the program ---- */

static bool add_half(prover *p, const sx_node *node, const sx_context *around, bool sends)
{
    const sx_param *comm = sx_node_param(node, SX_PARAM_COMM);
    sx_over over;
    sx_box_of box;
    int64_t c;
    sx_arena_clear(p->scratch);
    anywhere(p, around, &over, &box);
    if (!comm || !sx_over_constant(&over, &comm->value, &c) || c < 0 || c == 1 ||
        (uint64_t)c >= p->trace->ncomms || !is_whole(p, (uint32_t)c) ||
        p->n[!sends] == MOST_HALVES)
        return give_up(p, node);
    sx_half *h = SX_NEW(p->arena, sx_half);
    if (!h)
        return give_up(p, node);
    p->half[!sends][p->n[!sends]] = h;
    *h = (sx_half) { .node = node,
                     .around = *around,
                     .comm = (uint32_t)c,
                     .param = sx_node_message(node, !sends),
                     .position = (uint32_t)p->n[!sends] };
    p->n[!sends]++;
    return true;
}

static bool add_event(prover *p, const sx_node *node, const sx_context *around,
                      bool everybody)
{
    sx_op op = node->op;
    switch (sx_op_class_of(op)) {
    case SX_OP_SEND:
        return op == SX_OP_Send_init || op == SX_OP_Bsend_init ||
                       op == SX_OP_Ssend_init || op == SX_OP_Rsend_init
                   ? give_up(p, node)
                   : add_half(p, node, around, true);
    case SX_OP_RECV:
        if (op == SX_OP_Probe || op == SX_OP_Iprobe)
            return true;
        return op == SX_OP_Recv || op == SX_OP_Irecv ? add_half(p, node, around, false)
                                                     : give_up(p, node);
    case SX_OP_SENDRECV:
        return add_half(p, node, around, true) && add_half(p, node, around, false);
    case SX_OP_COLLECTIVE:
    case SX_OP_COMM:
        sx_arena_clear(p->scratch);
        return agree(p, node, around, everybody) || give_up(p, node);
    case SX_OP_START:
        return give_up(p, node);
    default:
        return op != SX_OP_Cancel || give_up(p, node);
    }
}

static bool add_block(prover *p, const sx_block *block, sx_context *around,
                      bool everybody);

static bool add_loop(prover *p, const sx_node *loop, sx_context *around, bool everybody)
{
    uint32_t d = around->n;
    sx_over over;
    sx_box_of box;
    int64_t trips;
    bool fine = true;
    sx_arena_clear(p->scratch);
    anywhere(p, around, &over, &box);
    if (d == SX_MAX_DEPTH || !sx_value_is_alike(&loop->trips) ||
        !sx_over_constant(&over, &loop->trips, &trips))
        return give_up(p, loop);
    if (trips < 1)
        return true;
    bool open = trips > MOST_TRIPS || !sx_counter_decides(&loop->body, d);
    around->loop[d] = loop;
    around->trips[d] = trips;
    around->n++;
    for (int64_t t = 0; fine && t < (open ? 1 : trips); t++) {
        around->trip[d] = open ? -1 : t;
        fine = add_block(p, &loop->body, around, everybody);
    }
    around->n--;
    return fine;
}

static bool add_block(prover *p, const sx_block *block, sx_context *around,
                      bool everybody)
{
    bool fine = true;
    for (size_t i = 0; i < block->n && fine; i++) {
        const sx_node *node = block->node[i];
        bool all = everybody && node->ranks.kind == SX_DOMAIN_ALL;
        fine = node->kind == SX_NODE_LOOP ? add_loop(p, node, around, all)
                                          : add_event(p, node, around, all);
    }
    return fine;
}

sx_status sx_match_by_law(const sx_trace *trace, const sx_node **ret_undecided,
                          sx_error *err)
{
    prover p = { .trace = trace,
                 .arena = sx_arena_create(),
                 .scratch = sx_arena_create() };
    sx_context around = { .n = 0 };
    bool room = p.arena && p.scratch;
    for (int side = 0; side < 2 && room; side++) {
        p.half[side] = SX_NEW_ARRAY(p.arena, sx_half *, MOST_HALVES);
        room = p.half[side] != NULL;
    }
    if (room && add_block(&p, &trace->program, &around, true))
        pair_up(&p);
    if (room)
        *ret_undecided = p.undecided;
    sx_arena_destroy(p.arena);
    sx_arena_destroy(p.scratch);
    return room ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}
