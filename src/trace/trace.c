#include "trace/trace.h"

#include <stdlib.h>
#include <string.h>

const char *sx_comm_kind_name(sx_comm_kind kind)
{
    static const char *const name[] = {
#define COMM_NAME(kind, text) text,
        SX_COMM_KIND_LIST(COMM_NAME)
#undef COMM_NAME
    };
    return name[kind];
}

bool sx_comm_is_given(const sx_comm *comm)
{
    return comm->kind == SX_COMM_WORLD || comm->kind == SX_COMM_SELF;
}

size_t sx_comm_find(const sx_comm *comm, size_t n, const sx_comm *wanted)
{
    for (size_t i = 0; i < n; i++) {
        bool fixed = sx_comm_is_given(&comm[i]) || sx_comm_is_given(wanted);
        if (fixed ? comm[i].kind == wanted->kind
                  : comm[i].parent == wanted->parent && comm[i].serial == wanted->serial)
            return i;
    }
    return n;
}

const char *sx_combiner_name(sx_combiner combiner)
{
    static const char *const name[] = {
#define COMBINER_NAME(name, text) text,
        SX_COMBINER_LIST(COMBINER_NAME)
#undef COMBINER_NAME
    };
    return name[combiner];
}

static bool same_list(const sx_seq *a, const sx_seq *b)
{
    return a == b || (a && b && sx_seq_equal(a, b));
}

static bool same_types(const sx_seq *a, const sx_seq *b, const uint32_t *index)
{
    bool same = !a == !b && (!a || a->length == b->length);
    for (uint64_t i = 0; same && a && index && i < a->length; i++)
        same = sx_seq_at(a, i) == index[sx_seq_at(b, i)];
    return same && (index || same_list(a, b));
}

bool sx_type_same(const sx_type *a, const sx_type *b, const uint32_t *index)
{
    return a->size == b->size && a->combiner == b->combiner && a->lb == b->lb &&
           a->extent == b->extent && strcmp(a->name, b->name) == 0 &&
           same_list(a->ints, b->ints) && same_list(a->addresses, b->addresses) &&
           same_types(a->types, b->types, index);
}

static void number_block(const sx_block *block, uint32_t *next)
{
    for (size_t i = 0; i < block->n; i++) {
        block->node[i]->id = (*next)++;
        if (block->node[i]->kind == SX_NODE_LOOP)
            number_block(&block->node[i]->body, next);
    }
}

void sx_trace_number(sx_trace *trace)
{
    trace->nnodes = 0;
    number_block(&trace->program, &trace->nnodes);
}

bool sx_site_same(const sx_trace *a, uint32_t i, const sx_trace *b, uint32_t k)
{
    const sx_site *x = &a->site[i], *y = &b->site[k];
    bool same = x->n == y->n;
    for (uint32_t f = 0; f < x->n && same; f++)
        same = x->frame[f].offset == y->frame[f].offset &&
               strcmp(a->module[x->frame[f].module], b->module[y->frame[f].module]) == 0;
    return same;
}

sx_status sx_block_copy(sx_arena *arena, const sx_block *from, sx_block *ret_block)
{
    sx_node **node = SX_NEW_ARRAY(arena, sx_node *, from->n);
    for (size_t i = 0; node && i < from->n; i++)
        if (!(node[i] = sx_node_copy(arena, from->node[i])))
            return SX_NOMEM;
    *ret_block = (sx_block) { from->n, node };
    return node ? SX_OK : SX_NOMEM;
}

sx_node *sx_node_copy(sx_arena *arena, const sx_node *node)
{
    sx_node *copy = sx_arena_copy(arena, node, 1, sizeof *copy);
    if (!copy)
        return NULL;
    copy->param = sx_arena_copy(arena, node->param, node->nparams, sizeof *copy->param);
    copy->multiset =
        sx_arena_copy(arena, node->multiset, node->nmultisets, sizeof *copy->multiset);
    copy->times = sx_arena_copy(arena, node->times, node->ntimes, sizeof *copy->times);
    if ((node->nparams && !copy->param) || (node->nmultisets && !copy->multiset) ||
        (node->ntimes && !copy->times))
        return NULL;
    return sx_block_copy(arena, &node->body, &copy->body) ? NULL : copy;
}

const char *sx_trace_meta(const sx_trace *trace, const char *key)
{
    for (size_t i = 0; i < trace->nmeta; i++)
        if (strcmp(trace->meta[i].key, key) == 0)
            return trace->meta[i].value;
    return NULL;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool sx_trace_same_program(const sx_trace *a, const sx_trace *b)
{
    const char *x = sx_trace_meta(a, "program"), *y = sx_trace_meta(b, "program");
    bool within = false; /* a number */
    while (x && y && *x && *y) {
        char *x_end, *y_end;
        if (!within && is_digit(*x) && is_digit(*y) && a->p > 0 &&
            strtoll(x, &x_end, 10) == a->p && strtoll(y, &y_end, 10) == b->p) {
            x = x_end;
            y = y_end;
        } else if (*x++ != *y++) {
            return false;
        }
        within = is_digit(x[-1]);
    }
    return !x || !y || *x == *y;
}

const char *sx_trace_lossy(const sx_trace *trace)
{
    static const char word[] = " lossy=";
    const char *options = sx_trace_meta(trace, "recorder.options");
    const char *found = options ? strstr(options, word) : NULL;
    return found ? found + sizeof word - 1 : NULL;
}

sx_param *sx_node_param(const sx_node *node, sx_param_id id)
{
    for (uint32_t i = 0; i < node->nparams && node->param[i].id <= id; i++)
        if (node->param[i].id == id)
            return &node->param[i];
    return NULL;
}

sx_message_params sx_node_message(const sx_node *node, bool receives)
{
    const bool second = receives && sx_op_class_of(node->op) == SX_OP_SENDRECV,
               own = second && sx_node_param(node, SX_PARAM_RTYPE);
    return (sx_message_params) { second ? SX_PARAM_SOURCE : SX_PARAM_PEER,
                                 second ? SX_PARAM_RTAG : SX_PARAM_TAG,
                                 own ? SX_PARAM_RCOUNT : SX_PARAM_COUNT,
                                 own ? SX_PARAM_RTYPE : SX_PARAM_TYPE };
}

uint64_t sx_node_present(const sx_node *node)
{
    uint64_t present = 0;
    for (uint32_t i = 0; i < node->nparams; i++)
        present |= UINT64_C(1) << node->param[i].id;
    return present;
}

sx_status sx_trace_names(sx_arena *arena, const sx_trace *trace, sx_expr_names *ret_names)
{
    const char **grid = SX_NEW_ARRAY(arena, const char *, trace->ngrids);
    const char **constant = SX_NEW_ARRAY(arena, const char *, trace->nconstants);
    if (!grid || !constant)
        return SX_NOMEM;
    for (size_t i = 0; i < trace->ngrids; i++)
        grid[i] = trace->grid[i].name;
    for (size_t i = 0; i < trace->nconstants; i++)
        constant[i] = trace->constant[i].name;
    *ret_names = (sx_expr_names) { (uint32_t)trace->ngrids, (uint32_t)trace->nconstants,
                                   grid, constant };
    return SX_OK;
}
