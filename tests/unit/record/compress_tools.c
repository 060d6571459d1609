#include "compress_tools.h"

#include <stdlib.h>
#include <string.h>

void put(tape *t, int64_t word)
{
    if (t->n == t->capacity) {
        t->capacity = t->capacity ? 2 * t->capacity : 1024;
        t->word = realloc(t->word, t->capacity * sizeof *t->word);
    }
    t->word[t->n++] = word;
}

static uint64_t state;

void seed_random(uint64_t seed)
{
    state = seed;
}

uint64_t random_state(void)
{
    return state;
}

uint64_t random_below(uint64_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (state >> 33) % n;
}

void simple(sx_compress *compress, tape *in, uint32_t site, int64_t peer)
{
    sx_input input = { .op = SX_OP_Send, .site = site, .comp_ns = 10, .comm_ns = 20 };
    sx_input_add(&input, SX_PARAM_PEER, peer);
    sx_compress_add(compress, &input);
    put(in, SX_OP_Send);
    put(in, site);
    put(in, peer);
}

int64_t value_at(const sx_value *value, uint64_t k, const int64_t *counter,
                 uint32_t ncounters)
{
    const sx_expr_env env = { .counter = counter, .ncounters = ncounters };
    int64_t result = 0;
    if (value->kind != SX_VALUE_EXPR)
        return sx_seq_at(value->piece->seq, k);
    if (sx_expr_eval(value->expr, &env, &result, NULL) != SX_OK)
        abort();
    return result;
}

/* Expands a program the plain way. */
typedef struct reader {
    uint64_t *execution, *element; /* by node */
    int64_t counter[SX_MAX_DEPTH];
    uint32_t depth;
    tape *out;
} reader;

static uint32_t number_nodes(sx_block *block, uint32_t next)
{
    for (size_t i = 0; i < block->n; i++) {
        block->node[i]->id = next++;
        next = number_nodes(&block->node[i]->body, next);
    }
    return next;
}

static void expand_event(reader *r, const sx_node *x, uint64_t k)
{
    int64_t length = 0;
    put(r->out, x->op);
    put(r->out, x->site);
    for (uint32_t p = 0; p < x->nparams; p++) {
        const sx_value *value = &x->param[p].value;
        if (x->param[p].id == SX_PARAM_NREQS)
            length = value_at(value, k, r->counter, r->depth);
        else if (x->param[p].id != SX_PARAM_REQS)
            put(r->out, value_at(value, k, r->counter, r->depth));
        for (int64_t e = 0; x->param[p].id == SX_PARAM_REQS && e < length; e++)
            put(r->out, sx_seq_at(value->piece->seq, r->element[x->id]++));
    }
}

static void expand(reader *r, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *x = block->node[i];
        uint64_t k = r->execution[x->id]++;
        if (x->kind == SX_NODE_EVENT) {
            expand_event(r, x, k);
            continue;
        }
        int64_t trips = value_at(&x->trips, k, r->counter, r->depth);
        int64_t *counter = &r->counter[r->depth++];
        for (*counter = 0; *counter < trips; ++*counter)
            expand(r, &x->body);
        r->depth--;
    }
}

/* Executions whose time in the call is known. */
static uint64_t count_timed(const sx_block *block)
{
    uint64_t n = 0;
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            n += count_timed(&node->body);
        for (uint32_t k = 0; k < node->ntimes; k++)
            if (node->times[k].kind == SX_TIMES_COMM)
                n += (uint64_t)node->times[k].hist.field[SX_HIST_N];
    }
    return n;
}

bool says(sx_block *program, const tape *in, uint64_t timed)
{
    tape out = { 0 };
    uint32_t n = number_nodes(program, 0);
    reader r = { .execution = calloc(n + 1, sizeof(uint64_t)),
                 .element = calloc(n + 1, sizeof(uint64_t)),
                 .out = &out };
    expand(&r, program);
    bool same = out.n == in->n && count_timed(program) == timed &&
                (!in->n || memcmp(out.word, in->word, in->n * sizeof *in->word) == 0);
    free(r.execution);
    free(r.element);
    free(out.word);
    return same;
}

bool comes_out(sx_compress *compress, const tape *in)
{
    sx_arena *arena = sx_arena_create();
    sx_domain all = { .kind = SX_DOMAIN_ALL };
    sx_block program;
    bool same = sx_compress_program(compress, &all, arena, &program, NULL) == SX_OK &&
                says(&program, in, sx_compress_events(compress));
    sx_arena_destroy(arena);
    return same;
}

void finish_times(sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node = block->node[i];
        for (uint32_t k = 0; k < node->ntimes; k++)
            sx_hist_finish(&node->times[k].hist);
        finish_times(&node->body);
    }
}
