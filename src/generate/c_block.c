#include "generate/c_block.h"

#include "generate/c_fan.h"

#include <inttypes.h>
#include <string.h>

/* The number of trips, as it may stand behind <. */
static const char *trips_of(sx_c_writer *w, const sx_node *node, const sx_domain *around)
{
    if (node->trips.kind == SX_VALUE_EXPR)
        return sx_c_bound(w, node->trips.expr, &sx_c_numbers);
    const char *execution = sx_c_times(w, node);
    const char *trips = sx_c_value(w, &node->trips, around, execution, &sx_c_numbers);
    if (!sx_c_value_counts(&node->trips))
        return trips;
    sx_buffer_printf(&w->globals, "static long times%" PRIu32 ", trips%" PRIu32 ";\n",
                     node->id, node->id);
    sx_c_line(w, "trips%" PRIu32 " = %s;", node->id, trips);
    sx_c_line(w, "times%" PRIu32 "++;", node->id);
    return sx_c_text(w->arena, "trips%" PRIu32, node->id);
}

/* A loop whose number of trips is a condition. */
static bool is_condition(const sx_node *node)
{
    return node->trips.kind == SX_VALUE_EXPR && sx_expr_is_truth(node->trips.expr);
}

/* ---- loops and blocks ---- */

/* 0 where it is none, or may be told to be another. */
static int64_t trip_number(const sx_c_writer *w, const sx_node *node)
{
    int64_t trips = 0;
    bool is_number = sx_c_value_is_int(&node->trips, &trips);
    return is_number && trips > 0 && node != w->main_loop ? trips : 0;
}

static void loop(sx_c_writer *w, const sx_node *node, const sx_domain *around)
{
    const char *counter = sx_c_counter_name(w, w->depth);
    const uint64_t around_one = w->at_most_one;
    const bool around_uneven = w->is_uneven;
    size_t from;
    w->trips[w->depth] = trip_number(w, node);
    if (is_condition(node)) {
        from = sx_c_open(w, "if (%s)", sx_c_expr(w, node->trips.expr, &sx_c_numbers));
        w->at_most_one |= UINT64_C(1) << w->depth;
    } else {
        const char *trips = trips_of(w, node, around);
        if (node == w->main_loop && sx_c_can_be_told(w, SX_C_ITERATIONS))
            trips = sx_c_text(w->arena, "(iterations > 0 ? iterations : %s)", trips);
        from = sx_c_open(w, "for (long %s = 0; %s < %s; %s++)", counter, counter, trips,
                         counter);
    }
    w->is_uneven = w->is_uneven || sx_c_is_uneven(node);
    w->depth++;
    sx_c_block(w, &node->body, around);
    w->depth--;
    w->is_uneven = around_uneven;
    w->at_most_one = around_one;
    sx_c_close(w, from);
}

void sx_c_block(sx_c_writer *w, const sx_block *block, const sx_domain *around)
{
    const char *open = NULL; /* the condition that stands before the calls now */
    size_t from = 0, fan_end = 0; /* behind the nodes that a broadcast may stand for */
    sx_c_fan fan;
    for (size_t i = 0; i < block->n && !w->status; i++) {
        const sx_node *node = block->node[i];
        if (i >= fan_end)
            fan_end = i + sx_c_find_fan(w, block, i, around, &fan);
        w->in_fan = w->in_fan || i < fan_end;
        w->comm = 0;
        const char *condition = sx_c_condition(w, &node->ranks);
        if (open && (!condition || strcmp(open, condition) != 0)) {
            sx_c_close(w, from);
            open = NULL;
        }
        if (condition && !open) {
            from = sx_c_open(w, "if (%s)", condition);
            open = condition;
        }
        const sx_domain *own = node->ranks.kind == SX_DOMAIN_ALL ? around : &node->ranks;
        if (node->kind == SX_NODE_LOOP)
            loop(w, node, own);
        else
            sx_c_event(w, node, own);
        if (i + 1 == fan_end) {
            if (open)
                sx_c_close(w, from);
            open = NULL;
            w->in_fan = false;
            sx_c_fan_bcast(w, &fan);
        }
    }
    if (open)
        sx_c_close(w, from);
}
