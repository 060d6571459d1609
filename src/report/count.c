#include "report/count.h"

#include "base/checked.h"
#include "trace/place.h"

#include <string.h>

bool sx_total_add(sx_total *total, const sx_share *share)
{
    uint64_t calls, bytes;
    bool fits = sx_share_total(share, &calls, &bytes) &&
                !sx_add_overflows(total->calls, calls, &total->calls) &&
                !sx_add_overflows(total->bytes, bytes, &total->bytes);
    if (!fits)
        return false;
    if (share->message) {
        total->messages += calls;
        total->message_bytes += bytes;
    }
    if (!share->counted)
        total->uncounted += calls;
    return true;
}

sx_status sx_totals_add(sx_totals *totals, const sx_share *share, sx_error *err)
{
    if (sx_total_add(&totals->op[share->node->op], share) &&
        sx_total_add(&totals->all, share))
        return SX_OK;
    return sx_fail(err, SX_OVERFLOW, "the totals do not fit in 64 bits");
}

static sx_status add(void *context, const sx_share *share, sx_error *err)
{
    return sx_totals_add(context, share, err);
}

sx_status sx_totals_count(const sx_trace *trace, const sx_census_options *options,
                          sx_totals *ret_totals, sx_error *err)
{
    sx_totals totals;
    memset(&totals, 0, sizeof totals);
    sx_status status = sx_census(trace, options, add, &totals, err);
    if (!status)
        *ret_totals = totals;
    return status;
}

static sx_status count_comms(const sx_trace *trace, sx_place_of *place,
                             sx_comm_total *comm, sx_error *err)
{
    for (sx_rank rank = 0; rank < trace->p && trace->ncomms > 2; rank++) {
        sx_status status = sx_place_move(place, rank, err);
        if (status)
            return status;
        for (uint32_t c = 2; c < trace->ncomms; c++) {
            int64_t size, own;
            sx_place_comm(place, c, &size, &own);
            if (size == 0)
                continue;
            if (comm[c].members++ == 0 || size < comm[c].min_size)
                comm[c].min_size = size;
            if (size > comm[c].max_size)
                comm[c].max_size = size;
            comm[c].groups += own == 0;
        }
    }
    return SX_OK;
}

sx_status sx_comms_count(sx_arena *arena, const sx_trace *trace, sx_comm_total **ret_comm,
                         sx_error *err)
{
    sx_comm_total *comm = SX_NEW_ARRAY(arena, sx_comm_total, trace->ncomms + 2);
    sx_place_of *place = sx_place_create(trace);
    sx_status status = SX_OK;
    if (!comm || !place)
        status = sx_fail(err, SX_NOMEM, "out of memory");
    else
        status = count_comms(trace, place, comm, err);
    sx_place_destroy(place);
    if (status)
        return status;
    comm[0] = (sx_comm_total) { trace->p, 1, trace->p, trace->p };
    comm[1] = (sx_comm_total) { trace->p, trace->p, 1, 1 };
    *ret_comm = comm;
    return SX_OK;
}
