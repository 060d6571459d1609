/* Between which ends values are. */
#include "generate/c_writer.h"

static int64_t within(int64_t value)
{
    return value > SX_C_FAR ? SX_C_FAR : value < -SX_C_FAR ? -SX_C_FAR : value;
}

static const sx_c_bounds anything = { -SX_C_FAR, SX_C_FAR, false };

static sx_c_bounds both(sx_c_bounds a, sx_c_bounds b)
{
    return (sx_c_bounds) { a.low < b.low ? a.low : b.low,
                           a.high > b.high ? a.high : b.high,
                           a.has_special || b.has_special };
}

static sx_c_bounds product(sx_c_bounds a, sx_c_bounds b)
{
    sx_c_bounds end[4];
    const int64_t left[] = { a.low, a.high }, right[] = { b.low, b.high };
    for (int i = 0; i < 4; i++)
        end[i].low = end[i].high = within(left[i % 2] * right[i / 2]);
    for (int i = 1; i < 4; i++) {
        end[0].low = end[i].low < end[0].low ? end[i].low : end[0].low;
        end[0].high = end[i].high > end[0].high ? end[i].high : end[0].high;
    }
    end[0].has_special = false;
    return end[0];
}

static sx_c_bounds number(int64_t value)
{
    if (sx_is_special(value)) /* no end is beyond that of others */
        return (sx_c_bounds) { SX_C_FAR, -SX_C_FAR, true };
    return (sx_c_bounds) { within(value), within(value), false };
}

static sx_c_bounds variable(const sx_c_writer *w, const sx_expr *expr, int64_t length)
{
    switch (expr->var) {
    case SX_VAR_ELEMENT:
        return (sx_c_bounds) { 0, length - 1, false };
    case SX_VAR_CONSTANT:
        if (w->trace->constant[expr->axis].law)
            return anything;
        if (sx_c_is_given(w, expr->axis))
            return (sx_c_bounds) { 0, SX_C_FAR, false };
        return number(w->trace->constant[expr->axis].value);
    default:
        return (sx_c_bounds) { 0, SX_C_FAR, false };
    }
}

sx_c_bounds sx_c_bounds_of(const sx_c_writer *w, const sx_expr *expr, int64_t length)
{
    if (expr->op == SX_EXPR_INT)
        return number(expr->value);
    if (expr->op == SX_EXPR_VAR)
        return variable(w, expr, length);
    if (sx_expr_is_truth(expr))
        return (sx_c_bounds) { 0, 1, false };
    sx_c_bounds a = sx_c_bounds_of(w, expr->arg[0], length), b = anything;
    if (expr->arg[1] && expr->op != SX_EXPR_SUM && expr->op != SX_EXPR_PICK)
        b = sx_c_bounds_of(w, expr->arg[1], length);
    switch (expr->op) {
    case SX_EXPR_ADD:
        return (sx_c_bounds) { within(a.low + b.low), within(a.high + b.high), false };
    case SX_EXPR_SUB:
        return (sx_c_bounds) { within(a.low - b.high), within(a.high - b.low), false };
    case SX_EXPR_MUL:
        return product(a, b);
    case SX_EXPR_MOD:
        return b.low > 0 ? (sx_c_bounds) { 0, b.high - 1, false } : anything;
    case SX_EXPR_MIN:
        return (sx_c_bounds) { a.low < b.low ? a.low : b.low,
                               a.high < b.high ? a.high : b.high, false };
    case SX_EXPR_MAX:
        return (sx_c_bounds) { a.low > b.low ? a.low : b.low,
                               a.high > b.high ? a.high : b.high, false };
    case SX_EXPR_IF:
        return both(b, sx_c_bounds_of(w, expr->arg[2], length));
    default:
        return anything;
    }
}

static sx_c_bounds sequence_bounds(const sx_seq *seq)
{
    sx_c_bounds all = number(SX_NULL);
    all.has_special = false;
    for (uint64_t k = 0; k < seq->length; k++)
        all = both(all, number(sx_seq_at(seq, k)));
    return all;
}

enum { LONGEST = 4096 };

sx_c_bounds sx_c_value_bounds(const sx_c_writer *w, const sx_value *value, int64_t length)
{
    if (value->kind == SX_VALUE_EXPR)
        return sx_c_bounds_of(w, value->expr, length);
    if (value->kind != SX_VALUE_PIECES || value->relative || value->npieces == 0)
        return (sx_c_bounds) { -SX_C_FAR, SX_C_FAR, true };
    sx_c_bounds all = { SX_C_FAR, -SX_C_FAR, false };
    for (size_t i = 0; i < value->npieces; i++) {
        const sx_seq *seq = sx_seq_plain(w->arena, value->piece[i].seq);
        if (!seq || seq->length > LONGEST)
            return (sx_c_bounds) { -SX_C_FAR, SX_C_FAR, true };
        all = both(all, sequence_bounds(seq));
    }
    return all;
}
