#include "extrap/vacant.h"

#include <string.h>

typedef struct vacant {
    const sx_places *places;
    sx_arena *arena;
    uint32_t depth;
    const sx_node *around[SX_MAX_DEPTH];
} vacant;

static const sx_evidence proved = { .label = SX_LABEL_PROVED };

/* Flags fewer: without those who make no trip by a law that is proved. */
static sx_status narrow_to_trips(const vacant *v, const sx_value *trips, bool *in)
{
    if (trips->evidence.label != SX_LABEL_PROVED || !trips->expr)
        return SX_OK;
    const sx_expr *some =
        sx_expr_two(v->arena, SX_EXPR_GT, trips->expr, sx_expr_int(v->arena, 0));
    for (size_t i = 0; some && i < v->places->n; i++)
        in[i] = in[i] && sx_places_ask(v->places, i, some, 0, v->around, v->depth) >
                             SX_PLACES_NOWHERE;
    return some ? SX_OK : SX_NOMEM;
}

static bool is_nobody(const vacant *v, const bool *in)
{
    return !memchr(in, true, v->places->n);
}

static void prove(sx_node *node);

static void prove_block(sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        block->node[i]->ranks.evidence = proved;
        prove(block->node[i]);
    }
}

/* What is in a node, but for who takes part in it. */
static void prove(sx_node *node)
{
    for (uint32_t p = 0; p < node->nparams; p++)
        node->param[p].value.evidence = proved;
    if (node->kind == SX_NODE_LOOP) {
        node->trips.evidence = proved;
        prove_block(&node->body);
    }
}

static sx_status judge(vacant *v, sx_block *block, const bool *around)
{
    bool in[SX_PLACES];
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < block->n; i++) {
        sx_node *node = block->node[i];
        memcpy(in, around, sizeof in);
        if (node->ranks.evidence.label == SX_LABEL_PROVED)
            sx_places_narrow(v->places, &node->ranks, in);
        if (is_nobody(v, in)) {
            prove(node);
            continue;
        }
        if (node->kind != SX_NODE_LOOP)
            continue;
        st = narrow_to_trips(v, &node->trips, in);
        v->around[v->depth++] = node;
        if (!st && is_nobody(v, in))
            prove_block(&node->body);
        else if (!st)
            st = judge(v, &node->body, in);
        v->depth--;
    }
    return st;
}

sx_status sx_vacant_judge(const sx_places *places, sx_trace *trace, sx_error *err)
{
    bool all[SX_PLACES];
    if ((int64_t)places->n != trace->p)
        return SX_OK;
    vacant v = { .places = places, .arena = sx_arena_create() };
    memset(all, 1, sizeof all);
    sx_status st = v.arena ? judge(&v, &trace->program, all) : SX_NOMEM;
    sx_arena_destroy(v.arena);
    return st ? sx_fail(err, st, "out of memory") : SX_OK;
}
