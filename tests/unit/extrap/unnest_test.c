/* Loops with nothing in them but a loop, in some traces and not in others. */
#include "align/runs.h"
#include "align/unnest.h"

#include "../../tap.h"

static sx_node *send_of(sx_arena *arena)
{
    static const int64_t tag[] = { 3, 5, 7, 9, 11 };
    sx_node *node = SX_NEW(arena, sx_node);
    sx_piece *piece = SX_NEW(arena, sx_piece);
    *piece = (sx_piece) { .all = true, .seq = sx_seq_from_values(arena, tag, 5, true) };
    node->op = SX_OP_Send;
    node->nparams = 1;
    node->param = SX_NEW(arena, sx_param);
    node->param[0] =
        (sx_param) { SX_PARAM_TAG,
                     { .kind = SX_VALUE_PIECES, .npieces = 1, .piece = piece } };
    return node;
}

static sx_block block_of(sx_arena *arena, sx_node *only)
{
    sx_node **list = SX_NEW_ARRAY(arena, sx_node *, 1);
    list[0] = only;
    return (sx_block) { 1, list };
}

/* Trips of rank 0, and of the others. */
static sx_node *loop_of(sx_arena *arena, sx_rank p, const int64_t *first,
                        const int64_t *others, uint64_t n, sx_node *inside)
{
    sx_node *node = SX_NEW(arena, sx_node);
    sx_piece *piece = SX_NEW_ARRAY(arena, sx_piece, 2);
    node->kind = SX_NODE_LOOP;
    sx_ranklist_range(arena, 0, 1, &piece[0].ranks, NULL);
    sx_ranklist_range(arena, 1, p - 1, &piece[1].ranks, NULL);
    piece[0].seq = sx_seq_from_values(arena, first, n, true);
    piece[1].seq = sx_seq_from_values(arena, others, n, true);
    node->trips = (sx_value) { .kind = SX_VALUE_PIECES, .npieces = 2, .piece = piece };
    node->body = block_of(arena, inside);
    return node;
}

static sx_trace trace_of(sx_arena *arena, sx_node *only)
{
    static const char *module[] = { "program" };
    static sx_frame frame[1];
    static sx_site site[] = { { 1, frame } };
    return (sx_trace) { .p = 4,
                        .nmodules = 1,
                        .module = module,
                        .nsites = 1,
                        .site = site,
                        .program = block_of(arena, only) };
}

/* Each entry makes 2, then 3 trips through an inner loop of 1, 2 and 4 trips; rank 0 makes one of each more. */
static sx_trace nest(sx_arena *arena)
{
    sx_node *inner = loop_of(arena, 4, (int64_t[]) { 2, 3, 5 }, (int64_t[]) { 1, 2, 4 },
                             3, send_of(arena));
    return trace_of(
        arena, loop_of(arena, 4, (int64_t[]) { 3, 4 }, (int64_t[]) { 2, 3 }, 2, inner));
}

static void are_trips(const sx_node *loop, sx_rank rank, const int64_t *want, int n,
                      const char *what)
{
    const sx_seq *trips = sx_value_seq(&loop->trips, rank);
    for (int i = 0; i < n; i++)
        is_int(trips ? sx_seq_at(trips, (uint64_t)i) : -1, want[i], what);
}

/* Nodes of an input have the numbers that they had, of which each walk keeps what it knows. */
static void inputs_stay(sx_arena *arena)
{
    sx_trace two = nest(arena);
    sx_trace one = trace_of(arena, loop_of(arena, 3, (int64_t[]) { 10 },
                                           (int64_t[]) { 3 }, 1, send_of(arena)));
    const sx_node *outer = two.program.node[0], *inner = outer->body.node[0];
    sx_runs runs;
    sx_error err = { 0 };
    one.p = 3;
    sx_trace_number(&two);
    sx_trace_number(&one);
    ok(sx_runs_create(arena, (const sx_trace *[]) { &two, &one },
                      (const char *[]) { "two", "one" }, 2, false, &runs, &err) == SX_OK,
       "aligned: %s", err.text);
    is_int(outer->id, 0, "the outer loop is the first node");
    is_int(inner->id, 1, "the inner one is the second");
    is_int(inner->body.node[0]->id, 2, "and its call is the third");
}

int main(void)
{
    sx_arena *arena = sx_arena_create();
    inputs_stay(arena);
    sx_trace two = nest(arena), again = nest(arena);
    sx_trace one = trace_of(arena, loop_of(arena, 4, (int64_t[]) { 9 }, (int64_t[]) { 6 },
                                           1, send_of(arena)));
    const sx_node *before = two.program.node[0];
    ok(sx_unnest(arena, (sx_trace *[]) { &two, &again }, 2, NULL, NULL) == SX_OK,
       "unnested");
    is_int(two.program.node[0]->body.node[0]->kind, SX_NODE_LOOP,
           "what all traces have stays");
    ok(sx_unnest(arena, (sx_trace *[]) { &two, &one }, 2, NULL, NULL) == SX_OK,
       "unnested");
    const sx_node *loop = two.program.node[0];
    is_int(loop->body.node[0]->kind, SX_NODE_EVENT, "one loop as in the other trace");
    are_trips(loop, 0, (int64_t[]) { 10, 12, 10, 13, 10, 15, 10, 12 }, 8, "of rank 0");
    are_trips(loop, 3, (int64_t[]) { 3, 7, 5, 7, 6, 7 }, 6, "of rank 3");
    is_int(one.program.node[0]->body.node[0]->kind, SX_NODE_EVENT, "the other one");
    is_int(before->body.node[0]->kind, SX_NODE_LOOP, "what was there is not changed");
    sx_arena_destroy(arena);
    return tap_done();
}
