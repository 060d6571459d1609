/* Values that follow the rank, its digits and the counters of loops: one expression for all ranks, and the same
 * events as before. */
#include "base/arena.h"
#include "tap.h"
#include "trace/merge.h"
#include "trace/walk.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH = 3, RANKS = 7, MOST_RANKS = 64 };

/* Of the program that is at hand; those from `first` on execute the event. */
static sx_rank ranks = RANKS, first;

/* The rank, and the counters of the loops around. */
typedef struct place_of {
    int64_t r, i[DEPTH];
} place_of;

typedef int64_t (*law)(const place_of *at);

/* One Send in `depth` nested loops. */
typedef struct program {
    uint32_t depth;
    law trips[DEPTH];
    law tag, peer; /* peer NULL: to oneself */
} program;

typedef struct numbers {
    int64_t *number;
    size_t n, capacity;
} numbers;

static void put(numbers *to, int64_t number)
{
    if (to->n == to->capacity) {
        to->capacity = to->capacity ? 2 * to->capacity : 64;
        to->number = realloc(to->number, to->capacity * sizeof *to->number);
    }
    to->number[to->n++] = number;
}

static int64_t distance(int64_t peer, int64_t own)
{
    int64_t d = ((peer - own) % ranks + ranks) % ranks;
    return 2 * d > ranks ? d - ranks : d;
}

/* What each execution at `level` has: trips of the loop there, or tag or end point of the event. */
static void expand(const program *p, uint32_t level, law of, bool end_point,
                   uint32_t depth, place_of *here, numbers *to)
{
    if (depth == level) {
        int64_t number = of(here);
        put(to, end_point ? distance(number, here->r) : number);
        return;
    }
    int64_t trips = p->trips[depth](here);
    for (here->i[depth] = 0; here->i[depth] < trips; here->i[depth]++)
        expand(p, level, of, end_point, depth + 1, here, to);
    here->i[depth] = 0;
}

/* As it is when all ranks are merged: a sequence each, of those that execute it. */
static sx_value value_of(sx_arena *arena, const program *p, uint32_t level, law of,
                         bool end_point)
{
    sx_piece *piece = SX_NEW_ARRAY(arena, sx_piece, MOST_RANKS);
    for (sx_rank r = first; r < ranks; r++) {
        numbers list = { NULL, 0, 0 };
        place_of here = { .r = r };
        expand(p, level, of, end_point, 0, &here, &list);
        piece[r - first].seq = list.n
                                   ? sx_seq_from_values(arena, list.number, list.n, true)
                                   : sx_seq_constant(arena, 5);
        sx_ranklist_range(arena, r, 1, &piece[r - first].ranks, NULL);
        free(list.number);
    }
    return (sx_value) { .kind = SX_VALUE_PIECES,
                        .relative = end_point,
                        .npieces = (size_t)(ranks - first),
                        .piece = piece };
}

static int64_t myself(const place_of *at)
{
    return at->r;
}

static sx_trace build(sx_arena *arena, const program *p)
{
    static sx_comm comm[2] = { { .kind = SX_COMM_WORLD }, { .kind = SX_COMM_SELF } };
    sx_trace trace = { .p = ranks, .ncomms = 2, .comm = comm };
    sx_block *block = &trace.program;
    for (uint32_t d = 0; d <= p->depth; d++) {
        sx_node *node = SX_NEW(arena, sx_node);
        block->node = SX_NEW(arena, sx_node *);
        if (d == 0 && first > 0) {
            node->ranks.kind = SX_DOMAIN_RANKS;
            sx_ranklist_range(arena, first, ranks - first, &node->ranks.ranks, NULL);
        }
        *block = (sx_block) { 1, block->node };
        *block->node = node;
        if (d < p->depth) {
            node->kind = SX_NODE_LOOP;
            node->trips = value_of(arena, p, d, p->trips[d], false);
            block = &node->body;
            continue;
        }
        node->op = SX_OP_Send;
        node->nparams = 3;
        node->param = SX_NEW_ARRAY(arena, sx_param, 3);
        node->param[0] = (sx_param) { SX_PARAM_COMM, sx_value_constant(arena, 0) };
        node->param[1] =
            (sx_param) { SX_PARAM_PEER,
                         value_of(arena, p, d, p->peer ? p->peer : myself, true) };
        node->param[2] =
            (sx_param) { SX_PARAM_TAG, value_of(arena, p, d, p->tag, false) };
    }
    sx_trace_number(&trace);
    return trace;
}

/* Counts the events in which the trace is not the program. */
static int wrong_events(const sx_trace *trace, const program *p)
{
    int wrong = 0;
    sx_walk *walk = NULL;
    sx_event event;
    bool more = true;
    if (sx_walk_create(trace, &walk, NULL))
        return -1;
    for (sx_rank r = first; r < ranks; r++) {
        numbers tag = { NULL, 0, 0 }, peer = { NULL, 0, 0 };
        place_of here = { .r = r };
        size_t k = 0;
        expand(p, p->depth, p->tag, false, 0, &here, &tag);
        expand(p, p->depth, p->peer ? p->peer : myself, false, 0, &here, &peer);
        wrong += sx_walk_start(walk, r, NULL) != SX_OK;
        while (sx_walk_next(walk, &event, &more, NULL) == SX_OK && more) {
            wrong += k >= tag.n || event.value[SX_PARAM_TAG] != tag.number[k] ||
                     event.value[SX_PARAM_PEER] != peer.number[k];
            k++;
        }
        wrong += k != tag.n;
        free(tag.number);
        free(peer.number);
    }
    sx_walk_destroy(walk);
    return wrong;
}

/* Canonical, with the same events, and with the same events again without expressions. */
static sx_trace made(sx_arena *arena, const program *p, const char *what)
{
    sx_trace trace = build(arena, p), plain = { .p = 0 };
    sx_status status = sx_trace_canonical(arena, &trace, NULL);
    int wrong = status ? -1 : wrong_events(&trace, p);
    if (!status)
        status = sx_trace_unfold(arena, &trace, &plain, NULL);
    wrong += status ? -1 : wrong_events(&plain, p);
    ok(wrong == 0, "%s: %d wrong events", what, wrong);
    return trace;
}

static const sx_value *value_at(const sx_trace *trace, uint32_t level, sx_param_id id)
{
    const sx_node *node = trace->program.node[0];
    while (level-- > 0)
        node = node->body.node[0];
    return node->kind == SX_NODE_LOOP ? &node->trips : &sx_node_param(node, id)->value;
}

static void is_expr(const sx_value *value, const char *text, const char *what)
{
    sx_buffer out = SX_BUFFER_INIT;
    if (value->kind == SX_VALUE_EXPR)
        sx_expr_print(&out, value->expr, NULL);
    is_text(out.data ? out.data : "none", text, what);
    sx_buffer_finish(&out);
}

static int64_t three(const place_of *at)
{
    (void)at;
    return 3;
}

static int64_t place(const place_of *at)
{
    return at->r;
}

static int64_t one_more(const place_of *at)
{
    return at->r + 1;
}

static int64_t outer(const place_of *at)
{
    return at->i[0];
}

static int64_t middle(const place_of *at)
{
    return at->i[1];
}

static int64_t both(const place_of *at)
{
    return 10 * at->i[0] - 2 * at->i[1] + at->r - 4;
}

static int64_t product(const place_of *at)
{
    return at->i[0] * at->i[1];
}

static int64_t by_rank(const place_of *at)
{
    return at->r * at->i[1];
}

static int64_t above(const place_of *at)
{
    return at->r + 1 + at->i[0];
}

static int64_t ranks_above(const place_of *at)
{
    return ranks - 1 - at->r;
}

static void test_trips_by_rank(void)
{
    sx_arena *arena = sx_arena_create();
    program p = { 2, { three, one_more }, middle, NULL };
    sx_trace trace = made(arena, &p, "inner trips by rank");
    is_expr(value_at(&trace, 2, SX_PARAM_TAG), "i2", "the tag is the inner counter");
    is_int(value_at(&trace, 2, SX_PARAM_PEER)->kind, SX_VALUE_PIECES,
           "an end point that does not change is no expression");
    p.tag = both;
    trace = made(arena, &p, "a line in rank and counters");
    is_expr(value_at(&trace, 2, SX_PARAM_TAG), "r + 10 * i1 - 2 * i2 - 4", "the line");
    p.tag = by_rank;
    trace = made(arena, &p, "slopes by rank");
    is_expr(value_at(&trace, 2, SX_PARAM_TAG), "none", "no line for all ranks");
    p.tag = product;
    trace = made(arena, &p, "a product of counters");
    is_expr(value_at(&trace, 2, SX_PARAM_TAG), "none", "no line");
    sx_arena_destroy(arena);
}

static void test_triangle(void)
{
    sx_arena *arena = sx_arena_create();
    program p = { 2, { one_more, outer }, middle, NULL };
    sx_trace trace = made(arena, &p, "a triangle in each rank");
    is_expr(value_at(&trace, 1, SX_PARAM_TAG), "i1", "trips of the inner loop");
    is_expr(value_at(&trace, 2, SX_PARAM_TAG), "i2", "the tag");
    p = (program) { 3, { three, one_more, middle }, both, NULL };
    trace = made(arena, &p, "triangles in time");
    is_expr(value_at(&trace, 2, SX_PARAM_TAG), "i2", "trips of the innermost loop");
    is_expr(value_at(&trace, 3, SX_PARAM_TAG), "r + 10 * i1 - 2 * i2 - 4", "the tag");
    sx_arena_destroy(arena);
}

static int64_t sixty(const place_of *at)
{
    (void)at;
    return 60;
}

static int64_t three_hundred(const place_of *at)
{
    (void)at;
    return 300;
}

static int64_t rows_of_five(const place_of *at)
{
    return at->r + 100 * (at->i[0] / 5) + 3 * (at->i[0] % 5);
}

static int64_t planes(const place_of *at)
{
    return 1000 * (at->i[0] / 15) - 50 * (at->i[0] / 5 % 3) + at->i[0] % 5;
}

static int64_t two_hundred_ten(const place_of *at)
{
    (void)at;
    return 210;
}

/* The rows 1, 2, 3, .. long of a triangle, one after the other. */
static int64_t in_a_triangle(const place_of *at)
{
    int64_t row = 0, left = at->i[0];
    while (left > row)
        left -= ++row;
    return 7 * row + 2 * left;
}

static int64_t scattered(const place_of *at)
{
    return (at->i[0] + 3) * 7919 % 1009;
}

/* Loops right inside one another, of which the recorder sees one. */
static void test_nests(void)
{
    sx_arena *arena = sx_arena_create();
    program p = { 1, { sixty }, rows_of_five, NULL };
    sx_trace trace = made(arena, &p, "rows of a nest");
    is_expr(value_at(&trace, 2, SX_PARAM_TAG), "r + 100 * i1 + 3 * i2", "two loops");
    p = (program) { 1, { three_hundred }, planes, NULL };
    trace = made(arena, &p, "planes of a nest");
    is_expr(value_at(&trace, 3, SX_PARAM_TAG), "1000 * i1 + i3 - 50 * i2", "three loops");
    p = (program) { 1, { two_hundred_ten }, in_a_triangle, NULL };
    trace = made(arena, &p, "a triangle that was one loop");
    is_int(sx_seq_at(value_at(&trace, 1, SX_PARAM_TAG)->piece[0].seq, 19), 20,
           "trips of its last row");
    is_expr(value_at(&trace, 2, SX_PARAM_TAG), "7 * i1 + 2 * i2", "the tag in it");
    p = (program) { 2, { three, sixty }, rows_of_five, NULL };
    trace = made(arena, &p, "a loop around that the values follow as well");
    p = (program) { 1, { sixty }, scattered, NULL };
    trace = made(arena, &p, "values that are no rows");
    is_int(trace.program.node[0]->body.node[0]->kind, SX_NODE_EVENT, "one loop");
    sx_arena_destroy(arena);
}

static void test_end_points(void)
{
    sx_arena *arena = sx_arena_create();
    program p = { 1, { place }, outer, outer };
    sx_trace trace = made(arena, &p, "to all ranks below");
    is_expr(value_at(&trace, 1, SX_PARAM_PEER), "i1",
            "end points are ranks, not distances");
    p = (program) { 1, { ranks_above }, outer, above };
    trace = made(arena, &p, "to all ranks above");
    is_expr(value_at(&trace, 1, SX_PARAM_PEER), "m + i1 + 1", "the rank above");
    sx_arena_destroy(arena);
}

static int64_t row(const place_of *at)
{
    return at->r / 8;
}

static int64_t plane(const place_of *at)
{
    return at->r / 4 % 4 == 3 ? 5 : at->r / 4 % 4 * 7;
}

static int64_t middle_digit(const place_of *at)
{
    return at->r / 4 % 8;
}

static int64_t all_digits(const place_of *at)
{
    return 100 * (at->r % 2) - 10 * (at->r / 2 % 4) + at->r / 8;
}

static int64_t row_of_others(const place_of *at)
{
    return 5 + (at->r - 1) / 8;
}

static int64_t nearly_row(const place_of *at)
{
    return at->r / 8 + (at->r == 45);
}

static int64_t square(const place_of *at)
{
    return at->r * at->r;
}

static int64_t transposed(const place_of *at)
{
    return at->r % 8 * 8 + at->r / 8;
}

static int64_t row_and_counter(const place_of *at)
{
    return 2 * (at->r / 8) + 20 * at->i[0] - 4;
}

static int64_t eight_and_row(const place_of *at)
{
    return 8 + at->r / 8;
}

static int64_t one_more_than_row(const place_of *at)
{
    return 1 + at->r / 8;
}

static void test_digits(void)
{
    static const struct {
        const char *what;
        sx_rank ranks, first;
        law tag, peer;
        const char *tag_text, *peer_text;
    } of[] = {
        { "rows", 64, 0, row, NULL, "r div 8", NULL },
        { "rows, the last of which is not full", 61, 0, row, NULL, "r div 8", NULL },
        { "rows without the first rank", 64, 1, row, NULL, "r div 8", NULL },
        { "rows of those behind the first rank", 64, 1, row_of_others, NULL,
          "(r - 1) div 8 + 5", NULL },
        { "the digit between", 64, 0, middle_digit, NULL, "r div 4 mod 8", NULL },
        { "three digits", 64, 0, all_digits, NULL,
          "100 * (r mod 2) + r div 8 - 10 * (r div 2 mod 4)", NULL },
        { "one rank in another row", 64, 0, nearly_row, NULL, "none", NULL },
        { "no line in a digit", 64, 0, plane, NULL, "none", NULL },
        { "squares", 64, 0, square, NULL, "none", NULL },
        { "few numbers stay numbers", 16, 0, row, NULL, "none", NULL },
        { "a transposition", 64, 0, three, transposed, "none",
          "8 * (m mod 8) + m div 8" },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        sx_arena *arena = sx_arena_create();
        program p = { 0, { NULL }, of[i].tag, of[i].peer };
        ranks = of[i].ranks;
        first = of[i].first;
        sx_trace trace = made(arena, &p, of[i].what);
        is_expr(value_at(&trace, 0, SX_PARAM_TAG), of[i].tag_text, of[i].what);
        if (of[i].peer_text)
            is_expr(value_at(&trace, 0, SX_PARAM_PEER), of[i].peer_text, of[i].what);
        sx_arena_destroy(arena);
    }
    sx_arena *arena = sx_arena_create();
    program p = { 1, { one_more_than_row }, row_and_counter, NULL };
    ranks = MOST_RANKS;
    first = 0;
    sx_trace trace = made(arena, &p, "rows and counters");
    is_expr(value_at(&trace, 0, SX_PARAM_TAG), "r div 8 + 1", "trips by row");
    is_expr(value_at(&trace, 1, SX_PARAM_TAG), "2 * (r div 8) + 20 * i1 - 4",
            "a line in both");
    sx_arena_destroy(arena);
    ranks = RANKS;
}

/* Columns of a grid of rows of 8 have ranks and, by a dent, sizes that are no constants. */
static void test_communicators(void)
{
    sx_arena *arena = sx_arena_create();
    sx_error err = { SX_OK };
    program p = { 0, { NULL }, row, NULL };
    sx_comm comm[3] = { { .kind = SX_COMM_WORLD }, { .kind = SX_COMM_SELF } };
    sx_trace plain = { .p = 0 };
    int wrong = 0;
    ranks = MOST_RANKS;
    sx_trace trace = build(arena, &p);
    comm[2].kind = SX_COMM_SPLIT;
    comm[2].size = value_of(arena, &p, 0, eight_and_row, false);
    comm[2].rank = value_of(arena, &p, 0, row, false);
    trace.comm = comm;
    trace.ncomms = 3;
    sx_status status = sx_trace_canonical(arena, &trace, &err);
    if (!status)
        status = sx_trace_unfold(arena, &trace, &plain, &err);
    ok(status == SX_OK && plain.ncomms == 3, "communicators: %s", err.text);
    is_expr(&trace.comm[2].rank, "r div 8", "ranks in columns");
    is_expr(&trace.comm[2].size, "r div 8 + 8", "their sizes");
    for (sx_rank r = 0; r < ranks && plain.ncomms == 3; r++)
        wrong += plain.comm[2].rank.kind != SX_VALUE_PIECES ||
                 plain.comm[2].size.kind != SX_VALUE_PIECES ||
                 sx_seq_at(sx_value_seq(&plain.comm[2].rank, r), 0) != r / 8 ||
                 sx_seq_at(sx_value_seq(&plain.comm[2].size, r), 0) != 8 + r / 8;
    is_int(wrong, 0, "ranks with another place once no expression is left");
    sx_arena_destroy(arena);
    ranks = RANKS;
}

/* Which communicator, type or region it is follows no line. */
static void test_indices(void)
{
    sx_arena *arena = sx_arena_create();
    program p = { 1, { three }, row_and_counter, NULL };
    ranks = MOST_RANKS;
    sx_trace trace = build(arena, &p);
    sx_node *node = trace.program.node[0]->body.node[0];
    node->param[1].id = SX_PARAM_TYPE; /* was the end point */
    node->param[1].value = value_of(arena, &p, 1, row_and_counter, false);
    is_int(sx_trace_canonical(arena, &trace, NULL), SX_OK, "an event with a type");
    is_expr(value_at(&trace, 1, SX_PARAM_TYPE), "none", "the type");
    is_expr(value_at(&trace, 1, SX_PARAM_TAG), "2 * (r div 8) + 20 * i1 - 4", "the tag");
    sx_arena_destroy(arena);
    ranks = RANKS;
}

/* Laws of a random program: lines, perhaps in a digit of the rank, some with a dent, which no expression may hide. */
static int64_t slope[DEPTH + 1][DEPTH + 2], slope_of_digit;
static place_of dent;

static int64_t random_line(const place_of *at, int which, uint32_t depth)
{
    int64_t sum = slope[which][DEPTH + 1] + slope[which][DEPTH] * at->r +
                  slope_of_digit * (at->r / 3);
    for (uint32_t d = 0; d < depth; d++)
        sum += slope[which][d] * at->i[d];
    return sum;
}

/* Trips below zero are none, so that these are lines only in part. */
static int64_t random_trips(const place_of *at, int which)
{
    int64_t trips = random_line(at, which, (uint32_t)which);
    return trips < 0 ? 0 : trips;
}

static int64_t trips_0(const place_of *at)
{
    return random_trips(at, 0);
}

static int64_t trips_1(const place_of *at)
{
    return random_trips(at, 1);
}

static int64_t trips_2(const place_of *at)
{
    return random_trips(at, 2);
}

static int64_t dented(const place_of *at)
{
    return random_line(at, 3, DEPTH) + (memcmp(at, &dent, sizeof dent) == 0);
}

static uint32_t rnd(uint64_t *state, uint32_t n)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33) % n;
}

static void test_random(uint64_t seed, int cases)
{
    uint64_t state = seed;
    int wrong = 0, expressions = 0, refused = 0;
    printf("# seed %llu\n", (unsigned long long)seed);
    for (int k = 0; k < cases; k++) {
        sx_arena *arena = sx_arena_create();
        for (int which = 0; which <= DEPTH; which++)
            for (int a = 0; a < DEPTH + 2; a++)
                slope[which][a] = (int64_t)rnd(&state, 4) - (which == DEPTH || a < DEPTH);
        slope_of_digit = rnd(&state, 2) ? rnd(&state, 3) : 0;
        dent = (place_of) { .r = rnd(&state, 2) ? rnd(&state, RANKS) : RANKS };
        for (int d = 0; d < DEPTH; d++)
            dent.i[d] = rnd(&state, 4);
        program p = { DEPTH, { trips_0, trips_1, trips_2 }, dented, NULL };
        sx_trace trace = build(arena, &p), plain;
        wrong += sx_trace_canonical(arena, &trace, NULL) || wrong_events(&trace, &p) ||
                 sx_trace_unfold(arena, &trace, &plain, NULL) || wrong_events(&plain, &p);
        const sx_node *node = trace.program.n ? trace.program.node[0] : NULL;
        while (node && node->kind == SX_NODE_LOOP)
            node = node->body.n ? node->body.node[0] : NULL;
        bool found =
            node && sx_node_param(node, SX_PARAM_TAG)->value.kind == SX_VALUE_EXPR;
        expressions += found;
        refused += !found;
        sx_arena_destroy(arena);
    }
    is_int(wrong, 0, "random programs with other events");
    ok(expressions > cases / 4 && refused > cases / 10,
       "%d tags of %d follow the counters, %d do not", expressions, cases, refused);
}

int main(int argc, char **argv)
{
    test_trips_by_rank();
    test_triangle();
    test_nests();
    test_end_points();
    test_digits();
    test_communicators();
    test_indices();
    test_random(1, argc > 1 ? atoi(argv[1]) : 300);
    return tap_done();
}
