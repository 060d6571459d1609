#include "align/repeats.h"

#include "trace/walk.h"

#include <string.h>

int sx_input_order(const void *a, const void *b)
{
    const sx_input *x = a, *y = b;
    int order = (x->trace->p > y->trace->p) - (x->trace->p < y->trace->p);
    for (int i = 0; !order && i < SX_MAX_PARAMS; i++)
        order = (x->param[i] > y->param[i]) - (x->param[i] < y->param[i]);
    return order;
}

/* Of one input, which are compared one by one with those of another, in less than a minute. */
#define MOST_EVENTS (UINT64_C(1) << 27)

/* What a scale has: the first trace, of which the nodes are our own, and one of its repeats. */
typedef struct joining {
    sx_arena *arena;
    const sx_input *first, *repeat;
    sx_trace *own;
    sx_node **node; /* of own, by id */
    sx_node *
        *like; /* by id of a node of the repeat: the node of own that does its events */
    uint32_t number; /* of the repeat */
    sx_error *err;
    uint64_t events; /* compared so far */
} joining;

static sx_status nomem(joining *j)
{
    return sx_fail(j->err, SX_NOMEM, "out of memory");
}

static void list_nodes(sx_block *block, sx_node **node)
{
    for (size_t i = 0; i < block->n; i++) {
        node[block->node[i]->id] = block->node[i];
        if (block->node[i]->kind == SX_NODE_LOOP)
            list_nodes(&block->node[i]->body, node);
    }
}

static sx_status take_first(joining *j)
{
    j->own = sx_arena_copy(j->arena, j->first->trace, 1, sizeof *j->own);
    if (!j->own || sx_block_copy(j->arena, &j->first->trace->program, &j->own->program))
        return nomem(j);
    sx_trace_number(j->own);
    j->node = SX_NEW_ARRAY(j->arena, sx_node *, j->own->nnodes);
    if (!j->node)
        return nomem(j);
    list_nodes(&j->own->program, j->node);
    return SX_OK;
}

/* ---- what they send ---- */

static bool same_event(const sx_event *a, const sx_event *b)
{
    const sx_op op = a->node->op;
    if (op != b->node->op || a->comm_size != b->comm_size || a->comm_rank != b->comm_rank)
        return false;
    for (unsigned id = 0; id < SX_PARAMS; id++) {
        bool has = a->present >> id & 1;
        if (sx_param_is_timing(op, (sx_param_id)id))
            continue;
        if (has != (b->present >> id & 1))
            return false;
        if (has && sx_param_list_length((sx_param_id)id) == SX_PARAM_NONE &&
            id != SX_PARAM_TYPE && id != SX_PARAM_RTYPE && a->value[id] != b->value[id])
            return false;
    }
    return true;
}

/* Two walks of one rank in step. */
static sx_status compare_rank(joining *j, sx_walk *a, sx_walk *b, sx_rank rank)
{
    sx_status st = sx_walk_start(a, rank, j->err);
    if (!st)
        st = sx_walk_start(b, rank, j->err);
    for (uint64_t i = 0; !st; i++) {
        sx_event e, f;
        bool more_a = false, more_b = false;
        st = sx_walk_next(a, &e, &more_a, j->err);
        if (!st)
            st = sx_walk_next(b, &f, &more_b, j->err);
        if (st || (!more_a && !more_b))
            break;
        if (++j->events > MOST_EVENTS)
            return sx_fail_at(j->err, SX_LIMIT, j->repeat->name, 0,
                              "same number of ranks as %s, and too many events to say "
                              "whether they are the same",
                              j->first->name);
        if (more_a != more_b || !same_event(&e, &f))
            return sx_fail_at(
                j->err, SX_MISMATCH, j->repeat->name, 0,
                "same number of ranks as %s, but other communication: rank %lld "
                "differs first at its event %llu",
                j->first->name, (long long)rank, (unsigned long long)i);
        if (!j->like[f.node->id])
            j->like[f.node->id] = j->node[e.node->id];
    }
    return st;
}

static sx_status compare(joining *j, const sx_trace *repeat)
{
    sx_walk *a = NULL, *b = NULL;
    j->events = 0;
    sx_status st = sx_walk_create(j->own, &a, j->err);
    if (!st)
        st = sx_walk_create(repeat, &b, j->err);
    for (sx_rank r = 0; !st && r < j->own->p; r++)
        st = compare_rank(j, a, b, r);
    sx_walk_destroy(a);
    sx_walk_destroy(b);
    return st;
}

/* ---- how long it took ---- */

/* The call site of the first trace that is `site` of the repeat; one that it has not is not told apart. */
static uint32_t site_of(const joining *j, uint32_t site)
{
    if (site == SX_AFTER_ANY)
        return site;
    for (uint32_t i = 0; i < j->own->nsites; i++) { /* mostly the same number */
        uint32_t k = (uint32_t)((site + i) % j->own->nsites);
        if (sx_site_same(j->own, k, j->repeat->trace, site))
            return k;
    }
    return SX_AFTER_ANY;
}

static sx_status add_times(joining *j, const sx_node *from)
{
    sx_node *to = j->like[from->id];
    if (!to || from->ntimes == 0)
        return SX_OK;
    sx_times *times = SX_NEW_ARRAY(j->arena, sx_times, (size_t)to->ntimes + from->ntimes);
    if (!times)
        return nomem(j);
    memcpy(times, to->times, to->ntimes * sizeof *times);
    for (uint32_t i = 0; i < from->ntimes; i++) {
        sx_times *added = &times[to->ntimes + i];
        *added = from->times[i];
        added->repeat = j->number;
        added->after = site_of(j, added->after);
    }
    to->times = times;
    to->ntimes += from->ntimes;
    return SX_OK;
}

static sx_status add_all_times(joining *j, const sx_block *from)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < from->n; i++)
        st = from->node[i]->kind == SX_NODE_LOOP ? add_all_times(j, &from->node[i]->body)
                                                 : add_times(j, from->node[i]);
    return st;
}

/* ---- what was said of them ---- */

const sx_grid *sx_input_told(const sx_trace *trace)
{
    for (size_t g = 0; g < trace->ngrids; g++)
        if (trace->grid[g].comm == 0 && strcmp(trace->grid[g].law, "given") == 0)
            return &trace->grid[g];
    return NULL;
}

/* What was told of one repeat is told of all. */
static sx_status share_told(joining *j)
{
    const sx_grid *x = sx_input_told(j->own), *y = sx_input_told(j->repeat->trace);
    if (x && y && (x->ndims != y->ndims || memcmp(x->dim, y->dim, sizeof x->dim) != 0))
        return sx_fail_at(j->err, SX_MISMATCH, j->repeat->name, 0,
                          "other dims were given for another trace of %lld ranks",
                          (long long)j->own->p);
    if (y && !x) {
        j->own->grid = j->repeat->trace->grid;
        j->own->ngrids = j->repeat->trace->ngrids;
    }
    return SX_OK;
}

static sx_status join(joining *j, const sx_input *repeat)
{
    sx_trace trace = *repeat->trace;
    sx_status st = j->own ? SX_OK : take_first(j);
    sx_trace_number(&trace);
    j->repeat = repeat;
    j->number++;
    j->like = SX_NEW_ARRAY(j->arena, sx_node *, trace.nnodes);
    if (!st && !j->like)
        st = nomem(j);
    if (!st)
        st = compare(j, &trace);
    if (!st)
        st = share_told(j);
    return st ? st : add_all_times(j, &trace.program);
}

sx_status sx_repeats_join(sx_arena *arena, sx_input *in, size_t *n, sx_error *err)
{
    size_t kept = 0;
    joining j = { 0 };
    for (size_t i = 0; i < *n; i++) {
        if (kept == 0 || sx_input_order(&in[kept - 1], &in[i]) != 0) {
            in[kept++] = in[i];
            j = (joining) { .arena = arena, .first = &in[kept - 1], .err = err };
            continue;
        }
        sx_status st = join(&j, &in[i]);
        if (st)
            return st;
        in[kept - 1].trace = j.own;
    }
    *n = kept;
    return SX_OK;
}
