#include "trace/groups.h"

#include "base/checked.h"
#include "trace/prune.h"
#include "trace/walk.h"

#include <stdlib.h>

/* Entries of all tables together: 512 MB. */
#define MOST_ENTRIES (UINT64_C(1) << 25)

/* A rank on its way into its group. */
typedef struct member {
    int64_t parent, color,
        place; /* which group of the parent, and the rank in the new one */
    sx_rank rank;
} member;

struct sx_groups {
    const sx_trace *trace;
    bool *wanted; /* by communicator */
    struct sx_group_table {
        bool known;
        int64_t *color; /* by rank; SX_NULL: no call that made it was seen */
        int64_t *size, *own; /* by rank: of the group, 0 where it is in none; and in it */
        sx_rank *order; /* the ranks, group by group */
        int64_t *start; /* by rank: where its group begins in order; -1: in none */
        uint32_t ndims; /* a Cartesian one: its dims */
        int64_t dim[SX_MAX_DIMS];
    } * comm;
};

void sx_groups_destroy(sx_groups *groups)
{
    if (!groups)
        return;
    for (size_t c = 0; groups->comm && c < groups->trace->ncomms; c++) {
        free(groups->comm[c].color);
        free(groups->comm[c].size);
        free(groups->comm[c].own);
        free(groups->comm[c].order);
        free(groups->comm[c].start);
    }
    free(groups->comm);
    free(groups->wanted);
    free(groups);
}

/* Marks the communicators that sends (and collectives) may use: all, unless the value
 * names one. */
static void want(sx_groups *g, const sx_block *block, bool collectives)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        sx_op_class class = sx_op_class_of(node->op);
        if (node->kind == SX_NODE_LOOP) {
            want(g, &node->body, collectives);
            continue;
        }
        const sx_param *comm = sx_node_param(node, SX_PARAM_COMM);
        bool together = collectives && (class == SX_OP_COLLECTIVE || class == SX_OP_COMM);
        if (!comm || (class != SX_OP_SEND && class != SX_OP_SENDRECV && !together))
            continue;
        const sx_value *value = &comm->value;
        bool constant = value->kind == SX_VALUE_PIECES && value->npieces == 1 &&
                        value->piece[0].seq->length == 1;
        if (value->kind == SX_VALUE_EXPR && value->expr->op == SX_EXPR_INT &&
            value->expr->value >= 0 && (uint64_t)value->expr->value < g->trace->ncomms) {
            g->wanted[value->expr->value] = true;
            continue;
        }
        int64_t index = constant ? sx_seq_at(value->piece[0].seq, 0) : -1;
        for (size_t c = 0; c < g->trace->ncomms; c++)
            g->wanted[c] = g->wanted[c] || !constant || (int64_t)c == index;
    }
}

static uint64_t want_parents(sx_groups *g)
{
    uint64_t n = 0;
    for (size_t c = g->trace->ncomms; c-- > 2;) {
        n += g->wanted[c];
        if (g->wanted[c])
            g->wanted[g->trace->comm[c].parent] = true;
    }
    return n;
}

static void keep_makers(const sx_block *block, uint64_t *keep)
{
    static const sx_param_id needed[] = { SX_PARAM_NEWCOMM, SX_PARAM_COLOR,
                                          SX_PARAM_RANKS, SX_PARAM_DIMS,
                                          SX_PARAM_REMAIN };
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP) {
            keep_makers(&node->body, keep);
            continue;
        }
        if (!sx_node_param(node, SX_PARAM_NEWCOMM))
            continue;
        keep[node->id] = SX_KEEP_NODE;
        for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
            keep[node->id] |= UINT64_C(1) << needed[k];
    }
}

/* The coordinates in the dropped dims as one number; sets the dims of what remains. False
 * when the dims of the parent are not known. */
static bool cart_sub(sx_groups *g, uint32_t comm, const int64_t *remain, size_t n,
                     int64_t rank, int64_t *ret_color)
{
    const struct sx_group_table *parent = &g->comm[g->trace->comm[comm].parent];
    struct sx_group_table *own = &g->comm[comm];
    int64_t color = 0;
    if (parent->ndims == 0 || n != parent->ndims || rank < 0)
        return false;
    own->ndims = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (remain[i])
            own->dim[own->ndims++] = parent->dim[i];
    }
    for (size_t i = n; i-- > 0;) { /* the last dim varies fastest with the rank */
        int64_t coordinate = rank % parent->dim[i];
        rank /= parent->dim[i];
        if (!remain[i] && (sx_mul_overflows(color, parent->dim[i], &color) ||
                           sx_add_overflows(color, coordinate, &color)))
            return false;
    }
    *ret_color = color;
    return true;
}

static void set_dims(struct sx_group_table *table, const int64_t *dim, size_t n)
{
    table->ndims = 0;
    for (size_t i = 0; i < n; i++) {
        if (dim[i] < 1)
            return;
        table->dim[i] = dim[i];
    }
    table->ndims = (uint32_t)n;
}

static bool has(const sx_event *event, sx_param_id id)
{
    return event->present >> id & 1;
}

/* What tells the groups apart that a call makes, for the rank that makes it; SX_NULL: not
 * known. */
static sx_status color_of(sx_groups *g, sx_walk *walk, const sx_event *event,
                          uint32_t comm, int64_t *ret_color, sx_error *err)
{
    int64_t element[SX_MAX_DIMS];
    size_t n = 0;
    sx_status status = SX_OK;
    *ret_color = SX_NULL;
    switch (g->trace->comm[comm].kind) {
    case SX_COMM_DUP:
        *ret_color = 0;
        break;
    case SX_COMM_SPLIT:
        if (has(event, SX_PARAM_COLOR))
            *ret_color = event->value[SX_PARAM_COLOR];
        break;
    case SX_COMM_CREATE: /* groups are disjoint: the first member tells them apart */
        if (has(event, SX_PARAM_RANKS))
            status = sx_walk_list(walk, SX_PARAM_RANKS, 1, element, &n, err);
        if (!status && n > 0)
            *ret_color = element[0];
        break;
    case SX_COMM_CART:
        *ret_color = 0;
        if (has(event, SX_PARAM_DIMS))
            status = sx_walk_list(walk, SX_PARAM_DIMS, SX_MAX_DIMS, element, &n, err);
        if (!status && n <= SX_MAX_DIMS)
            set_dims(&g->comm[comm], element, n);
        break;
    case SX_COMM_CART_SUB:
        if (has(event, SX_PARAM_REMAIN))
            status = sx_walk_list(walk, SX_PARAM_REMAIN, SX_MAX_DIMS, element, &n, err);
        if (!status && (n == 0 || n > SX_MAX_DIMS ||
                        !cart_sub(g, comm, element, n, event->comm_rank, ret_color)))
            *ret_color = SX_NULL;
        break;
    default:
        break;
    }
    return status;
}

static sx_status color_rank(sx_groups *g, sx_walk *walk, sx_rank rank, sx_error *err)
{
    sx_status status = sx_walk_start_folded(walk, rank, err);
    while (!status) {
        sx_event event;
        bool more = true;
        status = sx_walk_next(walk, &event, &more, err);
        if (status || !more)
            break;
        int64_t made = has(&event, SX_PARAM_NEWCOMM) ? event.value[SX_PARAM_NEWCOMM] : -1;
        if (made >= 2 && (uint64_t)made < g->trace->ncomms && g->wanted[made])
            status = color_of(g, walk, &event, (uint32_t)made, &g->comm[made].color[rank],
                              err);
    }
    return status;
}

static sx_status color_all(sx_groups *g, sx_arena *arena, sx_error *err)
{
    sx_trace makers;
    bool empty = false;
    sx_walk *walk = NULL;
    uint64_t *keep = SX_NEW_ARRAY(arena, uint64_t, g->trace->nnodes);
    if (!keep)
        return sx_fail(err, SX_NOMEM, "out of memory");
    keep_makers(&g->trace->program, keep);
    sx_status status = sx_trace_prune(arena, g->trace, keep, &makers, &empty, err);
    if (status || empty)
        return status;
    status = sx_walk_create(&makers, &walk, err);
    for (sx_rank rank = 0; rank < g->trace->p && !status; rank++)
        status = color_rank(g, walk, rank, err);
    sx_walk_destroy(walk);
    return status;
}

static int by_group(const void *a, const void *b)
{
    const member *x = a, *y = b;
    if (x->parent != y->parent)
        return x->parent < y->parent ? -1 : 1;
    if (x->color != y->color)
        return x->color < y->color ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* The n members of a communicator into groups; false when these are not as large as their
 * members say. */
static bool fill(struct sx_group_table *table, member *m, size_t n)
{
    qsort(m, n, sizeof *m, by_group);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i;
             end < n && m[end].parent == m[i].parent && m[end].color == m[i].color;
             end++) {
            if (m[end].place != (int64_t)(end - i))
                return false;
            table->order[end] = m[end].rank;
            table->start[m[end].rank] = (int64_t)i;
        }
        if (table->size[m[i].rank] != (int64_t)(end - i))
            return false;
    }
    return true;
}

int64_t sx_groups_of(const sx_groups *groups, uint32_t comm, sx_rank rank)
{
    if (comm < 2)
        return comm == 0 ? 0 : rank;
    return groups->comm[comm].known ? groups->comm[comm].start[rank] : -1;
}

/* What all ranks say of all communicators that are wanted. O(ranks x communicators). */
static sx_status ask_ranks(sx_groups *g, sx_place_of *place, sx_error *err)
{
    sx_status status = SX_OK;
    for (sx_rank rank = 0; rank < g->trace->p && !status; rank++) {
        status = sx_place_move(place, rank, err);
        for (uint32_t c = 2; c < g->trace->ncomms && !status; c++)
            if (g->wanted[c])
                sx_place_comm(place, c, &g->comm[c].size[rank], &g->comm[c].own[rank]);
    }
    return status;
}

static int64_t size_of_parent(const sx_groups *g, uint32_t parent, sx_rank rank)
{
    if (parent < 2)
        return parent == 0 ? g->trace->p : 1;
    return g->comm[parent].size[rank];
}

static void make_table(sx_groups *g, uint32_t comm, member *m)
{
    struct sx_group_table *table = &g->comm[comm];
    const uint32_t parent = g->trace->comm[comm].parent;
    const bool parent_known = parent < 2 || g->comm[parent].known;
    size_t n = 0;
    for (sx_rank rank = 0; rank < g->trace->p && parent_known; rank++) {
        const int64_t size = table->size[rank];
        table->start[rank] = -1;
        if (size == 0)
            continue;
        int64_t color = size == size_of_parent(g, parent, rank) ? 0 : table->color[rank];
        if (color == SX_NULL)
            return;
        m[n++] =
            (member) { sx_groups_of(g, parent, rank), color, table->own[rank], rank };
    }
    table->known = parent_known && fill(table, m, n);
}

static sx_status make_tables(sx_groups *g, sx_error *err)
{
    const size_t p = (size_t)g->trace->p;
    sx_place_of *place = sx_place_create(g->trace);
    member *m = calloc(p, sizeof *m);
    sx_arena *arena = sx_arena_create();
    sx_status status =
        place && m && arena ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t c = 2; c < g->trace->ncomms && !status; c++) {
        struct sx_group_table *table = &g->comm[c];
        if (!g->wanted[c])
            continue;
        table->color = malloc(p * sizeof *table->color);
        table->order = calloc(p, sizeof *table->order);
        table->start = malloc(p * sizeof *table->start);
        table->size = calloc(p, sizeof *table->size);
        table->own = calloc(p, sizeof *table->own);
        if (!table->color || !table->order || !table->start || !table->size ||
            !table->own)
            status = sx_fail(err, SX_NOMEM, "out of memory");
        for (size_t r = 0; r < p && !status; r++)
            table->color[r] = SX_NULL;
    }
    if (!status)
        status = color_all(g, arena, err);
    if (!status)
        status = ask_ranks(g, place, err);
    for (uint32_t c = 2; c < g->trace->ncomms && !status; c++)
        if (g->wanted[c])
            make_table(g, c, m);
    sx_place_destroy(place);
    free(m);
    sx_arena_destroy(arena);
    return status;
}

sx_status sx_groups_create(const sx_trace *trace, bool collectives,
                           sx_groups **ret_groups, sx_error *err)
{
    sx_groups *g = calloc(1, sizeof *g);
    sx_status status = SX_OK;
    if (!g)
        return sx_fail(err, SX_NOMEM, "out of memory");
    g->trace = trace;
    g->wanted = calloc(trace->ncomms + 2, sizeof *g->wanted);
    g->comm = calloc(trace->ncomms + 2, sizeof *g->comm);
    if (!g->wanted || !g->comm) {
        sx_groups_destroy(g);
        return sx_fail(err, SX_NOMEM, "out of memory");
    }
    want(g, &trace->program, collectives);
    uint64_t n = want_parents(g);
    if (n > 0 && n <= MOST_ENTRIES / (uint64_t)trace->p)
        status = make_tables(g, err);
    if (status) {
        sx_groups_destroy(g);
        return status;
    }
    *ret_groups = g;
    return SX_OK;
}

/* Member `peer` of the group of `rank`; -1 when there is none. */
static sx_rank member_of(const struct sx_group_table *table, int64_t p, sx_rank rank,
                         int64_t peer)
{
    int64_t start = table->known ? table->start[rank] : -1;
    if (start < 0 || peer >= p - start)
        return -1;
    sx_rank world = table->order[start + peer];
    return world >= 0 && world < p && table->start[world] == start ? world : -1;
}

bool sx_groups_world(const sx_groups *groups, uint32_t comm, sx_rank rank, int64_t peer,
                     sx_rank *ret_world)
{
    int64_t p = groups->trace->p;
    sx_rank world = -1;
    if (comm >= groups->trace->ncomms || peer < 0)
        return false;
    if (comm == 0)
        world = peer;
    else if (comm == 1)
        world = peer == 0 ? rank : -1;
    else
        world = member_of(&groups->comm[comm], p, rank, peer);
    if (world < 0 || world >= p)
        return false;
    *ret_world = world;
    return true;
}
