#include "extrap/polls.h"

#include "law/law.h"

static const sx_evidence by_time = {
    SX_LABEL_EXACT, "how often a program asks is up to the time that messages take", NULL
};

/* Doubts what is in the block. Returns whether it has calls, and no others than such. */
static bool doubt_block(sx_arena *arena, const sx_block *block)
{
    bool all = block->n > 0;
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node = block->node[i];
        const bool polls = node->kind == SX_NODE_LOOP ? doubt_block(arena, &node->body)
                                                      : sx_op_polls(node->op);
        all = all && polls;
        if (!polls)
            continue;
        node->ranks.evidence = sx_evidence_join(arena, node->ranks.evidence, by_time);
        if (node->kind == SX_NODE_LOOP)
            node->trips.evidence = sx_evidence_join(arena, node->trips.evidence, by_time);
    }
    return all;
}

void sx_polls_doubt(sx_arena *arena, sx_trace *formula)
{
    (void)doubt_block(arena, &formula->program);
}
