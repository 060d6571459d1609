/* The on-line compression: what goes in comes out, in the memory and time that were promised. */
#include "record/compress.h"
#include "tests/tap.h"

#include <malloc.h>
#include <stdlib.h>
#include <time.h>

/* A record of what was put in: op, site, present and all values, flat. */
typedef struct tape {
    size_t n, capacity;
    int64_t *word;
} tape;

static void put(tape *t, int64_t word)
{
    if (t->n == t->capacity) {
        t->capacity = t->capacity ? 2 * t->capacity : 1024;
        t->word = realloc(t->word, t->capacity * sizeof *t->word);
    }
    t->word[t->n++] = word;
}

static uint64_t seed = 20111;

static uint64_t random_below(uint64_t n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (seed >> 33) % n;
}

/* A program to be run: a tree with a rule for each number in it. */
typedef struct rule {
    enum { CONSTANT, COUNTS, MODULO, RANDOM, BY_LOOP, SPECIAL, RULES } kind;
    int64_t a, b, state;
} rule;

typedef struct step {
    bool loop, optional;
    rule rule[3]; /* of a loop: trips and whether it is entered */
    uint32_t site, n, nlist;
    struct step *body;
} step;

static int64_t value_of(rule *r, int64_t counter)
{
    r->state++;
    switch (r->kind) {
    case COUNTS:
        return r->a + r->b * r->state;
    case MODULO:
        return r->a + r->state % (1 + r->b);
    case RANDOM:
        return (int64_t)random_below((uint64_t)(2 + r->b));
    case BY_LOOP:
        return r->a - counter * r->b;
    case SPECIAL:
        return r->state % 3 ? SX_ANY : r->a;
    default:
        return r->a;
    }
}

static rule random_rule(void)
{
    return (rule) { .kind = random_below(RULES),
                    .a = (int64_t)random_below(7),
                    .b = (int64_t)random_below(6) };
}

static void make_steps(step *parent, int depth)
{
    parent->n = (uint32_t)(1 + random_below(4));
    parent->body = calloc(parent->n, sizeof *parent->body);
    for (uint32_t i = 0; i < parent->n; i++) {
        step *s = &parent->body[i];
        s->loop = depth < 4 && random_below(3) == 0;
        for (int k = 0; k < 3; k++)
            s->rule[k] = random_rule();
        s->site = (uint32_t)random_below(30);
        s->optional = random_below(4) == 0;
        s->nlist = (uint32_t)random_below(4);
        if (s->loop)
            make_steps(s, depth + 1);
    }
}

static void free_steps(step *parent)
{
    for (uint32_t i = 0; i < parent->n; i++)
        free_steps(&parent->body[i]);
    free(parent->body);
}

static void emit(sx_compress *compress, tape *in, step *s, int64_t counter)
{
    int64_t list[4], length = (int64_t)s->nlist;
    sx_input input = { .op = (sx_op)(s->site % 5),
                       .site = s->site,
                       .comp_ns = 100,
                       .comm_ns = (uint64_t)in->n };
    int64_t peer = value_of(&s->rule[0], counter), tag = value_of(&s->rule[1], counter);
    if (s->rule[2].kind == RANDOM)
        length = (int64_t)random_below(4);
    sx_input_add(&input, SX_PARAM_PEER, peer);
    sx_input_add(&input, SX_PARAM_TAG, tag);
    if (s->site % 2) {
        for (int64_t i = 0; i < length; i++)
            list[i] = value_of(&s->rule[2], counter + i);
        sx_input_add(&input, SX_PARAM_NREQS, length);
        sx_input_add(&input, SX_PARAM_REQS,
                     sx_compress_list(compress, list, (size_t)length));
    }
    sx_compress_add(compress, &input);
    put(in, input.op);
    put(in, s->site);
    put(in, peer);
    put(in, tag);
    for (int64_t i = 0; s->site % 2 && i < length; i++)
        put(in, list[i]);
}

static void run_steps(sx_compress *compress, tape *in, step *parent, int64_t counter,
                      size_t limit)
{
    for (uint32_t i = 0; i < parent->n && in->n < limit; i++) {
        step *s = &parent->body[i];
        if (s->optional && value_of(&s->rule[2], counter) % 2)
            continue;
        if (!s->loop) {
            emit(compress, in, s, counter);
            continue;
        }
        int64_t trips = value_of(&s->rule[0], counter);
        trips = sx_is_special(trips) ? 3 : (trips < 0 ? -trips : trips) % 12;
        for (int64_t k = 0; k < trips && in->n < limit; k++)
            run_steps(compress, in, s, k, limit);
    }
}

/* Expands a program the plain way. */
typedef struct reader {
    uint64_t *execution, *element; /* by node */
    tape *out;
} reader;

static uint32_t number_nodes(sx_block *block, uint32_t next)
{
    for (size_t i = 0; i < block->n; i++) {
        block->node[i]->id = next++;
        next = number_nodes(&block->node[i]->body, next);
    }
    return next;
}

static void expand(reader *r, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *x = block->node[i];
        uint64_t k = r->execution[x->id]++;
        if (x->kind == SX_NODE_LOOP) {
            int64_t trips = sx_seq_at(x->trips.piece->seq, k);
            while (trips-- > 0)
                expand(r, &x->body);
            continue;
        }
        put(r->out, x->op);
        put(r->out, x->site);
        int64_t length = 0;
        for (uint32_t p = 0; p < x->nparams; p++) {
            const sx_seq *seq = x->param[p].value.piece->seq;
            if (x->param[p].id == SX_PARAM_NREQS)
                length = sx_seq_at(seq, k);
            else if (x->param[p].id != SX_PARAM_REQS)
                put(r->out, sx_seq_at(seq, k));
            for (int64_t e = 0; x->param[p].id == SX_PARAM_REQS && e < length; e++)
                put(r->out, sx_seq_at(seq, r->element[x->id]++));
        }
    }
}

/* Executions whose time in the call is known. */
static uint64_t count_timed(const sx_block *block)
{
    uint64_t n = 0;
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            n += count_timed(&node->body);
        for (uint32_t k = 0; k < node->ntimes; k++)
            if (node->times[k].kind == SX_TIMES_COMM)
                n += (uint64_t)node->times[k].hist.field[SX_HIST_N];
    }
    return n;
}

static bool comes_out(sx_compress *compress, const tape *in)
{
    sx_arena *arena = sx_arena_create();
    sx_domain all = { .kind = SX_DOMAIN_ALL };
    sx_block program;
    sx_error err;
    tape out = { 0 };
    if (sx_compress_program(compress, &all, arena, &program, &err) != SX_OK) {
        sx_arena_destroy(arena);
        return false;
    }
    uint32_t n = number_nodes(&program, 0);
    reader r = { calloc(n + 1, sizeof(uint64_t)), calloc(n + 1, sizeof(uint64_t)), &out };
    expand(&r, &program);
    bool same = out.n == in->n && count_timed(&program) == sx_compress_events(compress) &&
                (!in->n || memcmp(out.word, in->word, in->n * sizeof *in->word) == 0);
    free(r.execution);
    free(r.element);
    free(out.word);
    sx_arena_destroy(arena);
    return same;
}

static size_t memory_limit; /* of random programs, bytes */
static uint64_t spilled; /* nodes of theirs */

/* One random program: is what comes out what went in? */
static bool program_comes_out(uint64_t *ret_events, uint64_t *ret_width)
{
    step program = { 0 };
    tape in = { 0 };
    sx_compress *compress = sx_compress_create(true);
    bool limited =
        !memory_limit || sx_compress_limit(compress, memory_limit, "compress.spill");
    make_steps(&program, 0);
    size_t limit = 1000 + random_below(10000);
    for (int run = 0; run < 20000 && in.n < limit;
         run++) /* some programs have no event */
        run_steps(compress, &in, &program, 0, limit);
    *ret_events = sx_compress_events(compress);
    *ret_width = sx_compress_width(compress);
    spilled += sx_compress_spilled(compress);
    bool right = limited && comes_out(compress, &in);
    free_steps(&program);
    free(in.word);
    sx_compress_destroy(compress);
    return right;
}

static void test_random_programs(uint64_t programs, uint64_t first_seed)
{
    uint64_t wrong = 0, events = 0, width = 0, short_ones = 0;
    seed = first_seed;
    for (uint64_t round = 0; round < programs; round++) {
        uint64_t own_seed = seed, n, w;
        if (!program_comes_out(&n, &w) && !wrong++)
            printf("# first wrong at seed %llu\n", (unsigned long long)own_seed);
        events += n;
        width += w;
        short_ones += n < 1000;
    }
    printf("# seed %llu: %llu programs of %llu events on stacks of %llu nodes\n",
           (unsigned long long)first_seed, (unsigned long long)programs,
           (unsigned long long)events, (unsigned long long)width);
    is_int(wrong, 0, "random programs that come out changed");
    /* Four in ten are: of a hundred the half may be. */
    ok(programs < 200 || 2 * short_ones < programs,
       "%llu of %llu programs have fewer than 1000 events",
       (unsigned long long)short_ones, (unsigned long long)programs);
}

static void simple(sx_compress *compress, tape *in, uint32_t site, int64_t peer)
{
    sx_input input = { .op = SX_OP_Send, .site = site, .comp_ns = 10, .comm_ns = 20 };
    sx_input_add(&input, SX_PARAM_PEER, peer);
    sx_compress_add(compress, &input);
    put(in, SX_OP_Send);
    put(in, site);
    put(in, peer);
}

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

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Streams without structure: the cost of an event must not grow with the stream. The bound is 50 times
 * what was seen on a slow machine, and far below what any search of the stack would take. */
static void test_adversarial(void)
{
    static const char *const name[] = { "Thue-Morse", "random", "random of two",
                                        "Fibonacci", "powers" };
    /* With MALLOC_PERTURB_, which meson sets, glibc fills the whole free rest behind a block that
     * realloc extends in place: after the tests above these are megabytes an event. */
    mallopt(M_PERTURB, 0);
    for (int kind = 0; kind < 5; kind++) {
        tape in = { 0 };
        sx_compress *compress = sx_compress_create(true);
        double start = seconds();
        double golden = 0;
        for (uint32_t i = 0; i < 50000; i++) {
            golden += 0.61803398874989485;
            golden -= golden >= 1;
            uint32_t site = kind == 0   ? (uint32_t)__builtin_popcount(i) & 1
                            : kind == 1 ? (uint32_t)random_below(100)
                            : kind == 2 ? (uint32_t)random_below(2)
                            : kind == 3 ? golden < 0.38196601125010515
                                        : (uint32_t)__builtin_ctz(i + 1);
            simple(compress, &in, site, (int64_t)random_below(3) - (kind == 4));
        }
        double each = (seconds() - start) / 50000;
        printf("# %s: %.0f ns an event, %zu nodes\n", name[kind], each * 1e9,
               sx_compress_width(compress));
        ok(each < 50e-6, "%s: %.0f ns an event", name[kind], each * 1e9);
        ok(comes_out(compress, &in), "%s comes out changed", name[kind]);
        sx_compress_destroy(compress);
        free(in.word);
    }
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
    is_int(sx_compress_program(compress, &all, arena, &program, &err), SX_OK, "status");
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

/* The same with hardly any memory, and a stream of which nothing folds. */
static void test_limit(void)
{
    sx_compress *compress = sx_compress_create(true);
    tape in = { 0 };
    memory_limit = 40000;
    test_random_programs(200, 20112);
    test_random_programs(100, (uint64_t)time(NULL));
    memory_limit = 0;
    ok(spilled > 10000, "%llu nodes of them went into a file",
       (unsigned long long)spilled);
    ok(sx_compress_limit(compress, 1000000, "compress.spill"), "a limit of 1 MB");
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

/* compress [PROGRAMS SEED]: so many random programs and nothing else. */
int main(int argc, char **argv)
{
    if (argc > 2) {
        test_random_programs(strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10));
        return tap_done();
    }
    test_random_programs(500, 20111);
    test_random_programs(100, (uint64_t)time(NULL));
    test_limit();
    seed = 20111;
    test_nested();
    test_open_end();
    test_irregular();
    test_branches();
    test_memory();
    test_long_body();
    test_adversarial();
    test_times();
    return tap_done();
}
