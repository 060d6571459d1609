#include "base/arena.h"
#include "tap.h"
#include "trace/merge.h"

static sx_arena *arena;

static sx_multiset set_of(sx_multiset_kind kind, const int64_t *count, uint32_t n)
{
    sx_multiset_item *item = SX_NEW_ARRAY(arena, sx_multiset_item, n);
    sx_multiset set = { .kind = kind, .all = true, .item = item };
    for (uint32_t value = 0; value < n; value++)
        if (count[value])
            item[set.n++] = (sx_multiset_item) { value, (uint64_t)count[value] };
    return set;
}

static void test_add(void)
{
    uint64_t state = 1;
    bool right = true;
    for (int round = 0; round < 1000; round++) {
        int64_t a[20], b[20], c[20];
        for (int i = 0; i < 20; i++) {
            state = state * UINT64_C(6364136223846793005) + 1;
            a[i] = state >> 33 & 3;
            b[i] = state >> 40 & 3;
            c[i] = a[i] + b[i];
        }
        sx_multiset x = set_of(SX_MULTISET_DONE, a, 20), sum;
        sx_multiset y = set_of(SX_MULTISET_DONE, b, 20),
                    want = set_of(SX_MULTISET_DONE, c, 20);
        right = right && sx_multiset_add(arena, &x, &y, &sum, NULL) == SX_OK &&
                sx_multiset_same_items(&sum, &want);
    }
    ok(right, "counts of the same value are added");
    sx_multiset_item many = { 1, UINT64_MAX };
    sx_multiset full = { .n = 1, .item = &many }, sum;
    sx_status status = sx_multiset_add(arena, &full, &full, &sum, NULL);
    is_int(status, SX_OVERFLOW, "counts that do not fit");
}

static void test_runs(void)
{
    const int64_t count[] = { 1, 1, 1, 2, 2, 0, 2, 0, 2, 0, 3 };
    sx_multiset set = set_of(SX_MULTISET_FROM, count, 11);
    int64_t stride;
    is_int(sx_multiset_runs(&set), 5,
           "0..2, 3..4, 6, 8, 10: no run of two at a distance");
    uint32_t run = sx_multiset_run(&set, 0, &stride);
    is_int(run, 3, "values of one count in a row");
    const int64_t even[] = { 2, 0, 2, 0, 2 };
    set = set_of(SX_MULTISET_FROM, even, 5);
    run = sx_multiset_run(&set, 0, &stride);
    is_int(run, 3, "every other value");
    is_int(stride, 2, "its stride");
}

static void test_polls(void)
{
    bool close = true;
    for (uint64_t n = 1; n < UINT64_C(1) << 62; n += 1 + n / 3) {
        uint64_t kept = sx_multiset_polls(n);
        close = close && kept <= n && n - kept <= n / 8 && (n >= 16 || kept == n);
    }
    ok(close, "attempts are kept to an eighth, below 16 exactly");
}

/* A trace of one event that rank `rank` of 4 has, with these sets. */
static sx_trace trace_of(sx_rank rank, const sx_multiset *set, uint32_t n)
{
    sx_trace trace = { .p = 4, .nsites = 1, .ncomms = 2 };
    sx_node *node = SX_NEW(arena, sx_node);
    trace.site = SX_NEW(arena, sx_site);
    trace.comm = SX_NEW_ARRAY(arena, sx_comm, 2);
    trace.comm[1].kind = SX_COMM_SELF;
    trace.program.n = 1;
    trace.program.node = SX_NEW(arena, sx_node *);
    trace.program.node[0] = node;
    node->op = SX_OP_Waitsome;
    node->ranks.kind = SX_DOMAIN_RANKS;
    sx_ranklist_range(arena, rank, 1, &node->ranks.ranks, NULL);
    node->nmultisets = n;
    node->multiset = sx_arena_copy(arena, set, n, sizeof *set);
    sx_trace_number(&trace);
    return trace;
}

static void test_merge(void)
{
    const int64_t one[] = { 5 }, two[] = { 0, 7 }, same[] = { 3, 3, 3 };
    const sx_merge_options options = { .shift_b = 0, .pool_times = true };
    sx_trace all = { 0 };
    bool merged = true;
    for (sx_rank rank = 0; rank < 4; rank++) {
        const sx_multiset set[] = {
            set_of(SX_MULTISET_POLLS, rank % 2 ? one : two, rank % 2 ? 1 : 2),
            set_of(SX_MULTISET_DONE, same, 3),
            set_of(SX_MULTISET_FROM, rank % 2 ? one : two, rank % 2 ? 1 : 2),
            set_of(SX_MULTISET_OFFSET, same, 3),
        };
        /* rank 3 never polled */
        sx_trace own = trace_of(rank, set + (rank == 3), 4 - (rank == 3));
        if (rank == 0)
            all = own;
        else
            merged = merged && !sx_trace_merge(arena, &all, &own, &options, &all, NULL);
    }
    ok(merged, "they merge");
    sx_status status = sx_trace_canonical(arena, &all, NULL);
    is_int(status, SX_OK, "the shortest form");
    sx_node *node = all.program.node[0];
    is_int(node->nmultisets, 5, "one for each kind, but senders of two groups");
    const sx_multiset *polls = &node->multiset[0], *done = &node->multiset[1];
    ok(polls->kind == SX_MULTISET_POLLS && polls->all && polls->n == 2 &&
           polls->item[0].count == 5 && polls->item[1].count == 14,
       "attempts of all ranks together");
    ok(done->all && done->n == 3 && done->item[2].count == 3,
       "what every rank has alike is said once, and of each");
    ok(!node->multiset[2].all && node->multiset[2].ranks.count == 2 &&
           sx_ranklist_contains(&node->multiset[3].ranks, 3),
       "senders of the even and the odd ranks");
    node->nmultisets = sx_multisets_choose(node->multiset, node->nmultisets);
    ok(node->nmultisets == 3 && node->multiset[2].kind == SX_MULTISET_OFFSET,
       "senders are kept as what is shorter");
}

int main(void)
{
    arena = sx_arena_create();
    test_add();
    test_runs();
    test_polls();
    test_merge();
    sx_arena_destroy(arena);
    return tap_done();
}
