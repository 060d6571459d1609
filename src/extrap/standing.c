#include "extrap/standing.h"

#include "extrap/unseen.h"

#include <stdlib.h>

/* What is not proved of a communicator that a law says something of; NULL where all is. */
static const char *doubt_of(const sx_comm *comm, unsigned uses)
{
    bool made = comm->kind != SX_COMM_WORLD && comm->kind != SX_COMM_SELF;
    if (made && (uses & 1u << SX_VAR_COMM_SIZE) &&
        comm->size.evidence.label != SX_LABEL_PROVED)
        return "the size of its communicator is not proved here";
    if (made && (uses & 1u << SX_VAR_COMM_RANK) &&
        comm->rank.evidence.label != SX_LABEL_PROVED)
        return "the rank in its communicator is not proved here";
    return NULL;
}

/* The communicators first .. last - 1 may be the value's. */
static void stand(const sx_trace *trace, size_t first, size_t last, const sx_expr *expr,
                  sx_evidence *evidence)
{
    const char *why = NULL;
    if (!expr || evidence->label != SX_LABEL_PROVED)
        return;
    unsigned uses = sx_expr_uses(expr, NULL, NULL);
    for (size_t c = first; c < last && !why; c++)
        why = doubt_of(&trace->comm[c], uses);
    if (why)
        *evidence = (sx_evidence) { .label = SX_LABEL_EXACT, .reason = why };
}

/* Is it said which one it is? A number is the only one that inputs show, though it is exact where something else is as in none of them. */
static bool is_known(const sx_value *comm)
{
    const sx_label label = comm->evidence.label;
    return label == SX_LABEL_PROVED ||
           (label != SX_LABEL_REFUSED && comm->expr && comm->expr->op == SX_EXPR_INT);
}

/* Ranks of a communicator, where nothing proves which one it is. */
static void doubt_where_unknown(const sx_expr *expr, sx_evidence *evidence)
{
    const unsigned of_comm = 1u << SX_VAR_COMM_SIZE | 1u << SX_VAR_COMM_RANK;
    if (expr && evidence->label == SX_LABEL_PROVED &&
        sx_expr_uses(expr, NULL, NULL) & of_comm)
        *evidence =
            (sx_evidence) { .label = SX_LABEL_EXACT,
                            .reason = "which communicator it is is not proved here" };
}

static void stand_event(const sx_trace *trace, sx_node *node)
{
    const sx_param *comm = sx_node_param(node, SX_PARAM_COMM);
    if (!comm)
        return;
    size_t first = 0, last = trace->ncomms;
    const sx_expr *expr = comm->value.expr;
    const bool known = is_known(&comm->value);
    if (expr && expr->op == SX_EXPR_INT) {
        if (expr->value < 0 || expr->value >= (int64_t)trace->ncomms)
            return;
        first = (size_t)expr->value;
        last = first + 1;
    }
    for (uint32_t i = 0; i < node->nparams; i++) {
        sx_value *value = &node->param[i].value;
        if (!known)
            doubt_where_unknown(value->expr, &value->evidence);
        stand(trace, first, last, value->expr, &value->evidence);
    }
}

/* Has it a fraction? Its denominator was chosen as well, and of calls that no law says who makes there may be few. */
static bool has_fraction(const sx_expr *expr)
{
    bool has = expr->op == SX_EXPR_DIV && expr->arg[1]->op == SX_EXPR_INT;
    for (int i = 0; i < 3 && expr->arg[i] && !has; i++)
        has = has_fraction(expr->arg[i]);
    return has;
}

/* Is the call made nowhere else, so that all executions of it are those of this place? */
static bool stands_alone(const sx_value *value, size_t places)
{
    return places == 1 && value->expr && !has_fraction(value->expr);
}

/* A law of places and counters, where who gets there has none: it was found in executions that may be others here. A number is one
 * whoever makes the call, and so is the next rank along an axis, where the call has that law alone: there is no number in it that they
 * could have chosen. */
static void doubt_where_refused(const sx_expr *expr, bool is_only_end_point,
                                sx_evidence *evidence)
{
    const sx_unseen others = { .spared = SX_UNSEEN_NUMBERLESS };
    if (expr && evidence->label == SX_LABEL_PROVED && sx_expr_uses(expr, NULL, NULL) &&
        !(is_only_end_point && sx_unseen_spares(&others, expr, true)))
        *evidence = (sx_evidence) { .label = SX_LABEL_EXACT,
                                    .reason = "who gets there has no law" };
}

static bool is_end_point(sx_param_id id)
{
    return id == SX_PARAM_PEER || id == SX_PARAM_ROOT;
}

/* A law of the trip of one of these loops (a bit for each counter), where an execution may be of another trip of the program than in the inputs. */
static void doubt_of_trips(uint64_t loops, const char *reason, const sx_expr *expr,
                           sx_evidence *evidence)
{
    uint64_t counters = 0;
    if (!expr || evidence->label != SX_LABEL_PROVED)
        return;
    sx_expr_uses(expr, &counters, NULL);
    if (counters & loops)
        *evidence = (sx_evidence) { .label = SX_LABEL_EXACT, .reason = reason };
}

/* For ranks that have nothing else in the body, a loop right in another one may make the trips of both: where it has no law of them, in
 * inputs that show it so, there is none of the other's. */
static void doubt_beside_refused(sx_node *loop)
{
    const sx_block *body = &loop->body;
    bool refused = false, all = false;
    for (size_t i = 0; i < body->n; i++) {
        const sx_node *node = body->node[i];
        const bool is_refused =
            node->kind == SX_NODE_LOOP && node->trips.evidence.label == SX_LABEL_REFUSED;
        refused = refused || is_refused;
        all = all || (!is_refused && node->ranks.kind == SX_DOMAIN_ALL);
    }
    if (refused && !all && loop->trips.evidence.label == SX_LABEL_PROVED)
        loop->trips.evidence = (sx_evidence) {
            .label = SX_LABEL_EXACT,
            .reason = "some ranks have a loop alone in it, whose trips have no law"
        };
}

/* ---- call sites with several numbers ---- */

typedef enum seen { NONE, ONE, SEVERAL } seen;

/* The number that a parameter is at a call site: by site, then by parameter. */
typedef struct number {
    seen seen;
    int64_t value;
    const sx_expr *law; /* in one of its places */
    bool has_others; /* in the rest of them */
    size_t places; /* where the call site stands */
    bool lawless; /* it has no law in some place */
} number;

static number *number_of(number *numbers, const sx_node *event, uint32_t k)
{
    return &numbers[event->site * (size_t)SX_PARAMS + event->param[k].id];
}

static bool is_number(const sx_value *value)
{
    return value->expr && value->expr->op == SX_EXPR_INT;
}

static void read_place(number *here, const sx_value *value)
{
    here->places++;
    here->lawless = here->lawless || value->evidence.label == SX_LABEL_REFUSED;
    if (value->expr && here->law && !sx_expr_equal(value->expr, here->law))
        here->has_others = true;
    here->law = value->expr ? value->expr : here->law;
    if (!is_number(value))
        return;
    const int64_t told = value->expr->value;
    here->seen =
        here->seen == NONE || (here->seen == ONE && here->value == told) ? ONE : SEVERAL;
    here->value = told;
}

static void read_numbers(const sx_block *block, number *numbers)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        const bool is_loop = node->kind == SX_NODE_LOOP;
        if (is_loop)
            read_numbers(&node->body, numbers);
        for (uint32_t k = 0; !is_loop && k < node->nparams; k++)
            read_place(number_of(numbers, node, k), &node->param[k].value);
    }
}

/* A call site that stands in several places with a number each: who gets to which decides what a rank has. */
static void doubt_one_of_several(number *numbers, sx_node *event)
{
    for (uint32_t k = 0; k < event->nparams; k++) {
        sx_value *value = &event->param[k].value;
        if (is_number(value) && value->evidence.label == SX_LABEL_PROVED &&
            number_of(numbers, event, k)->seen == SEVERAL)
            value->evidence = (sx_evidence) {
                .label = SX_LABEL_EXACT,
                .reason =
                    "the call has other numbers elsewhere, and who gets where is not "
                    "proved here"
            };
    }
}

/* A call site that has no law in another place: who gets to which decides what a rank does, and may do so otherwise here. */
static void doubt_beside_lawless(number *numbers, sx_node *event)
{
    for (uint32_t k = 0; k < event->nparams; k++) {
        sx_value *value = &event->param[k].value;
        if (value->expr && value->evidence.label == SX_LABEL_PROVED &&
            sx_expr_uses(value->expr, NULL, NULL) &&
            number_of(numbers, event, k)->lawless)
            value->evidence = (sx_evidence) {
                .label = SX_LABEL_EXACT,
                .reason = "the call has no law elsewhere, and who gets where is not "
                          "proved here"
            };
    }
}

/* ---- ---- */

/* How often those who get to a loop make it is another matter than who they are: refused trips are no proof, and no refusal of what is in
 * them. */
static sx_label label_inside(sx_label here, sx_label trips)
{
    const sx_label known = trips > SX_LABEL_EXACT ? SX_LABEL_EXACT : trips;
    return known > here ? known : here;
}

/* Where a part of the program stands. */
typedef struct standing {
    sx_label weakest; /* label of who gets there */
    uint64_t refused; /* bit: counter of a loop around whose trips have no law */
    uint64_t around; /* the same of loops around one of these */
    uint32_t depth;
} standing;

static standing inside(const standing *at, sx_label here, const sx_node *loop)
{
    const sx_label trips = loop->trips.evidence.label;
    standing body = { label_inside(here, trips), at->refused, at->around, at->depth + 1 };
    if (trips == SX_LABEL_REFUSED) {
        body.refused |= UINT64_C(1) << at->depth;
        body.around |= (UINT64_C(1) << at->depth) - 1;
    }
    return body;
}

static void stand_block(const sx_trace *trace, const sx_block *block, number *numbers,
                        const standing *at)
{
    /* Of the first even calls that are made nowhere else are in doubt. */
    static const char around[] = "of which trip of a loop around it is has no law",
                      made[] = "which trips of the loop are made has no law";
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node = block->node[i];
        const sx_label own = node->ranks.evidence.label,
                       here = own > at->weakest ? own : at->weakest;
        const bool is_loop = node->kind == SX_NODE_LOOP,
                   refused = here == SX_LABEL_REFUSED;
        for (uint32_t k = 0; !is_loop && k < node->nparams; k++) {
            sx_value *value = &node->param[k].value;
            doubt_of_trips(at->around, around, value->expr, &value->evidence);
            if (stands_alone(value, number_of(numbers, node, k)->places))
                continue;
            if (refused)
                doubt_where_refused(value->expr,
                                    is_end_point(node->param[k].id) &&
                                        !number_of(numbers, node, k)->has_others,
                                    &value->evidence);
            doubt_of_trips(at->refused, made, value->expr, &value->evidence);
        }
        if (is_loop) {
            if (refused)
                doubt_where_refused(node->trips.expr, false, &node->trips.evidence);
            doubt_of_trips(at->refused, made, node->trips.expr, &node->trips.evidence);
            doubt_beside_refused(node);
            const standing body = inside(at, here, node);
            stand_block(trace, &node->body, numbers, &body);
            continue;
        }
        if (here > SX_LABEL_PROVED) {
            doubt_one_of_several(numbers, node);
            doubt_beside_lawless(numbers, node);
        }
        stand_event(trace, node);
    }
}

sx_status sx_standing_judge(sx_trace *trace, sx_error *err)
{
    number *numbers = calloc((trace->nsites + 1) * (size_t)SX_PARAMS, sizeof *numbers);
    if (!numbers)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t c = 0; c < trace->ncomms; c++) {
        sx_comm *comm = &trace->comm[c];
        size_t parent = comm->parent;
        stand(trace, parent, parent + 1, comm->size.expr, &comm->size.evidence);
        stand(trace, parent, parent + 1, comm->rank.expr, &comm->rank.evidence);
    }
    read_numbers(&trace->program, numbers);
    const standing start = { .weakest = SX_LABEL_RECORDED };
    stand_block(trace, &trace->program, numbers, &start);
    free(numbers);
    return SX_OK;
}
