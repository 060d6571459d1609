/* Values whose order is given up: every value comes once, totals stay, what is short or not a quantity stays what
 * it is, and ranks that are merged together have as much as they had apart. */
#include "trace/draw.h"

#include "base/checked.h"
#include "tap.h"
#include "trace/merge.h"
#include "trace/walk.h"

#include <stdlib.h>

enum { RANKS = 4, LIMIT = 16, EVENTS = 1000 };

static sx_arena *arena;
static uint64_t state;

static uint64_t rnd(uint64_t n)
{
    state += UINT64_C(0x9e3779b97f4a7c15);
    return sx_hash_mix(state) % n;
}

static const sx_seq *seq_of(const int64_t *value, uint64_t n)
{
    return sx_seq_from_values(arena, value, n, true);
}

static const sx_seq *number(int64_t value)
{
    return sx_seq_constant(arena, value);
}

/* n below `span`, some value so frequent that it fills a third. */
static const sx_seq *random_seq(uint64_t n, uint64_t span, int64_t frequent)
{
    int64_t *value = SX_NEW_ARRAY(arena, int64_t, n);
    for (uint64_t i = 0; i < n; i++)
        value[i] = rnd(3) == 0 ? frequent : (int64_t)rnd(span);
    return seq_of(value, n);
}

static int64_t total_of(const sx_seq *seq, uint64_t n)
{
    int64_t total = 0;
    for (uint64_t k = 0; k < n; k++)
        total += sx_seq_at(seq, k);
    return total;
}

static void permutations(void)
{
    int wrong = 0;
    for (uint64_t n = 1; n <= 600; n++) {
        bool seen[601] = { false };
        const sx_seq *values = random_seq(n, 1 << 20, 7);
        const sx_run run = { .first = 1, .count = n };
        sx_seq_from_runs(arena, &run, 1, &values, NULL);
        for (uint64_t k = 0; k < n; k++) {
            uint64_t at = sx_draw_index(values, k);
            wrong += at >= n || seen[at];
            seen[at < n ? at : n] = true;
        }
    }
    is_int(wrong, 0, "numbers that come twice");
    const sx_run many = { .first = 1, .stride = 1, .count = UINT64_C(1) << 40 };
    const sx_seq *values;
    sx_seq_from_runs(arena, &many, 1, &values, NULL);
    ok(sx_draw_index(values, 5) < many.count, "a number of very many");
}

/* The values without the order, in at most `limit` runs. */
static const sx_seq *drawn(const sx_seq *seq, uint32_t limit)
{
    sx_multiset items;
    const sx_seq *values = NULL;
    if (sx_draw_items(arena, seq, 1, &items, NULL) ||
        sx_draw_seq(arena, &items, limit, &values, NULL))
        ok(false, "no values");
    return values;
}

static void totals(void)
{
    int wrong = 0, long_ones = 0, lost = 0;
    for (int i = 0; i < 500; i++) {
        uint64_t n = 1 + rnd(3000);
        uint32_t limit = 2 + (uint32_t)rnd(100);
        int64_t frequent = (int64_t)rnd(1 << 30);
        const sx_seq *seq = random_seq(n, 1 + rnd(1 << 30), frequent);
        const sx_seq *few = drawn(seq, limit), *all = drawn(seq, 0);
        wrong += few->length != seq->length || all->length != seq->length ||
                 total_of(few, n) != total_of(seq, n) ||
                 total_of(all, n) != total_of(seq, n);
        long_ones += few->n > limit;
        bool kept = n < 100 || limit < 16;
        for (uint32_t r = 0; r < few->n; r++)
            kept = kept || (few->run[r].first == frequent && few->run[r].count > n / 4);
        lost += !kept;
    }
    is_int(wrong, 0, "other totals");
    is_int(long_ones, 0, "longer than they may be");
    is_int(lost, 0, "frequent values that are gone");
    static const int64_t some[] = { 5, 3, SX_NULL, 4, 5, 9, SX_ANY, 5 };
    const sx_seq *values = drawn(seq_of(some, 8), 0);
    static const int64_t sorted[] = { SX_NULL, SX_ANY, 3, 4, 5, 5, 5, 9 };
    for (uint64_t k = 0; k < 8; k++)
        is_int(sx_seq_at(values, k), sorted[k], "a value");
}

typedef struct given {
    sx_param_id id;
    const sx_seq *seq;
} given;

/* A trace of rank `rank` with one event that is executed n times. */
static sx_trace trace_of(sx_rank rank, sx_op op, const given *param, uint32_t n,
                         int64_t executions)
{
    sx_trace trace = { .p = RANKS, .nsites = 1, .ncomms = 2, .ntypes = 2 };
    sx_node *node = SX_NEW_ARRAY(arena, sx_node, 2), *loop = node + 1;
    trace.site = SX_NEW(arena, sx_site);
    trace.comm = SX_NEW_ARRAY(arena, sx_comm, 2);
    trace.comm[1].kind = SX_COMM_SELF;
    trace.type = SX_NEW_ARRAY(arena, sx_type, 2);
    trace.type[0] = (sx_type) { .name = "MPI_INT", .size = 4 };
    trace.type[1] = (sx_type) { .name = "MPI_DOUBLE", .size = 8 };
    node->op = op;
    node->param = SX_NEW_ARRAY(arena, sx_param, n);
    node->nparams = n;
    for (uint32_t i = 0; i < n; i++) {
        sx_piece *piece = SX_NEW(arena, sx_piece);
        *piece = (sx_piece) { .all = true, .seq = param[i].seq };
        node->param[i].id = param[i].id;
        node->param[i].value = (sx_value) { .npieces = 1, .piece = piece };
    }
    loop->kind = SX_NODE_LOOP;
    loop->ranks.kind = SX_DOMAIN_RANKS;
    sx_ranklist_range(arena, rank, 1, &loop->ranks.ranks, NULL);
    loop->trips = sx_value_constant(arena, executions);
    loop->body = (sx_block) { 1, SX_NEW(arena, sx_node *) };
    loop->body.node[0] = node;
    trace.program = (sx_block) { 1, SX_NEW(arena, sx_node *) };
    trace.program.node[0] = loop;
    sx_trace_number(&trace);
    return trace;
}

#define TRACE(rank, op, executions, ...)                                                 \
    trace_of(rank, op, (const given[]) { __VA_ARGS__ },                                  \
             sizeof((const given[]) { __VA_ARGS__ }) / sizeof(given), executions)

/* What becomes of a parameter of a rank's event. */
static sx_value_kind kind_of(sx_trace trace, sx_param_id id)
{
    sx_status status = sx_trace_draw(arena, &trace, LIMIT, NULL);
    is_int(status, SX_OK, "orders are given up");
    return sx_node_param(trace.program.node[0]->body.node[0], id)->value.kind;
}

static void conditions(void)
{
    const sx_seq *sizes = random_seq(EVENTS, 1 << 20, 7), *one = number(0);
    int64_t line[EVENTS], tag[EVENTS], either[EVENTS];
    for (int64_t i = 0; i < EVENTS; i++) {
        line[i] = i;
        tag[i] = (i * 377) % EVENTS;
        either[i] = (int64_t)rnd(2);
    }
    const sx_seq *types = seq_of(either, EVENTS), *tags = seq_of(tag, EVENTS);
    const sx_seq *lines = seq_of(line, EVENTS);
    const given comm = { SX_PARAM_COMM, one }, type = { SX_PARAM_TYPE, one };
    is_int(kind_of(TRACE(0, SX_OP_Send, EVENTS, comm, { SX_PARAM_PEER, types },
                         { SX_PARAM_COUNT, sizes }, type),
                   SX_PARAM_COUNT),
           SX_VALUE_DRAWN, "random sizes");
    is_int(kind_of(TRACE(0, SX_OP_Send, EVENTS, comm, { SX_PARAM_COUNT, lines }, type),
                   SX_PARAM_COUNT),
           SX_VALUE_PIECES, "what is short anyway");
    is_int(kind_of(TRACE(0, SX_OP_Send, EVENTS, comm, { SX_PARAM_PEER, types }),
                   SX_PARAM_PEER),
           SX_VALUE_DRAWN, "random end points");
    is_int(kind_of(TRACE(0, SX_OP_Send, EVENTS, { SX_PARAM_COMM, types },
                         { SX_PARAM_PEER, types }),
                   SX_PARAM_PEER),
           SX_VALUE_PIECES, "in several communicators");
    is_int(kind_of(TRACE(0, SX_OP_Send, EVENTS, comm, { SX_PARAM_COUNT, sizes },
                         { SX_PARAM_TYPE, types }),
                   SX_PARAM_COUNT),
           SX_VALUE_PIECES, "sizes of several types");
    is_int(
        kind_of(TRACE(0, SX_OP_Send, EVENTS, comm, { SX_PARAM_TAG, tags }), SX_PARAM_TAG),
        SX_VALUE_DRAWN, "tags");
    is_int(kind_of(TRACE(0, SX_OP_Allgather, EVENTS, comm, { SX_PARAM_COUNT, sizes },
                         type, { SX_PARAM_INPLACE, number(1) }),
                   SX_PARAM_COUNT),
           SX_VALUE_DRAWN, "in place");
    is_int(kind_of(TRACE(0, SX_OP_Allgatherv, EVENTS, comm, { SX_PARAM_COUNT, one }, type,
                         { SX_PARAM_INPLACE, number(1) }, { SX_PARAM_RCOUNTS, sizes }),
                   SX_PARAM_RCOUNTS),
           SX_VALUE_PIECES, "lists in place");
    is_int(kind_of(TRACE(0, SX_OP_Bcast, EVENTS, comm, { SX_PARAM_ROOT, types }),
                   SX_PARAM_ROOT),
           SX_VALUE_PIECES, "roots");
}

/* Totals of count and number of events of the ranks, as they are walked. */
static void walk_all(const sx_trace *trace, int64_t total[RANKS], int64_t events[RANKS])
{
    sx_walk *walk;
    sx_event event;
    sx_status status = sx_walk_create(trace, &walk, NULL);
    is_int(status, SX_OK, "it can be walked");
    for (sx_rank rank = 0; rank < RANKS; rank++) {
        bool more = true;
        total[rank] = events[rank] = 0;
        status = sx_walk_start(walk, rank, NULL);
        is_int(status, SX_OK, "by a rank");
        while (sx_walk_next(walk, &event, &more, NULL) == SX_OK && more) {
            total[rank] += event.value[SX_PARAM_COUNT];
            events[rank]++;
        }
    }
    sx_walk_destroy(walk);
}

/* The event after the ranks were merged; counts are sizes[rank], n[rank] of them. */
static sx_trace merged(const sx_seq *const sizes[RANKS], const int64_t n[RANKS],
                       uint32_t deal_limit)
{
    const sx_merge_options options = { .pool_times = true, .draw_limit = deal_limit };
    sx_trace all = { .p = 0 };
    sx_status status = SX_OK;
    for (sx_rank rank = 0; rank < RANKS && !status; rank++) {
        sx_trace own = TRACE(rank, SX_OP_Send, n[rank], { SX_PARAM_COMM, number(0) },
                             { SX_PARAM_COUNT, sizes[rank] },
                             { SX_PARAM_TYPE, number(rank == 3 && n[3] == 1 ? 1 : 0) });
        status = sx_trace_draw(arena, &own, LIMIT, NULL);
        if (!status && rank)
            status = sx_trace_merge(arena, &all, &own, &options, &all, NULL);
        else
            all = own;
    }
    if (!status)
        status = sx_trace_canonical(arena, &all, NULL);
    is_int(status, SX_OK, "ranks merge");
    return all;
}

static const sx_value *count_of(const sx_trace *trace)
{
    return &sx_node_param(trace->program.node[0]->body.node[0], SX_PARAM_COUNT)->value;
}

static void ranks_together(void)
{
    static const int64_t n[RANKS] = { EVENTS, EVENTS, EVENTS, EVENTS };
    static const int64_t uneven[RANKS] = { EVENTS, EVENTS - 1, EVENTS, EVENTS };
    const sx_seq *sizes[RANKS], *same[RANKS];
    int64_t total[RANKS], events[RANKS], all = 0, found = 0;
    for (int r = 0; r < RANKS; r++) {
        sizes[r] = random_seq((uint64_t)uneven[r], 1 << 20, 7 + r);
        same[r] = sizes[0];
        all += total_of(sizes[r], (uint64_t)uneven[r]);
    }
    sx_trace trace = merged(sizes, uneven, LIMIT);
    is_int(count_of(&trace)->npieces, 2, "who executes it equally often is together");
    is_int(count_of(&trace)->piece[0].order, SX_ORDER_DEALT, "and shares");
    is_int(count_of(&trace)->piece[1].order, SX_ORDER_DRAWN, "the other one not");
    ok(count_of(&trace)->piece[0].seq->n <= LIMIT, "%u runs of three ranks",
       count_of(&trace)->piece[0].seq->n);
    walk_all(&trace, total, events);
    for (int r = 0; r < RANKS; r++) {
        is_int(events[r], uneven[r], "events of the rank");
        found += total[r];
    }
    is_int(found, all, "the total of all ranks");
    is_int(total[1], total_of(sizes[1], EVENTS - 1), "and of the rank that is apart");
    trace = merged(same, n, LIMIT);
    is_int(count_of(&trace)->npieces, 1, "ranks with the same values");
    is_int(count_of(&trace)->piece[0].order, SX_ORDER_DRAWN, "have them each");
    walk_all(&trace, total, events);
    is_int(total[2], total_of(sizes[0], EVENTS), "the total of each");
    same[2] = same[3] = sizes[2];
    trace = merged(same, n, LIMIT);
    is_int(count_of(&trace)->piece[0].order, SX_ORDER_DEALT, "two and two");
    walk_all(&trace, total, events);
    is_int(total[0] + total[1] + total[2] + total[3],
           2 * (total_of(sizes[0], EVENTS) + total_of(sizes[2], EVENTS)),
           "the total of all");
    trace = merged(sizes, uneven, 0);
    is_int(count_of(&trace)->npieces, RANKS, "nothing is shared without a limit");
}

/* A list is drawn element by element; a type that differs by rank keeps ranks apart. */
static void apart(void)
{
    static const int64_t n[RANKS] = { EVENTS, EVENTS, EVENTS, 1 };
    const sx_seq *sizes[RANKS];
    for (int r = 0; r < RANKS; r++)
        sizes[r] = random_seq(EVENTS, 1 << 20, 7 + r);
    sx_trace trace = merged(sizes, n, LIMIT);
    is_int(count_of(&trace)->npieces, 2, "three ranks with a type, and one with another");
    const sx_seq *lists = random_seq(RANKS * EVENTS, 1 << 20, 7);
    trace = TRACE(2, SX_OP_Alltoallv, EVENTS, { SX_PARAM_COMM, number(0) },
                  { SX_PARAM_TYPE, number(0) }, { SX_PARAM_COUNTS, lists });
    sx_status status = sx_trace_draw(arena, &trace, LIMIT, NULL);
    is_int(status, SX_OK, "lists");
    sx_walk *walk;
    sx_event event;
    int64_t total = 0;
    bool more = true;
    status = sx_walk_create(&trace, &walk, NULL);
    is_int(status, SX_OK, "are walked");
    sx_walk_start_folded(walk, 2, NULL);
    while (sx_walk_next(walk, &event, &more, NULL) == SX_OK && more) {
        int64_t bytes = 0;
        sx_walk_bytes(walk, &bytes, NULL);
        total += bytes * (int64_t)event.times;
    }
    sx_walk_destroy(walk);
    is_int(total, 4 * total_of(lists, RANKS * EVENTS), "and have the bytes they had");
}

int main(void)
{
    arena = sx_arena_create();
    permutations();
    totals();
    conditions();
    ranks_together();
    apart();
    sx_arena_destroy(arena);
    return tap_done();
}
