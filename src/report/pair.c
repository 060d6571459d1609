#include "report/pair.h"

#include "report/times.h"
#include "trace/prune.h"

typedef struct pairing {
    const sx_tables *tables;
    sx_place_of *const *place;
    sx_pairing *result;
} pairing;

static bool blocks_pair(const sx_block *a, const sx_block *b)
{
    bool pair = a->n == b->n;
    for (size_t i = 0; pair && i < a->n; i++) {
        const sx_node *x = a->node[i], *y = b->node[i];
        pair =
            x->kind == y->kind &&
            (x->kind == SX_NODE_LOOP ? blocks_pair(&x->body, &y->body) : x->op == y->op);
    }
    return pair;
}

static void keep_all(pairing *p, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        p->result->keep[block->node[i]->id] |= SX_KEEP_NODE;
        if (block->node[i]->kind == SX_NODE_LOOP)
            keep_all(p, &block->node[i]->body);
    }
}

/* Parameters in doubt as a mask; a parameter that one of the two lacks is. */
static uint64_t params_in_doubt(const pairing *p, const sx_node *a, const sx_node *b,
                                bool domain_alike)
{
    uint64_t doubt = 0, has_a = 0;
    for (uint32_t i = 0; i < a->nparams; i++) {
        sx_param_id id = a->param[i].id;
        const sx_param *other = sx_node_param(b, id);
        has_a |= UINT64_C(1) << id;
        if (!sx_param_is_timing(a->op, id) &&
            (!other || !sx_tables_alike(p->tables, p->place, id, &a->param[i].value,
                                        &other->value, domain_alike)))
            doubt |= UINT64_C(1) << id;
    }
    for (uint32_t i = 0; i < b->nparams; i++) {
        sx_param_id id = b->param[i].id;
        if (!(has_a >> id & 1) && !sx_param_is_timing(b->op, id))
            doubt |= UINT64_C(1) << id;
    }
    return doubt;
}

static void pair_block(pairing *p, const sx_block *a, const sx_block *b, bool outer_alike)
{
    for (size_t i = 0; i < a->n; i++) {
        const sx_node *x = a->node[i], *y = b->node[i];
        bool own_alike = sx_tables_domain_alike(p->tables, &x->ranks, &y->ranks);
        bool alike = own_alike && (outer_alike || x->ranks.kind != SX_DOMAIN_ALL);
        const sx_block alone = { 1, &a->node[i] };
        if (!own_alike)
            keep_all(p, &alone);
        if (x->kind == SX_NODE_EVENT) {
            p->result->keep[x->id] |= params_in_doubt(p, x, y, alike);
            p->result->times_differ +=
                !sx_times_equal(p->tables->trace[0], x, p->tables->trace[1], y);
            continue;
        }
        if (!sx_tables_alike(p->tables, p->place, SX_PARAM_NONE, &x->trips, &y->trips,
                             alike))
            keep_all(p, &alone);
        pair_block(p, &x->body, &y->body, alike);
    }
}

sx_status sx_pairing_make(sx_arena *arena, const sx_tables *tables,
                          sx_place_of *const place[2], sx_pairing *ret_pairing,
                          sx_error *err)
{
    const sx_trace *a = tables->trace[0], *b = tables->trace[1];
    sx_pairing result = { .paired = blocks_pair(&a->program, &b->program) };
    result.keep = SX_NEW_ARRAY(arena, uint64_t, a->nnodes);
    if (!result.keep)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (result.paired) {
        pairing p = { tables, place, &result };
        pair_block(&p, &a->program, &b->program, true);
        result.all_alike = true;
        for (uint32_t i = 0; i < a->nnodes; i++)
            result.all_alike = result.all_alike && result.keep[i] == 0;
    }
    *ret_pairing = result;
    return SX_OK;
}
