#include "extrap/common_time.h"

#include "trace/time_sums.h"

static uint32_t most_repeats(const sx_block *block)
{
    uint32_t most = 0;
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        uint32_t own = node->kind == SX_NODE_LOOP ? most_repeats(&node->body) : 0;
        for (uint32_t k = 0; k < node->ntimes; k++)
            own = own > node->times[k].repeat ? own : node->times[k].repeat;
        most = own > most ? own : most;
    }
    return most;
}

/* By repeat of the run. First executions are left out. */
static void add(sx_time_sums *of_repeat, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            add(of_repeat, &node->body);
        for (uint32_t k = 0; k < node->ntimes; k++)
            if (!node->times[k].first)
                sx_time_sums_add(&of_repeat[node->times[k].repeat], &node->times[k]);
    }
}

sx_status sx_common_time_find(sx_arena *arena, const sx_runs *runs,
                              sx_common_time *ret_common, sx_error *err)
{
    uint32_t repeats = 1;
    for (size_t run = 0; run < runs->n; run++) {
        uint32_t own = 1 + most_repeats(&runs->trace[run]->program);
        repeats = own > repeats ? own : repeats;
    }
    const size_t n = runs->n * repeats;
    sx_time_sums *sums = SX_NEW_ARRAY(arena, sx_time_sums, n);
    double *mean_ns = SX_NEW_ARRAY(arena, double, n);
    if (!sums || !mean_ns)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t run = 0; run < runs->n; run++)
        add(&sums[run * repeats], &runs->trace[run]->program);
    for (size_t i = 0; i < n; i++)
        mean_ns[i] = sx_time_sums_mean(&sums[i], SX_TIMES_COMP);
    *ret_common = (sx_common_time) { .repeats = repeats, .mean_ns = mean_ns };
    return SX_OK;
}

static bool has_share(const sx_block *block)
{
    bool has = false;
    for (size_t i = 0; i < block->n && !has; i++) {
        const sx_node *node = block->node[i];
        has = node->kind == SX_NODE_LOOP && has_share(&node->body);
        for (uint32_t k = 0; k < node->ntimes && !has; k++) {
            const sx_hist_law *law = node->times[k].hist.law;
            has = law && law->of_common.by > 0;
        }
    }
    return has;
}

sx_status sx_common_time_keep(sx_arena *arena, const sx_common_time *common,
                              sx_trace *formula, sx_error *err)
{
    if (!common->has_law || !has_share(&formula->program))
        return SX_OK;
    formula->common_time = sx_arena_copy(arena, &common->law, 1, sizeof common->law);
    return formula->common_time ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}
