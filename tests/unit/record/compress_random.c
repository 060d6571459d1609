/* Random programs through the compressor: what is expanded from the tree is what went in. Some have branches,
 * and values of all kinds; others are loops alone, and their trees may take at most twice the text of
 * the program.
 *
 *     compress_random [PROGRAMS SEED [BYTES]]: so many of each of these two kinds, and nothing else; or, with BYTES, of
 *     the first kind in so little memory
 *     compress_random plain PROGRAMS SEED: so many of the first kind, without the search for calls that share a call
 *     site, which takes up to a hundred times as long as compressing does
 *     compress_random loops PROGRAMS SEED: so many of each class of the second kind */
#include "compress_loops.h"
#include "record/refold.h"
#include "tests/tap.h"
#include "trace/merge.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

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

/* With little memory, call sites are others now and then, so that names are forgotten. */
static uint32_t later_sites;

static void emit(sx_compress *compress, tape *in, step *s, int64_t counter)
{
    int64_t list[4], length = (int64_t)s->nlist;
    sx_input input = { .op = (sx_op)(s->site % 5),
                       .site = s->site + later_sites,
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
    put(in, input.site);
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

/* What was seen of some programs. */
typedef struct tally {
    uint64_t programs, wrong, first_wrong, events, width, spilled, refolded;
    uint32_t *length; /* events of each */
} tally;

static tally start(uint64_t programs)
{
    return (tally) { .length = calloc(programs + 1, sizeof(uint32_t)) };
}

static void note(tally *t, uint64_t own_seed, sx_compress *compress, bool right)
{
    if (!right && !t->wrong++)
        t->first_wrong = own_seed;
    uint64_t events = sx_compress_events(compress);
    t->length[t->programs++] = (uint32_t)events;
    t->events += events;
    t->spilled += sx_compress_spilled(compress);
}

static int by_length(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void finish(tally *t, const char *what, uint64_t first_seed)
{
    qsort(t->length, t->programs, sizeof *t->length, by_length);
    uint32_t median = t->programs ? t->length[t->programs / 2] : 0;
    free(t->length);
    printf("# seed %llu: %llu %s of %llu events (median %u)",
           (unsigned long long)first_seed, (unsigned long long)t->programs, what,
           (unsigned long long)t->events, median);
    if (t->width)
        printf(" on stacks of %llu nodes", (unsigned long long)t->width);
    printf("\n");
    ok(t->wrong == 0, "%llu %s come out changed (first at seed %llu)",
       (unsigned long long)t->wrong, what, (unsigned long long)t->first_wrong);
    /* Of few programs more than half may be short. */
    ok(median >= 1000 || t->programs < 200, "%s: the median of events is %u", what,
       median);
}

/* Is the program what was put in, before and after calls are told apart by their values? Ends the compression; counts
 * what that changed. */
static bool comes_out_refolded(sx_compress *compress, const tape *in, uint64_t *changed)
{
    sx_arena *arena = sx_arena_create();
    sx_domain all = { .kind = SX_DOMAIN_ALL };
    sx_trace made = { .p = 1 }, plain = { .p = 1 };
    uint64_t timed = sx_compress_events(compress);
    bool right =
        sx_compress_program(compress, &all, arena, &made.program, NULL) == SX_OK &&
        says(&made.program, in, timed);
    finish_times(&made.program);
    right = right && sx_block_copy(arena, &made.program, &plain.program) == SX_OK &&
            sx_trace_canonical(arena, &plain, NULL) == SX_OK &&
            sx_refold(arena, &made, NULL) == SX_OK && says(&made.program, in, timed);
    *changed += right && loops_text(&made.program) != loops_text(&plain.program);
    sx_arena_destroy(arena);
    return right;
}

static void test_branches(uint64_t programs, uint64_t first_seed, size_t memory_limit,
                          bool tell_apart)
{
    tally t = start(programs);
    seed_random(first_seed);
    while (t.programs < programs) {
        uint64_t own_seed = random_state();
        step program = { 0 };
        tape in = { 0 };
        sx_compress *compress = sx_compress_create(true);
        bool right = !memory_limit || sx_compress_limit(compress, memory_limit,
                                                        "compress.spill", NULL, NULL);
        make_steps(&program, 0);
        size_t limit = 1000 + random_below(10000);
        for (int run = 0; run < 20000 && in.n < limit; run++) { /* some have no event */
            run_steps(compress, &in, &program, 0, limit);
            if (memory_limit && random_below(16) == 0)
                later_sites = 30 * (uint32_t)random_below(200);
        }
        later_sites = 0;
        t.width += sx_compress_width(compress);
        right = (tell_apart ? comes_out_refolded(compress, &in, &t.refolded)
                            : comes_out(compress, &in)) &&
                right;
        note(&t, own_seed, compress, right);
        free_steps(&program);
        free(in.word);
        sx_compress_destroy(compress);
    }
    finish(&t, memory_limit ? "programs with little memory" : "programs", first_seed);
    ok(t.refolded > programs / 100 || programs < 200 || !tell_apart,
       "%llu of %llu have calls that values tell apart", (unsigned long long)t.refolded,
       (unsigned long long)programs);
    /* In few programs there may be hardly any. */
    ok(!memory_limit || programs < 50 || t.spilled > 2 * programs,
       "%llu nodes of them went into a file", (unsigned long long)t.spilled);
}

/* Programs of loops alone, of which `most` may take more than twice the text. */
static void test_loops(loops_kind kind, bool distinct, uint64_t programs,
                       uint64_t first_seed, uint64_t most)
{
    static const char *const name[] = { "constants", "periods", "lines in counters" };
    tally t = start(programs);
    uint64_t over = 0, first_over = 0;
    double worst = 0;
    seed_random(first_seed);
    while (t.programs < programs) {
        uint64_t own_seed = random_state();
        sx_arena *arena = sx_arena_create();
        sx_compress *compress = sx_compress_create(false);
        sx_domain all = { .kind = SX_DOMAIN_ALL };
        sx_block program = loops_make(arena, kind, distinct, 300, 5000);
        sx_trace made = { .p = 1 };
        tape in = { 0 };
        loops_run(&program, compress, &in);
        bool right =
            sx_compress_program(compress, &all, arena, &made.program, NULL) == SX_OK &&
            says(&made.program, &in, 0) && sx_refold(arena, &made, NULL) == SX_OK &&
            says(&made.program, &in, 0);
        double share = (double)loops_text(&made.program) / (double)loops_text(&program);
        if (share > 2 && !over++)
            first_over = own_seed;
        worst = share > worst ? share : worst;
        note(&t, own_seed, compress, right);
        free(in.word);
        sx_compress_destroy(compress);
        sx_arena_destroy(arena);
    }
    char what[80];
    snprintf(what, sizeof what, "programs of loops with %s%s", name[kind],
             distinct ? "" : " and few call sites");
    finish(&t, what, first_seed);
    printf("# %llu take more than twice their text, at most %.1f times\n",
           (unsigned long long)over, worst);
    ok(over <= most,
       "%llu of %llu %s take more than twice their text, bound %llu (first at seed %llu)",
       (unsigned long long)over, (unsigned long long)programs, what,
       (unsigned long long)most, (unsigned long long)first_over);
}

/* Of the fixed seed it is known how many there are; of others what some thousands of each kind showed, and some. */
static void test_all_loops(uint64_t programs, uint64_t seed, bool fixed)
{
    static const struct {
        loops_kind kind;
        bool distinct;
        uint64_t known, in_thousand;
    } of[] = { { LOOPS_CONSTANT, true, 0, 0 },  { LOOPS_PERIODIC, true, 0, 0 },
               { LOOPS_AFFINE, true, 0, 0 },    { LOOPS_CONSTANT, false, 0, 0 },
               { LOOPS_PERIODIC, false, 0, 1 }, { LOOPS_AFFINE, false, 1, 6 } };
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
        test_loops(of[i].kind, of[i].distinct, programs, seed,
                   fixed ? of[i].known : of[i].in_thousand * programs / 1000);
}

enum { PROGRAMS = TAP_RANDOM(100) };

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "loops") == 0) {
        test_all_loops(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10), false);
        return tap_done();
    }
    if (argc == 4 && strcmp(argv[1], "plain") == 0) {
        test_branches(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10), 0, false);
        return tap_done();
    }
    uint64_t programs = argc > 2 ? strtoull(argv[1], NULL, 10) : PROGRAMS;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 20111;
    if (argc > 3) {
        test_branches(programs, seed, strtoull(argv[3], NULL, 10), true);
        return tap_done();
    }
    test_branches(programs, seed, 0, true);
    test_all_loops(programs / 4, seed, argc <= 2);
    if (argc > 2)
        return tap_done();
    test_branches(PROGRAMS / 4, (uint64_t)time(NULL), 0, true);
    test_branches(PROGRAMS / 4, 20112, 40000, true);
    test_branches(PROGRAMS / 8, (uint64_t)time(NULL), 40000, true);
    return tap_done();
}
