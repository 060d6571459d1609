#include "extrap/traffic.h"

#include "base/elementary.h"

/* How often a rank passes on as many bytes as its buffer has. */
static double times_sent(sx_op op, double others, double rounds)
{
    const bool in_lists = sx_op_parts(op) != SX_PARTS_EQUAL;
    switch (sx_op_exchange(op)) {
    case SX_EXCHANGE_ALLTOALL:
    case SX_EXCHANGE_REDUCE_SCATTER: /* its bytes are those of all parts of the lists, or of one part */
        return in_lists ? 1 : others;
    case SX_EXCHANGE_GATHER:
    case SX_EXCHANGE_SCATTER:
    case SX_EXCHANGE_ALLGATHER:
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
    return (sx_traffic) { sx_op_exchange(op) == SX_EXCHANGE_ALLTOALL ? others : rounds,
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
