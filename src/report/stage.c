#include "report/stage.h"

#include "trace/policy.h"

#include <string.h>

/* A run of at most this many ranks is looked at itself. */
enum { MOST_RANKS = 4096, SMALL_FROM = 12, SMALL_TO = 360, LEAST_DIM = 4 };

static bool grid_of_trace(sx_stage *stage)
{
    for (size_t i = 0; i < stage->trace.ngrids; i++) {
        const sx_grid *grid = &stage->trace.grid[i];
        if (grid->comm != 0)
            continue;
        stage->ndims = grid->ndims;
        memcpy(stage->dim, grid->dim, sizeof stage->dim);
        return true;
    }
    return false;
}

/* What a recorded trace shows of its grid: how often each distance between ranks occurs that
 * divides their number. */
typedef struct votes {
    int64_t p;
    uint32_t of[MOST_RANKS + 1];
} votes;

static void vote_seq(votes *v, const sx_seq *seq)
{
    for (uint32_t i = 0; i < seq->n; i++) {
        const sx_run *run = &seq->run[i];
        if (run->sub) {
            vote_seq(v, run->sub);
            continue;
        }
        for (uint64_t k = 0; k < run->count && k < 4 && !sx_is_special(run->first); k++) {
            int64_t d = run->first + (int64_t)k * run->stride;
            d = d < 0 ? -d : d;
            if (d > 1 && d < v->p && v->p % d == 0)
                v->of[d]++;
        }
    }
}

static void vote_value(votes *v, const sx_value *value)
{
    if (value->kind == SX_VALUE_BY_RANK)
        vote_seq(v, value->by_rank);
    for (uint32_t i = 0; value->kind == SX_VALUE_BY_STEP && i < value->nsteps; i++)
        vote_value(v, &value->step[i]);
    bool pieces = value->kind == SX_VALUE_PIECES || value->kind == SX_VALUE_DRAWN;
    for (size_t i = 0; pieces && i < value->npieces; i++)
        vote_seq(v, value->piece[i].seq);
}

static void vote_block(votes *v, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            vote_block(v, &node->body);
        const sx_param *peer =
            node->kind == SX_NODE_EVENT ? sx_node_param(node, SX_PARAM_PEER) : NULL;
        if (peer && peer->value.relative)
            vote_value(v, &peer->value);
    }
}

/* Strides of the axes are distances that many messages have, each a multiple of the one
 * before. */
static void guess_grid(sx_stage *stage)
{
    votes v = { .p = stage->trace.p };
    uint32_t most = 0;
    int64_t stride = 1;
    vote_block(&v, &stage->trace.program);
    for (int64_t d = 2; d < v.p; d++)
        most = v.of[d] > most ? v.of[d] : most;
    stage->ndims = 0;
    for (int64_t d = 2; d < v.p && most && stage->ndims + 1 < SX_MAX_DIMS; d++) {
        if (2 * v.of[d] < most || d % stride != 0)
            continue;
        stage->dim[stage->ndims++] = d / stride;
        stride = d;
    }
    stage->dim[stage->ndims++] = v.p / stride;
    int64_t product = 1;
    for (uint32_t i = 0; i < stage->ndims; i++)
        product *= stage->dim[i];
    if (product != v.p) {
        stage->ndims = 1;
        stage->dim[0] = v.p;
    }
}

static bool set_stage(sx_stages *stages, const sx_trace *bound, bool recorded)
{
    sx_stage *stage = &stages->at[stages->n];
    *stage = (sx_stage) { .trace = *bound, .ndims = 1, .dim = { bound->p } };
    if (!grid_of_trace(stage) && recorded)
        guess_grid(stage);
    int64_t product = 1;
    for (uint32_t i = 0; i < stage->ndims; i++)
        product *= stage->dim[i];
    if (product != bound->p) {
        stage->ndims = 1;
        stage->dim[0] = bound->p;
    }
    stage->place = sx_place_create(&stage->trace);
    stages->n += stage->place != NULL;
    return stage->place != NULL;
}

/* Whether the axes are long enough to tell first, last and middle apart. */
static bool is_roomy(const sx_trace *bound)
{
    bool roomy = true;
    for (size_t i = 0; i < bound->ngrids && roomy; i++) {
        for (uint32_t axis = 0; axis < bound->grid[i].ndims && roomy; axis++)
            roomy = bound->grid[i].dim[axis] >= LEAST_DIM;
    }
    return roomy;
}

static sx_status small_runs(sx_stages *stages, sx_arena *arena, const sx_trace *trace,
                            sx_error *err)
{
    sx_trace open = *trace;
    open.p = 0;
    open.grid = sx_arena_copy(arena, trace->grid, trace->ngrids, sizeof *trace->grid);
    if (!open.grid)
        return sx_fail(err, SX_NOMEM, "out of memory");
    open.constant =
        sx_arena_copy(arena, trace->constant, trace->nconstants, sizeof *trace->constant);
    if (!open.constant)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < open.nconstants; i++)
        open.constant[i].is_open = false; /* with its first value */
    for (size_t i = 0; i < open.ngrids; i++)
        memset(open.grid[i].dim, 0, sizeof open.grid[i].dim);
    for (int64_t p = SMALL_FROM; p < SMALL_TO && stages->n < 2; p++) {
        sx_trace bound;
        sx_status status = sx_trace_bind(arena, &open, p, NULL, 0, &bound, NULL);
        if (status == SX_NOMEM)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (!status && is_roomy(&bound) && !set_stage(stages, &bound, false))
            return sx_fail(err, SX_NOMEM, "out of memory");
    }
    return SX_OK;
}

sx_status sx_stages_init(sx_stages *stages, sx_arena *arena, const sx_trace *trace,
                         sx_error *err)
{
    *stages = (sx_stages) { .n = 0 };
    if (trace->p == 0 || trace->p > MOST_RANKS)
        return small_runs(stages, arena, trace, err);
    return set_stage(stages, trace, true) ? SX_OK
                                          : sx_fail(err, SX_NOMEM, "out of memory");
}

void sx_stages_finish(sx_stages *stages)
{
    for (size_t i = 0; i < stages->n; i++)
        sx_place_destroy(stages->at[i].place);
    stages->n = 0;
}
