#include "report/compare_event.h"

#include "base/checked.h"
#include "report/pair.h"
#include "report/site.h"
#include "trace/draw.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void sx_event_comparer_finish(sx_event_comparer *comparer)
{
    free(comparer->element[0]);
    free(comparer->element[1]);
}

/* A number as a person knows it: the names of datatypes and operations, not their
 * indices. */
static void print_value(const sx_event_comparer *c, int t, sx_param_id id, int64_t value,
                        sx_buffer *out)
{
    const sx_trace *trace = c->tables->trace[t];
    if (sx_param_is_type(id) && value >= 0 && (uint64_t)value < trace->ntypes)
        sx_buffer_printf(out, "%s of %" PRId64 " bytes", trace->type[value].name,
                         trace->type[value].size);
    else if (id == SX_PARAM_REDOP && value >= 0 && (uint64_t)value < trace->nredops)
        sx_buffer_puts(out, trace->redop[value]);
    else
        sx_print_number(out, value);
}

static void explain(const sx_event_comparer *c, const sx_event event[2], sx_param_id id,
                    const int64_t value[2], sx_buffer *why)
{
    sx_buffer_printf(why, "%s: %s is ", sx_op_name(event[0].node->op), sx_param_key(id));
    for (int t = 0; t < 2; t++) {
        print_value(c, t, id, value[t], why);
        sx_buffer_printf(why, " in %s%s", c->name[t], t ? "" : ", ");
    }
}

static bool has(const sx_event *event, sx_param_id id)
{
    return event->present >> id & 1;
}

/* The communicator itself, its size, and the rank in it. */
static bool same_comm(const sx_event_comparer *c, const sx_event event[2], sx_buffer *why)
{
    const sx_event *a = &event[0], *b = &event[1];
    if (!has(a, SX_PARAM_COMM) && !has(b, SX_PARAM_COMM))
        return true;
    bool identical = has(a, SX_PARAM_COMM) && has(b, SX_PARAM_COMM) &&
                     sx_tables_same(c->tables, SX_PARAM_COMM, a->value[SX_PARAM_COMM],
                                    b->value[SX_PARAM_COMM]);
    if (identical && a->comm_size == b->comm_size && a->comm_rank == b->comm_rank)
        return true;
    if (why)
        sx_buffer_printf(why,
                         "%s: on %s communicator: rank %" PRId64 " of %" PRId64
                         " in %s, rank %" PRId64 " of %" PRId64 " in %s",
                         sx_op_name(a->node->op), identical ? "its" : "another",
                         a->comm_rank, a->comm_size, c->name[0], b->comm_rank,
                         b->comm_size, c->name[1]);
    return false;
}

/* In both or in neither; not in place is the same as not said. */
static bool same_presence(const sx_event_comparer *c, const sx_event event[2],
                          sx_param_id id, sx_buffer *why)
{
    int with = has(&event[0], id) ? 0 : 1;
    if (has(&event[0], id) == has(&event[1], id) ||
        (id == SX_PARAM_INPLACE && event[with].value[id] == 0))
        return true;
    if (why)
        sx_buffer_printf(why, "%s: %s is given in %s only", sx_op_name(event[0].node->op),
                         sx_param_key(id), c->name[with]);
    return false;
}

/* What the rank has of a parameter in trace t; NULL where that is no piece. */
static const sx_piece *piece_of(const sx_event_comparer *c, const sx_event *event,
                                sx_param_id id)
{
    return sx_value_piece(&sx_node_param(event->node, id)->value, c->rank);
}

/* Has one of the traces no order of the values? */
static bool is_drawn(const sx_event_comparer *c, const sx_event event[2], sx_param_id id)
{
    bool drawn = false;
    for (int t = 0; t < 2; t++) {
        const sx_piece *piece = sx_draw_is_of(id) ? piece_of(c, &event[t], id) : NULL;
        drawn = drawn || (piece && piece->order != SX_ORDER_KEPT);
    }
    return drawn;
}

static bool same_drawn(const sx_event_comparer *c, const sx_event event[2],
                       sx_param_id id, sx_buffer *why)
{
    const sx_piece *a = piece_of(c, &event[0], id), *b = piece_of(c, &event[1], id);
    bool alike = a && b && a->order == b->order;
    bool dealt = alike && a->order == SX_ORDER_DEALT;
    bool same = alike && (!dealt || sx_ranklist_equal(&a->ranks, &b->ranks)) &&
                sx_seq_equal(a->seq, b->seq);
    if (!same && why)
        sx_buffer_printf(why, "%s: %s %s", sx_op_name(event[0].node->op),
                         sx_param_key(id),
                         alike ? "has other values, in an order that was not recorded"
                               : "has an order that was not recorded in one of them");
    return same;
}

static sx_status get_room(sx_event_comparer *c, size_t n, sx_error *err)
{
    if (n <= c->capacity)
        return SX_OK;
    for (int t = 0; t < 2; t++) {
        int64_t *room = reallocarray(c->element[t], n, sizeof *room);
        if (!room)
            return sx_fail(err, SX_NOMEM, "out of memory");
        c->element[t] = room;
    }
    c->capacity = n;
    return SX_OK;
}

/* The same total, of which each element is a part. */
static bool same_sums(const sx_event_comparer *c, const sx_event event[2], size_t n,
                      sx_param_id id, sx_buffer *why)
{
    int64_t sum[2] = { 0, 0 };
    bool fits = true;
    for (int t = 0; t < 2; t++)
        for (size_t i = 0; i < n; i++)
            fits = fits && !sx_add_overflows(sum[t], c->element[t][i], &sum[t]);
    if (fits && sum[0] == sum[1])
        return true;
    if (why) {
        explain(c, event, id, sum, why);
        sx_buffer_puts(why, " (in all)");
    }
    return false;
}

static sx_status same_list(sx_event_comparer *c, sx_walk *const walk[2],
                           const sx_event event[2], sx_param_id id, bool *ret_same,
                           sx_buffer *why, sx_error *err)
{
    size_t n[2] = { 0, 0 };
    sx_status status = SX_OK;
    for (int t = 0; t < 2 && !status; t++)
        status = sx_walk_list(walk[t], id, 0, NULL, &n[t], err);
    if (!status && n[0] == n[1])
        status = get_room(c, n[0], err);
    for (int t = 0; t < 2 && !status && n[0] == n[1]; t++)
        status = sx_walk_list(walk[t], id, n[0], c->element[t], &n[t], err);
    *ret_same = n[0] == n[1];
    if (!status && why && !*ret_same)
        sx_buffer_printf(why, "%s: %s has %zu elements in %s, %zu in %s",
                         sx_op_name(event[0].node->op), sx_param_key(id), n[0],
                         c->name[0], n[1], c->name[1]);
    if (c->sums && id == SX_PARAM_COUNTS && !status && *ret_same) {
        *ret_same = same_sums(c, event, n[0], id, why);
        return SX_OK;
    }
    for (size_t i = 0; i < n[0] && *ret_same && !status; i++) {
        const int64_t value[2] = { c->element[0][i], c->element[1][i] };
        *ret_same = sx_tables_same(c->tables, id, value[0], value[1]);
        if (!*ret_same && why) {
            explain(c, event, id, value, why);
            sx_buffer_printf(why, " (element %zu)", i);
        }
    }
    return status;
}

/* From anybody in one trace, from somebody in the other. */
static bool is_resolved(sx_event_comparer *c, const sx_event *event, sx_param_id id,
                        const int64_t value[2])
{
    bool receives =
        id == SX_PARAM_SOURCE ||
        (id == SX_PARAM_PEER && sx_op_class_of(event->node->op) == SX_OP_RECV);
    int somebody = value[0] == SX_ANY ? 1 : 0;
    if (!c->wildcards || !receives || sx_is_special(value[somebody]) ||
        value[!somebody] != SX_ANY)
        return false;
    c->resolved[somebody] = true;
    return true;
}

sx_status sx_event_compare(sx_event_comparer *c, sx_walk *const walk[2],
                           const sx_event event[2], bool *ret_same, sx_buffer *why,
                           sx_error *err)
{
    bool same = event[0].node->op == event[1].node->op;
    sx_status status = SX_OK;
    if (!same && why)
        sx_buffer_printf(why, "%s in %s, %s in %s", sx_op_name(event[0].node->op),
                         c->name[0], sx_op_name(event[1].node->op), c->name[1]);
    same = same && same_comm(c, event, why);
    uint64_t left = event[0].present | event[1].present;
    for (; left && same && !status; left &= left - 1) {
        sx_param_id id = (sx_param_id)__builtin_ctzll(left);
        const int64_t value[2] = { event[0].value[id], event[1].value[id] };
        if (id == SX_PARAM_COMM || sx_param_is_timing(event[0].node->op, id) ||
            (c->sums && id == SX_PARAM_RCOUNTS))
            continue;
        same = same_presence(c, event, id, why);
        if (!same || !has(&event[0], id) || !has(&event[1], id))
            continue;
        if (is_drawn(c, event, id)) {
            same = same_drawn(c, event, id, why);
        } else if (sx_param_list_length(id) != SX_PARAM_NONE) {
            status = same_list(c, walk, event, id, &same, why, err);
        } else if (!sx_tables_same(c->tables, id, value[0], value[1]) &&
                   !is_resolved(c, &event[0], id, value)) {
            same = false;
            if (why)
                explain(c, event, id, value, why);
        }
    }
    *ret_same = same;
    return status;
}
