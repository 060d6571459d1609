#include "extrap/inferred.h"

#include <string.h>
#include <strings.h>

typedef struct listing {
    sx_arena *arena;
    sx_inferred *item; /* NULL: only counted */
    bool failed;
    size_t n;
    uint32_t loops;
} listing;

static void add(listing *l, const sx_inferred *inferred)
{
    if (l->item)
        l->item[l->n] = *inferred;
    l->n++;
}

static uint32_t comm_of(const sx_node *node)
{
    const sx_param *comm = sx_node_param(node, SX_PARAM_COMM);
    const sx_expr *expr = comm ? comm->value.expr : NULL;
    bool fixed = expr && expr->op == SX_EXPR_INT && !sx_is_special(expr->value);
    return fixed ? (uint32_t)expr->value : 0;
}

static void add_block(listing *l, const sx_block *block, const sx_node *const *around,
                      uint32_t depth);

/* The trips of a loop and what is in it. */
static void add_loop(listing *l, sx_inferred of)
{
    const sx_node **around = SX_NEW_ARRAY(l->arena, const sx_node *, of.depth + 1);
    l->failed = l->failed || !around;
    of.what = "trips";
    of.value = &of.node->trips;
    of.evidence = &of.node->trips.evidence;
    add(l, &of);
    if (!around)
        return;
    if (of.depth)
        memcpy(around, of.around, of.depth * sizeof *around);
    around[of.depth] = of.node;
    add_block(l, &of.node->body, around, of.depth + 1);
}

static void add_block(listing *l, const sx_block *block, const sx_node *const *around,
                      uint32_t depth)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        sx_inferred of = {
            .node = node, .domain = &node->ranks, .depth = depth, .around = around
        };
        of.loop = node->kind == SX_NODE_LOOP ? ++l->loops : 0;
        of.what = "ranks";
        of.evidence = &node->ranks.evidence;
        add(l, &of);
        if (node->kind == SX_NODE_LOOP) {
            add_loop(l, of);
            continue;
        }
        of.on = comm_of(node);
        for (uint32_t p = 0; p < node->nparams; p++) {
            of.what = sx_param_key(node->param[p].id);
            of.value = &node->param[p].value;
            of.evidence = &of.value->evidence;
            add(l, &of);
        }
    }
}

static void add_comm(listing *l, const sx_trace *trace, uint32_t c)
{
    const sx_comm *comm = &trace->comm[c];
    sx_inferred of = { .comm = c, .on = comm->parent, .domain = &comm->members };
    of.what = "members";
    of.evidence = &comm->members.evidence;
    add(l, &of);
    of.what = "size";
    of.value = &comm->size;
    of.evidence = &comm->size.evidence;
    add(l, &of);
    of.what = "rank";
    of.value = &comm->rank;
    of.evidence = &comm->rank.evidence;
    add(l, &of);
}

static void add_all(listing *l, const sx_trace *trace)
{
    l->n = l->loops = 0;
    for (uint32_t c = 2; c < trace->ncomms; c++)
        add_comm(l, trace, c);
    add_block(l, &trace->program, NULL, 0);
}

sx_status sx_inferred_list(sx_arena *arena, const sx_trace *trace,
                           const sx_inferred **ret_list, size_t *ret_n, sx_error *err)
{
    listing l = { .arena = arena };
    add_all(&l, trace);
    l.item = SX_NEW_ARRAY(arena, sx_inferred, l.n);
    if (l.item)
        add_all(&l, trace);
    if (!l.item || l.failed)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_list = l.item;
    *ret_n = l.n;
    return SX_OK;
}

const sx_expr *sx_inferred_expr(const sx_inferred *inferred)
{
    if (inferred->value)
        return inferred->value->kind == SX_VALUE_EXPR ? inferred->value->expr : NULL;
    return inferred->domain->kind == SX_DOMAIN_WHERE ? inferred->domain->where : NULL;
}

bool sx_inferred_is_of(const sx_inferred *inferred, const sx_place_of *place)
{
    bool in = true;
    for (uint32_t d = 0; in && d < inferred->depth; d++)
        if (sx_place_in(place, &inferred->around[d]->ranks, &in, NULL))
            return false;
    return in && !sx_place_in(place, inferred->domain, &in, NULL) && in;
}

static void put_place(sx_buffer *out, const sx_inferred *inferred)
{
    if (!inferred->node)
        sx_buffer_printf(out, "comm%u", inferred->comm);
    else if (inferred->loop)
        sx_buffer_printf(out, "loop%u", inferred->loop);
    else
        sx_buffer_printf(out, "%u", inferred->node->site);
}

void sx_inferred_name(sx_buffer *out, const sx_inferred *inferred)
{
    put_place(out, inferred);
    sx_buffer_printf(out, ".%s", inferred->what);
}

static bool is_place(const sx_inferred *inferred, const char *name, size_t length)
{
    sx_buffer place = SX_BUFFER_INIT;
    put_place(&place, inferred);
    bool same =
        place.data && place.size == length && strncasecmp(place.data, name, length) == 0;
    sx_buffer_finish(&place);
    const char *op =
        inferred->node && !inferred->loop ? sx_op_name(inferred->node->op) : "";
    return same || (strlen(op) == length && strncasecmp(op, name, length) == 0);
}

bool sx_inferred_is_named(const sx_inferred *inferred, const char *name)
{
    const char *dot = strchr(name, '.');
    if (strcmp(name, "all") == 0 || strcmp(name, inferred->what) == 0)
        return true;
    if (dot && strcmp(dot + 1, inferred->what) != 0)
        return false;
    return is_place(inferred, name, dot ? (size_t)(dot - name) : strlen(name));
}
