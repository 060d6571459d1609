/* Sizes that divide in all inputs, as points and ranks do that are powers of two: whose block it is that programs deal out where a rest is left follows from the
 * call. A message along an axis of a grid has a face of what both ends have; the parts of a collective operation are those of its ranks; what
 * one rank exchanges with the others is their box of a grid. */
#include "extrap/infer_parts.h"

#include "law/extent.h"
#include "law/faces.h"

/* A number in all inputs, whoever calls. */
static bool is_fixed(const sx_expr *expr)
{
    return sx_expr_uses(expr, NULL, NULL) == 0;
}

/* The samples with the counters that the end point hangs on: a size may be the same in all trips that have an end point each, and so in
 * samples without these. Those of the inference stay as they are. */
static sx_status by_trips(const inference *inf, sx_arena *scratch, const sx_sampling *how,
                          const sx_value *value, const sx_expr *peer,
                          const sx_samples *samples, sx_samples *ret_samples)
{
    uint64_t counters;
    sx_sampling by_trip = *how;
    *ret_samples = *samples;
    sx_expr_uses(peer, &counters, NULL);
    for (uint32_t depth = how->nest->depth; depth-- > 0;)
        if (counters >> depth & 1)
            by_trip.levels = how->nest->depth - depth;
    sx_status st = SX_OK;
    if (by_trip.levels > how->levels && samples->ncounters == 0) {
        st = sx_samples_collect(scratch, inf->runs, &by_trip, value, ret_samples,
                                inf->err);
        ret_samples->grids = samples->grids;
    }
    if (counters & ((UINT64_C(1) << ret_samples->first_counter) - 1))
        ret_samples->trouble = "end points follow counters that are not sampled";
    return st;
}

/* A face; or what one rank and the others have for each other, which are the others' parts. */
static sx_status deal_out_samples(inference *inf, const sx_expr *peer,
                                  const sx_samples *samples, sx_law *law)
{
    sx_status st = sx_faces_deal_out(inf->arena, inf->runs, samples, peer, &inf->faces,
                                     law, inf->err);
    if (st || !sx_samples_are_of_world(inf->runs, samples))
        return st;
    const sx_dealt dealt = { .extent = sx_expr_var(inf->arena, SX_VAR_P, 0, 0),
                             .rank = is_fixed(peer)
                                         ? sx_expr_var(inf->arena, SX_VAR_RANK, 0, 0)
                                     : sx_extent_is_of_one(samples) ? peer
                                                                    : NULL,
                             .only_in_grid = true,
                             .wholes = &inf->wholes,
                             .faces = &inf->faces };
    return sx_line_deal_out(inf->arena, inf->runs, samples, &dealt, law, inf->err);
}

static sx_status deal_out_message(inference *inf, const sx_sampling *how,
                                  const sx_value *value, const sx_expr *peer,
                                  const sx_samples *samples, sx_law *law)
{
    sx_samples of_trips;
    sx_arena *scratch = sx_arena_create();
    sx_status st = scratch ? by_trips(inf, scratch, how, value, peer, samples, &of_trips)
                           : sx_fail(inf->err, SX_NOMEM, "out of memory");
    if (!st && !of_trips.trouble)
        st = deal_out_samples(inf, peer, &of_trips, law);
    sx_arena_destroy(scratch);
    return st;
}

/* Parts that are counted in a list: that of each rank, and the own one; or what the own one has for each. */
static sx_status deal_out_parts(inference *inf, sx_op op, const sx_samples *samples,
                                sx_law *law)
{
    const sx_exchange exchange = sx_op_exchange(op);
    const bool each = exchange == SX_EXCHANGE_ALLTOALL && samples->lists;
    if (sx_op_parts(op) != SX_PARTS_COUNTS ||
        (exchange != SX_EXCHANGE_GATHER && exchange != SX_EXCHANGE_SCATTER &&
         exchange != SX_EXCHANGE_ALLGATHER && exchange != SX_EXCHANGE_REDUCE_SCATTER &&
         !each))
        return SX_OK;
    const sx_expr *own = sx_expr_var(inf->arena, SX_VAR_COMM_RANK, 0, 0),
                  *element = sx_expr_var(inf->arena, SX_VAR_ELEMENT, 0, 0);
    const sx_dealt dealt = { .extent = sx_expr_var(inf->arena, SX_VAR_COMM_SIZE, 0, 0),
                             .rank = samples->lists && !each ? element : own,
                             .other = each ? element : NULL,
                             .wholes = &inf->wholes,
                             .faces = &inf->faces };
    return sx_line_deal_out(inf->arena, inf->runs, samples, &dealt, law, inf->err);
}

sx_status sx_infer_dealt(inference *inf, sx_op op, const sx_sampling *how,
                         const sx_value *value, const sx_expr *peer,
                         const sx_samples *samples, sx_law *law)
{
    if (!samples->is_size ||
        !(peer ? sx_law_may_be_face(law) : sx_law_may_be_dealt_out(law)))
        return SX_OK;
    if (inf->sizes_only) {
        sx_line_wholes_note(&inf->wholes, law->expr);
        sx_face_wholes_note(inf->runs, &inf->faces, law->expr);
        return SX_OK;
    }
    return peer ? deal_out_message(inf, how, value, peer, samples, law)
                : deal_out_parts(inf, op, samples, law);
}
