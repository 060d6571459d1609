/* What calls send, one after the other. */
#include "extrap/traffic.h"
#include "tap.h"

#include <math.h>

static void sends(const char *name, uint32_t ranks, int64_t bytes, double messages,
                  double all_bytes)
{
    size_t length = 0;
    while (name[length])
        length++;
    const sx_node node = { .kind = SX_NODE_EVENT, .op = sx_op_named(name, length) };
    const sx_event event = { .node = &node, .times = 1, .comm_size = ranks };
    const sx_traffic t = sx_traffic_of(&event, bytes);
    ok(fabs(t.messages - messages) < 1e-9 && fabs(t.bytes - all_bytes) < 1e-9,
       "%s of %u ranks: %g messages of %g bytes, want %g of %g", name, ranks, t.messages,
       t.bytes, messages, all_bytes);
}

int main(void)
{
    sends("Send", 8, 100, 1, 100);
    sends("Sendrecv", 8, 100, 1, 100);
    sends("Start", 8, 0, 1, 0);
    sends("Irecv", 8, 100, 0, 0);
    sends("Waitall", 8, 0, 0, 0);
    sends("Comm_split", 8, 0, 0, 0);
    sends("Barrier", 8, 0, 3, 0);
    sends("Allreduce", 8, 100, 3, 300);
    sends("Bcast", 1, 100, 0, 0);
    sends("Allgather", 8, 100, 3, 700);
    sends("Scatterv", 8, 100, 3, 700);
    sends("Reduce_scatter", 8, 800, 3, 800);
    sends("Reduce_scatter_block", 8, 100, 3, 700);
    sends("Alltoall", 8, 100, 7, 700);
    sends("Ialltoall", 8, 100, 7, 700);
    sends("Alltoallv", 8, 800, 7, 800);
    sends("Alltoallw", 1, 800, 0, 0);
    return tap_done();
}
