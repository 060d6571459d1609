#include "extrap/peeled.h"

#include "law/column.h"
#include "law/imagine.h"

static const sx_node *call_in(const sx_node *loop, const sx_node *event)
{
    for (size_t i = loop->body.n; i > 0; i--) {
        const sx_node *node = loop->body.node[i - 1];
        if (node->kind == SX_NODE_EVENT && node->site == event->site &&
            node->op == event->op)
            return node;
    }
    return NULL;
}

sx_peeled sx_peeled_find(const sx_node *event, sx_node *const *before, size_t n)
{
    sx_peeled found = { 0 };
    for (size_t i = n; event->kind == SX_NODE_EVENT && i > 0 && !found.event; i--)
        if (before[i - 1]->kind == SX_NODE_LOOP)
            found = (sx_peeled) { before[i - 1], call_in(before[i - 1], event) };
    return found;
}

/* The law in the trip after the last, with its doubts; .expr NULL where it depends on no trip, or nothing is known of the trips, and when
 * out of memory. */
static sx_law next_trip(sx_arena *arena, const sx_peeled *peeled, const sx_value *value,
                        uint32_t depth)
{
    const sx_value *trips = &peeled->loop->trips;
    const sx_expr *counter = sx_expr_var(arena, SX_VAR_COUNTER, 0, depth);
    uint64_t counters = 0;
    if (!counter || !value->expr || !trips->expr ||
        value->evidence.label == SX_LABEL_REFUSED ||
        trips->evidence.label == SX_LABEL_REFUSED)
        return (sx_law) { 0 };
    sx_expr_uses(value->expr, &counters, NULL);
    sx_law next = { .evidence = value->evidence };
    if (value->evidence.doubt) {
        next.evidence.doubt =
            sx_expr_replace(arena, value->evidence.doubt, counter, trips->expr);
        if (!next.evidence.doubt)
            return (sx_law) { 0 };
    }
    if (counters >> depth & 1)
        next.expr = sx_expr_replace(arena, value->expr, counter, trips->expr);
    next.evidence = sx_evidence_join(arena, next.evidence, trips->evidence);
    return next;
}

sx_status sx_peeled_judge(sx_arena *arena, const sx_runs *runs, const sx_peeled *peeled,
                          sx_param_id id, uint32_t depth, const sx_samples *samples,
                          sx_law *law, sx_error *err)
{
    static const char reason[] =
        "a loop before makes this call in all its trips: it may be "
        "another trip of it, or not: add an input where that differs";
    const sx_param *param = peeled->event ? sx_node_param(peeled->event, id) : NULL;
    sx_law next = param ? next_trip(arena, peeled, &param->value, depth) : (sx_law) { 0 };
    size_t first;
    if (!next.expr || !sx_column_matches(runs, samples, next.expr, &first))
        return SX_OK;
    if (law->expr) {
        const sx_expr *apart = sx_expr_two(arena, SX_EXPR_SUB, next.expr, law->expr);
        if (sx_expr_equal(next.expr, law->expr) || !apart ||
            sx_imagine_vanishes(runs, apart))
            return apart ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
        const sx_evidence other = { .label = SX_LABEL_PROVED,
                                    .reason = reason,
                                    .doubt = sx_expr_two(arena, SX_EXPR_NE, next.expr,
                                                         law->expr) };
        if (!other.doubt)
            return sx_fail(err, SX_NOMEM, "out of memory");
        next.evidence = sx_evidence_join(arena, next.evidence, other);
    }
    *law = next;
    return SX_OK;
}
