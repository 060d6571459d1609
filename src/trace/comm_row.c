#include "trace/comm_row.h"

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

/* The k-th serial number behind that of the first one. */
static bool set_serial(sx_arena *arena, const sx_comm_row *row, int64_t k, sx_comm *comm)
{
    const int64_t more = k * (int64_t)row->step;
    comm->serial += (uint32_t)more;
    if (!comm->serials)
        return true;
    sx_value *serials = sx_arena_copy(arena, comm->serials, 1, sizeof *serials);
    if (serials)
        serials->expr = sx_expr_plus(arena, serials->expr, more);
    comm->serials = serials;
    return serials && serials->expr;
}

sx_status sx_comm_row_entry(sx_arena *arena, const sx_comm *entry, int64_t k,
                            sx_comm *ret_comm, sx_error *err)
{
    const sx_comm_row *row = entry->row;
    *ret_comm = *entry;
    ret_comm->row = NULL;
    if (row->step == 0)
        ret_comm->parent = (uint32_t)(row->first + (k - 1) * row->every);
    const sx_expr **law[] = { &ret_comm->members.where, &ret_comm->members.evidence.doubt,
                              &ret_comm->size.expr,     &ret_comm->size.evidence.doubt,
                              &ret_comm->rank.expr,     &ret_comm->rank.evidence.doubt };
    bool fits = set_serial(arena, row, k, ret_comm);
    for (size_t i = 0; i < sizeof law / sizeof *law; i++)
        fits = fits && set_index(arena, k, law[i]);
    return fits ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

size_t sx_comm_rows(const sx_trace *trace)
{
    size_t n = 0;
    while (n < trace->ncomms && trace->comm[trace->ncomms - 1 - n].row)
        n++;
    return n;
}

sx_status sx_comm_row_expand(sx_arena *arena, size_t all, sx_trace *trace, sx_error *err)
{
    const size_t rows = sx_comm_rows(trace), shown = trace->ncomms - rows;
    if (rows == 0)
        return SX_OK;
    const size_t n = all > shown ? all : shown;
    sx_comm *comm = SX_NEW_ARRAY(arena, sx_comm, n);
    if (!comm)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t c = 0; c < shown; c++)
        comm[c] = trace->comm[c];
    for (size_t c = shown; c < n; c++) {
        const sx_comm *entry = &trace->comm[shown + (c - shown) % rows];
        const sx_comm_row *row = entry->row;
        sx_status st = sx_comm_row_entry(
            arena, entry, ((int64_t)c - row->first) / row->every, &comm[c], err);
        if (st)
            return st;
    }
    trace->comm = comm;
    trace->ncomms = n;
    return SX_OK;
}

sx_status sx_comm_row_as(sx_arena *arena, const sx_trace *formula, const sx_trace *there,
                         sx_trace *ret_formula, sx_error *err)
{
    sx_trace same = *formula;
    const sx_status st = sx_comm_row_expand(arena, there->ncomms, &same, err);
    if (!st)
        *ret_formula = same;
    return st;
}
