#include "align/loop_names.h"

#include "base/checked.h"

#include <stdlib.h>

static uint64_t hash_node(const sx_trace *trace, const sx_node *node, uint64_t hash)
{
    hash = sx_hash_add(hash, node->kind);
    if (node->kind == SX_NODE_EVENT) {
        const sx_site *site = &trace->site[node->site];
        hash = sx_hash_add(hash, node->op);
        hash = sx_hash_add(hash, sx_node_present(node));
        for (uint32_t i = 0; i < site->n; i++)
            hash = sx_hash_add(hash, site->frame[i].offset);
    }
    for (size_t i = 0; i < node->body.n; i++)
        hash = hash_node(trace, node->body.node[i], hash);
    return sx_hash_add(hash, node->body.n);
}

uint64_t sx_loop_name(const sx_trace *trace, const sx_node *node)
{
    return hash_node(trace, node, 0);
}

static bool add(sx_loop_names *names, uint64_t name)
{
    if (names->n == names->capacity) {
        const size_t capacity = 2 * names->capacity + 16;
        uint64_t *all = realloc(names->name, capacity * sizeof *all);
        if (!all)
            return false;
        names->name = all;
        names->capacity = capacity;
    }
    names->name[names->n++] = name;
    return true;
}

static bool list(sx_loop_names *names, const sx_trace *trace, const sx_block *block,
                 bool (*are)(const sx_node *node))
{
    bool done = true;
    for (size_t i = 0; i < block->n && done; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            done = ((are && !are(node)) || add(names, sx_loop_name(trace, node))) &&
                   list(names, trace, &node->body, are);
    }
    return done;
}

static int by_name(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

sx_status sx_loop_names_list(sx_loop_names *names, const sx_trace *trace,
                             bool (*are)(const sx_node *node))
{
    if (!list(names, trace, &trace->program, are))
        return SX_NOMEM;
    if (names->n > 0)
        qsort(names->name, names->n, sizeof *names->name, by_name);
    return SX_OK;
}

bool sx_loop_names_have(const sx_loop_names *names, uint64_t name)
{
    return names->n > 0 &&
           bsearch(&name, names->name, names->n, sizeof name, by_name) != NULL;
}

void sx_loop_names_free(sx_loop_names *names)
{
    free(names->name);
    *names = (sx_loop_names) { 0 };
}
