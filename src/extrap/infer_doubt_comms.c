/* What is not proved of communicators, by how they are made. */
#include "extrap/infer_parts.h"
#include "trace/comm_row.h"

/* Numbers of communicators that follow a law, in the program. */
static void doubt_numbers(inference *inf, const sx_block *block)
{
    const sx_evidence more = { SX_LABEL_EXACT,
                               "calls make more communicators at some scales: which ones "
                               "there are here is not known",
                               NULL };
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            doubt_numbers(inf, &node->body);
        for (uint32_t p = 0; p < node->nparams; p++) {
            sx_value *value = &node->param[p].value;
            if ((node->param[p].id == SX_PARAM_COMM ||
                 node->param[p].id == SX_PARAM_NEWCOMM) &&
                value->expr && value->expr->op != SX_EXPR_INT)
                value->evidence = sx_evidence_join(inf->arena, value->evidence, more);
        }
    }
}

/* Who is in a communicator follows from the colours: what is said of its size, and of the number in it, stands on them. Colours that no law
 * gives say nothing of it. */
static void doubt_by_colour(inference *inf, const sx_node *split, sx_trace *formula)
{
    const sx_param *color = sx_node_param(split, SX_PARAM_COLOR),
                   *newcomm = sx_node_param(split, SX_PARAM_NEWCOMM);
    const sx_expr *which = newcomm ? newcomm->value.expr : NULL;
    if (!color || !which || which->op != SX_EXPR_INT || which->value < 0 ||
        (uint64_t)which->value >= formula->ncomms ||
        color->value.evidence.label == SX_LABEL_REFUSED)
        return;
    sx_comm *comm = &formula->comm[which->value];
    sx_evidence stands = color->value.evidence;
    uint64_t counters = 0;
    if (stands.doubt)
        sx_expr_uses(stands.doubt, &counters, NULL);
    if (counters)
        stands = (sx_evidence) { SX_LABEL_EXACT, stands.reason, NULL };
    comm->size.evidence = sx_evidence_join(inf->arena, comm->size.evidence, stands);
    comm->rank.evidence = sx_evidence_join(inf->arena, comm->rank.evidence, stands);
}

static void doubt_by_colours(inference *inf, const sx_block *block, sx_trace *formula)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            doubt_by_colours(inf, &node->body, formula);
        else if (node->op == SX_OP_Comm_split)
            doubt_by_colour(inf, node, formula);
    }
}

void sx_infer_doubt_comms(inference *inf, sx_trace *formula)
{
    const sx_trace *merged = &inf->runs->merged;
    const size_t nrows = sx_comm_rows(formula);
    size_t growing = sx_infer_growing_comms(merged);
    if (nrows > 0) /* all of them from the first one on */
        growing -= merged->ncomms - formula->comm[formula->ncomms - nrows].row->first;
    if (growing > 0)
        doubt_numbers(inf, &formula->program);
    doubt_by_colours(inf, &formula->program, formula);
}
