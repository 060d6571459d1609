/* Random traces, each written in two ways: as a recorder would, with ranklists, sequences and relative
 * end points, and as formulas. What is counted and compared in compressed form must agree with
 * plain walks, event by event. */
#include "report/compare.h"
#include "report/count.h"
#include "tap.h"
#include "trace/walk.h"

#include <inttypes.h>
#include <stdlib.h>

enum { RANKS = 12, DIM = 3, TRACES = 400 };

static sx_arena *arena;
static uint64_t state;

/* An LCG, so that the traces are the same everywhere. */
static unsigned draw(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

static const sx_expr *parse(const char *text)
{
    static const char *const grids[] = { "g1" };
    const sx_expr_names names = { .ngrids = 1, .grid = grids };
    const sx_expr *expr = NULL;
    sx_error err = { 0 };
    if (sx_expr_parse(arena, text, strlen(text), &names, &expr, &err))
        ok(false, "%s does not parse: %s", text, err.text);
    return expr;
}

static sx_value formula(const char *text)
{
    return sx_value_expr(parse(text), (sx_evidence) { .label = SX_LABEL_EXACT });
}

static sx_value sequence(const int64_t *number, uint64_t n)
{
    sx_value value = sx_value_constant(arena, 0);
    sx_piece *piece = sx_arena_copy(arena, value.piece, 1, sizeof *piece);
    piece->seq = sx_seq_from_values(arena, number, n, true);
    value.piece = piece;
    return value;
}

static sx_value by_piece(const sx_rank *rank, size_t n, int64_t inside, int64_t outside)
{
    sx_rank others[RANKS];
    size_t nothers = 0;
    sx_value value = { .kind = SX_VALUE_PIECES, .npieces = 2 };
    sx_piece *piece = SX_NEW_ARRAY(arena, sx_piece, 2);
    for (sx_rank r = 0; r < RANKS; r++) {
        bool listed = false;
        for (size_t i = 0; i < n; i++)
            listed = listed || rank[i] == r;
        if (!listed)
            others[nothers++] = r;
    }
    sx_ranklist_from_ranks(arena, rank, n, &piece[0].ranks, NULL);
    sx_ranklist_from_ranks(arena, others, nothers, &piece[1].ranks, NULL);
    piece[0].seq = sx_seq_constant(arena, inside);
    piece[1].seq = sx_seq_constant(arena, outside);
    value.piece = piece;
    return value;
}

/* The same number in two ways; the last only where executions are iterations. */
typedef struct twice {
    sx_value way[2];
} twice;

static const sx_rank column[] = { 0, 3, 6, 9 }, interior[] = { 4, 7 };

static twice draw_value(unsigned depth)
{
    const int64_t three[] = { 1, 2, 3 }, nine[] = { 4, 7, 10, 13, 1, 1, 5, 1, 1 };
    sx_value other = sx_value_constant(arena, -1);
    switch (draw(depth == 1 ? 7 : 6)) {
    case 0:
        return (twice) { { sx_value_constant(arena, 5), sx_value_constant(arena, 5) } };
    case 1:
        return (twice) { { sx_value_constant(arena, 4), formula("P div g1.d1") } };
    case 2:
        return (twice) { { by_piece(column, 4, 9, 2), formula("if(g1.c1 == 0, 9, 2)") } };
    case 3:
        other.relative = true;
        return (twice) { { other, formula("(m - 1) mod s") } };
    case 4:
        return (twice) { { sequence(nine, 9), sequence(nine, 9) } };
    case 5:
        return (
            twice) { { by_piece(interior, 2, SX_NULL, 1),
                       formula("if(g1.c1 == 1 && g1.c2 > 0 && g1.c2 < 3, null, 1)") } };
    default:
        return (twice) { { sequence(three, 3), formula("1 + i1 mod 3") } };
    }
}

static void draw_domain(sx_domain ret_way[2])
{
    static const char *const dims[] = { "g1.d2 - 2", "g1.d1", "1", "1" };
    ret_way[0] = ret_way[1] = (sx_domain) { .kind = SX_DOMAIN_ALL };
    unsigned kind = draw(4);
    if (kind == 0) {
        ret_way[0].kind = SX_DOMAIN_RANKS;
        sx_ranklist_from_ranks(arena, column, 4, &ret_way[0].ranks, NULL);
        ret_way[1] =
            (sx_domain) { .kind = SX_DOMAIN_WHERE, .where = parse("g1.c1 == 0") };
    } else if (kind == 1) {
        sx_box *box = SX_NEW(arena, sx_box);
        box->ndims = 2;
        box->start = parse("g1.d1 + 1");
        for (int i = 0; i < 2; i++) {
            box->dim[i].iters = parse(dims[2 * i]);
            box->dim[i].stride = parse(dims[2 * i + 1]);
        }
        ret_way[0].kind = SX_DOMAIN_RANKS;
        sx_ranklist_from_ranks(arena, interior, 2, &ret_way[0].ranks, NULL);
        ret_way[1] = (sx_domain) { .kind = SX_DOMAIN_BOXES, .nboxes = 1, .box = box };
    }
}

static void draw_node(unsigned depth, sx_node *way[2]);

static void draw_block(unsigned depth, sx_block *a, sx_block *b)
{
    size_t n = 1 + draw(4);
    *a = (sx_block) { n, SX_NEW_ARRAY(arena, sx_node *, n) };
    *b = (sx_block) { n, SX_NEW_ARRAY(arena, sx_node *, n) };
    for (size_t i = 0; i < n; i++) {
        sx_node *way[2];
        draw_node(depth, way);
        a->node[i] = way[0];
        b->node[i] = way[1];
    }
}

static void draw_event(unsigned depth, sx_node *way[2])
{
    static const sx_op ops[] = { SX_OP_Isend, SX_OP_Irecv, SX_OP_Alltoallv };
    sx_op op = ops[draw(3)];
    twice peer = draw_value(depth), count = draw_value(depth), comm = { 0 };
    bool world = draw(2);
    for (int t = 0; t < 2; t++) {
        count.way[t].relative = t == 0 && count.way[t].relative;
        comm.way[t] = sx_value_constant(arena, world ? 0 : 2);
        const sx_param all[] = {
            { SX_PARAM_COMM, comm.way[t] },
            { SX_PARAM_PEER, peer.way[t] },
            { op == SX_OP_Alltoallv ? SX_PARAM_COUNTS : SX_PARAM_COUNT, count.way[t] },
            { SX_PARAM_TYPE, sx_value_constant(arena, 1) },
        };
        way[t]->op = op;
        way[t]->nparams = 4;
        way[t]->param = sx_arena_copy(arena, all, 4, sizeof *all);
    }
    if (op == SX_OP_Alltoallv ||
        draw(3) == 0) { /* TYPE comes before COUNTS; lists of both */
        for (int t = 0; t < 2; t++) {
            sx_param *param = way[t]->param;
            if (op == SX_OP_Alltoallv) {
                sx_param swap = param[2];
                param[2] = param[3];
                param[3] = swap;
                param[3].value = t ? formula("2") : sx_value_constant(arena, 2);
            }
        }
    }
}

static void draw_node(unsigned depth, sx_node *way[2])
{
    sx_domain domain[2];
    draw_domain(domain);
    for (int t = 0; t < 2; t++) {
        way[t] = SX_NEW(arena, sx_node);
        way[t]->ranks = domain[t];
    }
    if (depth < 3 && draw(3) == 0) {
        twice trips = { { sx_value_constant(arena, 3), formula("g1.d1") } };
        if (draw(3) == 0)
            trips = (twice) { { by_piece(column, 4, 2, 1),
                                formula("if(g1.c1 == 0, 2, 1)") } };
        for (int t = 0; t < 2; t++) {
            way[t]->kind = SX_NODE_LOOP;
            way[t]->trips = trips.way[t];
        }
        draw_block(depth + 1, &way[0]->body, &way[1]->body);
        return;
    }
    draw_event(depth, way);
}

static void draw_traces(sx_trace way[2])
{
    static sx_grid grid = { .name = "g1", .ndims = 2, .dim = { DIM, RANKS / DIM } };
    static sx_type type[] = { { "MPI_INT", 4 }, { "MPI_DOUBLE", 8 } };
    const char *const size[] = { "3", "g1.d1" }, *const rank[] = { "r mod 3", "g1.c1" };
    sx_block program[2];
    draw_block(0, &program[0], &program[1]);
    for (int t = 0; t < 2; t++) {
        sx_comm *comm = SX_NEW_ARRAY(arena, sx_comm, 3);
        comm[2] = (sx_comm) { .kind = SX_COMM_SPLIT,
                              .size = formula(size[t]),
                              .rank = formula(rank[t]) };
        comm[1].kind = SX_COMM_SELF;
        way[t] = (sx_trace) { .p = RANKS,
                              .ncomms = 3,
                              .comm = comm,
                              .ngrids = 1,
                              .grid = &grid,
                              .ntypes = 2,
                              .type = type,
                              .program = program[t] };
        sx_trace_number(&way[t]);
    }
}

/* Counts by walking every event; false when the trace has values that are no ranks or counts. */
static bool walk_totals(const sx_trace *trace, sx_totals *totals)
{
    sx_walk *walk = NULL;
    bool fine = sx_walk_create(trace, &walk, NULL) == SX_OK;
    memset(totals, 0, sizeof *totals);
    for (sx_rank rank = 0; rank < RANKS && fine; rank++) {
        bool more = true;
        fine = sx_walk_start(walk, rank, NULL) == SX_OK;
        while (fine && more) {
            sx_event e;
            int64_t bytes = 0;
            fine = sx_walk_next(walk, &e, &more, NULL) == SX_OK &&
                   (!more || sx_walk_bytes(walk, &bytes, NULL) == SX_OK);
            if (!fine || !more)
                break;
            bool message = e.node->op == SX_OP_Isend && e.value[SX_PARAM_PEER] != SX_NULL;
            totals->op[e.node->op].calls++;
            totals->op[e.node->op].bytes += (uint64_t)bytes;
            totals->op[e.node->op].messages += message;
            totals->op[e.node->op].message_bytes += message ? (uint64_t)bytes : 0;
        }
    }
    sx_walk_destroy(walk);
    return fine;
}

static void counts(const sx_trace *trace, unsigned number, int way)
{
    sx_totals walked, counted;
    sx_error err = { 0 };
    bool fine = walk_totals(trace, &walked);
    const sx_census_options everything = { .most_evaluations = UINT64_MAX };
    sx_status status = sx_totals_count(trace, &everything, &counted, &err);
    bool same = fine && !status && memcmp(walked.op, counted.op, sizeof walked.op) == 0;
    ok(same, "trace %u, way %d, is counted otherwise than walked %s", number, way,
       err.text);
    const sx_census_options nothing = { .most_evaluations = 0 };
    status = sx_totals_count(trace, &nothing, &counted, &err);
    same = fine && !status;
    for (int op = 0; op < SX_OPS && same; op++)
        same =
            counted.op[op].calls == walked.op[op].calls &&
            (counted.op[op].uncounted > 0 || counted.op[op].bytes == walked.op[op].bytes);
    ok(same, "trace %u, way %d, is counted otherwise without evaluations", number, way);
}

static bool compares(const sx_trace *a, const sx_trace *b, size_t max,
                     sx_comparison *ret_comparison)
{
    const sx_compare_options options = { .name = { "A", "B" }, .max = max };
    sx_error err = { 0 };
    sx_status status = sx_compare(arena, a, b, &options, ret_comparison, &err);
    if (status)
        ok(false, "comparing fails: %s", err.text);
    return !status;
}

/* The last event of the trace, whose count or counts then change for one rank. */
static sx_node *last_event(const sx_block *block)
{
    sx_node *node = block->node[block->n - 1];
    return node->kind == SX_NODE_LOOP ? last_event(&node->body) : node;
}

static uint64_t calls(const sx_totals *totals)
{
    uint64_t sum = 0;
    for (int op = 0; op < SX_OPS; op++)
        sum += totals->op[op].calls;
    return sum;
}

static void differences(const sx_trace *a, sx_trace *b, unsigned number)
{
    sx_comparison few, many;
    sx_totals of_a;
    static const sx_rank one[] = { 4 };
    sx_node *node = last_event(&b->program);
    sx_param *tag = SX_NEW_ARRAY(arena, sx_param, 2 * (node->nparams + 1));
    /* A tag of 1 on rank 4 only, against a tag of 0. */
    sx_node *other = last_event(&a->program);
    sx_param *of_other = tag + node->nparams + 1;
    bool list = node->op == SX_OP_Alltoallv;
    uint32_t before = node->nparams - list;
    for (int t = 0; t < 2; t++) {
        sx_node *at = t ? other : node;
        sx_param *param = t ? of_other : tag;
        memcpy(param, at->param, before * sizeof *param);
        param[before] = (sx_param) { SX_PARAM_TAG, t ? sx_value_constant(arena, 0)
                                                     : by_piece(one, 1, 1, 0) };
        if (list)
            param[before + 1] = at->param[before];
        at->param = param;
        at->nparams++;
    }
    bool done =
        compares(a, b, 0, &few) && compares(a, b, 5, &many) && walk_totals(a, &of_a);
    uint64_t of_rank_4 = 0;
    sx_walk *walk = NULL;
    bool more = true;
    sx_event e;
    if (sx_walk_create(a, &walk, NULL) == SX_OK &&
        sx_walk_start(walk, 4, NULL) == SX_OK) {
        while (sx_walk_next(walk, &e, &more, NULL) == SX_OK && more)
            of_rank_4 += e.node == other;
    }
    sx_walk_destroy(walk);
    ok(done && few.ranks_different == (of_rank_4 > 0) && few.same == (of_rank_4 == 0) &&
           few.events[0] == calls(&of_a) && few.events[1] == calls(&of_a) &&
           few.events_same == calls(&of_a) - of_rank_4,
       "trace %u: %" PRIu64 " different events are found as %" PRIu64, number, of_rank_4,
       few.events[0] - few.events_same);
    ok(done && memcmp(few.op, many.op, sizeof few.op) == 0 &&
           many.ndifferences == (of_rank_4 > 0) &&
           (of_rank_4 == 0 || (many.difference[0].rank == 4 &&
                               strstr(many.difference[0].text, "tag is 0 in A, 1 in B"))),
       "trace %u: the difference is described as %s", number,
       many.ndifferences ? many.difference[0].text : "nothing");
}

/* Whether the value depends on which execution it is. */
static bool changes(const sx_value *value)
{
    if (value->kind == SX_VALUE_EXPR)
        return sx_expr_uses(value->expr, NULL, NULL) & 1u << SX_VAR_COUNTER;
    return value->kind == SX_VALUE_PIECES && value->piece[0].seq->length > 1;
}

/* The same events without the structure: the program twice, or once in a loop of two. */
static void structures(const sx_trace *a, const sx_trace *b, unsigned number)
{
    sx_comparison result;
    sx_trace doubled = *b, looped = *a;
    sx_node *loop = SX_NEW(arena, sx_node);
    size_t n = b->program.n;
    doubled.program.n = 2 * n;
    doubled.program.node = SX_NEW_ARRAY(arena, sx_node *, 2 * n);
    for (size_t i = 0; i < 2 * n; i++) {
        doubled.program.node[i] =
            sx_arena_copy(arena, b->program.node[i % n], 1, sizeof(sx_node));
        if (doubled.program.node[i]->kind == SX_NODE_LOOP)
            return; /* its body would be shared, and with it the numbers of its nodes */
        for (uint32_t k = 0; k < doubled.program.node[i]->nparams; k++) {
            if (changes(&doubled.program.node[i]->param[k].value))
                return;
        }
    }
    *loop = (sx_node) { .kind = SX_NODE_LOOP,
                        .trips = sx_value_constant(arena, 2),
                        .body = a->program };
    looped.program = (sx_block) { 1, sx_arena_copy(arena, &loop, 1, sizeof loop) };
    sx_trace_number(&doubled);
    sx_trace_number(&looped);
    if (compares(&looped, &doubled, 3, &result))
        ok(result.same && !result.paired, "trace %u unrolled is different: %s", number,
           result.ndifferences ? result.difference[0].text : "");
    loop->trips = sx_value_constant(arena, 3);
    if (compares(&looped, &doubled, 3, &result))
        ok(result.same == (result.events[0] == 0), "trace %u once more is the same",
           number);
}

int main(void)
{
    for (unsigned number = 0; number < TRACES; number++) {
        sx_trace way[2];
        sx_comparison result;
        sx_totals totals;
        arena = sx_arena_create();
        state = number;
        draw_traces(way);
        if (walk_totals(&way[0], &totals)) {
            for (int t = 0; t < 2; t++)
                counts(&way[t], number, t);
            if (compares(&way[0], &way[1], 3, &result))
                ok(result.same && result.paired && result.events_same == calls(&totals),
                   "trace %u is not the same in both ways: %s", number,
                   result.ndifferences ? result.difference[0].text : "");
            structures(&way[0], &way[1], number);
            sx_trace_number(&way[0]);
            sx_trace_number(&way[1]);
            differences(&way[0], &way[1], number);
        }
        sx_arena_destroy(arena);
    }
    return tap_done();
}
