#include "generate/c_posted.h"

#include "generate/c_call.h"
#include "generate/c_sum.h"

enum { MOST = 64, SHORT = 8 }; /* requests at a time; those that are named one by one */

static bool posts(const sx_node *node)
{
    return node->op == SX_OP_Comm_idup || sx_c_posts(node->op);
}

/* The age of a Waitall's e-th request. */
static bool age_of(sx_c_writer *w, const sx_node *node, int64_t e, int64_t *ret_age)
{
    const sx_param *reqs = sx_node_param(node, SX_PARAM_REQS);
    const sx_expr *element = sx_expr_var(w->arena, SX_VAR_ELEMENT, 0, 0);
    const sx_expr *number = sx_expr_int(w->arena, e);
    if (!reqs || reqs->value.kind != SX_VALUE_EXPR || !element || !number)
        return false;
    const sx_expr *age = sx_expr_replace(w->arena, reqs->value.expr, element, number);
    if (!age || age->op != SX_EXPR_INT || sx_is_special(age->value))
        return false;
    *ret_age = age->value;
    return true;
}

bool sx_c_names_all(sx_c_writer *w, const sx_node *node, int64_t n, bool *ret_in_order)
{
    uint64_t named = 0;
    *ret_in_order = true;
    for (int64_t e = 0; e < n; e++) {
        int64_t age;
        if (!age_of(w, node, e, &age) || age < 0 || age >= n)
            return false;
        named |= UINT64_C(1) << age;
        *ret_in_order = *ret_in_order && age == n - 1 - e;
    }
    return n > 0 && n <= MOST && named == UINT64_MAX >> (MOST - n);
}

/* What is posted since the last Waitall: the calls, and how often a rank makes one; the most of these calls. */
typedef struct posted {
    int64_t since, most;
    sx_c_sum sum;
    bool completes;
} posted;

static bool post(sx_c_writer *w, const sx_node *node, posted *of)
{
    of->since++;
    of->most = of->since > of->most ? of->since : of->most;
    return of->since <= MOST &&
           sx_c_sum_add(&of->sum, sx_c_condition(w, &node->ranks), 1);
}

/* Are its requests, in the order in which they were posted, as many as that sum is for each rank? */
static bool is_for_all(sx_c_writer *w, const sx_node *node, const sx_c_sum *sum)
{
    const sx_param *length = sx_node_param(node, SX_PARAM_NREQS);
    const sx_param *reqs = sx_node_param(node, SX_PARAM_REQS);
    if (length->value.kind != SX_VALUE_EXPR || reqs->value.kind != SX_VALUE_EXPR)
        return false;
    sx_c_sum missing = *sum, age = *sum;
    return sx_c_sum_add_expr(w, &missing, length->value.expr, -1) &&
           sx_c_sum_is(&missing, 0) && sx_c_sum_add_expr(w, &age, reqs->value.expr, -1) &&
           sx_c_sum_add(&age, "e", -1) && sx_c_sum_is(&age, 1);
}

static bool waitall(sx_c_writer *w, const sx_node *node, posted *of)
{
    const sx_param *length = sx_node_param(node, SX_PARAM_NREQS);
    int64_t n = 0;
    bool in_order;
    if (node->op != SX_OP_Waitall || node->ranks.kind != SX_DOMAIN_ALL || !length)
        return false;
    if (!sx_c_value_is_int(&length->value, &n)) {
        if (!is_for_all(w, node, &of->sum))
            return false;
    } else if (!sx_c_sum_is(&of->sum, n) || !sx_c_names_all(w, node, n, &in_order) ||
               (!in_order && n > SHORT))
        return false;
    of->since = 0;
    of->sum = (sx_c_sum) { .n = 0 };
    of->completes = true;
    return true;
}

static bool event(sx_c_writer *w, const sx_node *node, posted *of)
{
    if (posts(node))
        return post(w, node, of);
    return sx_node_param(node, SX_PARAM_REQS)
               ? waitall(w, node, of)
               : sx_c_completes(node->op) == SX_C_COMPLETES_NONE;
}

static bool block(sx_c_writer *w, const sx_block *nodes, posted *of);

/* A body that completes begins and ends with none; another one posts the same in each trip. */
static bool loop(sx_c_writer *w, const sx_node *node, posted *of)
{
    posted in = { .since = 0 };
    int64_t trips = 0;
    if (!block(w, &node->body, &in))
        return false;
    if (in.most == 0)
        return true;
    if (in.completes) {
        of->most = in.most > of->most ? in.most : of->most;
        return of->since == 0 && in.since == 0;
    }
    if (node->ranks.kind != SX_DOMAIN_ALL || node == w->main_loop ||
        !sx_c_value_is_int(&node->trips, &trips) || trips < 0 || trips > MOST)
        return false;
    of->since += trips * in.since;
    of->most = of->since > of->most ? of->since : of->most;
    return of->since <= MOST && sx_c_sum_is(&in.sum, in.since) &&
           sx_c_sum_add(&of->sum, NULL, trips * in.since);
}

static bool block(sx_c_writer *w, const sx_block *nodes, posted *of)
{
    for (size_t i = 0; i < nodes->n; i++) {
        const sx_node *node = nodes->node[i];
        if (!(node->kind == SX_NODE_LOOP ? loop(w, node, of) : event(w, node, of)))
            return false;
    }
    return true;
}

int64_t sx_c_most_posted(sx_c_writer *w)
{
    posted of = { .since = 0 };
    bool all = block(w, &w->trace->program, &of) && of.since == 0;
    return all ? of.most : 0;
}
