/* What is counted and compared in compressed form must agree with plain walks, event by event. */
#include "random_ways.h"
#include "report/compare.h"
#include "report/count.h"
#include "tap.h"
#include "trace/walk.h"

#include <inttypes.h>
#include <stdlib.h>

enum { RANKS = RANDOM_WAYS_RANKS, TRACES = 400 };

static sx_arena *arena;

/* Counts by walking every event; false when the trace has values that are no ranks or counts. */
static bool walk_totals(const sx_trace *trace, sx_totals *totals)
{
    sx_walk *walk = NULL;
    bool fine = sx_walk_create(trace, &walk, NULL) == SX_OK;
    memset(totals, 0, sizeof *totals);
    for (sx_rank rank = 0; rank < RANKS && fine; rank++) {
        bool more = true;
        fine = sx_walk_start(walk, rank, NULL) == SX_OK;
        while (fine && more) {
            sx_event e;
            int64_t bytes = 0;
            fine = sx_walk_next(walk, &e, &more, NULL) == SX_OK &&
                   (!more || sx_walk_bytes(walk, &bytes, NULL) == SX_OK);
            if (!fine || !more)
                break;
            bool message = e.node->op == SX_OP_Isend && e.value[SX_PARAM_PEER] != SX_NULL;
            totals->op[e.node->op].calls++;
            totals->op[e.node->op].bytes += (uint64_t)bytes;
            totals->op[e.node->op].messages += message;
            totals->op[e.node->op].message_bytes += message ? (uint64_t)bytes : 0;
        }
    }
    sx_walk_destroy(walk);
    return fine;
}

static void counts(const sx_trace *trace, unsigned number, int way)
{
    sx_totals walked, counted;
    sx_error err = { 0 };
    bool fine = walk_totals(trace, &walked);
    const sx_census_options everything = { .most_evaluations = UINT64_MAX };
    sx_status status = sx_totals_count(trace, &everything, &counted, &err);
    bool same = fine && !status && memcmp(walked.op, counted.op, sizeof walked.op) == 0;
    ok(same, "trace %u, way %d, is counted otherwise than walked %s", number, way,
       err.text);
    const sx_census_options nothing = { .most_evaluations = 0 };
    status = sx_totals_count(trace, &nothing, &counted, &err);
    same = fine && !status;
    for (int op = 0; op < SX_OPS && same; op++)
        same =
            counted.op[op].calls == walked.op[op].calls &&
            (counted.op[op].uncounted > 0 || counted.op[op].bytes == walked.op[op].bytes);
    ok(same, "trace %u, way %d, is counted otherwise without evaluations", number, way);
}

static bool compares(const sx_trace *a, const sx_trace *b, size_t max,
                     sx_comparison *ret_comparison)
{
    const sx_compare_options options = { .name = { "A", "B" }, .max = max };
    sx_error err = { 0 };
    sx_status status = sx_compare(arena, a, b, &options, ret_comparison, &err);
    if (status)
        ok(false, "comparing fails: %s", err.text);
    return !status;
}

/* The last event of the trace, whose count or counts then change for one rank. */
static sx_node *last_event(const sx_block *block)
{
    sx_node *node = block->node[block->n - 1];
    return node->kind == SX_NODE_LOOP ? last_event(&node->body) : node;
}

static uint64_t calls(const sx_totals *totals)
{
    uint64_t sum = 0;
    for (int op = 0; op < SX_OPS; op++)
        sum += totals->op[op].calls;
    return sum;
}

static void differences(const sx_trace *a, sx_trace *b, unsigned number)
{
    sx_comparison few, many;
    sx_totals of_a;
    static const sx_rank one[] = { 4 };
    sx_node *node = last_event(&b->program);
    sx_param *tag = SX_NEW_ARRAY(arena, sx_param, 2 * (node->nparams + 1));
    /* A tag of 1 on rank 4 only, against a tag of 0. */
    sx_node *other = last_event(&a->program);
    sx_param *of_other = tag + node->nparams + 1;
    bool list = node->op == SX_OP_Alltoallv;
    uint32_t before = node->nparams - list;
    for (int t = 0; t < 2; t++) {
        sx_node *at = t ? other : node;
        sx_param *param = t ? of_other : tag;
        memcpy(param, at->param, before * sizeof *param);
        param[before] =
            (sx_param) { SX_PARAM_TAG, t ? sx_value_constant(arena, 0)
                                         : random_ways_by_piece(one, 1, 1, 0) };
        if (list)
            param[before + 1] = at->param[before];
        at->param = param;
        at->nparams++;
    }
    bool done =
        compares(a, b, 0, &few) && compares(a, b, 5, &many) && walk_totals(a, &of_a);
    uint64_t of_rank_4 = 0;
    sx_walk *walk = NULL;
    bool more = true;
    sx_event e;
    if (sx_walk_create(a, &walk, NULL) == SX_OK &&
        sx_walk_start(walk, 4, NULL) == SX_OK) {
        while (sx_walk_next(walk, &e, &more, NULL) == SX_OK && more)
            of_rank_4 += e.node == other;
    }
    sx_walk_destroy(walk);
    ok(done && few.ranks_different == (of_rank_4 > 0) && few.same == (of_rank_4 == 0) &&
           few.events[0] == calls(&of_a) && few.events[1] == calls(&of_a) &&
           few.events_same == calls(&of_a) - of_rank_4,
       "trace %u: %" PRIu64 " different events are found as %" PRIu64, number, of_rank_4,
       few.events[0] - few.events_same);
    ok(done && memcmp(few.op, many.op, sizeof few.op) == 0 &&
           many.ndifferences == (of_rank_4 > 0) &&
           (of_rank_4 == 0 || (many.difference[0].rank == 4 &&
                               strstr(many.difference[0].text, "tag is 0 in A, 1 in B"))),
       "trace %u: the difference is described as %s", number,
       many.ndifferences ? many.difference[0].text : "nothing");
}

/* Whether the value depends on which execution it is. */
static bool changes(const sx_value *value)
{
    if (value->kind == SX_VALUE_EXPR)
        return sx_expr_uses(value->expr, NULL, NULL) & 1u << SX_VAR_COUNTER;
    return value->kind == SX_VALUE_PIECES && value->piece[0].seq->length > 1;
}

/* The same events without the structure: the program twice, or once in a loop of two. */
static void structures(const sx_trace *a, const sx_trace *b, unsigned number)
{
    sx_comparison result;
    sx_trace doubled = *b, looped = *a;
    sx_node *loop = SX_NEW(arena, sx_node);
    size_t n = b->program.n;
    doubled.program.n = 2 * n;
    doubled.program.node = SX_NEW_ARRAY(arena, sx_node *, 2 * n);
    for (size_t i = 0; i < 2 * n; i++) {
        doubled.program.node[i] =
            sx_arena_copy(arena, b->program.node[i % n], 1, sizeof(sx_node));
        if (doubled.program.node[i]->kind == SX_NODE_LOOP)
            return; /* its body would be shared, and with it the numbers of its nodes */
        for (uint32_t k = 0; k < doubled.program.node[i]->nparams; k++) {
            if (changes(&doubled.program.node[i]->param[k].value))
                return;
        }
    }
    *loop = (sx_node) { .kind = SX_NODE_LOOP,
                        .trips = sx_value_constant(arena, 2),
                        .body = a->program };
    looped.program = (sx_block) { 1, sx_arena_copy(arena, &loop, 1, sizeof loop) };
    sx_trace_number(&doubled);
    sx_trace_number(&looped);
    if (compares(&looped, &doubled, 3, &result))
        ok(result.same && !result.paired, "trace %u unrolled is different: %s", number,
           result.ndifferences ? result.difference[0].text : "");
    loop->trips = sx_value_constant(arena, 3);
    if (compares(&looped, &doubled, 3, &result))
        ok(result.same == (result.events[0] == 0), "trace %u once more is the same",
           number);
}

int main(void)
{
    for (unsigned number = 0; number < TRACES; number++) {
        sx_trace way[2];
        sx_comparison result;
        sx_totals totals;
        arena = sx_arena_create();
        random_ways(arena, number, way);
        if (walk_totals(&way[0], &totals)) {
            for (int t = 0; t < 2; t++)
                counts(&way[t], number, t);
            if (compares(&way[0], &way[1], 3, &result))
                ok(result.same && result.paired && result.events_same == calls(&totals),
                   "trace %u is not the same in both ways: %s", number,
                   result.ndifferences ? result.difference[0].text : "");
            structures(&way[0], &way[1], number);
            sx_trace_number(&way[0]);
            sx_trace_number(&way[1]);
            differences(&way[0], &way[1], number);
        }
        sx_arena_destroy(arena);
    }
    return tap_done();
}
