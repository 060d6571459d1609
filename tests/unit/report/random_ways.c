/* Random traces, each written in two ways: as a recorder would, with ranklists, sequences and relative
 * end points, and as formulas. */
#include "random_ways.h"

#include "tap.h"

#include <stdlib.h>

enum { RANKS = RANDOM_WAYS_RANKS, DIM = 3 };

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

sx_value random_ways_by_piece(const sx_rank *rank, size_t n, int64_t inside,
                              int64_t outside)
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
        return (twice) { { random_ways_by_piece(column, 4, 9, 2),
                           formula("if(g1.c1 == 0, 9, 2)") } };
    case 3:
        other.relative = true;
        return (twice) { { other, formula("(m - 1) mod s") } };
    case 4:
        return (twice) { { sequence(nine, 9), sequence(nine, 9) } };
    case 5:
        return (
            twice) { { random_ways_by_piece(interior, 2, SX_NULL, 1),
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
            trips = (twice) { { random_ways_by_piece(column, 4, 2, 1),
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
    static sx_type type[] = { { .name = "MPI_INT", .size = 4 },
                              { .name = "MPI_DOUBLE", .size = 8 } };
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

void random_ways(sx_arena *in, unsigned seed, sx_trace way[2])
{
    arena = in;
    state = seed;
    draw_traces(way);
}
