/* Merging must not change any rank's events: random programs are expanded before and after. */
#include "base/arena.h"
#include "base/buffer.h"
#include "tap.h"
#include "trace/merge.h"

#include <stdlib.h>

enum { SITES = 12, TYPES = 4, MAX_RANKS = 8 };

static uint64_t random_state;

static uint32_t rnd(uint32_t n)
{
    random_state =
        random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 33) % n;
}

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

/* One rank's tables have their own order. */
typedef struct variation {
    sx_arena *arena;
    sx_rank rank;
    uint32_t site[SITES], type[TYPES]; /* the index of each */
    bool wild; /* shuffles and drops nodes */
} variation;

static void shuffle(uint32_t *number, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        number[i] = i;
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = rnd(i), swap = number[i - 1];
        number[i - 1] = number[j];
        number[j] = swap;
    }
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

static sx_value random_value(const variation *v, uint32_t below, bool relative)
{
    int64_t value[5];
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
    node->times->comp.field[SX_HIST_N] = node->times->comm.field[SX_HIST_N] = 1;
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

static void make_tables(const variation *v, sx_trace *trace)
{
    trace->nmodules = 2;
    trace->module = SX_NEW_ARRAY(v->arena, const char *, 2);
    uint32_t app = rnd(2);
    trace->module[app] = "app";
    trace->module[1 - app] = "lib";
    trace->nsites = SITES;
    trace->site = SX_NEW_ARRAY(v->arena, sx_site, SITES);
    for (uint32_t i = 0; i < SITES; i++) {
        sx_frame *frame = SX_NEW_ARRAY(v->arena, sx_frame, 2);
        frame[0] = (sx_frame) { i % 2 ? app : 1 - app, i };
        frame[1] = (sx_frame) { app, i / 2 };
        trace->site[v->site[i]] = (sx_site) { 2, frame };
    }
    trace->ntypes = TYPES;
    trace->type = SX_NEW_ARRAY(v->arena, sx_type, TYPES);
    for (uint32_t i = 0; i < TYPES; i++)
        trace->type[v->type[i]] = (sx_type) { "derived", 1 + i };
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

/* The plain expansion of one rank. */
typedef struct listing {
    int64_t *number;
    size_t n, capacity;
} listing;

static void put(listing *l, int64_t number)
{
    if (l->n == l->capacity) {
        l->capacity = l->capacity ? 2 * l->capacity : 1024;
        l->number = realloc(l->number, l->capacity * sizeof *l->number);
    }
    l->number[l->n++] = number;
}

typedef struct expansion {
    const sx_trace *trace;
    sx_rank rank;
    uint64_t *execution;
    listing list;
} expansion;

static int64_t value_at(const expansion *e, const sx_value *value, const sx_ranklist *who,
                        uint64_t k)
{
    if (value->kind == SX_VALUE_BY_RANK)
        return sx_seq_at(value->by_rank, (uint64_t)sx_ranklist_position(who, e->rank));
    const sx_seq *seq = sx_value_seq(value, e->rank);
    return seq ? sx_seq_at(seq, k) : -77;
}

static void expand_block(expansion *e, const sx_block *block,
                         const sx_ranklist *enclosing)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        const sx_ranklist *who =
            node->ranks.kind == SX_DOMAIN_ALL ? enclosing : &node->ranks.ranks;
        if (!sx_ranklist_contains(who, e->rank))
            continue;
        uint64_t k = e->execution[node->id]++;
        if (node->kind == SX_NODE_LOOP) {
            for (int64_t t = value_at(e, &node->trips, who, k); t > 0; t--)
                expand_block(e, &node->body, who);
            continue;
        }
        const sx_site *site = &e->trace->site[node->site];
        put(&e->list, node->op);
        put(&e->list, (int64_t)site->frame[0].offset);
        put(&e->list, e->trace->module[site->frame[0].module][0]);
        for (uint32_t j = 0; j < node->nparams; j++) {
            int64_t value = value_at(e, &node->param[j].value, who, k);
            put(&e->list, node->param[j].id);
            put(&e->list,
                node->param[j].id == SX_PARAM_TYPE ? e->trace->type[value].size : value);
            put(&e->list, node->param[j].value.relative);
        }
        size_t timed = 0;
        for (uint32_t j = 0; j < node->ntimes; j++)
            timed += node->times[j].all ||
                     sx_ranklist_contains(&node->times[j].ranks, e->rank);
        put(&e->list, (int64_t)timed);
    }
}

static listing expand(const sx_trace *trace, sx_rank rank, const sx_ranklist *everybody)
{
    expansion e = { .trace = trace, .rank = rank };
    e.execution = calloc(trace->nnodes + 1, sizeof *e.execution);
    expand_block(&e, &trace->program, everybody);
    free(e.execution);
    return e.list;
}

static bool same_listing(const listing *a, const listing *b)
{
    return a->n == b->n &&
           (a->n == 0 || memcmp(a->number, b->number, a->n * sizeof *a->number) == 0);
}

/* A text of the tree, to compare and to look at. */
static void print_ranks(sx_buffer *out, const sx_ranklist *list)
{
    for (size_t i = 0; i < list->n; i++) {
        sx_buffer_printf(out, "<%u %lld", list->term[i].ndims,
                         (long long)list->term[i].start);
        for (uint32_t d = 0; d < list->term[i].ndims; d++)
            sx_buffer_printf(out, " %lld %lld", (long long)list->term[i].dim[d].iters,
                             (long long)list->term[i].dim[d].stride);
        sx_buffer_puts(out, ">");
    }
}

static void print_seq(sx_buffer *out, const sx_seq *seq)
{
    for (uint32_t i = 0; i < seq->n; i++) {
        const sx_run *run = &seq->run[i];
        sx_buffer_puts(out, i ? "," : "(");
        if (run->sub)
            print_seq(out, run->sub);
        else
            sx_buffer_printf(out, "%lld/%lld", (long long)run->first,
                             (long long)run->stride);
        sx_buffer_printf(out, "*%llu", (unsigned long long)run->count);
    }
    sx_buffer_puts(out, ")");
}

static void print_value(sx_buffer *out, const sx_value *value)
{
    sx_buffer_puts(out, value->relative ? " ~" : " ");
    if (value->kind == SX_VALUE_BY_RANK) {
        sx_buffer_puts(out, "%");
        print_seq(out, value->by_rank);
        return;
    }
    for (size_t i = 0; i < value->npieces; i++) {
        sx_buffer_puts(out, i ? "|" : "");
        print_seq(out, value->piece[i].seq);
        if (!value->piece[i].all)
            print_ranks(out, &value->piece[i].ranks);
    }
}

static void print_block(sx_buffer *out, const sx_block *block, int depth)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        sx_buffer_printf(out, "# %*s", 2 * depth, "");
        if (node->kind == SX_NODE_LOOP)
            sx_buffer_puts(out, "loop");
        else
            sx_buffer_printf(out, "%s@%u", sx_op_name(node->op), node->site);
        if (node->ranks.kind == SX_DOMAIN_RANKS)
            print_ranks(out, &node->ranks.ranks);
        if (node->kind == SX_NODE_LOOP)
            print_value(out, &node->trips);
        for (uint32_t j = 0; j < node->nparams; j++)
            print_value(out, &node->param[j].value);
        for (uint32_t j = 0; j < node->ntimes; j++) {
            sx_buffer_puts(out, " t");
            if (!node->times[j].all)
                print_ranks(out, &node->times[j].ranks);
        }
        sx_buffer_puts(out, "\n");
        if (node->kind == SX_NODE_LOOP)
            print_block(out, &node->body, depth + 1);
    }
}

static sx_trace merge_of(sx_arena *arena, const sx_trace *a, const sx_trace *b,
                         sx_rank shift)
{
    sx_error err = { .text = "" };
    sx_trace both = { .p = 0 };
    sx_merge_options options = { .shift_b = shift, .pool_times = shift == 0 };
    if (sx_trace_merge(arena, a, b, &options, &both, &err) != SX_OK)
        printf("# %s\n", err.text);
    return both;
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

/* Does the trace say of the ranks first + 0 .. what each said of itself? */
static bool says(const sx_trace *trace, sx_rank first, const sx_trace *rank, sx_rank n)
{
    sx_arena *arena = sx_arena_create();
    bool same = true;
    sx_ranklist everybody, own;
    sx_ranklist_range(arena, 0, trace->p, &everybody, NULL);
    for (sx_rank r = 0; r < n && same; r++) {
        sx_ranklist_range(arena, r, 1, &own, NULL);
        listing is = expand(trace, first + r, &everybody),
                was = expand(&rank[r], r, &own);
        same = same_listing(&is, &was);
        free(is.number);
        free(was.number);
    }
    sx_arena_destroy(arena);
    return same;
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
    random_state = seed;
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
    random_state = 1;
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

int main(int argc, char **argv)
{
    uint64_t cases = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    test_structures();
    test_comms();
    test_scales();
    test_random_programs(first, cases);
    return tap_done();
}
