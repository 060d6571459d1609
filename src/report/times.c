#include "report/times.h"

#include "trace/time_sums.h"

#include <string.h>

sx_time_total sx_times_of(const sx_node *node)
{
    const sx_time_sums sums = sx_time_sums_of(node);
    return (sx_time_total) { sums.ns[SX_TIMES_COMP], sums.ns[SX_TIMES_COMM] };
}

sx_time_total sx_times_mean(const sx_node *node, sx_rank rank, int64_t p)
{
    double samples = 0, ns[SX_TIMES_KINDS] = { 0 };
    for (uint32_t k = 0; k < node->ntimes; k++) {
        const sx_times *times = &node->times[k];
        const double ranks = (double)(times->all ? p : times->ranks.count);
        sx_time_sums own = { { 0 }, { 0 } };
        if (ranks <= 0 || !(times->all || sx_ranklist_contains(&times->ranks, rank)))
            continue;
        sx_time_sums_add(&own, times);
        for (int kind = 0; kind < SX_TIMES_KINDS; kind++)
            ns[kind] += own.ns[kind] / ranks;
        /* As often as the call: the first event of a rank computes nothing before it. */
        samples += own.samples[SX_TIMES_COMM] / ranks;
    }
    return samples > 0 ? (sx_time_total) { ns[SX_TIMES_COMP] / samples,
                                           ns[SX_TIMES_COMM] / samples }
                       : (sx_time_total) { 0, 0 };
}

static void sum_block(const sx_block *block, sx_time_total *op)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        sx_time_total own = sx_times_of(node);
        op[node->op].comp_ns += own.comp_ns;
        op[node->op].comm_ns += own.comm_ns;
        if (node->kind == SX_NODE_LOOP)
            sum_block(&node->body, op);
    }
}

void sx_times_sum(const sx_trace *trace, sx_time_total ret_op[SX_OPS])
{
    memset(ret_op, 0, SX_OPS * sizeof *ret_op);
    sum_block(&trace->program, ret_op);
}

/* The fields come from decimal text, so that equal means equal. */
static bool hist_equal(const sx_hist *a, const sx_hist *b)
{
    bool equal = !sx_hist_is_open(a) && !sx_hist_is_open(b) && a->nbins == b->nbins;
    for (int i = 0; i < SX_HIST_FIELDS && equal; i++)
        equal = !(a->field[i] < b->field[i]) && !(a->field[i] > b->field[i]);
    for (uint32_t i = 0; i < a->nbins && equal; i++)
        equal = a->bin[i].index == b->bin[i].index && a->bin[i].count == b->bin[i].count;
    return equal;
}

static bool same_key(const sx_trace *a, const sx_times *x, const sx_trace *b,
                     const sx_times *y)
{
    bool any = x->after == SX_AFTER_ANY || y->after == SX_AFTER_ANY;
    return x->kind == y->kind && x->first == y->first &&
           (any ? x->after == y->after : sx_site_same(a, x->after, b, y->after));
}

/* Call sites have other numbers in other traces, so that the entries have another order. */
bool sx_times_equal(const sx_trace *a, const sx_node *x, const sx_trace *b,
                    const sx_node *y)
{
    bool equal = x->ntimes == y->ntimes;
    for (uint32_t i = 0; i < x->ntimes && equal; i++) {
        const sx_times *own = &x->times[i], *other = NULL;
        for (uint32_t k = 0; k < y->ntimes && !other; k++)
            if (same_key(a, own, b, &y->times[k]) && own->all == y->times[k].all &&
                (own->all || sx_ranklist_equal(&own->ranks, &y->times[k].ranks)))
                other = &y->times[k];
        equal = other && hist_equal(&own->hist, &other->hist);
    }
    return equal;
}
