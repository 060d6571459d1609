#include "report/amount.h"

#include "report/print.h"
#include "report/uniform.h"

enum { LONGEST_EXPR = 64, LONGEST_LIST = 8 };

sx_status sx_amounts_init(sx_amounts *amounts, sx_arena *arena, const sx_trace *trace,
                          sx_error *err)
{
    *amounts = (sx_amounts) { .trace = trace };
    if (sx_trace_names(arena, trace, &amounts->names))
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (trace->p == 0)
        return SX_OK;
    amounts->place = sx_place_create(trace);
    if (!amounts->place)
        return sx_fail(err, SX_NOMEM, "out of memory");
    return sx_place_move(amounts->place, 0, err);
}

void sx_amounts_finish(sx_amounts *amounts)
{
    sx_place_destroy(amounts->place);
    amounts->place = NULL;
}

bool sx_amount_number(const sx_amounts *amounts, const sx_value *value,
                      int64_t *ret_number)
{
    if (amounts->place)
        return sx_uniform_value(amounts->place, value, ret_number);
    bool number = value->kind == SX_VALUE_EXPR && value->expr->op == SX_EXPR_INT;
    bool constant = value->kind == SX_VALUE_PIECES && value->npieces == 1 &&
                    value->piece[0].all && value->piece[0].seq->length == 1;
    if (number)
        *ret_number = value->expr->value;
    else if (constant)
        *ret_number = sx_seq_at(value->piece[0].seq, 0);
    return number || constant;
}

void sx_amount_print_expr(sx_buffer *out, const sx_amounts *amounts, const sx_expr *expr)
{
    sx_buffer text = SX_BUFFER_INIT;
    sx_expr_print(&text, expr, &amounts->names);
    size_t shown = text.size <= LONGEST_EXPR ? text.size : LONGEST_EXPR - 2;
    sx_buffer_append(out, text.data, shown);
    if (shown < text.size)
        sx_buffer_puts(out, "..");
    if (sx_buffer_status(&text))
        out->status = sx_buffer_status(&text);
    sx_buffer_finish(&text);
}

/* The least and greatest of all numbers that a value has, and what they depend on. */
typedef struct extremes {
    bool found, special, by_rank, by_step, drawn;
    int64_t least, most;
} extremes;

static void see(extremes *e, int64_t number)
{
    if (sx_is_special(number)) {
        e->special = true;
        return;
    }
    if (!e->found || number < e->least)
        e->least = number;
    if (!e->found || number > e->most)
        e->most = number;
    e->found = true;
}

static void see_seq(extremes *e, const sx_seq *seq)
{
    for (uint32_t i = 0; i < seq->n; i++) {
        const sx_run *run = &seq->run[i];
        if (run->sub) {
            see_seq(e, run->sub);
            continue;
        }
        see(e, run->first);
        if (run->stride)
            see(e, run->first + run->stride * (int64_t)(run->count - 1));
    }
}

static bool has_pieces(const sx_value *value)
{
    return value->kind == SX_VALUE_PIECES || value->kind == SX_VALUE_DRAWN;
}

static void see_value(extremes *e, const sx_value *value)
{
    if (value->kind == SX_VALUE_BY_RANK) {
        e->by_rank = true;
        see_seq(e, value->by_rank);
    }
    for (uint32_t i = 0; value->kind == SX_VALUE_BY_STEP && i < value->nsteps; i++) {
        e->by_step = true;
        see_value(e, &value->step[i]);
    }
    for (size_t i = 0; has_pieces(value) && i < value->npieces; i++) {
        e->drawn = e->drawn || value->piece[i].order != SX_ORDER_KEPT;
        e->by_rank = e->by_rank || value->npieces > 1;
        e->by_step = e->by_step || value->piece[i].seq->length > 1;
        see_seq(e, value->piece[i].seq);
    }
}

static void print_extremes(sx_buffer *out, const extremes *e)
{
    if (e->found)
        sx_print_number(out, e->least);
    if (e->found && e->most != e->least) {
        sx_buffer_puts(out, " to ");
        sx_print_number(out, e->most);
    }
    if (e->special)
        sx_buffer_puts(out, e->found ? " or none" : "none");
    if ((e->found && e->most != e->least) || (e->found && e->special))
        sx_buffer_puts(out, e->drawn                   ? " (in an order not kept)"
                            : e->by_rank && e->by_step ? " (by rank and step)"
                            : e->by_rank               ? " (by rank)"
                                                       : " (by step)");
}

void sx_amount_print(sx_buffer *out, const sx_amounts *amounts, const sx_value *value)
{
    int64_t number;
    extremes e = { .found = false };
    if (sx_amount_number(amounts, value, &number)) {
        sx_print_number(out, number);
    } else if (value->kind == SX_VALUE_EXPR) {
        sx_amount_print_expr(out, amounts, value->expr);
    } else {
        see_value(&e, value);
        print_extremes(out, &e);
    }
}

void sx_amount_print_list(sx_buffer *out, const sx_amounts *amounts,
                          const sx_value *value)
{
    bool plain = value->kind == SX_VALUE_PIECES && value->npieces == 1 &&
                 value->piece[0].seq->length <= LONGEST_LIST;
    if (!plain) {
        sx_amount_print(out, amounts, value);
        return;
    }
    const sx_seq *seq = value->piece[0].seq;
    for (uint64_t i = 0; i < seq->length; i++) {
        sx_buffer_puts(out, i ? " " : "");
        sx_print_number(out, sx_seq_at(seq, i));
    }
}
