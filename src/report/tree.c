#include "report/tree.h"

#include "report/amount.h"
#include "report/words.h"

#include <inttypes.h>
#include <string.h>

static const sx_domain everybody = { .kind = SX_DOMAIN_ALL };

typedef struct tree {
    sx_buffer *out;
    const sx_trace *trace;
    const sx_sources *sources;
    sx_amounts amounts;
    sx_stages stages;
    int64_t trips[SX_MAX_DEPTH]; /* of the loops around; -1: not known */
    uint32_t depth;
} tree;

static void print_value(tree *t, const char *before, const sx_value *value)
{
    sx_buffer_puts(t->out, before);
    sx_amount_print(t->out, &t->amounts, value);
}

/* Ranks in a domain that no words tell. */
static void print_members(tree *t, const sx_domain *domain)
{
    if (domain->kind == SX_DOMAIN_WHERE) {
        sx_buffer_puts(t->out, "where ");
        sx_amount_print_expr(t->out, &t->amounts, domain->where);
    } else if (domain->kind == SX_DOMAIN_RANKS) {
        sx_buffer_printf(t->out, "%" PRId64 " ranks from %" PRId64 " to %" PRId64,
                         domain->ranks.count, sx_ranklist_first(&domain->ranks),
                         sx_ranklist_last(&domain->ranks));
    } else {
        sx_buffer_puts(t->out, "some ranks");
    }
}

static void print_domain(tree *t, const sx_domain *domain)
{
    sx_buffer words = SX_BUFFER_INIT;
    if (!sx_words_domain(&words, &t->stages, domain)) {
        sx_buffer_puts(t->out, ", ");
        print_members(t, domain);
    } else if (words.size) {
        sx_buffer_printf(t->out, ", %s", words.data);
    }
    sx_buffer_finish(&words);
}

static void print_peer(tree *t, const char *before, const sx_node *node,
                       const sx_domain *domain, sx_param_id id)
{
    const sx_param *param = sx_node_param(node, id);
    const sx_words_place place = { node, domain, t->depth, t->trips };
    if (!param)
        return;
    sx_buffer_puts(t->out, before);
    if (sx_words_peer(t->out, &t->stages, &place, &param->value))
        return;
    sx_buffer_puts(t->out, param->value.relative ? "rank + " : "rank ");
    sx_amount_print(t->out, &t->amounts, &param->value);
}

static void print_type(tree *t, const sx_param *type)
{
    int64_t index;
    if (!sx_amount_number(&t->amounts, &type->value, &index) || index < 0 ||
        (uint64_t)index >= t->trace->ntypes) {
        sx_buffer_puts(t->out, "several types");
        return;
    }
    const sx_type *of = &t->trace->type[index];
    if (strncmp(of->name, "MPI_", 4) == 0) {
        sx_print_name(t->out, of->name);
        return;
    }
    /* A constructed one by its constructor, where that is known. */
    if (of->combiner != SX_COMBINER_UNKNOWN)
        sx_buffer_puts(t->out, sx_combiner_name(of->combiner));
    else
        sx_print_name(t->out, of->name);
    sx_buffer_printf(t->out, " of %" PRId64 " bytes", of->size);
}

/* "16 x MPI_DOUBLE" of one side. */
static void print_buffer(tree *t, const char *before, const sx_node *node,
                         sx_param_id count, sx_param_id counts, sx_param_id type)
{
    const sx_param *n = sx_node_param(node, count), *list = sx_node_param(node, counts);
    const sx_param *of = sx_node_param(node, type);
    if (!n && !list)
        return;
    sx_buffer_puts(t->out, before);
    if (n)
        sx_amount_print(t->out, &t->amounts, &n->value);
    else
        sx_amount_print_list(t->out, &t->amounts, &list->value);
    if (of) {
        sx_buffer_puts(t->out, " x ");
        print_type(t, of);
    }
}

static void print_comm(tree *t, const char *before, const sx_param *comm)
{
    int64_t index;
    if (!comm)
        return;
    if (!sx_amount_number(&t->amounts, &comm->value, &index)) {
        sx_buffer_printf(t->out, "%sseveral communicators", before);
    } else if (index == 1) {
        sx_buffer_printf(t->out, "%sself", before);
    } else if (index > 1 && (uint64_t)index < t->trace->ncomms) {
        const sx_comm *of = &t->trace->comm[index];
        sx_buffer_printf(t->out, "%scomm %" PRId64 " (%s", before, index,
                         sx_comm_kind_name(of->kind));
        if (of->name) {
            sx_buffer_puts(t->out, " ");
            sx_print_name(t->out, of->name);
        }
        sx_buffer_puts(t->out, ")");
    }
}

static void print_redop(tree *t, const sx_param *redop)
{
    int64_t index;
    if (redop && sx_amount_number(&t->amounts, &redop->value, &index) && index >= 0 &&
        (uint64_t)index < t->trace->nredops) {
        sx_buffer_puts(t->out, ", ");
        sx_print_name(t->out, t->trace->redop[index]);
    }
}

static void print_region(tree *t, const sx_param *param)
{
    int64_t region;
    if (param && sx_amount_number(&t->amounts, &param->value, &region) && region >= 0 &&
        (uint64_t)region < t->trace->nregions) {
        sx_buffer_puts(t->out, " ");
        sx_print_name(t->out, t->trace->region[region]);
    }
}

/* What the sentence before has said, or no reader wants to know. */
static bool is_told(sx_param_id id)
{
    const uint64_t told =
        UINT64_C(1) << SX_PARAM_COMM | UINT64_C(1) << SX_PARAM_PEER |
        UINT64_C(1) << SX_PARAM_ROOT | UINT64_C(1) << SX_PARAM_COUNT |
        UINT64_C(1) << SX_PARAM_TYPE | UINT64_C(1) << SX_PARAM_SOURCE |
        UINT64_C(1) << SX_PARAM_RCOUNT | UINT64_C(1) << SX_PARAM_RTYPE |
        UINT64_C(1) << SX_PARAM_REDOP | UINT64_C(1) << SX_PARAM_COUNTS |
        UINT64_C(1) << SX_PARAM_RCOUNTS | UINT64_C(1) << SX_PARAM_TYPES |
        UINT64_C(1) << SX_PARAM_RTYPES | UINT64_C(1) << SX_PARAM_NEWCOMM |
        UINT64_C(1) << SX_PARAM_INPLACE | UINT64_C(1) << SX_PARAM_REQS |
        UINT64_C(1) << SX_PARAM_DONE | UINT64_C(1) << SX_PARAM_NDONE |
        UINT64_C(1) << SX_PARAM_NRANKS | UINT64_C(1) << SX_PARAM_NDIMS |
        UINT64_C(1) << SX_PARAM_REORDER | UINT64_C(1) << SX_PARAM_REGION;
    return told >> id & 1;
}

static void print_others(tree *t, const sx_node *node)
{
    for (uint32_t i = 0; i < node->nparams; i++) {
        sx_param_id id = node->param[i].id;
        const sx_value *value = &node->param[i].value;
        if (is_told(id))
            continue;
        if (id == SX_PARAM_NREQS) {
            print_value(t, ", ", value);
            sx_buffer_puts(t->out, " requests");
            continue;
        }
        sx_buffer_printf(t->out, ", %s ", sx_param_key(id));
        if (sx_param_list_length(id) == SX_PARAM_NONE)
            sx_amount_print(t->out, &t->amounts, value);
        else
            sx_amount_print_list(t->out, &t->amounts, value);
    }
}

static void print_event(tree *t, const sx_node *node, const sx_domain *domain)
{
    sx_op_class class = sx_op_class_of(node->op);
    bool sends = class == SX_OP_SEND || class == SX_OP_SENDRECV;
    sx_buffer_puts(t->out, sx_op_name(node->op));
    print_peer(t, sends ? " to " : " from ", node, domain, SX_PARAM_PEER);
    print_peer(t, " from ", node, domain, SX_PARAM_SOURCE);
    print_peer(t, ", root ", node, domain, SX_PARAM_ROOT);
    print_buffer(t, ", ", node, SX_PARAM_COUNT, SX_PARAM_COUNTS, SX_PARAM_TYPE);
    print_buffer(t, ", receives ", node, SX_PARAM_RCOUNT, SX_PARAM_RCOUNTS,
                 SX_PARAM_RTYPE);
    print_redop(t, sx_node_param(node, SX_PARAM_REDOP));
    if (sx_node_param(node, SX_PARAM_INPLACE))
        sx_buffer_puts(t->out, ", in place");
    print_region(t, sx_node_param(node, SX_PARAM_REGION));
    print_others(t, node);
    print_comm(t, ", on ", sx_node_param(node, SX_PARAM_COMM));
    print_comm(t, ", makes ", sx_node_param(node, SX_PARAM_NEWCOMM));
    print_domain(t, &node->ranks);
    if (node->site < t->trace->nsites && t->trace->site[node->site].n) {
        sx_buffer_puts(t->out, "  [");
        sx_print_site_briefly(t->out, t->trace, t->sources, node->site);
        sx_buffer_puts(t->out, "]");
    }
    sx_buffer_puts(t->out, "\n");
}

static void print_block(tree *t, const sx_block *block, const sx_domain *domain)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        const sx_domain *own = node->ranks.kind == SX_DOMAIN_ALL ? domain : &node->ranks;
        int64_t trips;
        sx_buffer_printf(t->out, "%*s", (int)(2 * t->depth), "");
        if (node->kind == SX_NODE_EVENT) {
            print_event(t, node, own);
            continue;
        }
        print_value(t, "loop ", &node->trips);
        print_domain(t, &node->ranks);
        sx_buffer_puts(t->out, "\n");
        bool known =
            sx_amount_number(&t->amounts, &node->trips, &trips) && !sx_is_special(trips);
        if (t->depth == SX_MAX_DEPTH)
            return;
        t->trips[t->depth++] = known ? trips : -1;
        print_block(t, &node->body, own);
        t->depth--;
    }
}

/* How many ranks, and which grid the words speak of. */
static void print_head(tree *t)
{
    const sx_stage *stage = t->stages.n ? &t->stages.at[0] : NULL;
    if (t->trace->p)
        sx_buffer_printf(t->out, "%" PRId64 " ranks", t->trace->p);
    else
        sx_buffer_puts(t->out, "P ranks");
    if (stage && stage->ndims > 1) {
        bool same = stage->trace.p == t->trace->p;
        sx_buffer_puts(t->out, stage->ndims == 2 ? " in columns and rows"
                                                 : " in a grid x, y, ..");
        for (uint32_t axis = 0; axis < stage->ndims && same; axis++)
            sx_buffer_printf(t->out, "%s%" PRId64, axis ? " x " : ": ", stage->dim[axis]);
    }
    sx_buffer_puts(t->out, "\n");
}

sx_status sx_tree_print(sx_buffer *out, const sx_trace *trace, const sx_sources *sources,
                        sx_error *err)
{
    tree t = { .out = out, .trace = trace, .sources = sources };
    sx_arena *arena = sx_arena_create();
    sx_status status = arena ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    if (!status)
        status = sx_amounts_init(&t.amounts, arena, trace, err);
    if (!status)
        status = sx_stages_init(&t.stages, arena, trace, err);
    if (!status) {
        print_head(&t);
        print_block(&t, &trace->program, &everybody);
        if (sx_buffer_status(out))
            status = sx_fail(err, sx_buffer_status(out), "out of memory");
    }
    sx_stages_finish(&t.stages);
    sx_amounts_finish(&t.amounts);
    sx_arena_destroy(arena);
    return status;
}
