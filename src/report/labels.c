#include "report/labels.h"

#include <string.h>

static void count_block(const sx_block *block, uint64_t *count)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        count[node->ranks.evidence.label]++;
        for (uint32_t k = 0; k < node->nparams; k++)
            count[node->param[k].value.evidence.label]++;
        if (node->kind == SX_NODE_LOOP) {
            count[node->trips.evidence.label]++;
            count_block(&node->body, count);
        }
    }
}

void sx_labels_count(const sx_trace *trace, uint64_t ret_count[SX_LABELS])
{
    memset(ret_count, 0, SX_LABELS * sizeof *ret_count);
    for (size_t i = 2; i < trace->ncomms; i++) {
        ret_count[trace->comm[i].members.evidence.label]++;
        ret_count[trace->comm[i].size.evidence.label]++;
        ret_count[trace->comm[i].rank.evidence.label]++;
    }
    count_block(&trace->program, ret_count);
}
