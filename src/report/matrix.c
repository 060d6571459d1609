#include "report/matrix.h"

#include "base/checked.h"
#include "report/uniform.h"
#include "trace/groups.h"
#include "trace/prune.h"
#include "trace/walk.h"

typedef struct filler {
    const sx_trace *trace; /* sends only */
    sx_matrix *matrix;
    sx_groups *groups;
    sx_walk *walk;
    uint64_t *effort; /* by node: evaluations that one look takes */
    uint64_t steps; /* evaluations that looking took */
    uint64_t weight; /* what one message of the rank stands for, in 1/seen */
    uint64_t seen;
    sx_error *err;
} filler;

static void keep_sends(const sx_block *block, uint64_t *keep)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        sx_op_class class = sx_op_class_of(node->op);
        if (node->kind == SX_NODE_LOOP)
            keep_sends(&node->body, keep);
        else if (class == SX_OP_SEND || class == SX_OP_SENDRECV)
            keep[node->id] = UINT64_C(1) << SX_PARAM_COMM | UINT64_C(1) << SX_PARAM_PEER |
                             UINT64_C(1) << SX_PARAM_COUNT | UINT64_C(1) << SX_PARAM_TYPE;
    }
}

/* number x times x weight / seen, rounded. */
static bool scale(const filler *f, uint64_t number, uint64_t times, uint64_t *ret_scaled)
{
    __extension__ unsigned __int128 product = number;
    if (sx_mul_overflows(number, times, &number))
        return false;
    product = number;
    product = (product * f->weight + f->seen / 2) / f->seen;
    *ret_scaled = (uint64_t)product;
    return product <= UINT64_MAX;
}

static bool add_message(filler *f, sx_rank rank, const sx_event *e, int64_t size)
{
    sx_matrix *m = f->matrix;
    uint64_t bytes, messages, sum;
    sx_rank to;
    if (!scale(f, size > 0 ? (uint64_t)size : 0, e->times, &bytes) ||
        !scale(f, 1, e->times, &messages) ||
        sx_add_overflows(m->all_bytes, bytes, &m->all_bytes) ||
        sx_add_overflows(m->all_messages, messages, &sum))
        return false;
    m->all_messages = sum;
    if (sx_groups_world(f->groups, e->comm, rank, e->value[SX_PARAM_PEER], &to)) {
        size_t cell = (size_t)(rank / m->width) * m->n + (size_t)(to / m->width);
        m->bytes[cell] += bytes;
        m->messages[cell] += messages;
    } else {
        m->unplaced_bytes += bytes;
        m->unplaced_messages += messages;
    }
    return true;
}

/* Adds what one rank sends; counts steps only when `dry`, and stops at `most` of them. */
static sx_status add_rank(filler *f, sx_rank rank, bool dry, uint64_t most)
{
    sx_status status = sx_walk_start_folded(f->walk, rank, f->err);
    while (!status && f->steps < most) {
        sx_event e;
        bool more = true;
        int64_t bytes = 0;
        status = sx_walk_next(f->walk, &e, &more, f->err);
        if (status || !more)
            break;
        f->steps += f->effort[e.node->id];
        if (dry || !(e.present >> SX_PARAM_PEER & 1) ||
            e.value[SX_PARAM_PEER] == SX_NULL || !(e.present >> SX_PARAM_COMM & 1))
            continue;
        status = sx_walk_bytes(f->walk, &bytes, f->err);
        if (!status && !add_message(f, rank, &e, bytes))
            status = sx_fail(f->err, SX_OVERFLOW, "the bytes sent do not fit in 64 bits");
    }
    return status;
}

/* The j-th of k ranks that stand for a block of n: one in each k-th of it, at no fixed
 * stride, which would see few coordinates. */
static sx_rank sample(sx_rank n, sx_rank k, sx_rank j, sx_rank first)
{
    sx_rank from = j * n / k, to = (j + 1) * n / k;
    uint64_t hash = sx_hash_add(sx_hash_mix((uint64_t)first + 1), (uint64_t)j);
    return from + (sx_rank)(hash % (uint64_t)(to - from));
}

static sx_status fill(filler *f, const sx_matrix_options *options)
{
    sx_matrix *m = f->matrix;
    const uint64_t most = options->most_evaluations;
    sx_rank middle = m->p / 2, affordable;
    /* Steps of one rank, of two that are no neighbours. */
    sx_status status = add_rank(f, 0, true, most);
    uint64_t steps = f->steps;
    f->steps = 0;
    if (!status)
        status = add_rank(f, middle, true, most);
    if (f->steps > steps)
        steps = f->steps;
    affordable = (sx_rank)(most / (steps ? steps : 1) / m->n);
    for (sx_rank first = 0; first < m->p && !status; first += m->width) {
        sx_rank n = m->width < m->p - first ? m->width : m->p - first;
        sx_rank k = affordable < 1 ? 1 : affordable < n ? affordable : n;
        f->weight = (uint64_t)n;
        f->seen = (uint64_t)k;
        m->ranks_seen += k;
        for (sx_rank j = 0; j < k && !status; j++)
            status = add_rank(f, first + sample(n, k, j, first), false, UINT64_MAX);
    }
    return status;
}

static void weigh(filler *f, const sx_place_of *place, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            weigh(f, place, &node->body);
        else
            f->effort[node->id] = sx_uniform_effort(place, node);
    }
}

static sx_status prepare(filler *f, sx_arena *arena, const sx_trace *trace)
{
    sx_place_of *place = sx_place_create(trace);
    f->effort = SX_NEW_ARRAY(arena, uint64_t, f->trace->nnodes);
    sx_status status = place && f->effort ? sx_place_move(place, 0, f->err)
                                          : sx_fail(f->err, SX_NOMEM, "out of memory");
    if (!status)
        weigh(f, place, &f->trace->program);
    sx_place_destroy(place);
    if (!status)
        status = sx_groups_create(trace, false, &f->groups, f->err);
    return status ? status : sx_walk_create(f->trace, &f->walk, f->err);
}

sx_status sx_matrix_make(sx_arena *arena, const sx_trace *trace,
                         const sx_matrix_options *options, sx_matrix *ret_matrix,
                         sx_error *err)
{
    sx_trace sends;
    bool empty = false;
    sx_rank blocks = (sx_rank)options->most_blocks;
    sx_matrix m = { .p = trace->p, .width = (trace->p + blocks - 1) / blocks };
    uint64_t *keep = SX_NEW_ARRAY(arena, uint64_t, trace->nnodes);
    m.n = (size_t)((m.p + m.width - 1) / m.width);
    m.bytes = SX_NEW_ARRAY(arena, uint64_t, m.n * m.n);
    m.messages = SX_NEW_ARRAY(arena, uint64_t, m.n * m.n);
    if (!keep || !m.bytes || !m.messages)
        return sx_fail(err, SX_NOMEM, "out of memory");
    keep_sends(&trace->program, keep);
    sx_status status = sx_trace_prune(arena, trace, keep, &sends, &empty, err);
    filler f = { .trace = &sends, .matrix = &m, .err = err };
    if (!status && !empty) {
        status = prepare(&f, arena, trace);
        if (!status)
            status = fill(&f, options);
        sx_walk_destroy(f.walk);
        sx_groups_destroy(f.groups);
    } else {
        m.ranks_seen = m.p;
    }
    if (!status)
        *ret_matrix = m;
    return status;
}
