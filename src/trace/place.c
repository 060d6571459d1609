#include "trace/place.h"

#include "base/checked.h"
#include "trace/draw.h"

#include <inttypes.h>
#include <stdlib.h>

static const sx_domain everybody = { .kind = SX_DOMAIN_ALL };

struct sx_place_of {
    const sx_trace *trace;
    sx_rank rank;
    struct sx_place *grid; /* coordinates -1 where the rank has none */
    int64_t *constant;
    struct membership {
        int64_t size, rank; /* 0 and -1: no member */
        bool has_grid;
    } * comm;
};

sx_place_of *sx_place_create(const sx_trace *trace)
{
    sx_place_of *place = calloc(1, sizeof *place);
    if (!place)
        return NULL;
    place->trace = trace;
    place->grid = calloc(trace->ngrids + 1, sizeof *place->grid);
    place->constant = calloc(trace->nconstants + 1, sizeof *place->constant);
    place->comm = calloc(trace->ncomms + 2, sizeof *place->comm);
    if (!place->grid || !place->constant || !place->comm) {
        sx_place_destroy(place);
        return NULL;
    }
    for (size_t i = 0; i < trace->nconstants; i++)
        place->constant[i] = trace->constant[i].value;
    for (size_t i = 0; i < trace->ngrids; i++) {
        const sx_grid *grid = &trace->grid[i];
        place->grid[i].ndims = grid->ndims;
        for (uint32_t axis = 0; axis < grid->ndims; axis++)
            place->grid[i].dim[axis] = grid->dim[axis];
        if (grid->comm < trace->ncomms)
            place->comm[grid->comm].has_grid = true;
    }
    return place;
}

void sx_place_destroy(sx_place_of *place)
{
    if (!place)
        return;
    free(place->grid);
    free(place->constant);
    free(place->comm);
    free(place);
}

void sx_place_comm(const sx_place_of *place, uint32_t comm, int64_t *ret_size,
                   int64_t *ret_rank)
{
    const bool is = comm < place->trace->ncomms;
    *ret_size = is ? place->comm[comm].size : 0;
    *ret_rank = is ? place->comm[comm].rank : -1;
}

sx_expr_env sx_place_env(const sx_place_of *place, uint32_t comm, const int64_t *counter,
                         uint32_t ncounters)
{
    int64_t size, rank;
    sx_place_comm(place, comm, &size, &rank);
    return (sx_expr_env) {
        .p = place->trace->p,
        .rank = place->rank,
        .comm_size = size,
        .comm_rank = rank,
        .counter = counter,
        .ncounters = ncounters,
        .ngrids = (uint32_t)place->trace->ngrids,
        .nconstants = (uint32_t)place->trace->nconstants,
        .grid = place->grid,
        .constant = place->constant,
    };
}

/* One term of boxes as a ranklist of (at most) one term in *term: dimensions of one
 * iteration vanish, those of fewer empty it. */
static sx_status box_ranks(const sx_place_of *place, const sx_box *box,
                           sx_ranklist_term *term, sx_ranklist *ret_list, sx_error *err)
{
    sx_expr_env env = sx_place_env(place, 0, NULL, 0);
    sx_rank count = 1;
    term->ndims = 0;
    sx_status status = sx_expr_eval(box->start, &env, &term->start, err);
    for (uint32_t i = 0; i < box->ndims && !status; i++) {
        int64_t iters = 0, stride = 0;
        status = sx_expr_eval(box->dim[i].iters, &env, &iters, err);
        if (!status)
            status = sx_expr_eval(box->dim[i].stride, &env, &stride, err);
        if (status)
            break;
        if (iters > 1 && stride < 1)
            return sx_fail(err, SX_INVALID, "a set of ranks has stride %" PRId64, stride);
        if (iters > 1)
            term->dim[term->ndims++] = (struct sx_ranklist_dim) { iters, stride };
        if (sx_mul_overflows(count, iters > 0 ? iters : 0, &count))
            return sx_fail(err, SX_OVERFLOW, "a set of ranks is too large");
    }
    if (!status)
        *ret_list = (sx_ranklist) { count > 0, term, count };
    return status;
}

static sx_status in_boxes(const sx_place_of *place, const sx_domain *domain, bool *ret_in,
                          sx_error *err)
{
    bool in = false;
    for (size_t i = 0; i < domain->nboxes && !in; i++) {
        sx_ranklist_term term;
        sx_ranklist list;
        sx_status status = box_ranks(place, &domain->box[i], &term, &list, err);
        if (status)
            return status;
        in = sx_ranklist_contains(&list, place->rank);
    }
    *ret_in = in;
    return SX_OK;
}

/* `comm` is whose size and rank a condition sees. */
static sx_status in_domain(const sx_place_of *place, const sx_domain *domain,
                           uint32_t comm, bool *ret_in, sx_error *err)
{
    sx_expr_env env;
    int64_t holds;
    sx_status status;
    switch (domain->kind) {
    case SX_DOMAIN_ALL:
        *ret_in = true;
        return SX_OK;
    case SX_DOMAIN_RANKS:
        *ret_in = sx_ranklist_contains(&domain->ranks, place->rank);
        return SX_OK;
    case SX_DOMAIN_BOXES:
        return in_boxes(place, domain, ret_in, err);
    case SX_DOMAIN_WHERE:
        env = sx_place_env(place, comm, NULL, 0);
        status = sx_expr_eval(domain->where, &env, &holds, err);
        if (!status)
            *ret_in = holds != 0;
        return status;
    }
    return sx_fail(err, SX_INVALID, "no such kind of domain");
}

sx_status sx_place_in(const sx_place_of *place, const sx_domain *domain, bool *ret_in,
                      sx_error *err)
{
    return in_domain(place, domain, 0, ret_in, err);
}

/* How many ranks below the own one are in the domain. */
static sx_status position_in(const sx_place_of *place, const sx_domain *domain,
                             sx_rank *ret_position, sx_error *err)
{
    sx_rank position = 0;
    if (domain->kind == SX_DOMAIN_ALL)
        position = place->rank;
    else if (domain->kind == SX_DOMAIN_RANKS)
        position = sx_ranklist_position(&domain->ranks, place->rank);
    else if (domain->kind == SX_DOMAIN_WHERE)
        return sx_fail(err, SX_INVALID,
                       "a value listed by rank needs a set of ranks, not a condition");
    for (size_t i = 0; domain->kind == SX_DOMAIN_BOXES && i < domain->nboxes; i++) {
        sx_ranklist_term term;
        sx_ranklist list;
        sx_status status = box_ranks(place, &domain->box[i], &term, &list, err);
        if (status)
            return status;
        position += sx_ranklist_position(&list, place->rank);
    }
    *ret_position = position;
    return SX_OK;
}

static bool has_listed_step(const sx_value *value)
{
    for (uint32_t i = 0; i < value->nsteps; i++)
        if (value->step[i].kind == SX_VALUE_BY_RANK)
            return true;
    return false;
}

static int64_t number_of_step(const sx_value *step, sx_rank rank, sx_rank position)
{
    return step->kind == SX_VALUE_BY_RANK ? sx_seq_at(step->by_rank, (uint64_t)position)
                                          : sx_seq_at(sx_value_seq(step, rank), 0);
}

static sx_status read_steps(const sx_place_of *place, const sx_value *value,
                            const sx_domain *domain, sx_reading *reading, sx_error *err)
{
    sx_status status = has_listed_step(value)
                           ? position_in(place, domain, &reading->position, err)
                           : SX_OK;
    if (status)
        return status;
    reading->own = sx_value_own_steps(value, place->rank);
    if (!reading->own)
        return sx_fail(err, SX_NOTFOUND, "there is no value for rank %" PRId64,
                       place->rank);
    if (reading->own & (reading->own - 1))
        reading->steps = value;
    else
        reading->value = number_of_step(&value->step[__builtin_ctzll(reading->own)],
                                        place->rank, reading->position);
    return SX_OK;
}

/* What the rank draws of a piece whose order is not known. */
static sx_status read_share(const sx_piece *piece, sx_rank rank, sx_reading *reading,
                            sx_error *err)
{
    uint64_t ranks = piece->order == SX_ORDER_DEALT ? (uint64_t)piece->ranks.count : 1;
    if (ranks == 0 || piece->seq->length % ranks)
        return sx_fail(err, SX_INVALID, "%" PRIu64 " values for %" PRIu64 " ranks",
                       piece->seq->length, ranks);
    reading->drawn = piece->order != SX_ORDER_KEPT;
    reading->share = piece->seq->length / ranks;
    reading->first =
        piece->order == SX_ORDER_DEALT
            ? reading->share * (uint64_t)sx_ranklist_position(&piece->ranks, rank)
            : 0;
    return SX_OK;
}

static sx_status read_pieces(const sx_place_of *place, const sx_value *value,
                             sx_reading *reading, sx_error *err)
{
    const sx_piece *piece = sx_value_piece(value, place->rank);
    if (!piece)
        return sx_fail(err, SX_NOTFOUND, "there is no value for rank %" PRId64,
                       place->rank);
    reading->seq = piece->seq;
    if (piece->seq->length == 1) {
        reading->value = sx_seq_at(piece->seq, 0);
        reading->seq = NULL;
    }
    return read_share(piece, place->rank, reading, err);
}

sx_status sx_place_read(const sx_place_of *place, const sx_value *value,
                        const sx_domain *domain, sx_reading *ret_reading, sx_error *err)
{
    sx_reading reading = { .relative = value->relative };
    sx_rank position = 0;
    sx_status status;
    switch (value->kind) {
    case SX_VALUE_EXPR:
        reading.expr = value->expr;
        reading.relative = false;
        break;
    case SX_VALUE_BY_RANK:
        status = position_in(place, domain, &position, err);
        if (status)
            return status;
        reading.value = sx_seq_at(value->by_rank, (uint64_t)position);
        break;
    case SX_VALUE_BY_STEP:
        status = read_steps(place, value, domain, &reading, err);
        if (status)
            return status;
        break;
    case SX_VALUE_PIECES:
    case SX_VALUE_DRAWN:
        status = read_pieces(place, value, &reading, err);
        if (status)
            return status;
        break;
    }
    *ret_reading = reading;
    return SX_OK;
}

static sx_status make_absolute(const sx_place_of *place, uint32_t comm, int64_t *value,
                               sx_error *err)
{
    const struct membership *own = &place->comm[comm];
    if (sx_is_special(*value))
        return SX_OK;
    if (own->size <= 0)
        return sx_fail(err, SX_INVALID,
                       "rank %" PRId64
                       " has a relative end point in communicator %" PRIu32
                       ", of which it is no member",
                       place->rank, comm);
    *value = sx_floor_mod(sx_floor_mod(*value, own->size) + own->rank, own->size);
    return SX_OK;
}

static int64_t step_at(const sx_place_of *place, const sx_reading *reading, uint64_t k)
{
    uint64_t left = reading->own;
    for (k %= (uint64_t)__builtin_popcountll(left); k > 0; k--)
        left &= left - 1;
    return number_of_step(&reading->steps->step[__builtin_ctzll(left)], place->rank,
                          reading->position);
}

sx_status sx_place_at(const sx_place_of *place, sx_reading *reading, uint32_t comm,
                      uint64_t k, int64_t element, const int64_t *counter,
                      uint32_t ncounters, int64_t *ret_value, sx_error *err)
{
    int64_t value = reading->value;
    sx_status status = SX_OK;
    if (reading->expr) {
        sx_expr_env env = sx_place_env(place, comm, counter, ncounters);
        env.element = element;
        status = sx_expr_eval(reading->expr, &env, &value, err);
    } else if (reading->steps) {
        value = step_at(place, reading, k);
    } else if (reading->seq) {
        value = reading->drawn
                    ? sx_seq_at(reading->seq,
                                sx_draw_index(reading->seq,
                                              reading->first + k % reading->share))
                    : sx_seq_at_cursor(reading->seq, &reading->last, k);
    }
    if (!status && reading->relative)
        status = make_absolute(place, comm, &value, err);
    if (!status)
        *ret_value = value;
    return status;
}

sx_status sx_place_value(const sx_place_of *place, const sx_value *value,
                         const sx_domain *domain, uint32_t comm, uint64_t k,
                         int64_t element, const int64_t *counter, uint32_t ncounters,
                         int64_t *ret_value, sx_error *err)
{
    sx_reading reading;
    sx_status status = sx_place_read(place, value, domain, &reading, err);
    if (status)
        return status;
    return sx_place_at(place, &reading, comm, k, element, counter, ncounters, ret_value,
                       err);
}

/* Who got a communicator: its own set, or when that is all of the parent's members,
 * theirs. */
static const sx_domain *members_of(const sx_trace *trace, uint32_t comm)
{
    for (; comm >= 2; comm = trace->comm[comm].parent) {
        if (trace->comm[comm].members.kind != SX_DOMAIN_ALL)
            return &trace->comm[comm].members;
    }
    return &everybody;
}

/* Needs the parent's membership. */
static sx_status join(sx_place_of *place, uint32_t index, sx_error *err)
{
    const sx_comm *comm = &place->trace->comm[index];
    struct membership *own = &place->comm[index];
    own->size = 0;
    own->rank = -1;
    if (comm->parent >= index)
        return sx_fail(err, SX_INVALID,
                       "communicator %" PRIu32 " comes before its parent", index);
    bool in = place->comm[comm->parent].size > 0;
    sx_status status =
        in ? in_domain(place, &comm->members, comm->parent, &in, err) : SX_OK;
    if (status || !in)
        return status;
    const sx_domain *members = members_of(place->trace, index);
    int64_t size = 0, rank = 0;
    status = sx_place_value(place, &comm->size, members, comm->parent, 0, 0, NULL, 0,
                            &size, err);
    if (!status)
        status = sx_place_value(place, &comm->rank, members, comm->parent, 0, 0, NULL, 0,
                                &rank, err);
    if (status)
        return status;
    if (size < 1 || rank < 0 || rank >= size)
        return sx_fail(err, SX_INVALID,
                       "world rank %" PRId64 " would be rank %" PRId64 " of %" PRId64
                       " in communicator %" PRIu32,
                       place->rank, rank, size, index);
    own->size = size;
    own->rank = rank;
    return SX_OK;
}

/* Mixed radix: axis 1 varies fastest with the rank in the grid's communicator. */
static void locate(sx_place_of *place, size_t index)
{
    const sx_grid *grid = &place->trace->grid[index];
    struct sx_place *at = &place->grid[index];
    int64_t rest = place->comm[grid->comm].rank;
    at->coord[0] = -1;
    for (uint32_t axis = 0; axis < grid->ndims && rest >= 0; axis++) {
        if (grid->dim[axis] < 1) {
            at->coord[0] = -1;
            return;
        }
        at->coord[axis] = rest % grid->dim[axis];
        rest /= grid->dim[axis];
    }
    if (rest > 0)
        at->coord[0] = -1; /* behind the last of the grid */
}

sx_status sx_place_move(sx_place_of *place, sx_rank rank, sx_error *err)
{
    const sx_trace *trace = place->trace;
    if (rank < 0 || rank >= trace->p)
        return sx_fail(err, SX_INVALID, "there is no rank %" PRId64 " among %" PRId64,
                       rank, trace->p);
    place->rank = rank;
    place->comm[0].size = trace->p;
    place->comm[0].rank = rank;
    place->comm[1].size = 1;
    place->comm[1].rank = 0;
    for (size_t i = 0; i < trace->ngrids; i++)
        place->grid[i].coord[0] = -1;
    for (uint32_t c = 0; c < trace->ncomms; c++) {
        sx_status status = c >= 2 ? join(place, c, err) : SX_OK;
        if (status)
            return status;
        for (size_t i = 0; place->comm[c].has_grid && i < trace->ngrids; i++) {
            if (trace->grid[i].comm == c)
                locate(place, i);
        }
    }
    return SX_OK;
}
