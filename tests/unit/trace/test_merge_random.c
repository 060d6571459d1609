/* Merging must not change any rank's events: random programs are expanded before and after.
 *
 *     test_merge_random [CASES [FIRST-SEED]] */
#include "base/arena.h"
#include "merge_tools.h"
#include "tap.h"

#include <stdlib.h>

enum { MAX_RANKS = 8 };

/* The program that all ranks of a case run, each in its own variation. */
typedef struct plan {
    bool loop, optional;
    uint32_t site;
    uint32_t n;
    struct plan *child;
} plan;

static void make_plan(sx_arena *arena, plan *p, int depth)
{
    p->loop = depth < 3 && rnd(3) == 0;
    p->optional = rnd(4) == 0;
    p->site = rnd(SITES);
    if (!p->loop)
        return;
    p->n = 1 + rnd(4);
    p->child = SX_NEW_ARRAY(arena, plan, p->n);
    for (uint32_t i = 0; i < p->n; i++)
        make_plan(arena, &p->child[i], depth + 1);
}

static sx_value one_piece(const variation *v, const sx_seq *seq, bool relative)
{
    sx_piece *piece = SX_NEW(v->arena, sx_piece);
    piece->seq = seq;
    piece->all = rnd(2);
    if (!piece->all)
        sx_ranklist_range(v->arena, v->rank, 1, &piece->ranks, NULL);
    return (sx_value) {
        .kind = SX_VALUE_PIECES, .relative = relative, .npieces = 1, .piece = piece
    };
}

static sx_value two_steps(const variation *v, uint32_t below, bool relative)
{
    sx_value *step = SX_NEW_ARRAY(v->arena, sx_value, 2);
    step[0] = one_piece(v, sx_seq_constant(v->arena, rnd(below)), false);
    step[1] = (sx_value) { .kind = SX_VALUE_BY_RANK,
                           .by_rank = sx_seq_constant(v->arena, rnd(below)) };
    return (sx_value) {
        .kind = SX_VALUE_BY_STEP, .relative = relative, .nsteps = 2, .step = step
    };
}

static sx_value random_value(const variation *v, uint32_t below, bool relative)
{
    int64_t value[5];
    if (rnd(8) == 0)
        return two_steps(v, below, relative);
    uint32_t n = rnd(3) ? 1 : 1 + rnd(5);
    for (uint32_t i = 0; i < n; i++)
        value[i] = relative && rnd(6) == 0 ? SX_NULL : rnd(below);
    const sx_seq *seq = sx_seq_from_values(v->arena, value, n, true);
    if (n == 1 && rnd(4) == 0)
        return (
            sx_value) { .kind = SX_VALUE_BY_RANK, .relative = relative, .by_rank = seq };
    return one_piece(v, seq, relative);
}

static void fill_event(const variation *v, const plan *p, sx_node *node)
{
    static const sx_param_id id[] = { SX_PARAM_PEER, SX_PARAM_COUNT, SX_PARAM_TYPE,
                                      SX_PARAM_INPLACE };
    node->kind = SX_NODE_EVENT;
    node->op = p->site % 3 ? SX_OP_Isend : SX_OP_Bcast;
    node->site = v->site[p->site];
    node->nparams = rnd(5) == 0 ? 4 : 3;
    node->param = SX_NEW_ARRAY(v->arena, sx_param, 4);
    for (uint32_t i = 0; i < node->nparams; i++) {
        node->param[i].id = id[i];
        node->param[i].value =
            random_value(v, id[i] == SX_PARAM_TYPE ? TYPES : 3, i == 0);
    }
    node->ntimes = 1;
    node->times = SX_NEW(v->arena, sx_times);
    node->times->all = true;
    node->times->after =
        node->site; /* two of one event pool only where this is renumbered */
    node->times->hist.field[SX_HIST_N] = 1;
}

static sx_domain own_domain(const variation *v, int depth)
{
    sx_domain domain = { .kind = SX_DOMAIN_ALL };
    if (depth > 0 && rnd(2))
        return domain;
    domain.kind = SX_DOMAIN_RANKS;
    sx_ranklist_range(v->arena, v->rank, 1, &domain.ranks, NULL);
    return domain;
}

static void vary(const variation *v, const plan *p, uint32_t n, int depth,
                 sx_block *block);

static void vary_loop(const variation *v, const plan *p, int depth, sx_block *block)
{
    int64_t trips[3];
    uint32_t n = rnd(2) ? 1 : 1 + rnd(3);
    for (uint32_t i = 0; i < n; i++)
        trips[i] = rnd(4);
    if (n == 1 && trips[0] == 1 && rnd(3)) {
        vary(v, p->child, p->n, depth, block);
        return;
    }
    sx_node *node = SX_NEW(v->arena, sx_node);
    node->kind = SX_NODE_LOOP;
    node->ranks = own_domain(v, depth);
    node->trips = one_piece(v, sx_seq_from_values(v->arena, trips, n, true), false);
    node->body.node = SX_NEW_ARRAY(v->arena, sx_node *, 256);
    vary(v, p->child, p->n, depth + 1, &node->body);
    block->node[block->n++] = node;
}

static void vary(const variation *v, const plan *p, uint32_t n, int depth,
                 sx_block *block)
{
    for (uint32_t i = 0; i < n; i++) {
        const plan *next = v->wild && rnd(4) == 0 ? &p[rnd(n)] : &p[i];
        if ((next->optional && rnd(2)) || (v->wild && rnd(6) == 0))
            continue;
        if (next->loop) {
            vary_loop(v, next, depth, block);
            continue;
        }
        sx_node *node = SX_NEW(v->arena, sx_node);
        node->ranks = own_domain(v, depth);
        fill_event(v, next, node);
        block->node[block->n++] = node;
    }
}

static sx_trace make_rank(sx_arena *arena, const plan *p, uint32_t n, sx_rank rank,
                          sx_rank ranks)
{
    variation v = { .arena = arena, .rank = rank, .wild = rnd(3) == 0 };
    sx_trace trace = { .p = ranks };
    shuffle(v.site, SITES);
    shuffle(v.type, TYPES);
    make_tables(&v, &trace);
    trace.program.node = SX_NEW_ARRAY(arena, sx_node *, 256);
    vary(&v, p, n, 0, &trace.program);
    sx_trace_number(&trace);
    return trace;
}

/* Ranks merge in a tree over a random order. */
static sx_trace merge_ranks(sx_arena *arena, const sx_trace *rank, uint32_t n)
{
    sx_trace pile[MAX_RANKS];
    uint32_t order[MAX_RANKS];
    shuffle(order, n);
    for (uint32_t i = 0; i < n; i++)
        pile[i] = rank[order[i]];
    while (n > 1) {
        uint32_t i = rnd(n - 1);
        pile[i] = merge_of(arena, &pile[i], &pile[i + 1], 0);
        for (uint32_t j = i + 1; j + 1 < n; j++)
            pile[j] = pile[j + 1];
        n--;
    }
    return pile[0];
}

static bool canonical_is_stable(sx_arena *arena, sx_trace *trace)
{
    sx_buffer once = SX_BUFFER_INIT, twice = SX_BUFFER_INIT;
    print_block(&once, &trace->program, 0);
    bool same = sx_trace_canonical(arena, trace, NULL) == SX_OK;
    print_block(&twice, &trace->program, 0);
    same = same && once.size == twice.size &&
           (once.size == 0 || memcmp(once.data, twice.data, once.size) == 0);
    if (!same)
        printf("%s#\n%s", once.data, twice.data);
    sx_buffer_finish(&once);
    sx_buffer_finish(&twice);
    return same;
}

/* One random program on two scales. Returns what is wrong, or NULL. */
static const char *try_case(uint64_t seed)
{
    sx_arena *arena = sx_arena_create();
    seed_random(seed);
    for (int i = 0; i < 8; i++)
        rnd(2);
    uint32_t n = 1 + rnd(6), ranks[2] = { 1 + rnd(MAX_RANKS), 1 + rnd(MAX_RANKS) };
    plan *p = SX_NEW_ARRAY(arena, plan, n);
    sx_trace rank[2][MAX_RANKS], run[2];
    const char *wrong = NULL;
    for (uint32_t i = 0; i < n; i++)
        make_plan(arena, &p[i], 0);
    for (int s = 0; s < 2; s++) {
        for (uint32_t r = 0; r < ranks[s]; r++)
            rank[s][r] = make_rank(arena, p, n, r, ranks[s]);
        run[s] = merge_ranks(arena, rank[s], ranks[s]);
        if (!says(&run[s], 0, rank[s], ranks[s]))
            wrong = "merging ranks changed the events of one";
        if (!wrong && ranks[s] > 1 && rnd(2) && sx_trace_canonical(arena, &run[s], NULL))
            wrong = "no canonical form";
        if (!wrong && !says(&run[s], 0, rank[s], ranks[s]))
            wrong = "the canonical form has other events";
        if (!wrong && sx_trace_unfold(arena, &run[s], &run[s], NULL))
            wrong = "no form without expressions";
    }
    sx_trace both = merge_of(arena, &run[0], &run[1], ranks[0]);
    if (!wrong &&
        (!says(&both, 0, rank[0], ranks[0]) || !says(&both, ranks[0], rank[1], ranks[1])))
        wrong = "merging scales changed the events of a rank";
    if (!wrong && sx_trace_canonical(arena, &both, NULL))
        wrong = "no canonical form of two scales";
    if (!wrong &&
        (!says(&both, 0, rank[0], ranks[0]) || !says(&both, ranks[0], rank[1], ranks[1])))
        wrong = "the canonical form of two scales has other events";
    if (!wrong && !canonical_is_stable(arena, &both))
        wrong = "the canonical form of a canonical trace is another one";
    sx_arena_destroy(arena);
    return wrong;
}

static void test_random_programs(uint64_t first, uint64_t cases)
{
    const char *wrong = NULL;
    uint64_t seed = first;
    printf("# seeds from %llu\n", (unsigned long long)first);
    for (; seed < first + cases && !wrong; seed++)
        wrong = try_case(seed);
    ok(!wrong, "%llu random programs keep their events%s%s (last seed %llu)",
       (unsigned long long)cases, wrong ? ": " : "", wrong ? wrong : "",
       (unsigned long long)(seed - 1));
}

int main(int argc, char **argv)
{
    uint64_t cases = argc > 1 ? strtoull(argv[1], NULL, 10) : TAP_RANDOM(1000);
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    test_random_programs(first, cases);
    return tap_done();
}
