#include "extrap/traffic.h"

#include "base/elementary.h"

/* How often a rank passes on as many bytes as its buffer has. */
static double times_sent(sx_op op, double others, double rounds)
{
    switch (op) {
    case SX_OP_Alltoallv: /* its bytes are those of all parts */
    case SX_OP_Ialltoallv:
    case SX_OP_Alltoallw:
    case SX_OP_Ialltoallw:
    case SX_OP_Reduce_scatter:
    case SX_OP_Ireduce_scatter:
        return 1;
    case SX_OP_Alltoall: /* those of one part */
    case SX_OP_Ialltoall:
    case SX_OP_Allgather:
    case SX_OP_Iallgather:
    case SX_OP_Allgatherv:
    case SX_OP_Iallgatherv:
    case SX_OP_Gather:
    case SX_OP_Igather:
    case SX_OP_Gatherv:
    case SX_OP_Igatherv:
    case SX_OP_Scatter:
    case SX_OP_Iscatter:
    case SX_OP_Scatterv:
    case SX_OP_Iscatterv:
    case SX_OP_Reduce_scatter_block:
    case SX_OP_Ireduce_scatter_block:
        return others;
    default:
        return rounds;
    }
}

static sx_traffic of_collective(sx_op op, double ranks, double bytes)
{
    if (ranks < 2)
        return (sx_traffic) { 0, 0 };
    const double others = ranks - 1, rounds = sx_log2(ranks);
    return (sx_traffic) { sx_op_is_alltoall(op) ? others : rounds,
                          bytes * times_sent(op, others, rounds) };
}

sx_traffic sx_traffic_of(const sx_event *event, int64_t bytes)
{
    const sx_op op = event->node->op;
    switch (sx_op_class_of(op)) {
    case SX_OP_SEND:
    case SX_OP_SENDRECV:
    case SX_OP_START:
        return (sx_traffic) { 1, (double)bytes };
    case SX_OP_COLLECTIVE:
        return of_collective(op, (double)event->comm_size, (double)bytes);
    default:
        return (sx_traffic) { 0, 0 };
    }
}
