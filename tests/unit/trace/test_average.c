/* Totals of Alltoallv, added up while ranks are merged and divided in the end: as many as there were, but for
 * rounding, in the same executions, and of nobody who was not there. */
#include "trace/merge.h"

#include "tap.h"

static sx_arena *arena;

/* A trace of one event that rank `rank` of 4 has, with these totals in n executions. */
static sx_trace trace_of(sx_rank rank, sx_op op, const int64_t *total, uint64_t n)
{
    sx_trace trace = { .p = 4, .nsites = 1, .ncomms = 2 };
    sx_node *node = SX_NEW(arena, sx_node);
    sx_piece *piece = SX_NEW(arena, sx_piece);
    trace.site = SX_NEW(arena, sx_site);
    trace.comm = SX_NEW_ARRAY(arena, sx_comm, 2);
    trace.comm[1].kind = SX_COMM_SELF;
    trace.program.n = 1;
    trace.program.node = SX_NEW(arena, sx_node *);
    trace.program.node[0] = node;
    node->op = op;
    node->ranks.kind = SX_DOMAIN_RANKS;
    sx_ranklist_range(arena, rank, 1, &node->ranks.ranks, NULL);
    *piece = (sx_piece) { .all = true, .seq = sx_seq_from_values(arena, total, n, true) };
    node->nparams = 1;
    node->param = SX_NEW(arena, sx_param);
    node->param[0] =
        (sx_param) { .id = SX_PARAM_COUNT, .value = { .npieces = 1, .piece = piece } };
    sx_trace_number(&trace);
    return trace;
}

/* The value after ranks 0 .. 2 were merged. */
static const sx_value *averaged(sx_op op, int64_t const total[3][3], const uint64_t n[3])
{
    const sx_merge_options options = { .pool_times = true, .sum_totals = true };
    sx_trace all = trace_of(0, op, total[0], n[0]);
    sx_status status = SX_OK;
    for (sx_rank rank = 1; rank < 3 && !status; rank++) {
        sx_trace own = trace_of(rank, op, total[rank], n[rank]);
        status = sx_trace_merge(arena, &all, &own, &options, &all, NULL);
    }
    if (!status)
        status = sx_trace_average(arena, &all, NULL);
    is_int(status, SX_OK, "they merge");
    is_int(all.program.n, 1, "into one event");
    return &all.program.node[0]->param[0].value;
}

int main(void)
{
    static const int64_t total[3][3] = { { 10, 20, 30 }, { 5 }, { 1, 3, 100 } };
    static const uint64_t n[3] = { 3, 1, 3 };
    arena = sx_arena_create();
    const sx_value *value = averaged(SX_OP_Alltoallv, total, n);
    is_int(value->npieces, 1, "one for all ranks");
    is_int(sx_seq_at(value->piece[0].seq, 0), 5, "16 of 3 ranks");
    is_int(sx_seq_at(value->piece[0].seq, 1), 9, "28 of 3 ranks");
    is_int(sx_seq_at(value->piece[0].seq, 2), 45, "135 of 3 ranks");
    value = averaged(SX_OP_Alltoall, total, n);
    is_int(value->npieces, 3, "counts of other operations stay");
    is_int(sx_seq_at(value->piece[0].seq, 2), 30, "as they are");
    sx_arena_destroy(arena);
    return tap_done();
}
