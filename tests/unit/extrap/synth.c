#include "synth.h"

#include "trace/merge.h"
#include "trace/setting.h"
#include "trace/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void stop(const char *what, const sx_error *err)
{
    printf("Bail out! %s: %s\n", what, err ? err->text : "");
    exit(1);
}

/* What one of the item's functions says; NULL: 1. */
static int64_t ask(synth_function *function, const synth_item *item,
                   const synth_param *param, const synth_at *at)
{
    synth_at own = *at;
    own.item = item;
    own.param = param;
    return function ? function(&own) : 1;
}

static int64_t length_of(const synth_item *item, sx_param_id id, const synth_at *at)
{
    uint64_t present = 0;
    for (const synth_param *p = item->param; p->value; p++)
        present |= UINT64_C(1) << p->id;
    const sx_param_id length = sx_param_list_length_in(id, present);
    if (length == SX_PARAM_NONE)
        return 1;
    if (length == SX_PARAM_COMM_SIZE)
        return at->p;
    for (const synth_param *p = item->param; p->value; p++)
        if (p->id == length)
            return ask(p->value, item, p, at);
    return 1;
}

/* The trips of the loops that enclose an item, outermost first. */
typedef struct nest {
    int depth;
    const synth_item *loop[4];
} nest;

/* Appends the values of all executions of one rank. */
static void expand(const synth_item *item, const synth_param *param, const nest *n,
                   int depth, synth_at *at, int64_t **value, size_t *count,
                   size_t *capacity)
{
    if (depth < n->depth) {
        int64_t trips = ask(n->loop[depth]->trips, n->loop[depth], NULL, at);
        for (at->i[depth] = 0; at->i[depth] < trips; at->i[depth]++)
            expand(item, param, n, depth + 1, at, value, count, capacity);
        at->i[depth] = 0;
        return;
    }
    int64_t length = length_of(item, param->id, at);
    for (at->e = 0; at->e < length; at->e++) {
        if (*count == *capacity) {
            *capacity = *capacity ? 2 * *capacity : 64;
            *value = realloc(*value, *capacity * sizeof **value);
        }
        (*value)[(*count)++] = ask(param->value, item, param, at);
    }
}

static synth_at start_at(const synth_scale *scale, int64_t r)
{
    return (synth_at) { .p = scale->p, .r = r, .n = scale->n, .m = scale->m };
}

static bool takes_part(const synth_item *item, const nest *n, const synth_scale *scale,
                       int64_t r)
{
    synth_at at = start_at(scale, r);
    for (int d = 0; d < n->depth; d++)
        if (!ask(n->loop[d]->where, n->loop[d], NULL, &at))
            return false;
    return ask(item->where, item, NULL, &at);
}

static sx_domain domain_of(sx_arena *arena, const synth_item *item, const nest *n,
                           const synth_scale *scale)
{
    const int64_t p = scale->p;
    sx_rank *rank = SX_NEW_ARRAY(arena, sx_rank, (size_t)p);
    size_t count = 0;
    sx_error err;
    for (int64_t r = 0; r < p; r++)
        if (takes_part(item, n, scale, r))
            rank[count++] = r;
    sx_domain domain = { .kind = SX_DOMAIN_RANKS };
    if (sx_ranklist_from_ranks(arena, rank, count, &domain.ranks, &err))
        stop("ranklist", &err);
    return domain;
}

/* One piece a rank; sx_trace_canonical joins them. Depth: loops around (the own one excluded). */
static sx_value value_of(sx_arena *arena, const synth_item *item,
                         const synth_param *param, const nest *n,
                         const synth_scale *scale)
{
    const int64_t p = scale->p;
    sx_piece *piece = SX_NEW_ARRAY(arena, sx_piece, (size_t)p);
    sx_value result = { .kind = SX_VALUE_PIECES, .piece = piece };
    int64_t *value = NULL;
    size_t capacity = 0;
    sx_error err;
    result.relative = sx_param_is_rank(param->id) && param->id != SX_PARAM_ROOT;
    for (int64_t r = 0; r < p; r++) {
        if (!takes_part(item, n, scale, r))
            continue;
        size_t count = 0;
        synth_at at = start_at(scale, r);
        expand(item, param, n, 0, &at, &value, &count, &capacity);
        for (size_t k = 0; result.relative && k < count; k++)
            if (!sx_is_special(value[k])) {
                value[k] = ((value[k] - r) % p + p) % p;
                value[k] -= value[k] > p / 2 ? p : 0;
            }
        if (count == 0)
            continue;
        sx_piece *to = &piece[result.npieces++];
        to->seq = sx_seq_from_values(arena, value, count, true);
        if (sx_ranklist_range(arena, r, 1, &to->ranks, &err) || !to->seq)
            stop("piece", &err);
    }
    free(value);
    return result;
}

static const synth_item *build(sx_arena *arena, const synth_item *item, nest *n,
                               const synth_scale *scale, sx_block *block)
{
    block->node = SX_NEW_ARRAY(arena, sx_node *, 64);
    for (; item->kind && item->kind != ')'; item++) {
        sx_node *node = SX_NEW(arena, sx_node);
        block->node[block->n++] = node;
        node->ranks = domain_of(arena, item, n, scale);
        if (item->kind == '(') {
            node->kind = SX_NODE_LOOP;
            synth_param trips = { SX_PARAM_COUNT, item->trips };
            node->trips = value_of(arena, item, &trips, n, scale);
            n->loop[n->depth++] = item;
            item = build(arena, item + 1, n, scale, &node->body);
            n->depth--;
            continue;
        }
        node->op = item->op;
        node->site = item->site;
        node->param = SX_NEW_ARRAY(arena, sx_param, 8);
        for (const synth_param *param = item->param; param->value; param++) {
            sx_param *to = &node->param[node->nparams++];
            to->id = param->id;
            to->value = value_of(arena, item, param, n, scale);
        }
    }
    return item;
}

/* A site per item, so that no two events are taken for one that are not said to be. */
static void number_sites(sx_block *block, uint32_t *site)
{
    for (size_t i = 0; i < block->n; i++) {
        if (block->node[i]->kind == SX_NODE_LOOP)
            number_sites(&block->node[i]->body, site);
        else if (!block->node[i]->site)
            block->node[i]->site = (*site)++;
    }
}

/* The parameters that the trace tells. */
static void tell(sx_arena *arena, const synth_scale *scale, sx_trace *trace)
{
    const sx_setting both[] = { { "N", scale->n }, { "M", scale->m } };
    sx_settings told = { 0 };
    sx_error err;
    for (int i = 0; i < 2; i++)
        if (both[i].value)
            told.setting[told.n++] = both[i];
    if (sx_trace_tell(arena, trace, &told, &err))
        stop("parameters", &err);
}

sx_trace synth_trace(sx_arena *arena, const synth_item *program, int64_t p)
{
    return synth_trace_at(arena, program, &(synth_scale) { .p = p });
}

sx_trace synth_trace_at(sx_arena *arena, const synth_item *program,
                        const synth_scale *scale)
{
    sx_trace trace = {
        .p = scale->p, .nsites = SYNTH_SITES, .ncomms = 2, .ntypes = 1, .nmodules = 1
    };
    sx_error err;
    trace.module = SX_NEW_ARRAY(arena, const char *, 1);
    trace.module[0] = "synth";
    trace.site = SX_NEW_ARRAY(arena, sx_site, SYNTH_SITES);
    for (uint32_t i = 0; i < SYNTH_SITES; i++) {
        sx_frame *frame = SX_NEW(arena, sx_frame);
        frame->offset = 16 * i;
        trace.site[i] = (sx_site) { 1, frame };
    }
    trace.comm = SX_NEW_ARRAY(arena, sx_comm, 2);
    trace.comm[1].kind = SX_COMM_SELF;
    trace.type = SX_NEW_ARRAY(arena, sx_type, 1);
    trace.type[0] = (sx_type) { .name = "MPI_DOUBLE", .size = 8 };
    nest n = { 0 };
    build(arena, program, &n, scale, &trace.program);
    tell(arena, scale, &trace);
    uint32_t site = 0;
    number_sites(&trace.program, &site);
    sx_trace_number(&trace);
    if (sx_trace_canonical(arena, &trace, &err))
        stop("canonical", &err);
    sx_trace_number(&trace);
    return trace;
}

/* ---- the functions against a walk ---- */

typedef struct checker {
    sx_walk *walk;
    int64_t differences;
} checker;

static void differ(checker *c, const synth_at *at, const char *what, int64_t want,
                   int64_t got)
{
    if (c->differences++ == 0)
        printf("# P %" PRId64 " rank %" PRId64 " i %" PRId64 " %" PRId64
               ": %s is %" PRId64 ", want %" PRId64 "\n",
               at->p, at->r, at->i[0], at->i[1], what, got, want);
}

static void check_event(checker *c, const synth_item *item, const synth_at *at)
{
    sx_event event;
    bool more = false;
    sx_error err;
    if (sx_walk_next(c->walk, &event, &more, &err)) {
        printf("# %s\n", err.text);
        differ(c, at, "walk", 0, 1);
        return;
    }
    if (!more || event.node->op != item->op) {
        differ(c, at, "operation", item->op, more ? (int64_t)event.node->op : -1);
        return;
    }
    for (const synth_param *param = item->param; param->value; param++) {
        if (sx_param_list_length(param->id) == SX_PARAM_NONE) {
            if (event.value[param->id] != ask(param->value, item, param, at))
                differ(c, at, sx_param_key(param->id), ask(param->value, item, param, at),
                       event.value[param->id]);
            continue;
        }
        int64_t element[256];
        size_t n;
        synth_at in_list = *at;
        if (sx_walk_list(c->walk, param->id, 256, element, &n, &err) ||
            (int64_t)n != length_of(item, param->id, at)) {
            differ(c, at, "list", 0, 1);
            continue;
        }
        for (in_list.e = 0; in_list.e < (int64_t)n; in_list.e++)
            if (element[in_list.e] != ask(param->value, item, param, &in_list))
                differ(c, at, sx_param_key(param->id),
                       ask(param->value, item, param, &in_list), element[in_list.e]);
    }
}

static const synth_item *skip(const synth_item *item)
{
    for (int open = 1; open; item++)
        open += (item[1].kind == '(') - (item[1].kind == ')');
    return item;
}

static const synth_item *check_block(checker *c, const synth_item *item, int depth,
                                     synth_at *at)
{
    for (; item->kind && item->kind != ')'; item++) {
        bool in = ask(item->where, item, NULL, at);
        if (item->kind == 'e') {
            if (in)
                check_event(c, item, at);
            continue;
        }
        int64_t trips = in ? ask(item->trips, item, NULL, at) : 0;
        for (at->i[depth] = 0; at->i[depth] < trips && c->differences < 10;
             at->i[depth]++)
            check_block(c, item + 1, depth + 1, at);
        at->i[depth] = 0;
        item = skip(item);
    }
    return item;
}

static int64_t parameter(const sx_trace *trace, const char *name)
{
    const sx_constant *param = sx_trace_parameter(trace, name);
    return param ? param->value : 0;
}

int64_t synth_differences(const synth_item *program, const sx_trace *trace)
{
    checker c = { 0 };
    sx_error err;
    const synth_scale scale = { trace->p, parameter(trace, "N"), parameter(trace, "M") };
    if (sx_walk_create(trace, &c.walk, &err))
        stop("walk", &err);
    for (int64_t r = 0; r < trace->p && c.differences < 10; r++) {
        synth_at at = start_at(&scale, r);
        sx_event event;
        bool more = false;
        if (sx_walk_start(c.walk, r, &err))
            stop("start", &err);
        check_block(&c, program, 0, &at);
        if (!sx_walk_next(c.walk, &event, &more, &err) && more)
            differ(&c, &at, "events left", 0, 1);
    }
    sx_walk_destroy(c.walk);
    return c.differences;
}
