/* The memory limit of the compressor where it is not values that take the memory: multisets, and names of what is
 * different every time. */
#include "compress_tools.h"
#include "record/hits.h"
#include "tests/tap.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

/* The most memory that something took, looked at now and then; sanitizers say 0. */
typedef struct peak {
    size_t before, most;
} peak;

static size_t in_use(void)
{
    struct mallinfo2 all = mallinfo2();
    return all.uordblks + all.hblkhd;
}

static peak begin_peak(void)
{
    return (peak) { in_use(), 0 };
}

static void look(peak *p, const tape *in)
{
    size_t other = p->before + in->capacity * sizeof *in->word, now = in_use();
    if (now > other + p->most)
        p->most = now - other;
}

/* What was put into sets of two kinds, counted one by one. */
enum { VALUES = 1 << 16 };
typedef struct counts {
    uint64_t of[2][VALUES];
} counts;

static sx_hit random_hit(counts *all, uint64_t most)
{
    int kind = random_below(2) ? SX_MULTISET_TAGS : SX_MULTISET_FROM;
    sx_hit hit = { (sx_multiset_kind)kind, (int64_t)random_below(most) - 100, 1 };
    all->of[kind == SX_MULTISET_TAGS][hit.value + 100]++;
    return hit;
}

/* Takes what the node has out of the counts; false where it is not in order. */
static bool take_out(counts *all, const sx_node *node)
{
    bool right = true;
    for (uint32_t i = 0; i < node->nmultisets; i++) {
        const sx_multiset *set = &node->multiset[i];
        right = right && (!i || node->multiset[i - 1].kind < set->kind);
        for (uint32_t k = 0; k < set->n; k++) {
            int64_t value = set->item[k].value;
            all->of[set->kind == SX_MULTISET_TAGS][value + 100] -= set->item[k].count;
            right = right && (!k || set->item[k - 1].value < value);
        }
    }
    return right;
}

/* The same of all events of a program, of which call site 1 has the first counts. */
static bool take_all_out(counts *all, const sx_block *program)
{
    bool right = true;
    for (size_t i = 0; i < program->n; i++) {
        const sx_node *node = program->node[i];
        right = (node->kind == SX_NODE_LOOP || !node->nmultisets ||
                 take_out(&all[node->site - 1], node)) &&
                take_all_out(all, &node->body) && right;
    }
    return right;
}

static bool is_empty(const counts *all)
{
    uint64_t left = 0;
    for (int i = 0; i < VALUES; i++)
        left |= all->of[0][i] | all->of[1][i];
    return !left;
}

/* Values that come in any order, few and many different ones. */
static void test_hits(void)
{
    for (uint64_t most = 1; most <= VALUES; most *= 4) {
        sx_hits *hits = NULL, *other = NULL;
        counts *all = calloc(1, sizeof *all);
        sx_arena *arena = sx_arena_create();
        sx_node node = { 0 };
        uint32_t capacity = 0;
        bool done = true;
        for (int i = 0; i < 50000; i++) {
            sx_hit hit = random_hit(all, most);
            done = done && sx_hits_add(random_below(3) ? &hits : &other, &hit);
            capacity = hits && hits->capacity > capacity ? hits->capacity : capacity;
        }
        ok(done && sx_hits_merge(&hits, &other) && !other, "%llu values are added",
           (unsigned long long)most);
        ok(capacity <= 2 * (3 * most + 4), "room for %u of %llu hits", capacity,
           (unsigned long long)(2 * most));
        ok(sx_hits_multisets(&hits, arena, &node) == SX_OK && take_out(all, &node) &&
               is_empty(all),
           "multisets of %llu values come out changed", (unsigned long long)most);
        sx_hits_finish(&hits);
        sx_arena_destroy(arena);
        free(all);
    }
}

static void receive(sx_compress *compress, tape *in, uint32_t site, counts *all,
                    uint64_t most)
{
    sx_hit hit = random_hit(all, most);
    sx_input input = { .op = SX_OP_Recv,
                       .site = site,
                       .comp_ns = 1,
                       .comm_ns = 2,
                       .nhits = 1,
                       .hit = &hit };
    sx_compress_add(compress, &input);
    put(in, input.op);
    put(in, site);
}

/* The set of one event of a loop, which has a value for nearly each trip, between others that have few. */
static void test_multisets(void)
{
    enum { TRIPS = 150000, LIMIT = 400000 };
    sx_compress *compress = sx_compress_create(true);
    counts *all = calloc(2, sizeof *all);
    sx_arena *arena = sx_arena_create();
    sx_domain everybody = { .kind = SX_DOMAIN_ALL };
    sx_block program = { 0 };
    tape in = { 0 };
    ok(sx_compress_limit(compress, LIMIT, "limit.spill", NULL, NULL), "a limit");
    peak p = begin_peak();
    for (int i = 0; i < TRIPS; i++) {
        receive(compress, &in, 1, &all[0], VALUES);
        receive(compress, &in, 2, &all[1], 10);
        if (i % 1000 < 3) /* trips differ */
            simple(compress, &in, 3, i);
        if (i % 100 == 0)
            look(&p, &in);
    }
    ok(p.most < 2 * LIMIT, "%zu bytes of multisets, limit %d", p.most, LIMIT);
    ok(sx_compress_spilled(compress) > 10, "none of them is in the file");
    ok(sx_compress_program(compress, &everybody, arena, &program, NULL) == SX_OK &&
           says(&program, &in, sx_compress_events(compress)),
       "a loop with multisets comes out changed");
    ok(take_all_out(all, &program) && is_empty(&all[0]) && is_empty(&all[1]),
       "multisets come out changed");
    free(in.word);
    free(all);
    sx_arena_destroy(arena);
    sx_compress_destroy(compress);
}

/* Sends from another call site each time, but for some in loops; now and then the same sites again. */
static void test_names(void)
{
    enum { CALLS = 200000, LIMIT = 1000000 };
    sx_compress *compress = sx_compress_create(true);
    tape in = { 0 };
    ok(sx_compress_limit(compress, LIMIT, "limit.spill", NULL, NULL), "a limit");
    peak p = begin_peak();
    for (uint32_t i = 0; i < CALLS; i++) {
        simple(compress, &in, i % (CALLS * 3 / 4) + 10, (int64_t)random_below(3));
        for (uint64_t k = i % 50 ? 0 : 2 + random_below(5); k > 0; k--)
            for (uint32_t site = 0; site < 3 + i % 7; site++)
                simple(compress, &in, i % 20 ? i + CALLS + site : site, (int64_t)k);
        if (i % 100 == 0)
            look(&p, &in);
    }
    ok(p.most < 2 * LIMIT, "%zu bytes of %d call sites, limit %d", p.most, CALLS, LIMIT);
    ok(comes_out(compress, &in),
       "what has another call site each time comes out changed");
    free(in.word);
    sx_compress_destroy(compress);
}

/* A loop goes on although names of what was before are forgotten. */
static void test_loop_among_names(void)
{
    enum { CALLS = 5000, LIMIT = 300000 };
    sx_compress *compress = sx_compress_create(true);
    tape in = { 0 };
    ok(sx_compress_limit(compress, LIMIT, "limit.spill", NULL, NULL), "a limit");
    for (uint32_t i = 0; i < CALLS; i++) {
        simple(compress, &in, i + 10, 0);
        simple(compress, &in, i / 2 + 10, 0);
    }
    for (int trip = 0; trip < 10000; trip++)
        for (uint32_t site = 0; site < 5; site++)
            for (int k = 0; k < (site == 3 ? trip % 3 : 1); k++)
                simple(compress, &in, site, (int64_t)random_below(1 << 20));
    size_t width = sx_compress_width(compress);
    ok(width < 200, "%zu nodes, of which one is a loop", width);
    ok(comes_out(compress, &in), "a loop behind what was forgotten comes out changed");
    free(in.word);
    sx_compress_destroy(compress);
}

int main(void)
{
    seed_random(20113);
    test_hits();
    test_multisets();
    test_names();
    test_loop_among_names();
    return tap_done();
}
