#include "trace/comm_row.h"

#include <inttypes.h>

bool sx_comm_row_is_open(const sx_trace *trace)
{
    return trace->ncomms > 2 && trace->comm[trace->ncomms - 1].row;
}

/* *expr with a number for the index; NULL stays. False when out of memory. */
static bool set_index(sx_arena *arena, int64_t k, const sx_expr **expr)
{
    if (!*expr)
        return true;
    const sx_expr *index = sx_expr_var(arena, SX_VAR_COUNTER, 0, 0);
    const sx_expr *number = sx_expr_int(arena, k);
    *expr = index && number ? sx_expr_replace(arena, *expr, index, number) : NULL;
    return *expr;
}

sx_status sx_comm_row_entry(sx_arena *arena, const sx_comm *row, int64_t k,
                            sx_comm *ret_comm, sx_error *err)
{
    const int64_t from = (int64_t)row->row->first;
    *ret_comm = *row;
    ret_comm->row = NULL;
    if (row->row->nested)
        ret_comm->parent = (uint32_t)(from + k - 1);
    else
        ret_comm->serial = row->serial + (uint32_t)k;
    const sx_expr **law[] = { &ret_comm->members.where, &ret_comm->members.evidence.doubt,
                              &ret_comm->size.expr,     &ret_comm->size.evidence.doubt,
                              &ret_comm->rank.expr,     &ret_comm->rank.evidence.doubt };
    for (size_t i = 0; i < sizeof law / sizeof *law; i++)
        if (!set_index(arena, k, law[i]))
            return sx_fail(err, SX_NOMEM, "out of memory");
    return SX_OK;
}

sx_status sx_comm_row_expand(sx_arena *arena, int64_t count, sx_trace *trace,
                             sx_error *err)
{
    if (!sx_comm_row_is_open(trace))
        return SX_OK;
    const size_t shown = trace->ncomms - 1;
    const sx_comm *row = &trace->comm[shown];
    const int64_t from = (int64_t)row->row->first;
    if (count > SX_COMM_ROW_MOST)
        return sx_fail(err, SX_LIMIT,
                       "%" PRId64 " communicators are more than the %d that a trace has "
                       "of one call",
                       count, SX_COMM_ROW_MOST);
    const size_t all = from + count > (int64_t)shown ? (size_t)(from + count) : shown;
    sx_comm *comm = SX_NEW_ARRAY(arena, sx_comm, all);
    if (!comm)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t c = 0; c < shown; c++)
        comm[c] = trace->comm[c];
    for (size_t c = shown; c < all; c++) {
        sx_status st = sx_comm_row_entry(arena, row, (int64_t)c - from, &comm[c], err);
        if (st)
            return st;
    }
    trace->comm = comm;
    trace->ncomms = all;
    return SX_OK;
}

sx_status sx_comm_row_as(sx_arena *arena, const sx_trace *formula, const sx_trace *there,
                         sx_trace *ret_formula, sx_error *err)
{
    sx_trace same = *formula;
    int64_t count = 0;
    if (sx_comm_row_is_open(formula))
        count = (int64_t)there->ncomms -
                (int64_t)formula->comm[formula->ncomms - 1].row->first;
    const sx_status st = sx_comm_row_expand(arena, count, &same, err);
    if (!st)
        *ret_formula = same;
    return st;
}
