#include "trace/policy.h"

#include "trace/comm_row.h"
#include "trace/measured.h"
#include "trace/setting.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MAX_RANKS_LOG2 = 31 };

/* What the sizes of communicators may depend on: all that is the same for every rank. */
static sx_expr_env scale_env(const sx_trace *trace, struct sx_place *place,
                             int64_t *constant)
{
    for (size_t i = 0; i < trace->ngrids; i++) {
        bool open = trace->grid[i].dim[0] == 0;
        place[i].ndims = open ? 0 : trace->grid[i].ndims;
        memcpy(place[i].dim, trace->grid[i].dim, sizeof place[i].dim);
        place[i].coord[0] = -1;
    }
    uint32_t known =
        0; /* those with a law that is still to be evaluated, and what comes behind, are not */
    while (known < trace->nconstants && !trace->constant[known].law) {
        constant[known] = trace->constant[known].value;
        known++;
    }
    return (sx_expr_env) { .p = trace->p,
                           .rank = -1,
                           .comm_rank = -1,
                           .ngrids = (uint32_t)trace->ngrids,
                           .nconstants = known,
                           .grid = place,
                           .constant = constant };
}

static sx_status size_of_comm(const sx_trace *trace, uint32_t comm, sx_expr_env *env,
                              int64_t *ret_size, sx_error *err)
{
    const unsigned by_rank =
        1u << SX_VAR_RANK | 1u << SX_VAR_COMM_RANK | 1u << SX_VAR_COORD;
    if (comm < 2) {
        *ret_size = comm == 0 ? trace->p : 1;
        return SX_OK;
    }
    const sx_value *size = &trace->comm[comm].size;
    bool constant = size->kind == SX_VALUE_PIECES && size->npieces == 1 &&
                    size->piece[0].all && size->piece[0].seq->length == 1;
    if (constant) {
        *ret_size = sx_seq_at(size->piece[0].seq, 0);
        return SX_OK;
    }
    if (size->kind != SX_VALUE_EXPR || sx_expr_uses(size->expr, NULL, NULL) & by_rank)
        return sx_fail(err, SX_INVALID,
                       "communicator %" PRIu32
                       " differs in size from rank to rank, so that it can have no grid",
                       comm);
    int64_t parent_size = 0;
    sx_status status =
        size_of_comm(trace, trace->comm[comm].parent, env, &parent_size, err);
    env->comm_size = parent_size;
    return status ? status : sx_expr_eval(size->expr, env, ret_size, err);
}

static sx_status refuse(const sx_grid *grid, const sx_policy *policy, int64_t p,
                        sx_error *err)
{
    int64_t below, above;
    char nearest[96] = "", arg[48] = "";
    if (!err)
        return SX_INVALID; /* who tries one scale after the other wants no advice */
    sx_policy_nearest(policy, grid->law_arg, p, &below, &above);
    if (below && above)
        snprintf(nearest, sizeof nearest,
                 "; the nearest that do are %" PRId64 " and %" PRId64, below, above);
    else if (below || above)
        snprintf(nearest, sizeof nearest, "; the nearest that does is %" PRId64,
                 below ? below : above);
    if (policy->has_arg && !policy->arg_is_order)
        snprintf(arg, sizeof arg, " where arg is %" PRId64, grid->law_arg);
    if (sx_policy_is_scope(policy))
        return sx_fail(err, SX_INVALID,
                       "at %" PRId64 " ranks the messages of these laws do not arrive "
                       "(%s, law %s, %s)%s",
                       p, grid->name, policy->name, policy->description, nearest);
    return sx_fail(err, SX_INVALID,
                   "%" PRId64 " ranks have no grid like those of the inputs (%s, law %s, "
                   "%s%s)%s",
                   p, grid->name, policy->name, policy->description, arg, nearest);
}

static sx_status bind_grid(sx_grid *grid, int64_t size, sx_error *err)
{
    const sx_policy *policy = sx_policy_named(grid->law);
    if (!policy)
        return sx_fail(
            err, SX_INVALID,
            "grid %s has dims that were given by hand (law %s): they must be given "
            "for %" PRId64 " ranks, too",
            grid->name, grid->law, size);
    if (policy->ndims != grid->ndims)
        return sx_fail(err, SX_INVALID,
                       "grid %s has %" PRIu32 " dims, its law %s makes %" PRIu32,
                       grid->name, grid->ndims, grid->law, policy->ndims);
    int64_t dim[SX_MAX_DIMS] = { 0 };
    if (size < 1 || !policy->dims(size, grid->law_arg, dim))
        return refuse(grid, policy, size, err);
    memcpy(grid->dim, dim, sizeof dim);
    return SX_OK;
}

static sx_status give_dims(sx_grid *grid, int64_t size, const int64_t *given,
                           sx_error *err)
{
    int64_t product = 1;
    for (uint32_t axis = 0; axis < grid->ndims; axis++) {
        if (given[axis] < 1 || __builtin_mul_overflow(product, given[axis], &product))
            return sx_fail(err, SX_INVALID, "the given dims are no grid");
        grid->dim[axis] = given[axis];
    }
    if (product != size)
        return sx_fail(err, SX_INVALID,
                       "the given dims have %" PRId64 " places, grid %s %" PRId64
                       " ranks",
                       product, grid->name, size);
    grid->law = "given";
    grid->law_arg = 0;
    return SX_OK;
}

/* The first grid with as many dims as are given; trace->ngrids when none are given. */
static sx_status overridden(const sx_trace *trace, uint32_t given_ndims, size_t *ret_grid,
                            sx_error *err)
{
    size_t i = given_ndims ? 0 : trace->ngrids;
    while (i < trace->ngrids && trace->grid[i].ndims != given_ndims)
        i++;
    if (given_ndims && i == trace->ngrids)
        return sx_fail(err, SX_INVALID, "there is no grid of %" PRIu32 " dims to give",
                       given_ndims);
    *ret_grid = i;
    return SX_OK;
}

/* Recovered numbers that are laws become numbers; they need grids on the world only. */
static sx_status bind_constants(sx_arena *arena, sx_trace *trace, struct sx_place *place,
                                int64_t *value, sx_error *err)
{
    trace->constant =
        sx_arena_copy(arena, trace->constant, trace->nconstants, sizeof *trace->constant);
    if (!trace->constant)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < trace->nconstants; i++) {
        sx_constant *constant = &trace->constant[i];
        if (constant->is_open)
            return sx_fail(err, SX_INVALID,
                           "parameter %s must be given, as P:%s=NUMBER: the inputs have "
                           "different ones: %s",
                           constant->name, constant->name,
                           sx_constant_seen(arena, constant));
        if (!constant->law)
            continue;
        sx_expr_env env = scale_env(trace, place, value);
        sx_status st = sx_expr_eval(constant->law, &env, &constant->value, err);
        if (st)
            return st;
        constant->law = NULL;
    }
    return SX_OK;
}

/* Grids on a communicator come after those on the ones made before it, on which its size
 * may depend. */
static sx_status bind_grids(sx_arena *arena, sx_trace *trace, const int64_t *given_dims,
                            uint32_t given_ndims, sx_error *err)
{
    struct sx_place *place = SX_NEW_ARRAY(arena, struct sx_place, trace->ngrids);
    int64_t *constant = SX_NEW_ARRAY(arena, int64_t, trace->nconstants);
    size_t given = 0;
    if (!place || !constant)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status status = overridden(trace, given_ndims, &given, err);
    for (uint32_t comm = 0; comm < trace->ncomms && !status; comm++) {
        for (size_t i = 0; i < trace->ngrids && !status; i++) {
            sx_grid *grid = &trace->grid[i];
            int64_t size = 0;
            if (grid->comm != comm || (grid->dim[0] != 0 && i != given))
                continue;
            sx_expr_env env = scale_env(trace, place, constant);
            status = size_of_comm(trace, comm, &env, &size, err);
            if (!status)
                status = i == given ? give_dims(grid, size, given_dims, err)
                                    : bind_grid(grid, size, err);
        }
        if (comm == 0 && !status)
            status = bind_constants(arena, trace, place, constant, err);
    }
    return status;
}

/* Is some serial number a law? */
static bool have_laws(const sx_trace *trace)
{
    bool have = false;
    for (size_t c = 0; c < trace->ncomms && !have; c++)
        have = trace->comm[c].serials;
    return have;
}

/* Serial numbers that are laws become numbers, the nearest that there are. */
static sx_status bind_serials(sx_arena *arena, sx_trace *trace, const sx_expr_env *env,
                              sx_error *err)
{
    trace->comm = sx_arena_copy(arena, trace->comm, trace->ncomms, sizeof *trace->comm);
    if (!trace->comm)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t c = 0; c < trace->ncomms; c++) {
        sx_comm *comm = &trace->comm[c];
        int64_t serial;
        if (!comm->serials)
            continue;
        sx_status st = sx_expr_eval(comm->serials->expr, env, &serial, err);
        if (st)
            return st;
        serial = serial < 0 ? 0 : serial > UINT32_MAX ? UINT32_MAX : serial;
        comm->serial = (uint32_t)serial;
        comm->serials = NULL;
    }
    return SX_OK;
}

/* How many communicators there are here of those of which the scale decides, and which calls make them. */
static sx_status bind_comms(sx_arena *arena, sx_trace *trace, sx_error *err)
{
    const size_t rows = sx_comm_rows(trace);
    if (rows == 0 && !have_laws(trace))
        return SX_OK;
    struct sx_place *place = SX_NEW_ARRAY(arena, struct sx_place, trace->ngrids);
    int64_t *constant = SX_NEW_ARRAY(arena, int64_t, trace->nconstants), all = 0;
    if (!place || !constant)
        return sx_fail(err, SX_NOMEM, "out of memory");
    const sx_expr_env env = scale_env(trace, place, constant);
    for (size_t i = 0; i < rows; i++) {
        const sx_comm_row *row = trace->comm[trace->ncomms - 1 - i].row;
        int64_t count;
        sx_status st = sx_expr_eval(row->count.expr, &env, &count, err);
        if (st)
            return st;
        if (sx_is_special(count) || count < 0)
            count = 0;
        count = count > SX_COMM_ROW_MOST ? SX_COMM_ROW_MOST : count;
        const int64_t own = row->first + (count - 1) * row->every + 1;
        all = own > all ? own : all;
    }
    sx_status st = sx_comm_row_expand(arena, (size_t)all, trace, err);
    return st ? st : bind_serials(arena, trace, &env, err);
}

sx_status sx_trace_bind(sx_arena *arena, const sx_trace *formula, int64_t p,
                        const int64_t *given_dims, uint32_t given_ndims,
                        sx_trace *ret_trace, sx_error *err)
{
    sx_trace trace = *formula;
    if (p < 1 || p > INT64_C(1) << MAX_RANKS_LOG2)
        return sx_fail(err, SX_INVALID, "%" PRId64 " is no number of ranks (1 to 2^%d)",
                       p, MAX_RANKS_LOG2);
    if (formula->p != 0 && formula->p != p)
        return sx_fail(err, SX_INVALID,
                       "this is the trace of a run of %" PRId64
                       " ranks, not a formula trace",
                       formula->p);
    trace.p = p;
    trace.grid =
        sx_arena_copy(arena, formula->grid, formula->ngrids, sizeof *formula->grid);
    if (!trace.grid)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status status = bind_grids(arena, &trace, given_dims, given_ndims, err);
    if (!status && formula->p == 0)
        status = bind_comms(arena, &trace, err);
    if (!status && formula->p == 0)
        status = sx_measured_drop(arena, &trace, err);
    if (!status)
        *ret_trace = trace;
    return status;
}
