/* From the events of each rank to the trace of all, as the recorder does it: random programs whose ranks differ
 * (masters and workers, boundaries, optional stages, trip counts) are compressed rank by rank, go through
 * the text format, and are merged in a tree. What the traversal lists for a rank is what was put in; and
 * sequences that stay packed on the way make no difference to the text of the whole.
 *
 *     merged_ranks [CASES [FIRST-SEED]] */
#include "base/checked.h"
#include "compress_tools.h"
#include "io/text.h"
#include "record/refold.h"
#include "tests/tap.h"
#include "trace/merge.h"
#include "trace/policy.h"
#include "trace/walk.h"

#include <stdlib.h>

enum { MOST_RANKS = 20, SITES = 40, FEW_SITES = 4, DEPTH = 3, MOST_EVENTS = 400 };

/* Which ranks take part. */
typedef enum who { EVERYBODY, MASTER, WORKERS, FIRST_OR_LAST, INNER, ODD, SOME, WHO } who;

/* A number that may depend on rank and iteration. */
typedef struct law {
    enum { CONSTANT, BY_RANK, BY_COUNTER, PERIODIC, RANDOM, LAWS } kind;
    int64_t a, b;
} law;

typedef struct step {
    bool loop;
    who who;
    uint32_t site, n;
    law law[3]; /* of a loop: trips; of an event: peer, count, tag */
    struct step *body;
} step;

static law random_law(void)
{
    /* Half of them are constant, as most are. */
    return (law) { .kind = random_below(2) ? CONSTANT : random_below(LAWS),
                   .a = (int64_t)random_below(6),
                   .b = (int64_t)random_below(4) };
}

/* The same for all ranks, but for values. */
static void make_alike(step *s)
{
    s->who = EVERYBODY;
    for (int k = 0; k < 3; k++) {
        law *l = &s->law[k];
        if (l->kind == RANDOM || (s->loop && l->kind == BY_RANK))
            l->kind = CONSTANT;
    }
}

static void make_block(sx_arena *arena, step *parent, uint32_t sites, int depth)
{
    parent->n = (uint32_t)(1 + random_below(4));
    parent->body = SX_NEW_ARRAY(arena, step, parent->n);
    for (uint32_t i = 0; i < parent->n; i++) {
        step *s = &parent->body[i];
        s->loop = depth < DEPTH && random_below(3) == 0;
        s->who = random_below(2) ? EVERYBODY : random_below(WHO);
        s->site = (uint32_t)random_below(sites);
        for (int k = 0; k < 3; k++)
            s->law[k] = random_law();
        if (sites == FEW_SITES)
            make_alike(s);
        if (s->loop)
            make_block(arena, s, sites, depth + 1);
    }
}

/* One rank's run. */
typedef struct run {
    sx_rank rank, ranks;
    uint64_t events;
    int64_t counter;
    sx_compress *compress;
    uint32_t nsites, number[SITES],
        site[SITES]; /* in the order in which this rank came by */
    tape said;
} run;

static bool takes_part(const run *r, who whom)
{
    bool end = r->rank == 0 || r->rank == r->ranks - 1;
    switch (whom) {
    case MASTER:
        return r->rank == 0;
    case WORKERS:
        return r->rank > 0;
    case FIRST_OR_LAST:
        return end;
    case INNER:
        return !end;
    case ODD:
        return r->rank % 2;
    case SOME:
        return random_below(2);
    default:
        return true;
    }
}

static int64_t number_of(const run *r, const law *l)
{
    switch (l->kind) {
    case BY_RANK:
        return l->a + l->b * r->rank;
    case BY_COUNTER:
        return l->a + l->b * r->counter;
    case PERIODIC:
        return l->a + (int64_t)(r->events % (uint64_t)(1 + l->b));
    case RANDOM:
        return (int64_t)random_below(4);
    default:
        return l->a;
    }
}

/* In (-size/2, size/2]. */
static int64_t distance(int64_t peer, int64_t rank, int64_t size)
{
    int64_t steps = (peer - rank + size) % size;
    return steps > size / 2 ? steps - size : steps;
}

static void emit(run *r, const step *s)
{
    static const sx_op op[] = { SX_OP_Send, SX_OP_Recv, SX_OP_Isend };
    int64_t peer = number_of(r, &s->law[0]) % r->ranks, count = number_of(r, &s->law[1]),
            tag = number_of(r, &s->law[2]);
    if (s->law[1].kind == RANDOM) /* a sequence that carries information */
        count += (int64_t)random_below(1000);
    if (!r->number[s->site]) {
        r->site[r->nsites++] = s->site;
        r->number[s->site] = r->nsites;
    }
    sx_input input = { .op = op[s->site % 3],
                       .site = r->number[s->site] - 1,
                       .comp_ns = 10,
                       .comm_ns = 20 };
    sx_input_add(&input, SX_PARAM_COMM, 0);
    sx_input_add(&input, SX_PARAM_PEER,
                 s->law[0].a == 5 ? SX_NULL : distance(peer, r->rank, r->ranks));
    sx_input_add(&input, SX_PARAM_COUNT, count);
    sx_input_add(&input, SX_PARAM_TAG, tag);
    sx_compress_add(r->compress, &input);
    r->events++;
    put(&r->said, input.op);
    put(&r->said, s->site);
    put(&r->said, s->law[0].a == 5 ? SX_NULL : peer);
    put(&r->said, count);
    put(&r->said, tag);
}

static void run_block(run *r, const step *parent)
{
    for (uint32_t i = 0; i < parent->n && r->events < MOST_EVENTS; i++) {
        const step *s = &parent->body[i];
        if (!takes_part(r, s->who))
            continue;
        if (!s->loop) {
            emit(r, s);
            continue;
        }
        int64_t trips = number_of(r, &s->law[0]) % 12, outer = r->counter;
        for (r->counter = 0; r->counter < trips; r->counter++)
            run_block(r, s);
        r->counter = outer;
    }
}

/* The tables of one rank, and its program. */
static bool own_trace(sx_arena *arena, run *r, sx_trace *ret_trace)
{
    static const char *const module[] = { "app" };
    sx_domain own = { .kind = SX_DOMAIN_RANKS };
    sx_trace trace = { .p = r->ranks,
                       .nmodules = 1,
                       .module = sx_arena_copy(arena, module, 1, sizeof module[0]),
                       .nsites = r->nsites,
                       .site = SX_NEW_ARRAY(arena, sx_site, SITES),
                       .ncomms = 2,
                       .comm = SX_NEW_ARRAY(arena, sx_comm, 2) };
    for (uint32_t i = 0; i < r->nsites; i++) {
        sx_frame frame = { 0, r->site[i] };
        trace.site[i] = (sx_site) { 1, sx_arena_copy(arena, &frame, 1, sizeof frame) };
    }
    trace.comm[0].kind = SX_COMM_WORLD;
    trace.comm[1].kind = SX_COMM_SELF;
    sx_status status = sx_ranklist_range(arena, r->rank, 1, &own.ranks, NULL);
    if (status == SX_OK)
        status = sx_compress_program(r->compress, &own, arena, &trace.program, NULL);
    sx_trace_number(&trace);
    *ret_trace = trace;
    return status == SX_OK;
}

/* As text, or as what ranks send to each other, and back. */
static bool through_text(sx_arena *arena, bool message, sx_trace *trace)
{
    sx_buffer text = SX_BUFFER_INIT;
    sx_error err = { .text = "" };
    (message ? sx_text_write_message : sx_text_write)(&text, trace);
    const char *kept =
        sx_buffer_status(&text) ? NULL : sx_arena_string(arena, text.data, text.size);
    bool done = kept && (message ? sx_text_read_message : sx_text_read)(
                            arena, "merged", kept, text.size, trace, &err) == SX_OK;
    if (!done)
        printf("# %s\n", err.text);
    sx_buffer_finish(&text);
    return done;
}

/* The binomial tree of the recorder. */
static bool merge_all(sx_arena *arena, bool messages, sx_trace *trace, sx_rank ranks)
{
    const sx_merge_options options = { .pool_times = true };
    bool done = true;
    for (sx_rank far = 1; far < ranks && done; far *= 2) {
        for (sx_rank r = 0; r + far < ranks && done; r += 2 * far) {
            sx_trace both;
            done = through_text(arena, messages, &trace[r + far]) &&
                   sx_trace_merge(arena, &trace[r], &trace[r + far], &options, &both,
                                  NULL) == SX_OK;
            if (done)
                trace[r] = both;
        }
    }
    return done;
}

static uint64_t packed_in(const sx_block *block)
{
    uint64_t n = 0;
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        for (uint32_t k = 0; k < node->nparams; k++)
            n += sx_seq_is_packed(node->param[k].value.piece->seq);
        if (node->kind == SX_NODE_LOOP)
            n += sx_seq_is_packed(node->trips.piece->seq) + packed_in(&node->body);
    }
    return n;
}

static bool same_text(const sx_trace *a, const sx_trace *b)
{
    sx_buffer x = SX_BUFFER_INIT, y = SX_BUFFER_INIT;
    sx_text_write(&x, a);
    sx_text_write(&y, b);
    bool same = sx_buffer_status(&x) == SX_OK && x.size == y.size &&
                memcmp(x.data, y.data, x.size) == 0;
    sx_buffer_finish(&x);
    sx_buffer_finish(&y);
    return same;
}

/* What the traversal lists for a rank. */
static bool says_the_same(const sx_trace *trace, sx_walk *walk, const run *r)
{
    tape list = { 0 };
    sx_event event;
    bool more = false, done = sx_walk_start(walk, r->rank, NULL) == SX_OK;
    while (done && (done = sx_walk_next(walk, &event, &more, NULL) == SX_OK) && more) {
        put(&list, event.node->op);
        put(&list, (int64_t)trace->site[event.node->site].frame[0].offset);
        put(&list, event.value[SX_PARAM_PEER]);
        put(&list, event.value[SX_PARAM_COUNT]);
        put(&list, event.value[SX_PARAM_TAG]);
    }
    done = done && list.n == r->said.n &&
           (!list.n || memcmp(list.word, r->said.word, list.n * sizeof *list.word) == 0);
    free(list.word);
    return done;
}

static bool all_say_the_same(sx_arena *arena, const sx_trace *trace, const run *all)
{
    sx_trace bound;
    sx_walk *walk = NULL;
    bool same = sx_trace_bind(arena, trace, trace->p, NULL, 0, &bound, NULL) == SX_OK &&
                sx_walk_create(&bound, &walk, NULL) == SX_OK;
    for (sx_rank r = 0; same && r < trace->p; r++)
        same = says_the_same(&bound, walk, &all[r]);
    sx_walk_destroy(walk);
    return same;
}

static double samples_in(const sx_block *block)
{
    double n = 0;
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        for (uint32_t k = 0; k < node->ntimes; k++)
            n += node->times[k].hist.field[SX_HIST_N];
        n += samples_in(&node->body);
    }
    return n;
}

/* Counts where values told calls apart, unless that is NULL. */
static bool finish(sx_arena *arena, sx_trace *trace, uint64_t *refolded)
{
    sx_trace plain = *trace;
    finish_times(&trace->program);
    double samples = samples_in(&trace->program);
    bool done = sx_block_copy(arena, &trace->program, &plain.program) == SX_OK &&
                sx_refold(arena, trace, NULL) == SX_OK &&
                samples_in(&trace->program) == samples;
    if (done && refolded)
        *refolded += sx_trace_canonical(arena, &plain, NULL) == SX_OK &&
                     plain.nnodes != trace->nnodes;
    return done;
}

/* What is wrong with the program of this seed, or NULL. */
static const char *try_case(uint64_t seed, uint64_t *events, uint64_t *packed,
                            uint64_t *refolded)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace[MOST_RANKS], passed[MOST_RANKS]; /* the same; long sequences packed */
    run all[MOST_RANKS] = { 0 };
    step program = { 0 }, other = { 0 };
    const char *wrong = NULL;
    seed_random(sx_hash_mix(seed));
    sx_rank ranks = (sx_rank)(1 + random_below(MOST_RANKS));
    bool master = random_below(4) == 0; /* which does something else altogether */
    uint64_t again = 1 + random_below(8);
    uint32_t sites = random_below(4) ? SITES : FEW_SITES;
    make_block(arena, &program, sites, 0);
    make_block(arena, &other, sites, 0);
    for (sx_rank r = 0; r < ranks && !wrong; r++) {
        all[r].rank = r;
        all[r].ranks = ranks;
        all[r].compress = sx_compress_create(true);
        sx_compress_pack(all[r].compress,
                         &(sx_compress_packer) { sx_text_pack, sx_text_pack_numbers });
        for (uint64_t i = 0; i < again; i++)
            run_block(&all[r], master && r == 0 ? &other : &program);
        *events += all[r].events;
        bool made = own_trace(arena, &all[r], &passed[r]);
        *packed += made ? packed_in(&passed[r].program) : 0;
        trace[r] = passed[r];
        if (!made || !through_text(arena, false, &trace[r]))
            wrong = "a rank has no trace";
    }
    if (!wrong &&
        !(merge_all(arena, false, trace, ranks) && merge_all(arena, true, passed, ranks)))
        wrong = "ranks do not merge";
    if (!wrong && !all_say_the_same(arena, &trace[0], all))
        wrong = "the merged trace says something else";
    if (!wrong &&
        !(finish(arena, &trace[0], refolded) && finish(arena, &passed[0], NULL)))
        wrong = "no canonical form";
    if (!wrong && !same_text(&trace[0], &passed[0]))
        wrong = "packed sequences make a difference";
    if (!wrong && !(through_text(arena, false, &trace[0]) &&
                    all_say_the_same(arena, &trace[0], all)))
        wrong = "the canonical form says something else";
    for (sx_rank r = 0; r < ranks; r++) {
        sx_compress_destroy(all[r].compress);
        free(all[r].said.word);
    }
    sx_arena_destroy(arena);
    return wrong;
}

int main(int argc, char **argv)
{
    uint64_t cases = argc > 1 ? strtoull(argv[1], NULL, 10) : TAP_RANDOM(300);
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t events = 0, packed = 0, refolded = 0, wrong = 0;
    for (uint64_t seed = first; seed < first + cases; seed++) {
        const char *why = try_case(seed, &events, &packed, &refolded);
        if (why && !wrong++)
            printf("# seed %llu: %s\n", (unsigned long long)seed, why);
    }
    printf("# seeds from %llu: %llu programs, %llu events of all ranks, %llu packed "
           "sequences\n",
           (unsigned long long)first, (unsigned long long)cases,
           (unsigned long long)events, (unsigned long long)packed);
    ok(wrong == 0, "of %llu programs the ranks do not find their own events",
       (unsigned long long)wrong);
    ok(events > 100 * cases, "%llu events", (unsigned long long)events);
    ok(refolded > cases / 150 || cases < 300, "%llu have calls that values tell apart",
       (unsigned long long)refolded);
    ok(packed > cases / 10, "%llu packed sequences", (unsigned long long)packed);
    return tap_done();
}
