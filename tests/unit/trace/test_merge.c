/* Merging by hand-made examples: the structure of two ranks, communicators, and two scales. */
#include "base/arena.h"
#include "merge_tools.h"
#include "tap.h"

/* Programs by a word: an upper-case letter is an event, (..)n a loop. */
static const char *parse(const variation *v, const char *word, sx_block *block)
{
    block->node = SX_NEW_ARRAY(v->arena, sx_node *, strlen(word));
    while (*word && *word != ')') {
        sx_node *node = SX_NEW(v->arena, sx_node);
        node->ranks.kind = SX_DOMAIN_RANKS;
        sx_ranklist_range(v->arena, v->rank, 1, &node->ranks.ranks, NULL);
        if (*word == '(') {
            node->kind = SX_NODE_LOOP;
            word = parse(v, word + 1, &node->body) + 1;
            node->trips = sx_value_constant(v->arena, *word - '0');
        } else {
            node->op = SX_OP_Barrier;
            node->site = (uint32_t)(*word - 'A') % SITES;
        }
        block->node[block->n++] = node;
        word++;
    }
    return word;
}

static sx_trace trace_of(sx_arena *arena, const char *word, sx_rank rank, sx_rank ranks)
{
    variation v = { .arena = arena, .rank = rank };
    sx_trace trace = { .p = ranks };
    seed_random(1);
    for (uint32_t i = 0; i < SITES; i++)
        v.site[i] = i;
    for (uint32_t i = 0; i < TYPES; i++)
        v.type[i] = i;
    make_tables(&v, &trace);
    parse(&v, word, &trace.program);
    sx_trace_number(&trace);
    return trace;
}

static void print_word(sx_buffer *out, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP) {
            sx_buffer_puts(out, "(");
            print_word(out, &node->body);
            sx_buffer_puts(out, ")");
        } else {
            sx_buffer_printf(out, "%c", 'A' + (char)node->site);
        }
    }
}

static void check_words(const char *a, const char *b, const char *want)
{
    sx_arena *arena = sx_arena_create();
    sx_buffer got = SX_BUFFER_INIT;
    sx_trace rank[2] = { trace_of(arena, a, 0, 2), trace_of(arena, b, 1, 2) };
    sx_trace both = merge_of(arena, &rank[0], &rank[1], 0);
    print_word(&got, &both.program);
    is_text(got.data ? got.data : "", want, "the structure of two ranks");
    ok(says(&both, 0, rank, 2), "%s and %s keep their events", a, b);
    sx_buffer_finish(&got);
    sx_arena_destroy(arena);
}

static void test_structures(void)
{
    check_words("ABC", "ABC", "ABC");
    check_words("A(BC)3D", "ABCD", "A(BC)D");
    check_words("ABCD", "A(BC)3D", "A(BC)D");
    check_words("A(BC)3D", "ACD", "A(BC)D");
    check_words("((A)3B)4", "(AB)4", "((A)B)");
    check_words("((A)3B)4", "AB", "((A)B)");
    check_words("A(B)3C", "A(B)2C", "A(B)C");
    check_words("(AB)3", "(AC)3", "(ABC)");
    check_words("A(B)3", "A", "A(B)");
    check_words("AE", "CE", "ACE");
    check_words("CE", "AE", "ACE");
    check_words("A(A)4", "A", "A(A)");
    check_words("(AB)3C(AB)3", "C(AB)3", "(AB)C(AB)");
    check_words("", "AB", "AB");
}

/* A rank of two rows and the world turned round; every second rank also made a communicator first. */
static sx_trace trace_with_comms(sx_arena *arena, sx_rank rank, sx_rank ranks)
{
    sx_trace trace = trace_of(arena, "A", rank, ranks);
    bool extra = rank % 2;
    trace.comm = SX_NEW_ARRAY(arena, sx_comm, 4);
    trace.comm[1].kind = SX_COMM_SELF;
    trace.ncomms = 2;
    for (uint32_t serial = extra ? 0 : 1; serial < 2; serial++) {
        sx_comm *comm = &trace.comm[trace.ncomms++];
        *comm =
            (sx_comm) { .kind = serial ? SX_COMM_SPLIT : SX_COMM_DUP, .serial = serial };
        comm->members.kind = SX_DOMAIN_RANKS;
        sx_ranklist_range(arena, rank, 1, &comm->members.ranks, NULL);
        comm->size = sx_value_constant(arena, ranks / 2);
        comm->rank = sx_value_constant(arena, rank % (ranks / 2));
    }
    sx_node *node = trace.program.node[0];
    node->nparams = 1;
    node->param = SX_NEW(arena, sx_param);
    node->param->id = SX_PARAM_COMM;
    node->param->value = sx_value_constant(arena, (int64_t)trace.ncomms - 1);
    trace.nunrecorded = 1;
    trace.unrecorded = SX_NEW(arena, sx_unrecorded);
    *trace.unrecorded = (sx_unrecorded) { rank % 2 ? "MPI_Get" : "MPI_Put", 10 };
    return trace;
}

static void test_comms(void)
{
    enum { RANKS = 8 };
    sx_arena *arena = sx_arena_create();
    sx_trace rank[RANKS];
    for (sx_rank r = 0; r < RANKS; r++)
        rank[r] = trace_with_comms(arena, r, RANKS);
    for (int width = 1; width < RANKS; width *= 2)
        for (int r = 0; r < RANKS; r += 2 * width)
            rank[r] = merge_of(arena, &rank[r], &rank[r + width], 0);
    sx_trace *run = &rank[0];
    is_int(sx_trace_canonical(arena, run, NULL), SX_OK, "canonical form");
    is_int(run->ncomms, 4, "world, self, a split and a dup");
    const sx_comm *split = &run->comm[2], *dup = &run->comm[3];
    sx_buffer text = SX_BUFFER_INIT;
    ok(split->kind == SX_COMM_SPLIT && split->members.kind == SX_DOMAIN_ALL, "all split");
    print_value(&text, &split->size);
    print_value(&text, &split->rank);
    ok(dup->kind == SX_COMM_DUP && dup->members.kind == SX_DOMAIN_RANKS, "some dup");
    print_ranks(&text, &dup->members.ranks);
    print_value(&text, &run->program.node[0]->param->value);
    is_text(text.data, " (4/0*1) %(0/1*4)<1 1 4 2> (2/0*1)",
            "sizes, ranks, members, and the renumbered communicator of an event");
    is_int(run->program.n, 1, "nodes");
    ok(run->nunrecorded == 2 && run->unrecorded[0].calls == 40 &&
           run->unrecorded[1].calls == 40,
       "unrecorded calls are summed by name");
    sx_buffer_finish(&text);
    sx_arena_destroy(arena);
}

/* Domains and times of two scales: ranks of the second come after those of the first. */
static void test_scales(void)
{
    sx_arena *arena = sx_arena_create();
    sx_trace run[2], both;
    for (int s = 0; s < 2; s++) {
        sx_rank ranks = s ? 4 : 2;
        run[s] = trace_of(arena, "AC", 0, ranks);
        for (size_t i = 0; i < 2; i++) {
            sx_node *node = run[s].program.node[i];
            node->ranks.kind = SX_DOMAIN_ALL;
            node->ntimes = 1;
            node->times = SX_NEW(arena, sx_times);
            node->times->all = true;
        }
    }
    run[1].program.n = 1;
    both = merge_of(arena, &run[0], &run[1], 2);
    sx_buffer text = SX_BUFFER_INIT;
    print_block(&text, &both.program, 0);
    ok(strcmp(text.data, "# Barrier@0 t<1 0 2 1> t<1 2 4 1>\n# Barrier@2<1 0 2 1> t\n") ==
           0,
       "two scales keep their times apart, and b's ranks come after a's");
    is_int(both.p, 6, "ranks of both");
    sx_error err;
    sx_merge_options options = { .shift_b = 0 };
    is_int(sx_trace_merge(arena, &run[0], &run[0], &options, &both, &err), SX_INVALID,
           "ALL where it has no meaning");
    options.shift_b = 1;
    is_int(sx_trace_merge(arena, &run[0], &run[1], &options, &both, &err), SX_INVALID,
           "a shift into the first's ranks");
    sx_buffer_finish(&text);
    sx_arena_destroy(arena);
}

/* As many call sites as recursion makes, each rank's in an order of its own: not in time that grows with the square. */
static void test_many_sites(void)
{
    enum { MANY = 300000, OWN = 1000 };
    static const char *module[] = { "app" };
    sx_arena *arena = sx_arena_create();
    sx_trace rank[2], both;
    sx_frame *frame = SX_NEW_ARRAY(arena, sx_frame, MANY + OWN);
    for (uint32_t i = 0; i < MANY + OWN; i++)
        frame[i].offset = i;
    for (sx_rank r = 0; r < 2; r++) {
        rank[r] = (sx_trace) { .p = 2, .nmodules = 1, .module = module };
        rank[r].nsites = MANY + (r ? OWN : 0);
        rank[r].site = SX_NEW_ARRAY(arena, sx_site, rank[r].nsites);
        for (uint32_t i = 0; i < rank[r].nsites; i++) {
            uint32_t at = r ? (uint32_t)rank[r].nsites - 1 - i : i;
            rank[r].site[i] = (sx_site) { 1, frame + at };
        }
    }
    const sx_merge_options options = { .pool_times = true };
    ok(sx_trace_merge(arena, &rank[0], &rank[1], &options, &both, NULL) == SX_OK,
       "traces of many call sites are merged");
    is_int((int64_t)both.nsites, MANY + OWN, "call sites, those of both once");
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < both.nsites; i++) {
        uint32_t want = i < MANY ? i : MANY + OWN - 1 - (i - MANY);
        wrong += both.site[i].n != 1 || both.site[i].frame->offset != want;
    }
    is_int(wrong, 0, "sites of other frames");
    sx_arena_destroy(arena);
}

int main(void)
{
    test_structures();
    test_comms();
    test_scales();
    test_many_sites();
    return tap_done();
}
