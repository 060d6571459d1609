#include "law/claims.h"

#include "law/column.h"

#include <stdio.h>
#include <string.h>

/* Formulas for one value that are tried, at the most. */
enum { ATTEMPTS = 256 };

sx_status sx_claims_check(const scalaextrap_plugin *plugin, const char *file,
                          sx_error *err)
{
    if (plugin->version != SCALAEXTRAP_PLUGIN_VERSION)
        return sx_fail_at(err, SX_INVALID, file, 0,
                          "a plugin of version %u of the interface, not %d: compile it "
                          "with this version's scalaextrap_plugin.h",
                          plugin->version, SCALAEXTRAP_PLUGIN_VERSION);
    if (!plugin->name || !plugin->formula)
        return sx_fail_at(err, SX_INVALID, file, 0, "a plugin without %s",
                          plugin->name ? "a function `formula`" : "a name");
    return SX_OK;
}

static const char *parameter_name(sx_param_id id)
{
    return id == SX_PARAM_NONE ? "trips" : sx_param_key(id);
}

static const char *operation_name(const sx_node *node)
{
    return node->kind == SX_NODE_LOOP ? "loop" : sx_op_name(node->op);
}

static scalaextrap_question question_of(const sx_runs *runs, const sx_claims *claims,
                                        const sx_node *node, sx_param_id id,
                                        uint32_t depth)
{
    scalaextrap_question q = { .operation = operation_name(node),
                               .parameter = parameter_name(id),
                               .depth = depth,
                               .inputs = runs->n,
                               .ranks = runs->p };
    if (claims->source && node->kind == SX_NODE_EVENT)
        claims->source(claims->context, &runs->merged, node->site, &q.function, &q.file,
                       &q.line);
    return q;
}

/* The names of the grids and constants that are known by now. */
static sx_status parse(sx_arena *arena, const sx_runs *runs, const sx_claims *claims,
                       const scalaextrap_question *q, const char *text,
                       const sx_expr **ret_expr, sx_error *err)
{
    sx_trace known = { .ngrids = runs->ngrids,
                       .grid = runs->grid,
                       .nconstants = runs->nconstants,
                       .constant = runs->constant };
    sx_expr_names names;
    sx_error why = { 0 };
    sx_status st = sx_trace_names(arena, &known, &names);
    if (!st)
        st = sx_expr_parse(arena, text, strlen(text), &names, ret_expr, &why);
    return st ? sx_fail(err, st, "plugin %s, %s.%s: \"%s\", column %ld: %s",
                        claims->plugin->name, q->operation, q->parameter, text, why.line,
                        why.text)
              : SX_OK;
}

/* Which sample the formula does not have. NULL when out of memory. */
static const char *contradiction(sx_arena *arena, const sx_runs *runs,
                                 const scalaextrap_question *q, const char *text,
                                 const sx_sample *s)
{
    return sx_arena_printf(
        arena, "%s.%s is not \"%s\" on rank %lld of %lld", q->operation, q->parameter,
        text, (long long)(s->rank - runs->offset[s->run]), (long long)runs->p[s->run]);
}

static sx_status take(sx_arena *arena, sx_claims *claims, const sx_expr *expr,
                      sx_law *ret_law, sx_error *err)
{
    const char *reason =
        sx_arena_printf(arena, "by the formula of plugin %s", claims->plugin->name);
    *ret_law = (sx_law) { expr, { .label = SX_LABEL_EXACT, .reason = reason } };
    claims->taken++;
    return reason ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

sx_status sx_claims_find(sx_arena *arena, const sx_runs *runs, sx_claims *claims,
                         const sx_node *node, sx_param_id id, uint32_t depth,
                         const sx_samples *samples, sx_law *ret_law, sx_error *err)
{
    const char *why = NULL;
    *ret_law = (sx_law) { 0 };
    if (!claims || samples->trouble || samples->n == 0)
        return SX_OK;
    scalaextrap_question q = question_of(runs, claims, node, id, depth);
    for (unsigned i = 0; i < ATTEMPTS; i++) {
        const sx_expr *expr;
        size_t first;
        const char *text = claims->plugin->formula(&q, i);
        if (!text)
            break;
        sx_status st = parse(arena, runs, claims, &q, text, &expr, err);
        if (st)
            return st;
        if (sx_column_matches(runs, samples, expr, &first))
            return take(arena, claims, expr, ret_law, err);
        why = contradiction(arena, runs, &q, text, &samples->sample[first]);
        if (!why)
            return sx_fail(err, SX_NOMEM, "out of memory");
    }
    claims->rejected += why != NULL;
    if (!claims->first_rejected)
        claims->first_rejected = why;
    return SX_OK;
}

sx_status sx_claims_extents(sx_arena *arena, const sx_runs *runs, const sx_claims *claims,
                            const sx_node *node, uint32_t depth,
                            const sx_expr *ret_extent[SX_MAX_DIMS], uint32_t *ret_n,
                            sx_error *err)
{
    *ret_n = 0;
    if (!claims || !claims->plugin->extent)
        return SX_OK;
    scalaextrap_question q = question_of(runs, claims, node, SX_PARAM_NONE, depth);
    q.parameter = "topology";
    for (uint32_t axis = 0;; axis++) {
        const char *text = claims->plugin->extent(&q, axis);
        if (!text)
            return SX_OK;
        if (axis == SX_MAX_DIMS)
            return sx_fail(err, SX_LIMIT, "plugin %s, %s.topology: more than %d axes",
                           claims->plugin->name, q.operation, SX_MAX_DIMS);
        sx_status st = parse(arena, runs, claims, &q, text, &ret_extent[axis], err);
        if (st)
            return st;
        *ret_n = axis + 1;
    }
}
