#include "extrap/common_time.h"

#include "extrap/time_law.h"

typedef struct sums {
    uint32_t repeats;
    double *samples, *total; /* run x repeats */
} sums;

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

static void add(const sums *s, uint32_t run, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            add(s, run, &node->body);
        for (uint32_t k = 0; k < node->ntimes; k++) {
            const sx_times *times = &node->times[k];
            const double *field = times->hist.field;
            if (times->kind != SX_TIMES_COMP || times->first)
                continue;
            s->samples[run * s->repeats + times->repeat] += field[SX_HIST_N];
            s->total[run * s->repeats + times->repeat] +=
                field[SX_HIST_N] * field[SX_HIST_MEAN];
        }
    }
}

sx_status sx_common_time_find(sx_arena *arena, const sx_runs *runs,
                              sx_common_time *ret_common, sx_error *err)
{
    sums s = { .repeats = 1 };
    for (size_t run = 0; run < runs->n; run++) {
        uint32_t own = 1 + most_repeats(&runs->trace[run]->program);
        s.repeats = own > s.repeats ? own : s.repeats;
    }
    s.samples = SX_NEW_ARRAY(arena, double, runs->n *s.repeats);
    s.total = SX_NEW_ARRAY(arena, double, runs->n *s.repeats);
    if (!s.samples || !s.total)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t run = 0; run < runs->n; run++)
        add(&s, run, &runs->trace[run]->program);
    for (size_t i = 0; i < runs->n * s.repeats; i++)
        s.total[i] = s.samples[i] > 0 ? s.total[i] / s.samples[i] : 0;
    *ret_common = (sx_common_time) { .repeats = s.repeats, .mean_ns = s.total };
    return sx_time_law_of_all(arena, runs, ret_common, err);
}
