#include "trace/time_sums.h"

void sx_time_sums_add(sx_time_sums *sums, const sx_times *times)
{
    const double *field = times->hist.field;
    if (sx_hist_is_open(&times->hist))
        return;
    sums->samples[times->kind] += field[SX_HIST_N];
    sums->ns[times->kind] += field[SX_HIST_N] * field[SX_HIST_MEAN];
}

static void add_node(sx_time_sums *sums, const sx_node *node)
{
    for (uint32_t k = 0; k < node->ntimes; k++)
        sx_time_sums_add(sums, &node->times[k]);
}

sx_time_sums sx_time_sums_of(const sx_node *node)
{
    sx_time_sums sums = { { 0 }, { 0 } };
    add_node(&sums, node);
    return sums;
}

static void add_block(sx_time_sums *sums, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        add_node(sums, block->node[i]);
        if (block->node[i]->kind == SX_NODE_LOOP)
            add_block(sums, &block->node[i]->body);
    }
}

sx_time_sums sx_time_sums_within(const sx_block *block)
{
    sx_time_sums sums = { { 0 }, { 0 } };
    add_block(&sums, block);
    return sums;
}

double sx_time_sums_mean(const sx_time_sums *sums, sx_times_kind kind)
{
    return sums->samples[kind] > 0 ? sums->ns[kind] / sums->samples[kind] : 0;
}
