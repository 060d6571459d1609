ok(!memory_limit || programs < 50 || t.spilled/* Random programs through the compressor: what is expanded from the tree is what went in. Some have branches,
ok(!memory_limit || programs < 50 || t.spilled * and values of all kinds; others are loops alone, and their trees may take at most twice the text of
ok(!memory_limit || programs < 50 || t.spilled * the program.
ok(!memory_limit || programs < 50 || t.spilled *
ok(!memory_limit || programs < 50 || t.spilled *     compress_random [PROGRAMS SEED [BYTES]]: so many of each of these two kinds, and nothing else; or, with BYTES, of
ok(!memory_limit || programs < 50 || t.spilled *     the first kind in so little memory
ok(!memory_limit || programs < 50 || t.spilled *     compress_random plain PROGRAMS SEED: so many of the first kind, without the search for calls that share a call
ok(!memory_limit || programs < 50 || t.spilled *     site, which takes up to a hundred times as long as compressing does
ok(!memory_limit || programs < 50 || t.spilled *     compress_random loops PROGRAMS SEED: so many of each class of the second kind */
ok(!memory_limit || programs < 50 || t.spilled#include "compress_loops.h"
ok(!memory_limit || programs < 50 || t.spilled#include "record/refold.h"
ok(!memory_limit || programs < 50 || t.spilled#include "tests/tap.h"
ok(!memory_limit || programs < 50 || t.spilled#include "trace/merge.h"
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilled#include <stdlib.h>
ok(!memory_limit || programs < 50 || t.spilled#include <string.h>
ok(!memory_limit || programs < 50 || t.spilled#include <time.h>
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilled/* A program to be run: a tree with a rule for each number in it. */
ok(!memory_limit || programs < 50 || t.spilledtypedef struct rule {
ok(!memory_limit || programs < 50 || t.spilled    enum { CONSTANT, COUNTS, MODULO, RANDOM, BY_LOOP, SPECIAL, RULES } kind;
ok(!memory_limit || programs < 50 || t.spilled    int64_t a, b, state;
ok(!memory_limit || programs < 50 || t.spilled} rule;
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilledtypedef struct step {
ok(!memory_limit || programs < 50 || t.spilled    bool loop, optional;
ok(!memory_limit || programs < 50 || t.spilled    rule rule[3]; /* of a loop: trips and whether it is entered */
ok(!memory_limit || programs < 50 || t.spilled    uint32_t site, n, nlist;
ok(!memory_limit || programs < 50 || t.spilled    struct step *body;
ok(!memory_limit || programs < 50 || t.spilled} step;
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilledstatic int64_t value_of(rule *r, int64_t counter)
ok(!memory_limit || programs < 50 || t.spilled{
ok(!memory_limit || programs < 50 || t.spilled    r->state++;
ok(!memory_limit || programs < 50 || t.spilled    switch (r->kind) {
ok(!memory_limit || programs < 50 || t.spilled    case COUNTS:
ok(!memory_limit || programs < 50 || t.spilled        return r->a + r->b * r->state;
ok(!memory_limit || programs < 50 || t.spilled    case MODULO:
ok(!memory_limit || programs < 50 || t.spilled        return r->a + r->state % (1 + r->b);
ok(!memory_limit || programs < 50 || t.spilled    case RANDOM:
ok(!memory_limit || programs < 50 || t.spilled        return (int64_t)random_below((uint64_t)(2 + r->b));
ok(!memory_limit || programs < 50 || t.spilled    case BY_LOOP:
ok(!memory_limit || programs < 50 || t.spilled        return r->a - counter * r->b;
ok(!memory_limit || programs < 50 || t.spilled    case SPECIAL:
ok(!memory_limit || programs < 50 || t.spilled        return r->state % 3 ? SX_ANY : r->a;
ok(!memory_limit || programs < 50 || t.spilled    default:
ok(!memory_limit || programs < 50 || t.spilled        return r->a;
ok(!memory_limit || programs < 50 || t.spilled    }
ok(!memory_limit || programs < 50 || t.spilled}
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilledstatic rule random_rule(void)
ok(!memory_limit || programs < 50 || t.spilled{
ok(!memory_limit || programs < 50 || t.spilled    return (rule) { .kind = random_below(RULES),
ok(!memory_limit || programs < 50 || t.spilled                    .a = (int64_t)random_below(7),
ok(!memory_limit || programs < 50 || t.spilled                    .b = (int64_t)random_below(6) };
ok(!memory_limit || programs < 50 || t.spilled}
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilledstatic void make_steps(step *parent, int depth)
ok(!memory_limit || programs < 50 || t.spilled{
ok(!memory_limit || programs < 50 || t.spilled    parent->n = (uint32_t)(1 + random_below(4));
ok(!memory_limit || programs < 50 || t.spilled    parent->body = calloc(parent->n, sizeof *parent->body);
ok(!memory_limit || programs < 50 || t.spilled    for (uint32_t i = 0; i < parent->n; i++) {
ok(!memory_limit || programs < 50 || t.spilled        step *s = &parent->body[i];
ok(!memory_limit || programs < 50 || t.spilled        s->loop = depth < 4 && random_below(3) == 0;
ok(!memory_limit || programs < 50 || t.spilled        for (int k = 0; k < 3; k++)
ok(!memory_limit || programs < 50 || t.spilled            s->rule[k] = random_rule();
ok(!memory_limit || programs < 50 || t.spilled        s->site = (uint32_t)random_below(30);
ok(!memory_limit || programs < 50 || t.spilled        s->optional = random_below(4) == 0;
ok(!memory_limit || programs < 50 || t.spilled        s->nlist = (uint32_t)random_below(4);
ok(!memory_limit || programs < 50 || t.spilled        if (s->loop)
ok(!memory_limit || programs < 50 || t.spilled            make_steps(s, depth + 1);
ok(!memory_limit || programs < 50 || t.spilled    }
ok(!memory_limit || programs < 50 || t.spilled}
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilledstatic void free_steps(step *parent)
ok(!memory_limit || programs < 50 || t.spilled{
ok(!memory_limit || programs < 50 || t.spilled    for (uint32_t i = 0; i < parent->n; i++)
ok(!memory_limit || programs < 50 || t.spilled        free_steps(&parent->body[i]);
ok(!memory_limit || programs < 50 || t.spilled    free(parent->body);
ok(!memory_limit || programs < 50 || t.spilled}
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilled/* With little memory, call sites are others now and then, so that names are forgotten. */
ok(!memory_limit || programs < 50 || t.spilledstatic uint32_t later_sites;
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilledstatic void emit(sx_compress *compress, tape *in, step *s, int64_t counter)
ok(!memory_limit || programs < 50 || t.spilled{
ok(!memory_limit || programs < 50 || t.spilled    int64_t list[4], length = (int64_t)s->nlist;
ok(!memory_limit || programs < 50 || t.spilled    sx_input input = { .op = (sx_op)(s->site % 5),
ok(!memory_limit || programs < 50 || t.spilled                       .site = s->site + later_sites,
ok(!memory_limit || programs < 50 || t.spilled                       .comp_ns = 100,
ok(!memory_limit || programs < 50 || t.spilled                       .comm_ns = (uint64_t)in->n };
ok(!memory_limit || programs < 50 || t.spilled    int64_t peer = value_of(&s->rule[0], counter), tag = value_of(&s->rule[1], counter);
ok(!memory_limit || programs < 50 || t.spilled    if (s->rule[2].kind == RANDOM)
ok(!memory_limit || programs < 50 || t.spilled        length = (int64_t)random_below(4);
ok(!memory_limit || programs < 50 || t.spilled    sx_input_add(&input, SX_PARAM_PEER, peer);
ok(!memory_limit || programs < 50 || t.spilled    sx_input_add(&input, SX_PARAM_TAG, tag);
ok(!memory_limit || programs < 50 || t.spilled    if (s->site % 2) {
ok(!memory_limit || programs < 50 || t.spilled        for (int64_t i = 0; i < length; i++)
ok(!memory_limit || programs < 50 || t.spilled            list[i] = value_of(&s->rule[2], counter + i);
ok(!memory_limit || programs < 50 || t.spilled        sx_input_add(&input, SX_PARAM_NREQS, length);
ok(!memory_limit || programs < 50 || t.spilled        sx_input_add(&input, SX_PARAM_REQS,
ok(!memory_limit || programs < 50 || t.spilled                     sx_compress_list(compress, list, (size_t)length));
ok(!memory_limit || programs < 50 || t.spilled    }
ok(!memory_limit || programs < 50 || t.spilled    sx_compress_add(compress, &input);
ok(!memory_limit || programs < 50 || t.spilled    put(in, input.op);
ok(!memory_limit || programs < 50 || t.spilled    put(in, input.site);
ok(!memory_limit || programs < 50 || t.spilled    put(in, peer);
ok(!memory_limit || programs < 50 || t.spilled    put(in, tag);
ok(!memory_limit || programs < 50 || t.spilled    for (int64_t i = 0; s->site % 2 && i < length; i++)
ok(!memory_limit || programs < 50 || t.spilled        put(in, list[i]);
ok(!memory_limit || programs < 50 || t.spilled}
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilledstatic void run_steps(sx_compress *compress, tape *in, step *parent, int64_t counter,
ok(!memory_limit || programs < 50 || t.spilled                      size_t limit)
ok(!memory_limit || programs < 50 || t.spilled{
ok(!memory_limit || programs < 50 || t.spilled    for (uint32_t i = 0; i < parent->n && in->n < limit; i++) {
ok(!memory_limit || programs < 50 || t.spilled        step *s = &parent->body[i];
ok(!memory_limit || programs < 50 || t.spilled        if (s->optional && value_of(&s->rule[2], counter) % 2)
ok(!memory_limit || programs < 50 || t.spilled            continue;
ok(!memory_limit || programs < 50 || t.spilled        if (!s->loop) {
ok(!memory_limit || programs < 50 || t.spilled            emit(compress, in, s, counter);
ok(!memory_limit || programs < 50 || t.spilled            continue;
ok(!memory_limit || programs < 50 || t.spilled        }
ok(!memory_limit || programs < 50 || t.spilled        int64_t trips = value_of(&s->rule[0], counter);
ok(!memory_limit || programs < 50 || t.spilled        trips = sx_is_special(trips) ? 3 : (trips < 0 ? -trips : trips) % 12;
ok(!memory_limit || programs < 50 || t.spilled        for (int64_t k = 0; k < trips && in->n < limit; k++)
ok(!memory_limit || programs < 50 || t.spilled            run_steps(compress, in, s, k, limit);
ok(!memory_limit || programs < 50 || t.spilled    }
ok(!memory_limit || programs < 50 || t.spilled}
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilled/* What was seen of some programs. */
ok(!memory_limit || programs < 50 || t.spilledtypedef struct tally {
ok(!memory_limit || programs < 50 || t.spilled    uint64_t programs, wrong, first_wrong, events, width, spilled, refolded;
ok(!memory_limit || programs < 50 || t.spilled    uint32_t *length; /* events of each */
ok(!memory_limit || programs < 50 || t.spilled} tally;
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilledstatic tally start(uint64_t programs)
ok(!memory_limit || programs < 50 || t.spilled{
ok(!memory_limit || programs < 50 || t.spilled    return (tally) { .length = calloc(programs + 1, sizeof(uint32_t)) };
ok(!memory_limit || programs < 50 || t.spilled}
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilledstatic void note(tally *t, uint64_t own_seed, sx_compress *compress, bool right)
ok(!memory_limit || programs < 50 || t.spilled{
ok(!memory_limit || programs < 50 || t.spilled    if (!right && !t->wrong++)
ok(!memory_limit || programs < 50 || t.spilled        t->first_wrong = own_seed;
ok(!memory_limit || programs < 50 || t.spilled    uint64_t events = sx_compress_events(compress);
ok(!memory_limit || programs < 50 || t.spilled    t->length[t->programs++] = (uint32_t)events;
ok(!memory_limit || programs < 50 || t.spilled    t->events += events;
ok(!memory_limit || programs < 50 || t.spilled    t->spilled += sx_compress_spilled(compress);
ok(!memory_limit || programs < 50 || t.spilled}
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilledstatic int by_length(const void *a, const void *b)
ok(!memory_limit || programs < 50 || t.spilled{
ok(!memory_limit || programs < 50 || t.spilled    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
ok(!memory_limit || programs < 50 || t.spilled    return (x > y) - (x < y);
ok(!memory_limit || programs < 50 || t.spilled}
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilledstatic void finish(tally *t, const char *what, uint64_t first_seed)
ok(!memory_limit || programs < 50 || t.spilled{
ok(!memory_limit || programs < 50 || t.spilled    qsort(t->length, t->programs, sizeof *t->length, by_length);
ok(!memory_limit || programs < 50 || t.spilled    uint32_t median = t->programs ? t->length[t->programs / 2] : 0;
ok(!memory_limit || programs < 50 || t.spilled    free(t->length);
ok(!memory_limit || programs < 50 || t.spilled    printf("# seed %llu: %llu %s of %llu events (median %u)",
ok(!memory_limit || programs < 50 || t.spilled           (unsigned long long)first_seed, (unsigned long long)t->programs, what,
ok(!memory_limit || programs < 50 || t.spilled           (unsigned long long)t->events, median);
ok(!memory_limit || programs < 50 || t.spilled    if (t->width)
ok(!memory_limit || programs < 50 || t.spilled        printf(" on stacks of %llu nodes", (unsigned long long)t->width);
ok(!memory_limit || programs < 50 || t.spilled    printf("\n");
ok(!memory_limit || programs < 50 || t.spilled    ok(t->wrong == 0, "%llu %s come out changed (first at seed %llu)",
ok(!memory_limit || programs < 50 || t.spilled       (unsigned long long)t->wrong, what, (unsigned long long)t->first_wrong);
ok(!memory_limit || programs < 50 || t.spilled    /* Of few programs more than half may be short. */
ok(!memory_limit || programs < 50 || t.spilled    ok(median >= 1000 || t->programs < 200, "%s: the median of events is %u", what,
ok(!memory_limit || programs < 50 || t.spilled       median);
ok(!memory_limit || programs < 50 || t.spilled}
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilled/* Is the program what was put in, before and after calls are told apart by their values? Ends the compression; counts
ok(!memory_limit || programs < 50 || t.spilled * what that changed. */
ok(!memory_limit || programs < 50 || t.spilledstatic bool comes_out_refolded(sx_compress *compress, const tape *in, uint64_t *changed)
ok(!memory_limit || programs < 50 || t.spilled{
ok(!memory_limit || programs < 50 || t.spilled    sx_arena *arena = sx_arena_create();
ok(!memory_limit || programs < 50 || t.spilled    sx_domain all = { .kind = SX_DOMAIN_ALL };
ok(!memory_limit || programs < 50 || t.spilled    sx_trace made = { .p = 1 }, plain = { .p = 1 };
ok(!memory_limit || programs < 50 || t.spilled    uint64_t timed = sx_compress_events(compress);
ok(!memory_limit || programs < 50 || t.spilled    bool right =
ok(!memory_limit || programs < 50 || t.spilled        sx_compress_program(compress, &all, arena, &made.program, NULL) == SX_OK &&
ok(!memory_limit || programs < 50 || t.spilled        says(&made.program, in, timed);
ok(!memory_limit || programs < 50 || t.spilled    finish_times(&made.program);
ok(!memory_limit || programs < 50 || t.spilled    right = right && sx_block_copy(arena, &made.program, &plain.program) == SX_OK &&
ok(!memory_limit || programs < 50 || t.spilled            sx_trace_canonical(arena, &plain, NULL) == SX_OK &&
ok(!memory_limit || programs < 50 || t.spilled            sx_refold(arena, &made, NULL) == SX_OK && says(&made.program, in, timed);
ok(!memory_limit || programs < 50 || t.spilled    *changed += right && loops_text(&made.program) != loops_text(&plain.program);
ok(!memory_limit || programs < 50 || t.spilled    sx_arena_destroy(arena);
ok(!memory_limit || programs < 50 || t.spilled    return right;
ok(!memory_limit || programs < 50 || t.spilled}
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilledstatic void test_branches(uint64_t programs, uint64_t first_seed, size_t memory_limit,
ok(!memory_limit || programs < 50 || t.spilled                          bool tell_apart)
ok(!memory_limit || programs < 50 || t.spilled{
ok(!memory_limit || programs < 50 || t.spilled    tally t = start(programs);
ok(!memory_limit || programs < 50 || t.spilled    seed_random(first_seed);
ok(!memory_limit || programs < 50 || t.spilled    while (t.programs < programs) {
ok(!memory_limit || programs < 50 || t.spilled        uint64_t own_seed = random_state();
ok(!memory_limit || programs < 50 || t.spilled        step program = { 0 };
ok(!memory_limit || programs < 50 || t.spilled        tape in = { 0 };
ok(!memory_limit || programs < 50 || t.spilled        sx_compress *compress = sx_compress_create(true);
ok(!memory_limit || programs < 50 || t.spilled        bool right = !memory_limit || sx_compress_limit(compress, memory_limit,
ok(!memory_limit || programs < 50 || t.spilled                                                        "compress.spill", NULL, NULL);
ok(!memory_limit || programs < 50 || t.spilled        make_steps(&program, 0);
ok(!memory_limit || programs < 50 || t.spilled        size_t limit = 1000 + random_below(10000);
ok(!memory_limit || programs < 50 || t.spilled        for (int run = 0; run < 20000 && in.n < limit; run++) { /* some have no event */
ok(!memory_limit || programs < 50 || t.spilled            run_steps(compress, &in, &program, 0, limit);
ok(!memory_limit || programs < 50 || t.spilled            if (memory_limit && random_below(16) == 0)
ok(!memory_limit || programs < 50 || t.spilled                later_sites = 30 * (uint32_t)random_below(200);
ok(!memory_limit || programs < 50 || t.spilled        }
ok(!memory_limit || programs < 50 || t.spilled        later_sites = 0;
ok(!memory_limit || programs < 50 || t.spilled        t.width += sx_compress_width(compress);
ok(!memory_limit || programs < 50 || t.spilled        right = (tell_apart ? comes_out_refolded(compress, &in, &t.refolded)
ok(!memory_limit || programs < 50 || t.spilled                            : comes_out(compress, &in)) &&
ok(!memory_limit || programs < 50 || t.spilled                right;
ok(!memory_limit || programs < 50 || t.spilled        note(&t, own_seed, compress, right);
ok(!memory_limit || programs < 50 || t.spilled        free_steps(&program);
ok(!memory_limit || programs < 50 || t.spilled        free(in.word);
ok(!memory_limit || programs < 50 || t.spilled        sx_compress_destroy(compress);
ok(!memory_limit || programs < 50 || t.spilled    }
ok(!memory_limit || programs < 50 || t.spilled    finish(&t, memory_limit ? "programs with little memory" : "programs", first_seed);
ok(!memory_limit || programs < 50 || t.spilled    ok(t.refolded > programs / 100 || programs < 200 || !tell_apart,
ok(!memory_limit || programs < 50 || t.spilled       "%llu of %llu have calls that values tell apart", (unsigned long long)t.refolded,
ok(!memory_limit || programs < 50 || t.spilled       (unsigned long long)programs);
ok(!memory_limit || programs < 50 || t.spilled    /* In few programs there may be hardly any. */
ok(!memory_limit || programs < 50 || t.spilled    ok(!memory_limit || programs < 20 || t.spilled > 2 * programs,
ok(!memory_limit || programs < 50 || t.spilled       "%llu nodes of them went into a file", (unsigned long long)t.spilled);
ok(!memory_limit || programs < 50 || t.spilled}
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilled/* Programs of loops alone, of which `most` may take more than twice the text. */
ok(!memory_limit || programs < 50 || t.spilledstatic void test_loops(loops_kind kind, bool distinct, uint64_t programs,
ok(!memory_limit || programs < 50 || t.spilled                       uint64_t first_seed, uint64_t most)
ok(!memory_limit || programs < 50 || t.spilled{
ok(!memory_limit || programs < 50 || t.spilled    static const char *const name[] = { "constants", "periods", "lines in counters" };
ok(!memory_limit || programs < 50 || t.spilled    tally t = start(programs);
ok(!memory_limit || programs < 50 || t.spilled    uint64_t over = 0, first_over = 0;
ok(!memory_limit || programs < 50 || t.spilled    double worst = 0;
ok(!memory_limit || programs < 50 || t.spilled    seed_random(first_seed);
ok(!memory_limit || programs < 50 || t.spilled    while (t.programs < programs) {
ok(!memory_limit || programs < 50 || t.spilled        uint64_t own_seed = random_state();
ok(!memory_limit || programs < 50 || t.spilled        sx_arena *arena = sx_arena_create();
ok(!memory_limit || programs < 50 || t.spilled        sx_compress *compress = sx_compress_create(false);
ok(!memory_limit || programs < 50 || t.spilled        sx_domain all = { .kind = SX_DOMAIN_ALL };
ok(!memory_limit || programs < 50 || t.spilled        sx_block program = loops_make(arena, kind, distinct, 300, 5000);
ok(!memory_limit || programs < 50 || t.spilled        sx_trace made = { .p = 1 };
ok(!memory_limit || programs < 50 || t.spilled        tape in = { 0 };
ok(!memory_limit || programs < 50 || t.spilled        loops_run(&program, compress, &in);
ok(!memory_limit || programs < 50 || t.spilled        bool right =
ok(!memory_limit || programs < 50 || t.spilled            sx_compress_program(compress, &all, arena, &made.program, NULL) == SX_OK &&
ok(!memory_limit || programs < 50 || t.spilled            says(&made.program, &in, 0) && sx_refold(arena, &made, NULL) == SX_OK &&
ok(!memory_limit || programs < 50 || t.spilled            says(&made.program, &in, 0);
ok(!memory_limit || programs < 50 || t.spilled        double share = (double)loops_text(&made.program) / (double)loops_text(&program);
ok(!memory_limit || programs < 50 || t.spilled        if (share > 2 && !over++)
ok(!memory_limit || programs < 50 || t.spilled            first_over = own_seed;
ok(!memory_limit || programs < 50 || t.spilled        worst = share > worst ? share : worst;
ok(!memory_limit || programs < 50 || t.spilled        note(&t, own_seed, compress, right);
ok(!memory_limit || programs < 50 || t.spilled        free(in.word);
ok(!memory_limit || programs < 50 || t.spilled        sx_compress_destroy(compress);
ok(!memory_limit || programs < 50 || t.spilled        sx_arena_destroy(arena);
ok(!memory_limit || programs < 50 || t.spilled    }
ok(!memory_limit || programs < 50 || t.spilled    char what[80];
ok(!memory_limit || programs < 50 || t.spilled    snprintf(what, sizeof what, "programs of loops with %s%s", name[kind],
ok(!memory_limit || programs < 50 || t.spilled             distinct ? "" : " and few call sites");
ok(!memory_limit || programs < 50 || t.spilled    finish(&t, what, first_seed);
ok(!memory_limit || programs < 50 || t.spilled    printf("# %llu take more than twice their text, at most %.1f times\n",
ok(!memory_limit || programs < 50 || t.spilled           (unsigned long long)over, worst);
ok(!memory_limit || programs < 50 || t.spilled    ok(over <= most,
ok(!memory_limit || programs < 50 || t.spilled       "%llu of %llu %s take more than twice their text, bound %llu (first at seed %llu)",
ok(!memory_limit || programs < 50 || t.spilled       (unsigned long long)over, (unsigned long long)programs, what,
ok(!memory_limit || programs < 50 || t.spilled       (unsigned long long)most, (unsigned long long)first_over);
ok(!memory_limit || programs < 50 || t.spilled}
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilled/* Of the fixed seed it is known how many there are; of others what some thousands of each kind showed, and some. */
ok(!memory_limit || programs < 50 || t.spilledstatic void test_all_loops(uint64_t programs, uint64_t seed, bool fixed)
ok(!memory_limit || programs < 50 || t.spilled{
ok(!memory_limit || programs < 50 || t.spilled    static const struct {
ok(!memory_limit || programs < 50 || t.spilled        loops_kind kind;
ok(!memory_limit || programs < 50 || t.spilled        bool distinct;
ok(!memory_limit || programs < 50 || t.spilled        uint64_t known, in_thousand;
ok(!memory_limit || programs < 50 || t.spilled    } of[] = { { LOOPS_CONSTANT, true, 0, 0 },  { LOOPS_PERIODIC, true, 0, 0 },
ok(!memory_limit || programs < 50 || t.spilled               { LOOPS_AFFINE, true, 0, 0 },    { LOOPS_CONSTANT, false, 0, 0 },
ok(!memory_limit || programs < 50 || t.spilled               { LOOPS_PERIODIC, false, 0, 1 }, { LOOPS_AFFINE, false, 1, 6 } };
ok(!memory_limit || programs < 50 || t.spilled    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
ok(!memory_limit || programs < 50 || t.spilled        test_loops(of[i].kind, of[i].distinct, programs, seed,
ok(!memory_limit || programs < 50 || t.spilled                   fixed ? of[i].known : of[i].in_thousand * programs / 1000);
ok(!memory_limit || programs < 50 || t.spilled}
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilledenum { PROGRAMS = TAP_RANDOM(200) };
ok(!memory_limit || programs < 50 || t.spilled
ok(!memory_limit || programs < 50 || t.spilledint main(int argc, char **argv)
ok(!memory_limit || programs < 50 || t.spilled{
ok(!memory_limit || programs < 50 || t.spilled    if (argc == 4 && strcmp(argv[1], "loops") == 0) {
ok(!memory_limit || programs < 50 || t.spilled        test_all_loops(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10), false);
ok(!memory_limit || programs < 50 || t.spilled        return tap_done();
ok(!memory_limit || programs < 50 || t.spilled    }
ok(!memory_limit || programs < 50 || t.spilled    if (argc == 4 && strcmp(argv[1], "plain") == 0) {
ok(!memory_limit || programs < 50 || t.spilled        test_branches(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10), 0, false);
ok(!memory_limit || programs < 50 || t.spilled        return tap_done();
ok(!memory_limit || programs < 50 || t.spilled    }
ok(!memory_limit || programs < 50 || t.spilled    uint64_t programs = argc > 2 ? strtoull(argv[1], NULL, 10) : PROGRAMS;
ok(!memory_limit || programs < 50 || t.spilled    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 20111;
ok(!memory_limit || programs < 50 || t.spilled    if (argc > 3) {
ok(!memory_limit || programs < 50 || t.spilled        test_branches(programs, seed, strtoull(argv[3], NULL, 10), true);
ok(!memory_limit || programs < 50 || t.spilled        return tap_done();
ok(!memory_limit || programs < 50 || t.spilled    }
ok(!memory_limit || programs < 50 || t.spilled    test_branches(programs, seed, 0, true);
ok(!memory_limit || programs < 50 || t.spilled    test_all_loops(programs / 4, seed, argc <= 2);
ok(!memory_limit || programs < 50 || t.spilled    if (argc > 2)
ok(!memory_limit || programs < 50 || t.spilled        return tap_done();
ok(!memory_limit || programs < 50 || t.spilled    test_branches(PROGRAMS / 4, (uint64_t)time(NULL), 0, true);
ok(!memory_limit || programs < 50 || t.spilled    test_branches(PROGRAMS / 4, 20112, 40000, true);
ok(!memory_limit || programs < 50 || t.spilled    test_branches(PROGRAMS / 8, (uint64_t)time(NULL), 40000, true);
ok(!memory_limit || programs < 50 || t.spilled    return tap_done();
ok(!memory_limit || programs < 50 || t.spilled}
