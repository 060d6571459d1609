#include "align/stages.h"

#include "align/elastic.h"
#include "align/stage_plan.h"

#include <string.h>

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
    const sx_stage_stream *s = b->stream;
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
    for (size_t c = 0; c < b->of->ncalls; c++) {
        b->made[c].ever[rank] = s->made[c] > 0;
        for (uint32_t p = 0; s->made[c] > 0 && p < b->of->like[c]->nparams; p++) {
            size_t elements = sx_elastic_elements(b->of->like[c], p);
            b->made[c].value[p][rank] = sx_seq_from_values(
                b->of->arena, s->value[c][p], (uint64_t)s->made[c] * elements, true);
            if (!b->made[c].value[p][rank])
                return false;
        }
    }
    for (size_t k = 0; k < b->plan->n; k++)
        if (!keep_component(b, k, rank))
            return false;
    return true;
}

static sx_status make_loop(const builder *b, const int64_t *total, const bool *in,
                           const bool *within, size_t n, sx_node **ret_loop)
{
    sx_node *loop = SX_NEW(b->of->arena, sx_node);
    sx_node **body = SX_NEW_ARRAY(b->of->arena, sx_node *, n);
    const sx_seq **trips =
        SX_NEW_ARRAY(b->of->scratch, const sx_seq *, (size_t)b->of->runs->total);
    if (!loop || !body || !trips)
        return SX_NOMEM;
    for (int64_t r = 0; r < b->of->runs->total; r++)
        if (in[r] && !(trips[r] = sx_seq_constant(b->of->arena, total[r])))
            return SX_NOMEM;
    *loop = (sx_node) { .kind = SX_NODE_LOOP, .body = { n, body } };
    *ret_loop = loop;
    sx_status st = sx_elastic_domain(b->of->arena, b->of->runs, in, within, &loop->ranks);
    return st ? st
              : sx_elastic_value(b->of->arena, b->of->runs, in, trips, false,
                                 &loop->trips);
}

static sx_status make_component(const builder *b, size_t k, sx_node **ret_node)
{
    const sx_stage_component *part = &b->plan->component[k];
    if (!part->loops)
        return sx_stretch_call(b->of, part->call[0], &b->made[part->call[0]], b->active,
                               ret_node);
    sx_status st =
        make_loop(b, b->total[k], b->any[k], b->active, part->ncalls, ret_node);
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
    sx_status st = make_loop(b, rounds, b->active, b->of->within, b->plan->n, ret_loop);
    for (size_t k = 0; !st && k < b->plan->n; k++)
        st = make_component(b, k, &(*ret_loop)->body.node[k]);
    return st;
}

/* ---- the tree ---- */

static sx_status stage_from(sx_stretch *of, const sx_block *block, size_t from,
                            sx_node **ret_loop, size_t *ret_n)
{
    *ret_loop = NULL;
    sx_arena_clear(of->scratch);
    of->item = SX_NEW_ARRAY(of->scratch, sx_stretch_item, SX_STRETCH_ITEMS);
    if (!of->item)
        return SX_NOMEM;
    *ret_n = sx_stretch_gather(of, block, from);
    if (*ret_n == 0 || !sx_stretch_trips_differ(of) || !sx_stretch_load(of))
        return SX_OK;
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
static sx_status stage_block(sx_stretch *of, sx_block *block, const bool *within)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < block->n; i++) {
        sx_node *node = block->node[i], *staged;
        size_t n;
        of->within = within;
        st = stage_from(of, block, i, &staged, &n);
        if (st)
            return st;
        if (staged) {
            block->node[i] = staged;
            memmove(&block->node[i + 1], &block->node[i + n],
                    (block->n - i - n) * sizeof(sx_node *));
            block->n -= n - 1;
        } else if (node->kind == SX_NODE_LOOP) {
            const bool *in = sx_runs_members(of->arena, of->runs, &node->ranks, within);
            st = in ? stage_block(of, &node->body, in) : SX_NOMEM;
        }
    }
    return st;
}

sx_status sx_runs_stages(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    const sx_domain everybody = { .kind = SX_DOMAIN_ALL };
    const bool *all = sx_runs_members(arena, runs, &everybody, NULL);
    sx_stretch of = { .arena = arena, .scratch = sx_arena_create(), .runs = runs };
    sx_status st =
        all && of.scratch ? stage_block(&of, &runs->merged.program, all) : SX_NOMEM;
    sx_arena_destroy(of.scratch);
    if (st)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_trace_number(&runs->merged);
    return SX_OK;
}
