#include "merge_tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state;

void seed_random(uint64_t seed)
{
    random_state = seed;
}

uint32_t rnd(uint32_t n)
{
    random_state =
        random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 33) % n;
}

void shuffle(uint32_t *number, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        number[i] = i;
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = rnd(i), swap = number[i - 1];
        number[i - 1] = number[j];
        number[j] = swap;
    }
}

void make_tables(const variation *v, sx_trace *trace)
{
    trace->nmodules = 2;
    trace->module = SX_NEW_ARRAY(v->arena, const char *, 2);
    uint32_t app = rnd(2);
    trace->module[app] = "app";
    trace->module[1 - app] = "lib";
    trace->nsites = SITES;
    trace->site = SX_NEW_ARRAY(v->arena, sx_site, SITES);
    for (uint32_t i = 0; i < SITES; i++) {
        sx_frame *frame = SX_NEW_ARRAY(v->arena, sx_frame, 2);
        frame[0] = (sx_frame) { i % 2 ? app : 1 - app, i };
        frame[1] = (sx_frame) { app, i / 2 };
        trace->site[v->site[i]] = (sx_site) { 2, frame };
    }
    trace->ntypes = TYPES;
    trace->type = SX_NEW_ARRAY(v->arena, sx_type, TYPES);
    for (uint32_t i = 0; i < TYPES; i++)
        trace->type[v->type[i]] = (sx_type) { .name = "derived", .size = 1 + i };
}

/* The plain expansion of one rank. */
typedef struct listing {
    int64_t *number;
    size_t n, capacity;
} listing;

static void put(listing *l, int64_t number)
{
    if (l->n == l->capacity) {
        l->capacity = l->capacity ? 2 * l->capacity : 1024;
        l->number = realloc(l->number, l->capacity * sizeof *l->number);
    }
    l->number[l->n++] = number;
}

typedef struct expansion {
    const sx_trace *trace;
    sx_rank rank;
    uint64_t *execution;
    listing list;
} expansion;

static int64_t value_at(const expansion *e, const sx_value *value, const sx_ranklist *who,
                        uint64_t k)
{
    if (value->kind == SX_VALUE_BY_RANK)
        return sx_seq_at(value->by_rank, (uint64_t)sx_ranklist_position(who, e->rank));
    if (value->kind == SX_VALUE_BY_STEP) {
        const sx_value *own[SX_VALUE_STEPS];
        uint64_t n = 0;
        for (uint32_t i = 0; i < value->nsteps; i++)
            if (value->step[i].kind == SX_VALUE_BY_RANK ||
                sx_value_seq(&value->step[i], e->rank))
                own[n++] = &value->step[i];
        return n ? value_at(e, own[k % n], who, 0) : -77;
    }
    const sx_seq *seq = sx_value_seq(value, e->rank);
    return seq ? sx_seq_at(seq, k) : -77;
}

static void expand_block(expansion *e, const sx_block *block,
                         const sx_ranklist *enclosing)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        const sx_ranklist *who =
            node->ranks.kind == SX_DOMAIN_ALL ? enclosing : &node->ranks.ranks;
        if (!sx_ranklist_contains(who, e->rank))
            continue;
        uint64_t k = e->execution[node->id]++;
        if (node->kind == SX_NODE_LOOP) {
            for (int64_t t = value_at(e, &node->trips, who, k); t > 0; t--)
                expand_block(e, &node->body, who);
            continue;
        }
        const sx_site *site = &e->trace->site[node->site];
        put(&e->list, node->op);
        put(&e->list, (int64_t)site->frame[0].offset);
        put(&e->list, e->trace->module[site->frame[0].module][0]);
        for (uint32_t j = 0; j < node->nparams; j++) {
            int64_t value = value_at(e, &node->param[j].value, who, k);
            put(&e->list, node->param[j].id);
            put(&e->list,
                node->param[j].id == SX_PARAM_TYPE ? e->trace->type[value].size : value);
            put(&e->list, node->param[j].value.relative);
        }
        size_t timed = 0;
        for (uint32_t j = 0; j < node->ntimes; j++)
            timed += node->times[j].all ||
                     sx_ranklist_contains(&node->times[j].ranks, e->rank);
        put(&e->list, (int64_t)timed);
    }
}

static listing expand(const sx_trace *trace, sx_rank rank, const sx_ranklist *everybody)
{
    expansion e = { .trace = trace, .rank = rank };
    e.execution = calloc(trace->nnodes + 1, sizeof *e.execution);
    expand_block(&e, &trace->program, everybody);
    free(e.execution);
    return e.list;
}

static bool same_listing(const listing *a, const listing *b)
{
    return a->n == b->n &&
           (a->n == 0 || memcmp(a->number, b->number, a->n * sizeof *a->number) == 0);
}

bool says(const sx_trace *trace, sx_rank first, const sx_trace *rank, sx_rank n)
{
    sx_arena *arena = sx_arena_create();
    bool same = true;
    sx_ranklist everybody, own;
    sx_trace plain;
    if (sx_trace_unfold(arena, trace, &plain, NULL) != SX_OK)
        same = false;
    sx_ranklist_range(arena, 0, trace->p, &everybody, NULL);
    for (sx_rank r = 0; r < n && same; r++) {
        sx_ranklist_range(arena, r, 1, &own, NULL);
        listing is = expand(&plain, first + r, &everybody),
                was = expand(&rank[r], r, &own);
        same = same_listing(&is, &was);
        free(is.number);
        free(was.number);
    }
    sx_arena_destroy(arena);
    return same;
}

void print_ranks(sx_buffer *out, const sx_ranklist *list)
{
    for (size_t i = 0; i < list->n; i++) {
        sx_buffer_printf(out, "<%u %lld", list->term[i].ndims,
                         (long long)list->term[i].start);
        for (uint32_t d = 0; d < list->term[i].ndims; d++)
            sx_buffer_printf(out, " %lld %lld", (long long)list->term[i].dim[d].iters,
                             (long long)list->term[i].dim[d].stride);
        sx_buffer_puts(out, ">");
    }
}

static void print_seq(sx_buffer *out, const sx_seq *seq)
{
    for (uint32_t i = 0; i < seq->n; i++) {
        const sx_run *run = &seq->run[i];
        sx_buffer_puts(out, i ? "," : "(");
        if (run->sub)
            print_seq(out, run->sub);
        else
            sx_buffer_printf(out, "%lld/%lld", (long long)run->first,
                             (long long)run->stride);
        sx_buffer_printf(out, "*%llu", (unsigned long long)run->count);
    }
    sx_buffer_puts(out, ")");
}

void print_value(sx_buffer *out, const sx_value *value)
{
    sx_buffer_puts(out, value->relative ? " ~" : " ");
    if (value->kind == SX_VALUE_EXPR)
        sx_expr_print(out, value->expr, NULL);
    if (value->kind == SX_VALUE_BY_RANK) {
        sx_buffer_puts(out, "%");
        print_seq(out, value->by_rank);
        return;
    }
    for (uint32_t k = 0; value->kind == SX_VALUE_BY_STEP && k < value->nsteps; k++)
        print_value(out, &value->step[k]);
    for (size_t i = 0; i < value->npieces; i++) {
        sx_buffer_puts(out, i ? "|" : "");
        print_seq(out, value->piece[i].seq);
        if (!value->piece[i].all)
            print_ranks(out, &value->piece[i].ranks);
    }
}

void print_block(sx_buffer *out, const sx_block *block, int depth)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        sx_buffer_printf(out, "# %*s", 2 * depth, "");
        if (node->kind == SX_NODE_LOOP)
            sx_buffer_puts(out, "loop");
        else
            sx_buffer_printf(out, "%s@%u", sx_op_name(node->op), node->site);
        if (node->ranks.kind == SX_DOMAIN_RANKS)
            print_ranks(out, &node->ranks.ranks);
        if (node->kind == SX_NODE_LOOP)
            print_value(out, &node->trips);
        for (uint32_t j = 0; j < node->nparams; j++)
            print_value(out, &node->param[j].value);
        for (uint32_t j = 0; j < node->ntimes; j++) {
            sx_buffer_puts(out, " t");
            if (!node->times[j].all)
                print_ranks(out, &node->times[j].ranks);
        }
        sx_buffer_puts(out, "\n");
        if (node->kind == SX_NODE_LOOP)
            print_block(out, &node->body, depth + 1);
    }
}

sx_trace merge_of(sx_arena *arena, const sx_trace *a, const sx_trace *b, sx_rank shift)
{
    sx_error err = { .text = "" };
    sx_trace both = { .p = 0 };
    sx_merge_options options = { .shift_b = shift, .pool_times = shift == 0 };
    if (sx_trace_merge(arena, a, b, &options, &both, &err) != SX_OK)
        printf("# %s\n", err.text);
    return both;
}
