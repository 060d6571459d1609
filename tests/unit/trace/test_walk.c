#include "tap.h"
#include "trace/walk.h"

#include <inttypes.h>

static sx_arena *arena;

static sx_domain ranks(const sx_rank *rank, size_t n)
{
    sx_domain domain = { .kind = SX_DOMAIN_RANKS };
    sx_ranklist_from_ranks(arena, rank, n, &domain.ranks, NULL);
    return domain;
}
#define RANKS(...)                                                                       \
    ranks((const sx_rank[]) { __VA_ARGS__ },                                             \
          sizeof((const sx_rank[]) { __VA_ARGS__ }) / sizeof(sx_rank))

static const sx_seq *seq(const int64_t *value, size_t n)
{
    return sx_seq_from_values(arena, value, n, false);
}
#define SEQ(...)                                                                         \
    seq((const int64_t[]) { __VA_ARGS__ },                                               \
        sizeof((const int64_t[]) { __VA_ARGS__ }) / sizeof(int64_t))

static sx_value in_time(const sx_seq *values)
{
    sx_value value = sx_value_constant(arena, 0);
    sx_piece *piece = sx_arena_copy(arena, value.piece, 1, sizeof *piece);
    piece->seq = values;
    value.piece = piece;
    return value;
}

static sx_value constant(int64_t number)
{
    return sx_value_constant(arena, number);
}

static sx_value relative(int64_t number)
{
    sx_value value = constant(number);
    value.relative = true;
    return value;
}

static const sx_expr *parse(const char *text)
{
    static const char *const grids[] = { "g1", "g2" };
    const sx_expr_names names = { .ngrids = 2, .grid = grids };
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

static sx_node *event(sx_op op, sx_domain domain, uint32_t n, const sx_param *param)
{
    sx_node *node = SX_NEW(arena, sx_node);
    node->op = op;
    node->ranks = domain;
    node->nparams = n;
    node->param = sx_arena_copy(arena, param, n, sizeof *param);
    return node;
}
#define EVENT(op, domain, ...)                                                           \
    event(SX_OP_##op, domain,                                                            \
          sizeof((const sx_param[]) { __VA_ARGS__ }) / sizeof(sx_param),                 \
          (const sx_param[]) { __VA_ARGS__ })

static sx_block block(sx_node **node, size_t n)
{
    return (sx_block) { n, sx_arena_copy(arena, node, n, sizeof *node) };
}
#define BLOCK(...)                                                                       \
    block((sx_node *[]) { __VA_ARGS__ },                                                 \
          sizeof((sx_node *[]) { __VA_ARGS__ }) / sizeof(void *))

static sx_node *loop(sx_value trips, sx_domain domain, sx_block body)
{
    sx_node *node = SX_NEW(arena, sx_node);
    node->kind = SX_NODE_LOOP;
    node->ranks = domain;
    node->trips = trips;
    node->body = body;
    return node;
}

static const sx_domain all = { .kind = SX_DOMAIN_ALL };

static sx_domain where(const char *condition)
{
    return (sx_domain) { .kind = SX_DOMAIN_WHERE, .where = parse(condition) };
}

/* A grid g1 of 3 x 4 on the world and its rows as communicator 2, with a grid g2 on each.
 */
static sx_trace trace_of(sx_block program)
{
    static sx_grid grid[2] = { { .name = "g1", .comm = 0, .ndims = 2, .dim = { 3, 4 } },
                               { .name = "g2", .comm = 2, .ndims = 1, .dim = { 3 } } };
    static sx_type type[2] = { { .name = "MPI_INT", .size = 4 },
                               { .name = "MPI_DOUBLE", .size = 8 } };
    sx_comm *comm = SX_NEW_ARRAY(arena, sx_comm, 4);
    comm[0].kind = SX_COMM_WORLD;
    comm[1].kind = SX_COMM_SELF;
    comm[2] = (sx_comm) { .kind = SX_COMM_SPLIT,
                          .size = formula("g1.d1"),
                          .rank = formula("g1.c1") };
    comm[3] = (sx_comm) { .kind = SX_COMM_SPLIT,
                          .parent = 2,
                          .members = where("m > 0"),
                          .size = formula("s - 1"),
                          .rank = formula("m - 1") };
    sx_trace trace = { .p = 12,
                       .ncomms = 4,
                       .comm = comm,
                       .ngrids = 2,
                       .grid = grid,
                       .ntypes = 2,
                       .type = type,
                       .program = program };
    sx_trace_number(&trace);
    return trace;
}

/* One event a call, as text: op peer count bytes comm_size; "" at the end, the error on
 * failure. */
static const char *step(sx_walk *walk)
{
    static char line[700];
    sx_event e;
    sx_error err = { 0 };
    int64_t bytes = 0;
    bool more = false;
    sx_status status = sx_walk_next(walk, &e, &more, &err);
    if (!status && more)
        status = sx_walk_bytes(walk, &bytes, &err);
    if (status)
        snprintf(line, sizeof line, "error: %s", err.text);
    else if (!more)
        return "";
    else
        snprintf(line, sizeof line, "%s %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64,
                 sx_op_name(e.node->op),
                 e.present >> SX_PARAM_PEER & 1 ? e.value[SX_PARAM_PEER] : -1,
                 e.present >> SX_PARAM_COUNT & 1 ? e.value[SX_PARAM_COUNT] : -1, bytes,
                 e.comm_size);
    return line;
}

/* All events of a rank, joined by "; ". */
static const char *events(const sx_trace *trace, sx_rank rank)
{
    static char text[4000];
    sx_walk *walk = NULL;
    sx_error err = { 0 };
    text[0] = '\0';
    if (sx_walk_create(trace, &walk, &err) || sx_walk_start(walk, rank, &err))
        snprintf(text, sizeof text, "error: %s", err.text);
    bool failed = text[0] != '\0';
    for (const char *line; !failed && *(line = step(walk));) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", used ? "; " : "", line);
        failed = strncmp(line, "error", 5) == 0;
    }
    sx_walk_destroy(walk);
    return text;
}

static void places(void)
{
    sx_trace trace = trace_of((sx_block) { 0, NULL });
    sx_place_of *place = sx_place_create(&trace);
    sx_error err = { 0 };
    int64_t size, rank;
    is_int(sx_place_move(place, 7, &err), SX_OK, "move");
    sx_expr_env env = sx_place_env(place, 0, NULL, 0);
    is_int(env.grid[0].coord[0], 1, "rank 7 of 3 x 4 on axis 1, the fastest");
    is_int(env.grid[0].coord[1], 2, "rank 7 of 3 x 4 on axis 2");
    is_int(env.grid[1].coord[0], 1, "rank 7 in its row's grid");
    sx_place_comm(place, 2, &size, &rank);
    is_int(size * 100 + rank, 301, "size and rank in the row");
    sx_place_comm(place, 3, &size, &rank);
    is_int(size * 100 + rank, 200,
           "a communicator's expressions see its parent's s and m");
    sx_place_comm(place, 1, &size, &rank);
    is_int(size * 100 + rank, 100, "self");
    sx_place_move(place, 11, &err);
    is_int(env.grid[0].coord[1], 3, "rank 11 of 3 x 4 on axis 2, the longer");
    sx_place_move(place, 6, &err);
    sx_place_comm(place, 3, &size, &rank);
    is_int(size, 0, "size of a communicator the rank has not");
    is_int(sx_place_move(place, 12, &err), SX_INVALID, "a rank behind the last");
    sx_place_destroy(place);
}

static void domains(void)
{
    /* The interior of the grid, as boxes: <1 x+1 (y-2 x)>. */
    const sx_box box[] = { { 2,
                             parse("g1.d1 + 1"),
                             { { parse("g1.d2 - 2"), parse("g1.d1") },
                               { parse("g1.d1 - 2"), parse("1") } } },
                           { 1, parse("0"), { { parse("g1.d1 - 3"), parse("1") } } } };
    sx_domain boxes = { .kind = SX_DOMAIN_BOXES, .nboxes = 2, .box = box };
    sx_value listed = { .kind = SX_VALUE_BY_RANK, .by_rank = SEQ(10, 20) };
    sx_trace trace = trace_of(BLOCK(
        EVENT(Barrier, boxes, { SX_PARAM_COMM, constant(0) }),
        EVENT(Send, boxes, { SX_PARAM_COMM, constant(0) }, { SX_PARAM_PEER, listed }),
        EVENT(Ibarrier, where("g1.c2 == 0"), { SX_PARAM_COMM, constant(2) })));
    is_text(events(&trace, 4), "Barrier -1 -1 0 12; Send 10 -1 0 12",
            "rank 4, first inside");
    is_text(events(&trace, 7), "Barrier -1 -1 0 12; Send 20 -1 0 12",
            "rank 7, second inside");
    is_text(events(&trace, 0), "Ibarrier -1 -1 0 3", "rank 0: an empty box, a condition");
    is_text(events(&trace, 3), "", "rank 3, nowhere");

    sx_domain odd = RANKS(1, 3, 5, 7, 9, 11);
    sx_trace nested =
        trace_of(BLOCK(loop(constant(1), odd,
                            BLOCK(EVENT(Send, all, { SX_PARAM_COMM, constant(0) },
                                        { SX_PARAM_PEER, listed })))));
    is_text(events(&nested, 3), "Send 20 -1 0 12",
            "position among the enclosing loop's ranks");
    const sx_piece first = { .ranks = RANKS(1, 3, 5).ranks, .seq = SEQ(30) },
                   rest = { .ranks = RANKS(7, 9, 11).ranks, .seq = SEQ(40) };
    const sx_piece groups[] = { first, rest };
    const sx_value step[] = {
        listed, { .kind = SX_VALUE_PIECES, .npieces = 2, .piece = groups }
    };
    sx_value stepped = { .kind = SX_VALUE_BY_STEP, .nsteps = 2, .step = step };
    sx_trace steps =
        trace_of(BLOCK(loop(constant(3), odd,
                            BLOCK(EVENT(Send, all, { SX_PARAM_COMM, constant(0) },
                                        { SX_PARAM_PEER, stepped })))));
    is_text(events(&steps, 3), "Send 20 -1 0 12; Send 30 -1 0 12; Send 20 -1 0 12",
            "step by step, and again");
    is_text(events(&steps, 9), "Send 10 -1 0 12; Send 40 -1 0 12; Send 10 -1 0 12",
            "for another rank");
    const sx_piece passed = { .ranks = RANKS(3, 5).ranks, .seq = SEQ(50) };
    const sx_value parts[] = {
        step[0],
        { .kind = SX_VALUE_PIECES, .npieces = 1, .piece = &passed },
        { .kind = SX_VALUE_PIECES, .npieces = 1, .piece = &first }
    };
    stepped.nsteps = 3;
    stepped.step = parts;
    steps.program.node[0]->body.node[0]->param[1].value = stepped;
    is_text(events(&steps, 3), "Send 20 -1 0 12; Send 50 -1 0 12; Send 30 -1 0 12",
            "a rank of all steps");
    is_text(events(&steps, 1), "Send 10 -1 0 12; Send 30 -1 0 12; Send 10 -1 0 12",
            "a rank that passes over the second");
    is_text(events(&steps, 9), "Send 10 -1 0 12; Send 10 -1 0 12; Send 10 -1 0 12",
            "a rank of one step");
    stepped.nsteps = 2;
    stepped.step = parts + 1;
    steps.program.node[0]->body.node[0]->param[1].value = stepped;
    ok(strncmp(events(&steps, 9), "error: there is no value for rank 9", 35) == 0,
       "a rank of no step: %s", events(&steps, 9));
    listed.by_rank = SEQ(1, 2, 3, 4, 5);
    sx_trace bad = trace_of(BLOCK(EVENT(Send, where("1"), { SX_PARAM_COMM, constant(0) },
                                        { SX_PARAM_PEER, listed })));
    ok(strncmp(events(&bad, 0), "error", 5) == 0, "by rank under a condition: %s",
       events(&bad, 0));
}

static void values(void)
{
    sx_value pieces = constant(0);
    const sx_piece piece[] = { { .ranks = RANKS(0, 2).ranks, .seq = SEQ(5, 6, 7) },
                               { .ranks = RANKS(1).ranks, .seq = SEQ(SX_ANY) } };
    pieces.npieces = 2;
    pieces.piece = piece;
    sx_trace trace = trace_of(BLOCK(
        loop(constant(2), all,
             BLOCK(loop(in_time(SEQ(2, 0)), all,
                        BLOCK(EVENT(Send, RANKS(0, 2), { SX_PARAM_COMM, constant(0) },
                                    { SX_PARAM_PEER, pieces })))))));
    is_text(events(&trace, 0), "Send 5 -1 0 12; Send 6 -1 0 12",
            "trips per entry: 2, then none");
    trace.program.node[0]->trips = constant(4);
    is_text(events(&trace, 2),
            "Send 5 -1 0 12; Send 6 -1 0 12; Send 7 -1 0 12; Send 5 -1 0 12",
            "executions go on over entries, cyclically");

    trace.program.node[0]->body.node[0]->body.node[0]->ranks = all;
    ok(strncmp(events(&trace, 5), "error: there is no value for rank 5", 35) == 0,
       "a rank in no piece: %s", events(&trace, 5));
    trace = trace_of(BLOCK(
        EVENT(Send, all, { SX_PARAM_COMM, constant(2) }, { SX_PARAM_PEER, relative(-1) }),
        EVENT(Send, all, { SX_PARAM_COMM, constant(0) }, { SX_PARAM_PEER, relative(1) }),
        EVENT(Recv, all, { SX_PARAM_COMM, constant(0) },
              { SX_PARAM_PEER, relative(SX_NULL) })));
    is_text(events(&trace, 9),
            "Send 2 -1 0 3; Send 10 -1 0 12; Recv -9223372036854775807 -1 0 12",
            "relative end points wrap in their communicator");
    is_text(events(&trace, 11),
            "Send 1 -1 0 3; Send 0 -1 0 12; Recv -9223372036854775807 -1 0 12",
            "relative end points of the last rank");

    trace = trace_of(
        BLOCK(loop(constant(2), all,
                   BLOCK(loop(formula("i1 + g1.c1"), all,
                              BLOCK(EVENT(Send, all, { SX_PARAM_COMM, constant(0) },
                                          { SX_PARAM_PEER, formula("10 * i1 + i2") },
                                          { SX_PARAM_COUNT, formula("r + m") },
                                          { SX_PARAM_TYPE, constant(1) })))))));
    is_text(events(&trace, 1), "Send 0 2 16 12; Send 10 2 16 12; Send 11 2 16 12",
            "counters in trips and values");
    trace =
        trace_of(BLOCK(loop(constant(3), all,
                            BLOCK(EVENT(Send, all, { SX_PARAM_COMM, in_time(SEQ(0, 2)) },
                                        { SX_PARAM_PEER, formula("s") })))));
    is_text(events(&trace, 0), "Send 12 -1 0 12; Send 3 -1 0 3; Send 12 -1 0 12",
            "an expression follows a communicator that changes");
    trace = trace_of(BLOCK(loop(
        constant(-1), all, BLOCK(EVENT(Barrier, all, { SX_PARAM_COMM, constant(0) })))));
    ok(strncmp(events(&trace, 0), "error", 5) == 0, "negative trips");
    trace = trace_of(BLOCK(EVENT(Barrier, all, { SX_PARAM_COMM, constant(4) })));
    ok(strncmp(events(&trace, 0), "error", 5) == 0, "a communicator that is not there");
}

static void lists(void)
{
    sx_trace trace = trace_of(
        BLOCK(loop(constant(3), all,
                   BLOCK(EVENT(Waitsome, all, { SX_PARAM_NREQS, constant(4) },
                               { SX_PARAM_NDONE, in_time(SEQ(2, 1, 3)) },
                               { SX_PARAM_DONE, in_time(SEQ(7, 8, 9, 1, 2, 3)) }),
                         EVENT(Waitany, all, { SX_PARAM_NREQS, constant(4) },
                               { SX_PARAM_DONE, in_time(SEQ(3, 1)) }),
                         EVENT(Alltoallv, all, { SX_PARAM_COMM, constant(2) },
                               { SX_PARAM_TYPE, constant(1) },
                               { SX_PARAM_COUNTS, formula("e + i1") })))));
    static const char *const want[] = { "7 8 ",   "3 ",     "0 1 2 ", "9 ",    "1 ",
                                        "1 2 3 ", "1 2 3 ", "3 ",     "2 3 4 " };
    sx_walk *walk = NULL;
    sx_error err = { 0 };
    sx_event e;
    bool more = true;
    int64_t element[8];
    sx_walk_create(&trace, &walk, &err);
    for (int again = 0; again < 2; again++) {
        sx_walk_start(walk, 5, &err);
        for (size_t i = 0; i < 9; i++) {
            char text[64] = "";
            size_t n = 0;
            sx_walk_next(walk, &e, &more, &err);
            sx_param_id id =
                e.node->op == SX_OP_Alltoallv ? SX_PARAM_COUNTS : SX_PARAM_DONE;
            is_int(sx_walk_list(walk, id, 8, element, &n, &err), SX_OK, "list");
            for (size_t k = 0; k < n; k++)
                snprintf(text + strlen(text), sizeof text - strlen(text), "%" PRId64 " ",
                         element[k]);
            is_text(text, want[i], "elements that this execution takes from the list");
        }
        sx_walk_next(walk, &e, &more, &err);
        ok(!more, "an event too many");
    }
    is_int(sx_walk_list(walk, SX_PARAM_DONE, 8, element, &(size_t) { 0 }, &err),
           SX_NOTFOUND, "a list behind the end");
    sx_walk_destroy(walk);
}

/* Events of a folded walk, and how many they stand for. */
static void folded(const sx_trace *trace, sx_rank rank, int want_steps, int want_events,
                   const char *what)
{
    sx_walk *walk = NULL;
    sx_event e;
    bool more = true;
    int steps = 0, all_events = 0;
    sx_walk_create(trace, &walk, NULL);
    sx_walk_start_folded(walk, rank, NULL);
    while (!sx_walk_next(walk, &e, &more, NULL) && more) {
        steps++;
        all_events += (int)e.times;
    }
    is_int(steps, want_steps, what);
    is_int(all_events, want_events, what);
    sx_walk_destroy(walk);
}

static void folding(void)
{
    sx_node *send = EVENT(Send, all, { SX_PARAM_COMM, constant(0) },
                          { SX_PARAM_PEER, formula("i2 + r") });
    sx_node *wait = EVENT(Waitall, RANKS(1), { SX_PARAM_NREQS, constant(4) },
                          { SX_PARAM_REQS, in_time(SEQ(3, 1)) });
    sx_node *inner = loop(constant(5), all, BLOCK(send));
    sx_trace trace = trace_of(BLOCK(loop(constant(10), all, BLOCK(inner, wait))));
    folded(&trace, 0, 5, 50, "a counter keeps its own loop from folding only");
    folded(&trace, 1, 6, 60, "whole periods of a list fold");
    wait->param[1].value = in_time(SEQ(3, 1, 2));
    folded(&trace, 1, 60, 60, "a list that goes on does not fold");
    folded(&trace, 0, 5, 50, "what others do keeps no loop from folding");
    wait->param[1].value = formula("e + i1");
    folded(&trace, 1, 60, 60, "a list that follows the counter does not fold");
    wait->param[1].value = constant(0);
    send->param[1].value = constant(1);
    folded(&trace, 1, 2, 60, "constants fold");
    inner->trips = in_time(SEQ(5, 4));
    folded(&trace, 2, 10, 45, "trips that change do not fold, the loop inside does");
}

static void bytes(void)
{
    const sx_param in_place = { SX_PARAM_INPLACE, constant(1) };
    const sx_param comm = { SX_PARAM_COMM, constant(2) },
                   count = { SX_PARAM_COUNT, constant(5) },
                   type = { SX_PARAM_TYPE, constant(1) },
                   rcount = { SX_PARAM_RCOUNT, constant(7) },
                   rtype = { SX_PARAM_RTYPE, constant(0) },
                   counts = { SX_PARAM_COUNTS, in_time(SEQ(1, 2, 3)) },
                   rcounts = { SX_PARAM_RCOUNTS, in_time(SEQ(4, 5, 6)) },
                   types = { SX_PARAM_TYPES, in_time(SEQ(0, 1, 0)) };
    sx_trace trace = trace_of(
        BLOCK(EVENT(Bcast, all, comm, count, type),
              EVENT(Gather, all, comm, count, type, rcount, rtype),
              EVENT(Allgather, all, comm, rcount, rtype, in_place),
              EVENT(Scatter, all, comm, count, type, rcount, rtype, in_place),
              EVENT(Allreduce, all, comm, count, type, in_place),
              EVENT(Alltoallv, all, comm, type, rtype, counts, rcounts),
              EVENT(Alltoallv, all, comm, rtype, in_place, rcounts),
              EVENT(Alltoallw, all, comm, counts, types),
              EVENT(Reduce_scatter, all, comm, type, rcounts),
              EVENT(Allgatherv, all, comm, rtype, in_place, rcounts),
              EVENT(Allgatherv, all, comm, count, type, rtype, rcounts),
              EVENT(Probe, all, comm), EVENT(Wait, all, { SX_PARAM_REQS, constant(0) })));
    static const int64_t want[] = { 40, 40, 28, 40, 40, 48, 60, 32, 120, 20, 40, 0, 0 };
    sx_walk *walk = NULL;
    sx_event e;
    bool more = true;
    int64_t got;
    sx_walk_create(&trace, &walk, NULL);
    sx_walk_start(walk, 4, NULL);
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        sx_walk_next(walk, &e, &more, NULL);
        is_int(sx_walk_bytes(walk, &got, NULL), SX_OK, "bytes");
        is_int(got, want[i], sx_op_name(e.node->op));
    }
    sx_walk_destroy(walk);
}

/* All that an event says, one text each; "" at the end. */
static void say(sx_walk *walk, char text[200])
{
    sx_event e;
    bool more = false;
    int64_t element[8] = { 0 };
    size_t n = 0;
    text[0] = '\0';
    if (sx_walk_next(walk, &e, &more, NULL) || !more)
        return;
    snprintf(text, 200, "%s execution %" PRIu64, sx_op_name(e.node->op), e.execution);
    for (uint32_t i = 0; i < e.ncounters; i++)
        snprintf(text + strlen(text), 200 - strlen(text), " i%" PRIu32 " %" PRId64, i + 1,
                 e.counter[i]);
    for (uint32_t i = 0; i < e.node->nparams; i++) {
        sx_param_id id = e.node->param[i].id;
        if (sx_param_list_length(id) == SX_PARAM_NONE)
            snprintf(text + strlen(text), 200 - strlen(text), " %" PRId64, e.value[id]);
        else
            sx_walk_list(walk, id, 8, element, &n, NULL);
    }
    for (size_t i = 0; i < n; i++)
        snprintf(text + strlen(text), 200 - strlen(text), " [%" PRId64 "]", element[i]);
}

enum { MOST = 400 };

/* Every event of the rank is the one found by skipping, from the start and from halfway there; returns how many. */
static size_t skip_to_each(const sx_trace *trace, sx_rank rank, const char *what)
{
    static char want[MOST][200];
    char got[200] = "";
    size_t n = 0, wrong = 0;
    uint64_t passed = 0;
    sx_walk *walk = NULL;
    sx_walk_create(trace, &walk, NULL);
    sx_walk_start(walk, rank, NULL);
    do
        say(walk, want[n]);
    while (*want[n] && ++n < MOST - 1);
    for (size_t k = 0; k <= n; k++)
        for (size_t from = 0; from <= k; from += k / 2 + 1) {
            sx_walk_start(walk, rank, NULL);
            for (size_t i = 0; i < from; i++)
                say(walk, got);
            sx_status status = sx_walk_skip(walk, k - from, &passed, NULL);
            say(walk, got);
            if (status || passed != k - from || strcmp(got, want[k]) != 0)
                wrong++;
        }
    is_int(wrong, 0, what);
    sx_walk_start(walk, rank, NULL);
    ok(!sx_walk_skip(walk, UINT64_MAX, &passed, NULL), "%s", what);
    is_int(passed, n, "events passed over where fewer are left");
    say(walk, got);
    is_text(got, "", "an event behind the last");
    sx_walk_destroy(walk);
    return n;
}

static void skipping(void)
{
    const sx_param comm = { SX_PARAM_COMM, constant(0) };
    sx_node *send = EVENT(Send, all, comm, { SX_PARAM_PEER, in_time(SEQ(4, 5, 6, 7)) },
                          { SX_PARAM_COUNT, formula("i1 + 10 * i2") });
    sx_node *some = EVENT(Waitsome, RANKS(1, 2), { SX_PARAM_NREQS, constant(2) },
                          { SX_PARAM_REQS, in_time(SEQ(1, 2, 3)) });
    sx_node *inner = loop(constant(3), all, BLOCK(send, some));
    sx_node *barrier = EVENT(Barrier, RANKS(0, 2), comm);
    sx_node *none = loop(constant(0), all, BLOCK(EVENT(Probe, all, comm)));
    sx_node *idle = loop(constant(5), RANKS(1), BLOCK(none));
    sx_trace trace =
        trace_of(BLOCK(EVENT(Barrier, RANKS(0, 2), comm),
                       loop(constant(7), all, BLOCK(idle, inner, barrier)),
                       EVENT(Send, all, comm, { SX_PARAM_PEER, constant(1) }),
                       EVENT(Probe, RANKS(1, 2), comm)));
    is_int(skip_to_each(&trace, 0, "equal trips"), 1 + 7 * 4 + 1, "events");
    is_int(skip_to_each(&trace, 1, "equal trips, lists"), 7 * 6 + 2, "events");
    is_int(skip_to_each(&trace, 2, "equal trips, both"), 1 + 7 * 7 + 2, "events");
    some->param[0].value = in_time(SEQ(2, 1));
    skip_to_each(&trace, 1, "lists of other lengths");
    some->param[0].value = formula("2 + i2");
    skip_to_each(&trace, 1, "lists whose length follows a counter");
    some->param[0].value = constant(2);
    inner->trips = in_time(SEQ(3, 0, 2));
    skip_to_each(&trace, 2, "trips that follow from entries");
    inner->trips = formula("i1 + r mod 3");
    is_int(skip_to_each(&trace, 1, "a triangle"), 2 * (7 + 21) + 2, "events");
    trace = trace_of(
        BLOCK(loop(constant(4), all, BLOCK(loop(constant(3), all, BLOCK(inner))))));
    is_int(skip_to_each(&trace, 2, "trips that follow the loop around the next"),
           2 * 3 * (2 + 3 + 4 + 5), "events");
    inner->trips = formula("i1 - 2");
    trace.program.node[0]->trips = constant(2);
    sx_walk *walk = NULL;
    uint64_t passed = 0;
    sx_walk_create(&trace, &walk, NULL);
    sx_walk_start(walk, 0, NULL);
    ok(sx_walk_skip(walk, 1, &passed, NULL) == SX_INVALID, "negative trips");
    sx_walk_start_folded(walk, 0, NULL);
    is_int(sx_walk_skip(walk, 1, &passed, NULL), SX_INVALID, "a folded walk");
    sx_walk_destroy(walk);
}

/* 2^40 x 2^20 iterations, of three events and of one. */
static void skipping_far(void)
{
    const sx_param comm = { SX_PARAM_COMM, constant(0) };
    sx_node *send = EVENT(Send, all, comm, { SX_PARAM_PEER, in_time(SEQ(4, 5, 6)) },
                          { SX_PARAM_COUNT, formula("i2") });
    sx_node *recv = EVENT(Recv, RANKS(0), comm);
    sx_trace trace = trace_of(
        BLOCK(loop(constant(INT64_C(1) << 40), all,
                   BLOCK(loop(constant(1 << 20), all, BLOCK(send, recv)), recv))));
    char got[200] = "";
    uint64_t passed = 0, entry = (UINT64_C(2) << 20) + 1;
    sx_walk *walk = NULL;
    sx_walk_create(&trace, &walk, NULL);
    sx_walk_start(walk, 0, NULL);
    sx_walk_skip(walk, (UINT64_C(1) << 39) * entry + 20, &passed, NULL);
    say(walk, got);
    is_text(got, "Send execution 576460752303423498 i1 549755813888 i2 10 0 4 10",
            "the event of a trip far away");
    sx_walk_skip(walk, UINT64_MAX, &passed, NULL);
    is_int(passed, (UINT64_C(1) << 39) * entry - 21, "events from there to the end");
    sx_walk_destroy(walk);
}

int main(void)
{
    arena = sx_arena_create();
    places();
    domains();
    values();
    lists();
    folding();
    skipping();
    skipping_far();
    bytes();
    sx_arena_destroy(arena);
    return tap_done();
}
