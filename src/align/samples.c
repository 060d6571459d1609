#include "align/samples.h"

#include <math.h>

typedef struct counting {
    sx_arena *arena; /* of the program */
    sx_arena *scratch;
    sx_runs *runs;
} counting;

/* The trips of the first `entries` entries, together; NAN where there are too many to be added. */
static double trips_within(const counting *c, const sx_seq *trips, double entries)
{
    const double length = (double)trips->length, over = fmod(entries, length);
    const double rounds = (entries - over) / length;
    const uint64_t rest = (uint64_t)over;
    double all = 0, begun = 0;
    sx_seq_cursor cursor = { 0 };
    if (sx_seq_is_constant(trips))
        return entries * (double)sx_seq_at(trips, 0);
    if (!sx_runs_spend(c->runs, trips->length))
        return NAN;
    for (uint64_t k = 0; k < trips->length; k++) {
        begun = k == rest ? all : begun;
        all += (double)sx_seq_at_cursor(trips, &cursor, k);
    }
    return rounds * all + begun;
}

/* How often each rank goes round the loop. NULL where that is not known. */
static double *rounds_of(const counting *c, const sx_node *loop, const bool *in,
                         const double *entries)
{
    const sx_seq **trips = loop->trips.kind == SX_VALUE_EXPR
                               ? NULL
                               : sx_runs_sequences(c->scratch, c->runs, &loop->trips, in);
    double *rounds = SX_NEW_ARRAY(c->scratch, double, (size_t)c->runs->total);
    if (!trips || !rounds)
        return NULL;
    for (int64_t r = 0; r < c->runs->total; r++) {
        if (!in[r])
            continue;
        rounds[r] = trips[r] ? trips_within(c, trips[r], entries[r]) : NAN;
        if (!(rounds[r] >= 0))
            return NULL;
    }
    return rounds;
}

/* How often the ranks of a run execute a call; of an entry of all who do, those of all runs. */
static double executions_of(const counting *c, const sx_times *times, const bool *in,
                            const double *executions)
{
    const uint32_t run =
        times->all ? 0 : c->runs->run_of[sx_ranklist_first(&times->ranks)];
    double sum = 0;
    for (int64_t r = 0; r < c->runs->total; r++)
        if (in[r] && (times->all || c->runs->run_of[r] == run))
            sum += executions[r];
    return sum;
}

static bool same_run(const sx_runs *runs, const sx_times *a, const sx_times *b)
{
    return a->kind == b->kind && a->repeat == b->repeat && a->all == b->all &&
           (a->all || runs->run_of[sx_ranklist_first(&a->ranks)] ==
                          runs->run_of[sx_ranklist_first(&b->ranks)]);
}

static sx_status share_out(const counting *c, sx_node *call, const bool *in,
                           const double *executions)
{
    sx_times *times =
        sx_arena_copy(c->arena, call->times, call->ntimes, sizeof *call->times);
    if (!times)
        return SX_NOMEM;
    for (uint32_t i = 0; i < call->ntimes; i++) {
        const sx_times *own = &call->times[i];
        const double wanted = executions_of(c, own, in, executions);
        double all = 0;
        for (uint32_t k = 0; k < call->ntimes; k++)
            if (same_run(c->runs, own, &call->times[k]))
                all += call->times[k].hist.field[SX_HIST_N];
        if (own->hist.field[SX_HIST_N] > 0 && all > wanted && wanted > 0)
            times[i].hist.field[SX_HIST_N] =
                fmax(1, round(own->hist.field[SX_HIST_N] * (wanted / all)));
    }
    call->times = times;
    return SX_OK;
}

static sx_status share_out_block(const counting *c, const sx_block *block,
                                 const bool *within, const double *entries)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < block->n; i++) {
        sx_node *node = block->node[i];
        const bool *in = sx_runs_members(c->scratch, c->runs, &node->ranks, within);
        if (!in)
            return SX_NOMEM;
        if (node->kind == SX_NODE_EVENT) {
            st = node->ntimes ? share_out(c, node, in, entries) : SX_OK;
            continue;
        }
        const double *rounds = rounds_of(c, node, in, entries);
        st = rounds ? share_out_block(c, &node->body, in, rounds) : SX_OK;
    }
    return st;
}

sx_status sx_runs_samples(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    const sx_domain everybody = { .kind = SX_DOMAIN_ALL };
    const counting c = { arena, sx_arena_create(), runs };
    double *once =
        c.scratch ? SX_NEW_ARRAY(c.scratch, double, (size_t)runs->total) : NULL;
    const bool *all = once ? sx_runs_members(c.scratch, runs, &everybody, NULL) : NULL;
    for (int64_t r = 0; once && r < runs->total; r++)
        once[r] = 1;
    sx_status st = all ? share_out_block(&c, &runs->merged.program, all, once) : SX_NOMEM;
    sx_arena_destroy(c.scratch);
    return st ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}
