#include "extrap/valid.h"

#include <limits.h>

sx_number_kind sx_number_kind_of(sx_param_id id)
{
    return sx_param_is_count(id)  ? SX_NUMBER_COUNT
           : sx_param_is_rank(id) ? SX_NUMBER_RANK
           : id == SX_PARAM_TAG   ? SX_NUMBER_TAG
                                  : SX_NUMBER;
}

void sx_evidence_weaken(sx_evidence *e, const char *reason)
{
    if (e->label == SX_LABEL_PROVED)
        e->label = SX_LABEL_EXACT;
    e->reason = reason;
}

/* In the first trips of the loops around; false at places without. */
static bool first_value(const sx_valid_event *at, size_t i, const sx_expr *expr,
                        int64_t *ret_size, int64_t *ret_value, bool *ret_has)
{
    int64_t counter[SX_MAX_DEPTH], rank;
    sx_place_comm(at->places->place[i], at->comm, ret_size, &rank);
    if (!*ret_size || !at->in[i] ||
        !sx_places_first(at->places, i, at->around, at->depth, counter))
        return false;
    sx_expr_env env = sx_place_env(at->places->place[i], at->comm, counter, SX_MAX_DEPTH);
    *ret_has = sx_expr_eval(expr, &env, ret_value, NULL) == SX_OK;
    return true;
}

static const char *trouble(sx_number_kind kind, int64_t size, int64_t v)
{
    if (sx_is_special(v))
        return NULL;
    if (kind == SX_NUMBER_RANK && (v < 0 || v >= size))
        return "the law gives no rank here";
    return kind == SX_NUMBER_COUNT && v < 0 ? "the law gives a negative number here"
                                            : NULL;
}

static sx_status check_defined(sx_arena *arena, const sx_valid_event *at,
                               sx_number_kind kind, sx_value *value)
{
    int64_t size, v = 0, stands_in = kind == SX_NUMBER_RANK ? SX_NULL : 0;
    bool has = false;
    if (sx_places_evaluate(at->places, at->in, value->expr, at->comm, at->around,
                           at->depth))
        return SX_OK;
    for (size_t i = 0; i < at->places->n && !has; i++)
        if (first_value(at, i, value->expr, &size, &v, &has) && has)
            stands_in = trouble(kind, size, v) ? stands_in : v;
    value->expr = sx_expr_int(arena, stands_in);
    value->evidence = (sx_evidence) { .label = SX_LABEL_REFUSED,
                                      .reason = "the law that fits all inputs has no "
                                                "value here: add an input" };
    return value->expr ? SX_OK : SX_NOMEM;
}

static void check_limits(const sx_valid_event *at, sx_number_kind kind, sx_value *value)
{
    for (size_t i = 0; i < at->places->n; i++) {
        int64_t size, v = 0;
        bool has;
        if (!first_value(at, i, value->expr, &size, &v, &has) || !has)
            continue;
        const char *why = trouble(kind, size, v);
        if (why) {
            sx_evidence_weaken(&value->evidence, why);
            return;
        }
    }
}

bool sx_valid_only_adds(const sx_expr *expr)
{
    if (expr->op == SX_EXPR_SUB || (expr->op == SX_EXPR_INT && expr->value < 0))
        return false;
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        if (!sx_valid_only_adds(expr->arg[i]))
            return false;
    return true;
}

/* In some trip beside the first: what is left in the last one may be less than nothing. */
static sx_status check_negative(sx_arena *arena, const sx_valid_event *event,
                                sx_value *value)
{
    if (value->evidence.label != SX_LABEL_PROVED || sx_valid_only_adds(value->expr))
        return SX_OK;
    const sx_expr *under =
        sx_expr_two(arena, SX_EXPR_LT, value->expr, sx_expr_int(arena, 0));
    if (under && sx_places_may_hold(event->places, event->in, under, event->comm,
                                    event->around, event->depth))
        sx_evidence_weaken(&value->evidence, "the law gives a negative number here");
    return under ? SX_OK : SX_NOMEM;
}

sx_status sx_valid_check(sx_arena *arena, const sx_valid_event *event,
                         sx_number_kind kind, sx_value *value)
{
    if (!value->expr)
        return SX_OK;
    if (value->evidence.label != SX_LABEL_REFUSED) {
        check_limits(event, kind, value);
        sx_status st = check_defined(arena, event, kind, value);
        if (!st && kind == SX_NUMBER_COUNT)
            st = check_negative(arena, event, value);
        if (st)
            return st;
    }
    if (value->expr->op == SX_EXPR_INT && sx_is_special(value->expr->value))
        return SX_OK;
    const sx_expr *over =
        sx_expr_two(arena, SX_EXPR_GT, value->expr, sx_expr_int(arena, INT_MAX));
    if (!over)
        return SX_NOMEM;
    if ((kind == SX_NUMBER_COUNT || kind == SX_NUMBER_TAG) &&
        sx_places_may_hold(event->places, event->in, over, event->comm, event->around,
                           event->depth))
        sx_evidence_weaken(&value->evidence, "the law gives more than an int holds here");
    return SX_OK;
}
