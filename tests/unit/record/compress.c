/* The on-line compression: loops that must be found, in the memory that was promised. */
#include "compress_tools.h"
#include "record/compress_node.h"
#include "tests/tap.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

/* Nested loops with fixed and varying inner trip counts end as one node. */
static void test_nested(void)
{
    tape in = { 0 };
    sx_compress *compress = sx_compress_create(true);
    for (int t = 0; t < 500; t++) {
        simple(compress, &in, 1, t % 7);
        for (int k = 0; k < 2 + t % 5; k++) {
            simple(compress, &in, 2, k);
            simple(compress, &in, 3, 40 - k);
            for (int j = 0; j < 4; j++)
                simple(compress, &in, 4, j * k);
        }
        simple(compress, &in, 5, 0);
    }
    is_int(sx_compress_width(compress), 1, "nodes of a nest of three loops");
    ok(comes_out(compress, &in), "a nest of three loops comes out changed");
    sx_compress_destroy(compress);
    free(in.word);
}

/* The last call of the body is in an inner loop: the outer one is folded before the inner is over. */
static void test_open_end(void)
{
    tape in = { 0 };
    sx_compress *compress = sx_compress_create(true);
    for (int t = 0; t < 100; t++) {
        simple(compress, &in, 1, 0);
        for (int k = 0; k < 3 + t % 3; k++) {
            simple(compress, &in, 2, k);
            simple(compress, &in, 3, k);
        }
    }
    is_int(sx_compress_width(compress), 1, "nodes when the inner loop ends the body");
    ok(comes_out(compress, &in), "a loop that ends in a loop comes out changed");
    sx_compress_destroy(compress);
    free(in.word);
}

/* Calls at these sites. */
static void calls(sx_compress *compress, tape *in, const uint32_t *site, size_t n)
{
    for (size_t i = 0; i < n; i++)
        simple(compress, in, site[i], 0);
}

#define CALLS(...)                                                                       \
    calls(compress, &in, (const uint32_t[]) { __VA_ARGS__ },                             \
          sizeof((const uint32_t[]) { __VA_ARGS__ }) / sizeof(uint32_t))

/* An inner loop at the end of the body that has one trip at first, or none. */
static void test_one_trip_at_first(void)
{
    for (int first = 0; first < 2; first++) {
        tape in = { 0 };
        sx_compress *compress = sx_compress_create(true);
        for (int t = 0; t < 40; t++) {
            CALLS(1, 2);
            for (int k = 0; k < t + first; k++)
                CALLS(3, 4);
            if (!first)
                CALLS(5);
        }
        /* Without a trip at first, the loop begins with the second trip. */
        ok(sx_compress_width(compress) <= (first ? 1 : 4), "%d nodes of a triangle",
           (int)sx_compress_width(compress));
        const node *last = compress->stack[0];
        for (uint32_t i = 0; i < compress->n; i++)
            last = is_loop(compress->stack[i]) ? compress->stack[i] : last;
        uint32_t loops = 0;
        for (uint32_t i = 0; is_loop(last) && i < last->n; i++)
            loops += is_loop(last->body[i]);
        is_int(loops, 1, "loops in it");
        ok(comes_out(compress, &in), "a triangle comes out changed");
        sx_compress_destroy(compress);
        free(in.word);
    }
}

/* A call that may be the begin of a loop two levels further in, or what comes when that has no trip. */
static void test_begins_inside(void)
{
    tape in = { 0 };
    sx_compress *compress = sx_compress_create(true);
    for (int t = 0; t < 50; t++) {
        CALLS(3);
        for (int k = 0; k < 9; k++)
            CALLS(1, 2, 1);
    }
    is_int(sx_compress_width(compress), 1, "nodes of loops that begin alike");
    ok(comes_out(compress, &in), "loops that begin alike come out changed");
    sx_compress_destroy(compress);
    free(in.word);
}

/* Sweeps over cells in three directions, there and back, as multipartitioned solvers do: each second loop is left in
 * the middle of a trip. */
static void sweep(sx_compress *compress, tape *in, uint32_t site)
{
    for (uint32_t i = 0; i < 13; i++)
        simple(compress, in, site + i, 0);
    for (uint32_t way = site + 20; way < site + 50; way += 10) {
        for (uint32_t i = 0; i < 12; i++)
            simple(compress, in, way + i % 4, 0);
        simple(compress, in, way + 4, 0);
        for (uint32_t i = 0; i < 11; i++)
            simple(compress, in, way + 5 + i % 4, 0);
    }
}

/* When the first trip of such a loop is over and known for one, the trip of the loop around looks complete, and is
 * not. The loop around must nevertheless begin with its first trip. */
static void test_left_in_the_middle(void)
{
    tape in = { 0 };
    sx_compress *compress = sx_compress_create(true);
    CALLS(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    sweep(compress, &in, 100);
    CALLS(11);
    for (int t = 0; t < 60; t++)
        sweep(compress, &in, 200);
    CALLS(12, 13, 14);
    is_int(sx_compress_width(compress), 10 + 31 + 1 + 1 + 3,
           "a loop from its first trip to its last");
    const node *loop = compress->stack[10 + 31 + 1];
    ok(is_loop(loop) && loop->open == 60 && key_of(compress, loop->body[0])->site == 200,
       "it begins with the first call of a trip");
    ok(comes_out(compress, &in), "loops left in the middle come out changed");
    sx_compress_destroy(compress);
    free(in.word);
}

/* Trips begin with a call that would go on in the loop before, had it passed over an inner loop: but what follows
 * does not. */
static void test_passed_over_in_vain(void)
{
    tape in = { 0 };
    sx_compress *compress = sx_compress_create(true);
    for (int t = 0; t < 34; t++) {
        CALLS(3, 2, 3);
        for (int k = 0; k < 10; k++)
            CALLS(5, 5, 3, 6);
    }
    is_int(sx_compress_width(compress), 1, "nodes");
    is_int(compress->stack[0]->open, 34, "trips");
    ok(comes_out(compress, &in), "loops passed over in vain come out changed");
    sx_compress_destroy(compress);
    free(in.word);
}

/* A body that comes once in each trip, of which trips have few: it must not be forgotten meanwhile. */
static void test_known_for_long(void)
{
    tape in = { 0 };
    sx_compress *compress = sx_compress_create(true);
    CALLS(4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    for (int t = 0; t < 9; t++) {
        for (int k = 0; k < 37; k++)
            CALLS(4, 5);
        for (int k = 0; k < 11; k++)
            CALLS(1, 2);
    }
    ok(sx_compress_width(compress) <= 4, "%zu nodes", sx_compress_width(compress));
    ok(comes_out(compress, &in), "bodies that come once come out changed");
    sx_compress_destroy(compress);
    free(in.word);
}

/* What all do on a level is long, and on the first two of them others are told before: these trips fold together at first. Seen so in the
 * first step alone, steps would begin in their middle. */
static void test_told_before(void)
{
    enum { STEPS = 4, LEVELS = 5, TOLD = 2, ALL = 36, STEP = 20 };
    tape in = { 0 };
    sx_compress *compress = sx_compress_create(true);
    for (int step = 0; step < STEPS; step++) {
        for (int level = 0; level < LEVELS; level++) {
            if (level < TOLD)
                CALLS(1, 2);
            for (uint32_t i = 0; i < ALL; i++)
                simple(compress, &in, 10 + i, 0);
        }
        for (uint32_t i = 0; i < STEP; i++)
            simple(compress, &in, 100 + i, 0);
    }
    is_int(sx_compress_width(compress), 1, "nodes of steps up a hierarchy");
    is_int(compress->stack[0]->open, STEPS, "steps");
    ok(comes_out(compress, &in), "steps up a hierarchy come out changed");
    sx_compress_destroy(compress);
    free(in.word);
}

/* Inner loops that are sometimes entered once, and sometimes not at all. */
static void test_irregular(void)
{
    for (uint64_t least = 0; least < 2; least++) {
        tape in = { 0 };
        sx_compress *compress = sx_compress_create(true);
        size_t learnt = 0;
        for (int t = 0; t < 3000; t++) {
            if (t == 1000)
                learnt = sx_compress_width(compress);
            simple(compress, &in, 1, 0);
            for (uint64_t k = least + random_below(4); k > 0; k--) {
                simple(compress, &in, 2, (int64_t)k);
                simple(compress, &in, 3, 0);
            }
            for (uint64_t k = least + random_below(3); k > 0; k--)
                simple(compress, &in, 4, 0);
        }
        size_t width = sx_compress_width(compress);
        /* 10: what a trip that is not over yet may take */
        ok(width <= learnt + 10, "%zu nodes after 1000 trips, %zu after 3000", learnt,
           width);
        ok(comes_out(compress, &in), "random trips from %llu come out changed",
           (unsigned long long)least);
        sx_compress_destroy(compress);
        free(in.word);
    }
}

/* A loop with a branch of four, an optional call and a first trip that has more: no two trips need be
 * equal. */
static void test_branches(void)
{
    tape in = { 0 };
    sx_compress *compress = sx_compress_create(true);
    size_t learnt = 0;
    for (int t = 0; t < 3000; t++) {
        if (t == 1000)
            learnt = sx_compress_width(compress);
        simple(compress, &in, 1, t);
        simple(compress, &in, 2 + (uint32_t)random_below(4), t % 3);
        if (t == 0)
            simple(compress, &in, 7, 0);
        if (random_below(3) == 0)
            simple(compress, &in, 8, 0);
        simple(compress, &in, 9, 1);
    }
    size_t width = sx_compress_width(compress);
    ok(width <= learnt + 10, "%zu nodes after 1000 trips with branches, %zu after 3000",
       learnt, width);
    ok(width <= 40, "%zu nodes of one loop with branches", width);
    ok(comes_out(compress, &in), "trips with branches come out changed");
    sx_compress_destroy(compress);
    free(in.word);
}

/* Levels of three axes, which share all calls but one: a body of three trips with branches, wherever the stack is looked at
 * while it grows; else trips of the loop around differ. */
static void test_axes(void)
{
    uint32_t wrong = 0;
    for (uint32_t before = 0; before < 160; before++) {
        tape in = { 0 };
        sx_compress *compress = sx_compress_create(true);
        for (uint32_t k = 0; k < before; k++)
            simple(compress, &in, 1000 + k, 0);
        for (int t = 0; t < 4; t++) {
            for (int level = 0; level < 5; level++)
                for (uint32_t axis = 0; axis < 3; axis++) {
                    simple(compress, &in, 1, 1 << axis);
                    simple(compress, &in, 2, 1 << axis);
                    simple(compress, &in, 3 + axis, level);
                    simple(compress, &in, 6 + axis, level);
                    simple(compress, &in, 9, 0);
                    simple(compress, &in, 10, 0);
                }
            for (uint32_t k = 0; k < 20; k++)
                simple(compress, &in, 100 + k, 0);
        }
        wrong += sx_compress_width(compress) != before + 1;
        wrong += !comes_out(compress, &in);
        sx_compress_destroy(compress);
        free(in.word);
    }
    is_int(wrong, 0, "loops over levels that were cut into axes");
}

/* Memory must not follow the iterations of a regular loop. (Sanitizers say 0 both times.) */
static void test_memory(void)
{
    sx_compress *compress = sx_compress_create(true);
    size_t early = 0;
    for (int t = 0; t < 40000; t++) {
        if (t == 1000)
            early = mallinfo2().uordblks;
        for (int k = 0; k < 1 + t % 3; k++) {
            sx_input input = {
                .op = SX_OP_Send, .site = 1, .comp_ns = 10, .comm_ns = 20
            };
            sx_input_add(&input, SX_PARAM_PEER, k);
            sx_compress_add(compress, &input);
        }
        sx_input input = { .op = SX_OP_Barrier, .site = 2, .comp_ns = 10, .comm_ns = 20 };
        sx_compress_add(compress, &input);
    }
    size_t late = mallinfo2().uordblks;
    ok(late < early + 10000, "%zu bytes after 1000 trips, %zu after 40000", early, late);
    sx_compress_destroy(compress);
}

/* A body with more nodes than are tried one by one. */
static void test_long_body(void)
{
    tape in = { 0 };
    sx_compress *compress = sx_compress_create(true);
    for (int t = 0; t < 50; t++) {
        for (uint32_t k = 0; k < 700; k++)
            simple(compress, &in, k * k % 311, k % 41);
    }
    ok(sx_compress_width(compress) <= 700, "a body of 700 calls was not found");
    ok(comes_out(compress, &in), "a body of 700 calls comes out changed");
    sx_compress_destroy(compress);
    free(in.word);
}

static void test_times(void)
{
    sx_compress *compress = sx_compress_create(true);
    sx_arena *arena = sx_arena_create();
    sx_domain all = { .kind = SX_DOMAIN_ALL };
    sx_block program;
    sx_error err;
    for (uint64_t i = 1; i <= 1000; i++) {
        sx_input input = { .op = SX_OP_Barrier, .site = 1, .comp_ns = 5, .comm_ns = i };
        sx_compress_add(compress, &input);
    }
    sx_status status = sx_compress_program(compress, &all, arena, &program, &err);
    is_int(status, SX_OK, "status");
    is_int(program.n, 1, "nodes");
    const sx_node *event = program.node[0]->body.node[0];
    is_int(event->ntimes, 3, "entries: nothing came before the first");
    is_int(event->times[0].kind, SX_TIMES_COMP, "computation");
    is_int(event->times[0].after, 1, "after itself");
    is_int(event->times[0].hist.field[SX_HIST_N], 999, "but the first");
    ok(event->times[1].first, "the first execution is not apart");
    sx_hist comm;
    is_int(
        sx_hist_merge(arena, &event->times[1].hist, &event->times[2].hist, &comm, &err),
        SX_OK, "status");
    is_int(comm.field[SX_HIST_N], 1000, "samples");
    is_int(comm.field[SX_HIST_MIN], 1, "smallest");
    is_int(comm.field[SX_HIST_MAX], 1000, "largest");
    is_int(comm.field[SX_HIST_MEAN] * 10, 5005, "ten times the mean of 1 .. 1000");
    /* sqrt((1000^2 - 1) / 12) = 288.6749 */
    is_int(comm.field[SX_HIST_SD] * 1000, 288674,
           "deviation of 1 .. 1000 in thousandths");
    sx_arena_destroy(arena);
    sx_compress_destroy(compress);
}

/* With a limit of memory, a stream of which nothing folds. */
static void test_limit(void)
{
    sx_compress *compress = sx_compress_create(true);
    tape in = { 0 };
    ok(sx_compress_limit(compress, 1000000, "compress.spill", NULL, NULL),
       "a limit of 1 MB");
    size_t before = mallinfo2().uordblks;
    for (int i = 0; i < 100000; i++)
        simple(compress, &in, (uint32_t)random_below(1000), (int64_t)random_below(1000));
    size_t tape_bytes = in.capacity * sizeof *in.word;
    size_t used = mallinfo2().uordblks + mallinfo2().hblkhd - before;
    ok(used < tape_bytes + 1500000, "%zu bytes beside the tape of %zu", used - tape_bytes,
       tape_bytes);
    ok(sx_compress_spilled(compress) > 90000, "most of a random stream is in the file");
    ok(comes_out(compress, &in),
       "a random stream of 100,000 events comes out of the file");
    free(in.word);
    sx_compress_destroy(compress);
}

/* A single loop whose sizes carry information and never end: most of its values are in the file. */
static void test_long_values(void)
{
    for (int kind = 0; kind < 2; kind++) { /* with trips that are alike, and not */
        sx_compress *compress = sx_compress_create(true);
        tape in = { 0 };
        ok(sx_compress_limit(compress, 300000, "compress.spill", NULL, NULL),
           "a limit of 300 KB");
        size_t before = mallinfo2().uordblks + mallinfo2().hblkhd, most = 0;
        for (int i = 0; i < 20000; i++) {
            simple(compress, &in, 1, (int64_t)random_below(1000000));
            for (uint64_t k = kind ? random_below(3) : 0; k > 0; k--)
                simple(compress, &in, 2, (int64_t)random_below(1000000));
            size_t tape_bytes = in.capacity * sizeof *in.word;
            size_t used = mallinfo2().uordblks + mallinfo2().hblkhd - before;
            if (i % 100 == 0 && used > tape_bytes + most) /* sanitizers say 0 */
                most = used - tape_bytes;
        }
        ok(most < 600000, "%zu bytes of a loop of 20,000 random values", most);
        ok(sx_compress_spilled(compress) > 0, "nothing of it is in the file");
        ok(comes_out(compress, &in), "a long sequence comes out of the file changed");
        free(in.word);
        sx_compress_destroy(compress);
    }
}

static void listing(sx_compress *compress, tape *in, const int64_t *list, size_t n)
{
    sx_input input = {
        .op = SX_OP_Alltoallv, .site = 1, .comp_ns = 100, .comm_ns = in->n
    };
    sx_input_add(&input, SX_PARAM_NREQS, (int64_t)n);
    sx_input_add(&input, SX_PARAM_REQS, sx_compress_list(compress, list, n));
    sx_compress_add(compress, &input);
    put(in, input.op);
    put(in, input.site);
    for (size_t i = 0; i < n; i++)
        put(in, list[i]);
}

/* A single loop with lists that carry information, long and short ones, and some that come again and again: most
 * of them are in the file. */
static void test_lists(void)
{
    enum { MOST = 60 };
    const int64_t same[] = { 3, 5, 7, 9 };
    int64_t list[MOST];
    sx_compress *compress = sx_compress_create(true);
    tape in = { 0 };
    ok(sx_compress_limit(compress, 100000, "compress.spill", NULL, NULL), "a limit");
    size_t before = mallinfo2().uordblks + mallinfo2().hblkhd, most = 0;
    for (int i = 0; i < 3000; i++) {
        size_t n = random_below(MOST);
        for (size_t k = 0; k < n; k++)
            list[k] = (int64_t)random_below(1000000) - 500000;
        listing(compress, &in, list, n);
        listing(compress, &in, same, 4);
        size_t used = mallinfo2().uordblks + mallinfo2().hblkhd - before;
        size_t tape_bytes = in.capacity * sizeof *in.word;
        if (i % 100 == 0 && used > tape_bytes + most) /* sanitizers say 0 */
            most = used - tape_bytes;
    }
    ok(most < 250000, "%zu bytes of a loop of 6,000 lists", most);
    ok(sx_compress_spilled(compress) > 5, "no list is in the file");
    ok(comes_out(compress, &in), "lists come out of the file changed");
    free(in.word);
    sx_compress_destroy(compress);
}

/* A loop whose values are in the file is taken apart when its first call turns out to repeat otherwise. */
static void test_apart(void)
{
    sx_compress *compress = sx_compress_create(true);
    tape in = { 0 };
    ok(sx_compress_limit(compress, 10000, "compress.spill", NULL, NULL), "a limit");
    for (int trip = 0; trip < 2; trip++) {
        simple(compress, &in, 1, trip);
        for (int i = 0; i < 300; i++)
            simple(compress, &in, 2, (int64_t)random_below(1000000));
    }
    ok(sx_compress_spilled(compress) > 0, "none of 600 values is in the file");
    is_int(sx_compress_width(compress), 1, "nodes of one loop");
    for (int trip = 0; trip < 2; trip++) {
        simple(compress, &in, 3, trip);
        simple(compress, &in, 1, trip);
    }
    ok(comes_out(compress, &in), "a loop taken apart comes out of the file changed");
    free(in.word);
    sx_compress_destroy(compress);
}

static void note_why(void *context, int why)
{
    int *noted = context;
    ok(!*noted, "it is said twice");
    *noted = why;
}

/* Where no file can be made nothing is lost, and it is said. */
static void test_no_file(void)
{
    sx_compress *compress = sx_compress_create(true);
    tape in = { 0 };
    int why = 0;
    ok(sx_compress_limit(compress, 40000, "no/such/folder/compress.spill", note_why,
                         &why),
       "a limit");
    simple(compress, &in, 1, 0);
    is_int(why, 0, "a file before there is need");
    for (int i = 0; i < 10000; i++)
        simple(compress, &in, 1, (int64_t)random_below(1000000));
    is_int(why, ENOENT, "no folder for the file");
    is_int(sx_compress_spilled(compress), 0, "in no file");
    ok(comes_out(compress, &in), "without a file it comes out changed");
    free(in.word);
    sx_compress_destroy(compress);
}

/* Where the file takes no more, what is in it comes out, and what is not. */
static void test_full_file(void)
{
    for (int kind = 0; kind < 2; kind++) { /* of nodes, of values */
        sx_compress *compress = sx_compress_create(true);
        tape in = { 0 };
        int why = 0;
        struct rlimit was, now;
        getrlimit(RLIMIT_FSIZE, &was);
        now = (struct rlimit) { 50000, was.rlim_max };
        signal(SIGXFSZ, SIG_IGN);
        ok(setrlimit(RLIMIT_FSIZE, &now) == 0, "files of at most 50,000 bytes");
        ok(sx_compress_limit(compress, 40000, "compress.spill", note_why, &why),
           "a limit");
        for (int i = 0; i < 30000; i++)
            simple(compress, &in, kind ? 1 : (uint32_t)random_below(1000),
                   (int64_t)random_below(1000000));
        is_int(why, EFBIG, "a file of 50,000 bytes");
        ok(sx_compress_spilled(compress) > 10, "nothing is in the file");
        ok(comes_out(compress, &in), "what was half in a file comes out changed");
        setrlimit(RLIMIT_FSIZE, &was);
        free(in.word);
        sx_compress_destroy(compress);
    }
}

int main(void)
{
    seed_random(20111);
    test_nested();
    test_open_end();
    test_one_trip_at_first();
    test_begins_inside();
    test_left_in_the_middle();
    test_passed_over_in_vain();
    test_known_for_long();
    test_told_before();
    test_irregular();
    test_branches();
    test_axes();
    test_memory();
    test_long_body();
    test_limit();
    test_long_values();
    test_lists();
    test_apart();
    test_no_file();
    test_full_file();
    test_times();
    return tap_done();
}
