#include "align/stages.h"

#include "align/each_stretch.h"
#include "align/stage_plan.h"

/* ---- nodes of a plan ---- */

typedef struct builder {
    sx_stretch *of;
    const sx_stage_plan *plan;
    sx_stage_stream *stream;
    sx_stretch_made made[SX_STRETCH_CALLS];
    int64_t *total[SX_STRETCH_CALLS]; /* trips by component, then rank */
    bool *any[SX_STRETCH_CALLS]; /* who makes some call of the component */
    bool *active; /* who makes some call */
} builder;

static bool reserve(builder *b)
{
    const size_t ranks = (size_t)b->of->runs->total;
    sx_arena *scratch = b->of->scratch;
    bool fine = (b->active = SX_NEW_ARRAY(scratch, bool, ranks)) != NULL;
    for (size_t c = 0; fine && c < b->of->ncalls; c++)
        fine = sx_stretch_made_create(b->of, c, &b->made[c]);
    for (size_t k = 0; fine && k < b->plan->n; k++) {
        b->total[k] = SX_NEW_ARRAY(scratch, int64_t, ranks);
        b->any[k] = SX_NEW_ARRAY(scratch, bool, ranks);
        fine = b->total[k] && b->any[k];
    }
    return fine;
}

/* In which stages the rank has the call. */
static bool keep_presence(builder *b, size_t c, int64_t rank, const sx_stages *stages,
                          const uint64_t *in_stage)
{
    int64_t present[SX_STAGES];
    const size_t n = stages->n[b->of->runs->run_of[rank]];
    for (size_t i = 0; i < n; i++) {
        present[i] = in_stage[i] >> c & 1;
        b->made[c].sometimes = b->made[c].sometimes || !present[i];
    }
    b->made[c].present[rank] = sx_seq_from_values(b->of->arena, present, n, true);
    return b->made[c].present[rank] != NULL;
}

static bool keep_component(builder *b, size_t k, int64_t rank)
{
    const sx_stage_component *part = &b->plan->component[k];
    sx_stage_stream *s = b->stream;
    uint64_t in_stage[SX_STAGES];
    for (int64_t i = 0; i < s->n / s->rounds; i++)
        if (part->calls >> s->call[i] & 1) {
            b->any[k][rank] = true;
            b->total[k][rank]++;
        }
    if (!part->staged || !b->any[k][rank])
        return true;
    b->total[k][rank] = (int64_t)part->stages.n[b->of->runs->run_of[rank]];
    sx_stages_of_rank(b->of, &part->stages, part->calls, s, in_stage);
    for (size_t c = 0; c < b->of->ncalls; c++)
        if ((part->calls >> c & 1) && s->made[c] > 0 &&
            !keep_presence(b, c, rank, &part->stages, in_stage))
            return false;
    return true;
}

static bool keep_rank(builder *b, int64_t rank)
{
    const sx_stage_stream *s = b->stream;
    b->active[rank] = s->n > 0;
    for (size_t c = 0; c < b->of->ncalls; c++)
        if (!sx_stretch_keep(b->of, c, rank, s->value[c], NULL, (uint64_t)s->made[c],
                             &b->made[c]))
            return false;
    for (size_t k = 0; k < b->plan->n; k++)
        if (!keep_component(b, k, rank))
            return false;
    return true;
}

static sx_status make_component(const builder *b, size_t k, sx_node **ret_node)
{
    const sx_stage_component *part = &b->plan->component[k];
    if (!part->loops)
        return sx_stretch_call(b->of, part->call[0], &b->made[part->call[0]], b->active,
                               ret_node);
    sx_status st =
        sx_stretch_loop(b->of, b->total[k], b->any[k], b->active, part->ncalls, ret_node);
    for (size_t i = 0; !st && i < part->ncalls; i++)
        st = sx_stretch_call(b->of, part->call[i], &b->made[part->call[i]], b->any[k],
                             &(*ret_node)->body.node[i]);
    return st;
}

/* A loop over rounds with the components in it. */
static sx_status build(builder *b, sx_node **ret_loop)
{
    const sx_runs *runs = b->of->runs;
    int64_t *rounds = SX_NEW_ARRAY(b->of->scratch, int64_t, (size_t)runs->total);
    if (!rounds || !reserve(b))
        return SX_NOMEM;
    for (int64_t r = 0; r < runs->total; r++) {
        rounds[r] = b->plan->rounds[runs->run_of[r]];
        if (!b->of->within[r])
            continue;
        if (!sx_stage_stream_read(b->of, r, rounds[r], b->stream) || !keep_rank(b, r))
            return SX_NOMEM;
    }
    sx_status st =
        sx_stretch_loop(b->of, rounds, b->active, b->of->within, b->plan->n, ret_loop);
    for (size_t k = 0; !st && k < b->plan->n; k++)
        st = make_component(b, k, &(*ret_loop)->body.node[k]);
    return st;
}

/* ---- the tree ---- */

static sx_status stage_from(void *context, const sx_block *block, size_t from,
                            sx_node **ret_loop, size_t *ret_n)
{
    sx_stretch *of = context;
    bool differs;
    sx_status st = sx_stretch_open(of, block, from, ret_n, &differs);
    if (st || !differs)
        return st;
    builder *b = SX_NEW(of->scratch, builder);
    sx_stage_plan *plan = SX_NEW(of->scratch, sx_stage_plan);
    if (!b || !plan)
        return SX_NOMEM;
    *b = (builder) { .of = of, .plan = plan, .stream = sx_stage_stream_create(of) };
    if (!b->stream)
        return SX_NOMEM;
    return sx_stage_plan_make(of, b->stream, plan) ? build(b, ret_loop) : SX_OK;
}

/* Outer blocks first: what folds otherwise on each rank may do so around other loops. */
sx_status sx_runs_stages(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    sx_stretch of = { .arena = arena, .runs = runs };
    return sx_runs_each_stretch(
        &(sx_stretch_pass) { .stretch = &of, .find = stage_from, .context = &of }, err);
}
