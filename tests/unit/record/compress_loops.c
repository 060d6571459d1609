#include "compress_loops.h"

#include "io/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 4, MOST_NODES = 4, MOST_PERIOD = 4, SITES = 6 };

/* A program in the making, or one that runs. */
typedef struct maker {
    sx_arena *arena;
    loops_kind kind;
    bool distinct;
    uint32_t sites;
} maker;

static const sx_expr *line(const maker *m, int depth)
{
    const sx_expr *sum = sx_expr_int(m->arena, (int64_t)random_below(20));
    for (int d = 0; d < depth; d++) {
        if (random_below(2))
            continue;
        const sx_expr *step = sx_expr_int(m->arena, (int64_t)(1 + random_below(5)));
        const sx_expr *counter = sx_expr_var(m->arena, SX_VAR_COUNTER, 0, (unsigned)d);
        const sx_expr *term = sx_expr_make(m->arena, SX_EXPR_MUL, step, counter, NULL);
        sum = sx_expr_make(m->arena, SX_EXPR_ADD, term, sum, NULL);
    }
    return sum;
}

/* A value of a node that `depth` loops are around. */
static sx_value random_value(const maker *m, int depth, uint64_t least, uint64_t most)
{
    int64_t value[MOST_PERIOD];
    uint64_t n = 1;
    sx_piece *piece = SX_NEW(m->arena, sx_piece);
    if (depth && m->kind >= LOOPS_AFFINE && random_below(3) == 0)
        return sx_value_expr(line(m, depth), (sx_evidence) { 0 });
    if (depth && m->kind >= LOOPS_PERIODIC && random_below(3) == 0)
        n = 2 + random_below(MOST_PERIOD - 1);
    for (uint64_t i = 0; i < n; i++)
        value[i] = (int64_t)(least + random_below(most - least + 1));
    *piece =
        (sx_piece) { .all = true, .seq = sx_seq_from_values(m->arena, value, n, true) };
    return (sx_value) { .kind = SX_VALUE_PIECES, .npieces = 1, .piece = piece };
}

static void make_block(maker *m, int depth, sx_block *ret_block);

static sx_node *make_node(maker *m, int depth)
{
    static const sx_param_id id[] = { SX_PARAM_COUNT, SX_PARAM_TAG };
    sx_node *node = SX_NEW(m->arena, sx_node);
    if (depth < MOST_DEPTH && random_below(depth ? 3 : 2) == 0) {
        node->kind = SX_NODE_LOOP;
        node->trips = random_value(m, depth, depth < 2 ? 2 : 1, depth < 2 ? 60 : 9);
        make_block(m, depth + 1, &node->body);
        return node;
    }
    node->kind = SX_NODE_EVENT;
    node->site = m->distinct ? m->sites++ : (uint32_t)random_below(SITES);
    node->op = (sx_op)(node->site % 3);
    node->nparams = 2;
    node->param = SX_NEW_ARRAY(m->arena, sx_param, 2);
    for (uint32_t i = 0; i < 2; i++)
        node->param[i] = (sx_param) { id[i], random_value(m, depth, 0, 1000) };
    return node;
}

static void make_block(maker *m, int depth, sx_block *ret_block)
{
    ret_block->n = 1 + random_below(MOST_NODES);
    ret_block->node = SX_NEW_ARRAY(m->arena, sx_node *, ret_block->n);
    for (size_t i = 0; i < ret_block->n; i++)
        ret_block->node[i] = make_node(m, depth);
}

typedef struct runner {
    sx_compress *compress; /* NULL: only counts */
    tape *in;
    uint64_t events, most;
    int64_t counter[MOST_DEPTH];
    uint32_t depth;
    uint64_t *execution;
} runner;

static void run_event(runner *r, const sx_node *node, uint64_t k)
{
    sx_input input = { .op = node->op, .site = node->site };
    r->events++;
    if (!r->compress)
        return;
    for (uint32_t i = 0; i < node->nparams; i++)
        sx_input_add(&input, node->param[i].id,
                     value_at(&node->param[i].value, k, r->counter, r->depth));
    sx_compress_add(r->compress, &input);
    put(r->in, input.op);
    put(r->in, input.site);
    for (uint32_t i = 0; i < input.n; i++)
        put(r->in, input.value[i]);
}

static void run_block(runner *r, const sx_block *block)
{
    for (size_t i = 0; i < block->n && r->events <= r->most; i++) {
        const sx_node *node = block->node[i];
        uint64_t k = r->execution[node->id]++;
        if (node->kind == SX_NODE_EVENT) {
            run_event(r, node, k);
            continue;
        }
        int64_t trips = value_at(&node->trips, k, r->counter, r->depth);
        int64_t *counter = &r->counter[r->depth++];
        for (*counter = 0; *counter < trips && r->events <= r->most; ++*counter)
            run_block(r, &node->body);
        r->depth--;
    }
}

static uint64_t run(const sx_block *program, sx_compress *compress, tape *in,
                    uint64_t most)
{
    sx_trace trace = { .program = *program };
    sx_trace_number(&trace);
    runner r = { .compress = compress, .in = in, .most = most };
    r.execution = calloc(trace.nnodes + 1, sizeof *r.execution);
    run_block(&r, program);
    free(r.execution);
    return r.events;
}

sx_block loops_make(sx_arena *arena, loops_kind kind, bool distinct, uint64_t least,
                    uint64_t most)
{
    sx_block program;
    uint64_t events;
    do {
        maker m = { .arena = arena, .kind = kind, .distinct = distinct };
        make_block(&m, 0, &program);
        events = run(&program, NULL, NULL, most);
    } while (events < least || events > most);
    return program;
}

void loops_run(const sx_block *program, sx_compress *compress, tape *in)
{
    run(program, compress, in, UINT64_MAX);
}

static size_t text_of(const sx_block *program, sx_buffer *out)
{
    sx_trace trace = { .p = 1, .program = *program };
    sx_text_write(out, &trace);
    return sx_buffer_status(out) == SX_OK ? out->size : 0;
}

size_t loops_text(const sx_block *program)
{
    sx_buffer with = SX_BUFFER_INIT, without = SX_BUFFER_INIT;
    size_t size = text_of(program, &with) - text_of(&(sx_block) { 0 }, &without);
    sx_buffer_finish(&with);
    sx_buffer_finish(&without);
    return size;
}

void loops_print(const sx_block *program)
{
    sx_buffer out = SX_BUFFER_INIT;
    text_of(program, &out);
    for (const char *at = out.data; at && *at;) {
        size_t n = strcspn(at, "\n");
        printf("# %.*s\n", (int)n, at);
        at += n + (at[n] != 0);
    }
    sx_buffer_finish(&out);
}
