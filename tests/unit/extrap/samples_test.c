/* Samples of a call that stands in two places, one of the even ranks and one of the odd ones: runs of 4 and 2 ranks, a loop whose trips change. */
#include "align/samples.h"
#include "tap.h"

enum { RUNS = 2, TOTAL = 6, OUTER = 4 };

static const int64_t p[RUNS] = { 4, 2 }, offset[RUNS] = { 0, 4 };
static const uint32_t run_of[TOTAL] = { 0, 0, 0, 0, 1, 1 };

static sx_times samples(sx_arena *arena, int run, sx_times_kind kind, bool first,
                        double n)
{
    sx_times times = { .kind = kind, .first = first, .after = SX_AFTER_ANY };
    sx_ranklist_range(arena, offset[run], p[run], &times.ranks, NULL);
    times.hist.field[SX_HIST_N] = n;
    times.hist.field[SX_HIST_MEAN] = 7;
    return times;
}

/* A call of ranks first, first + 2 .., with samples of both runs. */
static sx_node *call_of(sx_arena *arena, int64_t first, double each)
{
    sx_node *node = SX_NEW(arena, sx_node);
    sx_rank rank[TOTAL];
    size_t n = 0;
    for (int64_t r = first; r < TOTAL; r += 2)
        rank[n++] = r;
    *node = (sx_node) { .kind = SX_NODE_EVENT,
                        .ranks = { .kind = SX_DOMAIN_RANKS },
                        .times = SX_NEW_ARRAY(arena, sx_times, 4),
                        .ntimes = 4 };
    sx_ranklist_from_ranks(arena, rank, n, &node->ranks.ranks, NULL);
    node->times[0] = samples(arena, 0, SX_TIMES_COMP, true, 4);
    node->times[1] = samples(arena, 0, SX_TIMES_COMP, false, 4 * each - 4);
    node->times[2] = samples(arena, 1, SX_TIMES_COMP, false, 2 * each);
    node->times[3] = samples(arena, 1, SX_TIMES_COMM, false, 1);
    return node;
}

static sx_value trips_of(sx_arena *arena, const int64_t *value, size_t n)
{
    const sx_piece piece = { .all = true,
                             .seq = sx_seq_from_values(arena, value, n, true) };
    return (sx_value) { .kind = SX_VALUE_PIECES,
                        .npieces = 1,
                        .piece = sx_arena_copy(arena, &piece, 1, sizeof piece) };
}

static sx_node *loop_of(sx_arena *arena, sx_value trips, size_t n, sx_node *const *node)
{
    sx_node *loop = SX_NEW(arena, sx_node);
    *loop = (sx_node) { .kind = SX_NODE_LOOP,
                        .trips = trips,
                        .body = { n, sx_arena_copy(arena, node, n, sizeof *node) } };
    return loop;
}

int main(void)
{
    sx_arena *arena = sx_arena_create();
    sx_error err;
    const int64_t outer[] = { OUTER }, inner[] = { 3, 2, 0 };
    /* The inner loop makes 3 + 2 + 0 + 3 trips in four entries. */
    sx_node *even = call_of(arena, 0, 8), *odd = call_of(arena, 1, 8),
            *once = call_of(arena, 0, 1);
    sx_node *both[] = { even, odd };
    sx_node *in[] = { loop_of(arena, trips_of(arena, inner, 3), 2, both) };
    sx_node *top[] = { loop_of(arena, trips_of(arena, outer, 1), 1, in), once };
    sx_runs runs = { .n = RUNS,
                     .p = p,
                     .offset = offset,
                     .total = TOTAL,
                     .run_of = run_of,
                     .merged = { .program = { 2, top } } };
    is_int(sx_runs_samples(arena, &runs, &err), SX_OK, "status");
    /* Of 32 samples of 4 ranks 16 are those of the even ones. */
    is_int((long)even->times[0].hist.field[SX_HIST_N], 2, "half of the first executions");
    is_int((long)even->times[1].hist.field[SX_HIST_N], 14, "half of the others");
    is_int((long)even->times[2].hist.field[SX_HIST_N], 8, "half of the other run's");
    is_int((long)odd->times[1].hist.field[SX_HIST_N], 14, "the other half");
    is_int((long)even->times[1].hist.field[SX_HIST_MEAN], 7, "means stay");
    is_int((long)even->times[3].hist.field[SX_HIST_N], 1, "fewer samples stay");
    is_int((long)once->times[0].hist.field[SX_HIST_N], 2, "outside of the loop");
    is_int((long)once->times[1].hist.field[SX_HIST_N], 0, "none stay none");
    sx_arena_destroy(arena);
    return tap_done();
}
