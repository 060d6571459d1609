/* Values that say something of a communicator are proved only where its own laws are, and laws of places only where who gets there has a
 * law, how often or not. */
#include "../../tap.h"
#include "extrap/standing.h"

enum { SPLIT = 2, HALF = 3, COMMS = 4 };

static const sx_evidence proved = { .label = SX_LABEL_PROVED };

static sx_value law(const sx_expr *expr)
{
    return sx_value_expr(expr, proved);
}

/* The label of a value with this law, in an event on a communicator that has such a law. */
static sx_label label_on(const sx_trace *comms, sx_value comm, const sx_expr *expr)
{
    sx_param param[] = { { .id = SX_PARAM_COMM, .value = comm },
                         { .id = SX_PARAM_COUNT, .value = law(expr) } };
    sx_node event = {
        .kind = SX_NODE_EVENT, .op = SX_OP_Send, .nparams = 2, .param = param
    };
    sx_node *inner[] = { &event };
    sx_node loop = { .kind = SX_NODE_LOOP, .body = { 1, inner } };
    sx_node *outer[] = { &loop };
    sx_trace trace = *comms;
    trace.program = (sx_block) { 1, outer };
    (void)sx_standing_judge(&trace, NULL);
    return param[1].value.evidence.label;
}

static sx_label label_of(const sx_trace *comms, const sx_expr *comm, const sx_expr *expr)
{
    return label_on(comms, law(comm), expr);
}

/* The same of a parameter in a loop whose trips, or the ranks of which, have these labels; with the call in so many places. */
static sx_label label_in_places(const sx_trace *comms, size_t places, sx_param_id id,
                                const sx_expr *expr, sx_label trips, sx_label ranks)
{
    sx_param param[] = { { .id = id, .value = law(expr) } },
             same[] = { { .id = id, .value = law(expr) } };
    sx_node event = {
        .kind = SX_NODE_EVENT, .op = SX_OP_Send, .nparams = 1, .param = param
    };
    sx_node elsewhere = event;
    elsewhere.param = same;
    sx_node *inner[] = { &event };
    sx_node loop = { .kind = SX_NODE_LOOP, .body = { 1, inner } };
    loop.trips.evidence.label = trips;
    loop.ranks.evidence.label = ranks;
    sx_node *outer[] = { &loop, &elsewhere };
    sx_trace trace = *comms;
    trace.program = (sx_block) { places, outer };
    (void)sx_standing_judge(&trace, NULL);
    return param[0].value.evidence.label;
}

/* Of a call that is made nowhere else, in a loop whose trips have this label, in another loop. */
static sx_label label_in_two_loops(const sx_trace *comms, const sx_expr *expr,
                                   sx_label trips)
{
    sx_param param[] = { { .id = SX_PARAM_COUNT, .value = law(expr) } };
    sx_node event = {
        .kind = SX_NODE_EVENT, .op = SX_OP_Send, .nparams = 1, .param = param
    };
    sx_node *inner[] = { &event };
    sx_node loop = { .kind = SX_NODE_LOOP, .body = { 1, inner } };
    loop.trips.evidence.label = trips;
    sx_node *middle[] = { &loop };
    sx_node around = { .kind = SX_NODE_LOOP, .body = { 1, middle } };
    sx_node *outer[] = { &around };
    sx_trace trace = *comms;
    trace.program = (sx_block) { 1, outer };
    (void)sx_standing_judge(&trace, NULL);
    return param[0].value.evidence.label;
}

static sx_label label_of_param(const sx_trace *comms, sx_param_id id, const sx_expr *expr,
                               sx_label trips, sx_label ranks)
{
    return label_in_places(comms, 2, id, expr, trips, ranks);
}

static sx_label label_in_loop(const sx_trace *comms, const sx_expr *expr, sx_label trips,
                              sx_label ranks)
{
    return label_of_param(comms, SX_PARAM_COUNT, expr, trips, ranks);
}

/* The label of this law of a parameter in a call that others make with another one, or with the same, where who makes it has such a label. */
static sx_label label_of_one(sx_param_id id, const sx_expr *expr, sx_value other,
                             sx_label ranks)
{
    sx_param param[] = { { .id = id, .value = law(expr) } },
             beside[] = { { .id = id, .value = other } };
    sx_node event[] = {
        { .kind = SX_NODE_EVENT, .op = SX_OP_Send, .nparams = 1, .param = param },
        { .kind = SX_NODE_EVENT, .op = SX_OP_Send, .nparams = 1, .param = beside }
    };
    event[0].ranks.evidence.label = ranks;
    sx_node *node[] = { &event[0], &event[1] };
    sx_trace trace = { .program = { 2, node } };
    (void)sx_standing_judge(&trace, NULL);
    return param[0].value.evidence.label;
}

static sx_label label_beside(const sx_expr *number, sx_value other, sx_label ranks)
{
    return label_of_one(SX_PARAM_TAG, number, other, ranks);
}

int main(void)
{
    sx_arena *arena = sx_arena_create();
    const sx_expr *m = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                  *s = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0),
                  *r = sx_expr_var(arena, SX_VAR_RANK, 0, 0),
                  *i = sx_expr_var(arena, SX_VAR_COUNTER, 0, 0);
    sx_comm comm[COMMS] = {
        { .kind = SX_COMM_WORLD },
        { .kind = SX_COMM_SELF },
        { .kind = SX_COMM_SPLIT, .size = law(sx_expr_int(arena, 4)), .rank = law(r) },
        { .kind = SX_COMM_SPLIT, .parent = SPLIT, .size = law(s), .rank = law(m) },
    };
    comm[SPLIT].rank.evidence.label = SX_LABEL_REFUSED;
    sx_trace trace = { .ncomms = COMMS, .comm = comm };
    const sx_expr *on_world = sx_expr_int(arena, 0),
                  *on_split = sx_expr_int(arena, SPLIT),
                  *on_one_of_all = sx_expr_two(arena, SX_EXPR_ADD, i, on_split);

    is_int(label_of(&trace, on_world, m), SX_LABEL_PROVED, "a rank in the world");
    is_int(label_of(&trace, on_split, m), SX_LABEL_EXACT, "a rank that is refused");
    is_int(label_of(&trace, on_split, s), SX_LABEL_PROVED, "a size that is proved");
    is_int(label_of(&trace, on_split, r), SX_LABEL_PROVED, "nothing of the communicator");
    is_int(label_of(&trace, on_one_of_all, m), SX_LABEL_EXACT, "one of several");
    const sx_value unknown =
        sx_value_expr(on_world, (sx_evidence) { .label = SX_LABEL_REFUSED });
    is_int(label_on(&trace, unknown, m), SX_LABEL_EXACT, "a rank in nobody knows which");
    is_int(label_on(&trace, unknown, s), SX_LABEL_EXACT, "the size of it");
    is_int(label_on(&trace, unknown, r), SX_LABEL_PROVED, "a rank of the world");
    const sx_evidence exact = { .label = SX_LABEL_EXACT };
    is_int(label_on(&trace, sx_value_expr(on_one_of_all, exact), s), SX_LABEL_EXACT,
           "the size of one by a law that is not proved");
    is_int(label_on(&trace, sx_value_expr(on_world, exact), m), SX_LABEL_PROVED,
           "the only one there is");
    is_int(comm[HALF].size.evidence.label, SX_LABEL_PROVED, "a size of a parent's size");
    is_int(comm[HALF].rank.evidence.label, SX_LABEL_EXACT, "a rank of a parent's rank");

    const sx_label all = SX_LABEL_PROVED, none = SX_LABEL_REFUSED;
    is_int(label_in_loop(&trace, r, all, all), SX_LABEL_PROVED, "trips with a law");
    is_int(label_in_loop(&trace, r, none, all), SX_LABEL_PROVED,
           "how often is another matter");
    is_int(label_in_loop(&trace, i, none, all), SX_LABEL_EXACT, "which trip is not");
    is_int(label_in_loop(&trace, i, all, all), SX_LABEL_PROVED, "a trip that is known");
    is_int(label_in_loop(&trace, r, all, none), SX_LABEL_EXACT, "ranks with none");
    is_int(label_in_loop(&trace, on_world, none, all), SX_LABEL_PROVED, "a number");
    is_int(label_in_places(&trace, 1, SX_PARAM_COUNT, r, all, none), SX_LABEL_PROVED,
           "ranks with none, in a call that is made nowhere else");
    is_int(label_in_places(&trace, 1, SX_PARAM_COUNT, i, none, all), SX_LABEL_PROVED,
           "a trip that is not known, of the only loop with the call");
    const sx_expr *k = sx_expr_var(arena, SX_VAR_COUNTER, 0, 1);
    is_int(label_in_two_loops(&trace, i, none), SX_LABEL_EXACT,
           "the trip around a loop, of which nobody knows how many it makes");
    is_int(label_in_two_loops(&trace, k, none), SX_LABEL_PROVED, "its own trip");
    is_int(label_in_two_loops(&trace, i, all), SX_LABEL_PROVED,
           "the trip around one that is known");
    const sx_expr *half = sx_expr_two(arena, SX_EXPR_DIV, r, sx_expr_int(arena, 2));
    is_int(label_in_places(&trace, 1, SX_PARAM_COUNT, half, all, none), SX_LABEL_EXACT,
           "half of what there is, of ranks with none");
    const sx_expr *next = sx_expr_two(arena, SX_EXPR_ADD, m, sx_expr_int(arena, 1)),
                  *far = sx_expr_two(arena, SX_EXPR_ADD, m, sx_expr_int(arena, 4));
    is_int(label_of_param(&trace, SX_PARAM_PEER, next, all, none), SX_LABEL_PROVED,
           "the next rank of ranks with none");
    is_int(label_of_param(&trace, SX_PARAM_PEER, far, all, none), SX_LABEL_EXACT,
           "one so far away that they could have chosen it");
    is_int(label_in_loop(&trace, next, all, none), SX_LABEL_EXACT, "a size like that");
    is_int(label_of_one(SX_PARAM_PEER, next, law(next), none), SX_LABEL_PROVED,
           "the next rank wherever the call stands");
    is_int(label_of_one(SX_PARAM_PEER, next, law(far), none), SX_LABEL_EXACT,
           "the next rank here and another one elsewhere, of ranks with none");
    is_int(label_of_one(SX_PARAM_PEER, next, law(far), all), SX_LABEL_PROVED,
           "the next rank here and another one elsewhere");

    const sx_expr *seven = sx_expr_int(arena, 7), *nine = sx_expr_int(arena, 9);
    is_int(label_beside(seven, law(nine), SX_LABEL_EXACT), SX_LABEL_EXACT,
           "one number of two, and who has which is exact");
    is_int(label_beside(seven, law(nine), SX_LABEL_PROVED), SX_LABEL_PROVED,
           "and who has which is proved");
    is_int(label_beside(seven, law(seven), SX_LABEL_EXACT), SX_LABEL_PROVED,
           "one number");
    const sx_value lawless =
        sx_value_expr(nine, (sx_evidence) { .label = SX_LABEL_REFUSED });
    is_int(label_beside(r, lawless, SX_LABEL_EXACT), SX_LABEL_EXACT,
           "a law of the place, none elsewhere, and who is where is exact");
    is_int(label_beside(r, lawless, SX_LABEL_PROVED), SX_LABEL_PROVED,
           "and who is where is proved");
    is_int(label_beside(r, law(i), SX_LABEL_EXACT), SX_LABEL_PROVED, "laws everywhere");
    sx_arena_destroy(arena);
    return tap_done();
}
