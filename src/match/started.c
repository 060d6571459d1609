#include "match/started.h"

_Static_assert(SX_MOST_STARTED <= 64, "a bit for each");

/* Element k of n; false where it is not the same number for all ranks in every trip. */
static bool element(const sx_value *value, size_t k, size_t n, int64_t *ret)
{
    const sx_expr_env env = { .element = (int64_t)k };
    uint64_t counters = 0, grids = 0;
    if (value->evidence.label == SX_LABEL_REFUSED)
        return false;
    if (value->kind == SX_VALUE_EXPR)
        return (sx_expr_uses(value->expr, &counters, &grids) & ~(1u << SX_VAR_ELEMENT)) ==
                   0 &&
               sx_expr_eval(value->expr, &env, ret, NULL) == SX_OK;
    if (value->kind != SX_VALUE_PIECES || value->npieces != 1 || !value->piece[0].all ||
        value->relative || sx_seq_is_packed(value->piece[0].seq))
        return false;
    const sx_seq *seq = value->piece[0].seq;
    if (!sx_seq_is_constant(seq) && n % seq->length != 0)
        return false;
    *ret = sx_seq_at(seq, k % seq->length);
    return true;
}

bool sx_request_names(const sx_node *node, int64_t name[SX_MOST_STARTED], size_t *ret_n)
{
    const sx_param *length = sx_node_param(node, SX_PARAM_NREQS),
                   *list = sx_node_param(node, SX_PARAM_REQS);
    int64_t n = 1;
    if (!list || (length && !element(&length->value, 0, 1, &n)) || n < 0 ||
        n > SX_MOST_STARTED)
        return false;
    for (size_t k = 0; k < (size_t)n; k++)
        if (!element(&list->value, k, (size_t)n, &name[k]))
            return false;
    *ret_n = (size_t)n;
    return true;
}

/* Its index; SX_MOST_STARTED where there is none of that name. */
static size_t index_of(const sx_started *started, int64_t name)
{
    const bool is_there = !sx_is_special(name) && name < 0 &&
                          name >= -(int64_t)started->n && started->made[-1 - name];
    return is_there ? (size_t)(-1 - name) : SX_MOST_STARTED;
}

bool sx_started_make(sx_started *started, const sx_node *node)
{
    size_t i = 0;
    while (i < started->n && started->made[i])
        i++;
    if (i == SX_MOST_STARTED)
        return false;
    started->n += i == started->n;
    started->made[i] = node;
    started->under_way &= ~(UINT64_C(1) << i);
    return true;
}

const sx_node *sx_started_start(sx_started *started, int64_t name)
{
    const size_t i = index_of(started, name);
    if (i == SX_MOST_STARTED || started->under_way >> i & 1)
        return NULL;
    started->under_way |= UINT64_C(1) << i;
    return started->made[i];
}

void sx_started_complete(sx_started *started, int64_t name)
{
    const size_t i = index_of(started, name);
    if (i < SX_MOST_STARTED)
        started->under_way &= ~(UINT64_C(1) << i);
}

bool sx_started_free(sx_started *started, int64_t name)
{
    const size_t i = index_of(started, name);
    if (i == SX_MOST_STARTED || started->under_way >> i & 1)
        return false;
    started->made[i] = NULL;
    return true;
}
