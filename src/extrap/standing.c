#include "extrap/standing.h"

/* What is not proved of a communicator that a law says something of; NULL where all is. */
static const char *doubt_of(const sx_comm *comm, unsigned uses)
{
    bool made = comm->kind != SX_COMM_WORLD && comm->kind != SX_COMM_SELF;
    if (made && (uses & 1u << SX_VAR_COMM_SIZE) &&
        comm->size.evidence.label != SX_LABEL_PROVED)
        return "the size of its communicator is not proved here";
    if (made && (uses & 1u << SX_VAR_COMM_RANK) &&
        comm->rank.evidence.label != SX_LABEL_PROVED)
        return "the rank in its communicator is not proved here";
    return NULL;
}

/* The communicators first .. last - 1 may be the value's. */
static void stand(const sx_trace *trace, size_t first, size_t last, const sx_expr *expr,
                  sx_evidence *evidence)
{
    const char *why = NULL;
    if (!expr || evidence->label != SX_LABEL_PROVED)
        return;
    unsigned uses = sx_expr_uses(expr, NULL, NULL);
    for (size_t c = first; c < last && !why; c++)
        why = doubt_of(&trace->comm[c], uses);
    if (why)
        *evidence = (sx_evidence) { .label = SX_LABEL_EXACT, .reason = why };
}

/* Is it said which one it is? A number is the only one that inputs show, though it is exact where something else is as in none of them. */
static bool is_known(const sx_value *comm)
{
    const sx_label label = comm->evidence.label;
    return label == SX_LABEL_PROVED ||
           (label != SX_LABEL_REFUSED && comm->expr && comm->expr->op == SX_EXPR_INT);
}

/* Ranks of a communicator, where nothing proves which one it is. */
static void doubt_where_unknown(const sx_expr *expr, sx_evidence *evidence)
{
    const unsigned of_comm = 1u << SX_VAR_COMM_SIZE | 1u << SX_VAR_COMM_RANK;
    if (expr && evidence->label == SX_LABEL_PROVED &&
        sx_expr_uses(expr, NULL, NULL) & of_comm)
        *evidence =
            (sx_evidence) { .label = SX_LABEL_EXACT,
                            .reason = "which communicator it is is not proved here" };
}

static void stand_event(const sx_trace *trace, sx_node *node)
{
    const sx_param *comm = sx_node_param(node, SX_PARAM_COMM);
    if (!comm)
        return;
    size_t first = 0, last = trace->ncomms;
    const sx_expr *expr = comm->value.expr;
    const bool known = is_known(&comm->value);
    if (expr && expr->op == SX_EXPR_INT) {
        if (expr->value < 0 || expr->value >= (int64_t)trace->ncomms)
            return;
        first = (size_t)expr->value;
        last = first + 1;
    }
    for (uint32_t i = 0; i < node->nparams; i++) {
        sx_value *value = &node->param[i].value;
        if (!known)
            doubt_where_unknown(value->expr, &value->evidence);
        stand(trace, first, last, value->expr, &value->evidence);
    }
}

/* A law of places and counters, where who gets there has none: it was found in executions that may be others here. A number is one
 * whoever makes the call. */
static void doubt_where_refused(const sx_expr *expr, sx_evidence *evidence)
{
    if (expr && evidence->label == SX_LABEL_PROVED && sx_expr_uses(expr, NULL, NULL))
        *evidence = (sx_evidence) { .label = SX_LABEL_EXACT,
                                    .reason = "who gets there has no law" };
}

static void stand_block(const sx_trace *trace, const sx_block *block, bool refused)
{
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node = block->node[i];
        const bool is_loop = node->kind == SX_NODE_LOOP,
                   here = refused || node->ranks.evidence.label == SX_LABEL_REFUSED;
        for (uint32_t k = 0; here && !is_loop && k < node->nparams; k++)
            doubt_where_refused(node->param[k].value.expr,
                                &node->param[k].value.evidence);
        if (here && is_loop)
            doubt_where_refused(node->trips.expr, &node->trips.evidence);
        if (is_loop)
            stand_block(trace, &node->body,
                        here || node->trips.evidence.label == SX_LABEL_REFUSED);
        else
            stand_event(trace, node);
    }
}

void sx_standing_judge(sx_trace *trace)
{
    for (size_t c = 0; c < trace->ncomms; c++) {
        sx_comm *comm = &trace->comm[c];
        size_t parent = comm->parent;
        stand(trace, parent, parent + 1, comm->size.expr, &comm->size.evidence);
        stand(trace, parent, parent + 1, comm->rank.expr, &comm->rank.evidence);
    }
    stand_block(trace, &trace->program, false);
}
