/* Tags that only the message tells, to receives with any tag: in all ways of receiving. */
#include "expect.h"

#pragma GCC optimize("O0") /* a loop in the source is one in the trace */

static int rank, size, next, before;

static void send(int tag)
{
    MPI_Send(&rank, 1, MPI_INT, next, tag, MPI_COMM_WORLD);
    expect("Send", number(next), 4, number(tag), size);
}

static void receive(int i)
{
    int value = -1;
    MPI_Status status = { .MPI_TAG = -1 };
    send(10 + i % 2);
    MPI_Probe(before, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect("Probe", number(before), 0, "any", size);
    MPI_Recv(&value, 1, MPI_INT, before, MPI_ANY_TAG, MPI_COMM_WORLD,
             i % 3 ? MPI_STATUS_IGNORE : &status);
    expect("Recv", number(before), 4, "any", size);
    check(value == before, "Recv");
    check(i % 3 || status.MPI_TAG == 10 + i % 2, "the tag of Recv");
}

static void complete(int i)
{
    int value[2] = { -1, -1 };
    MPI_Request request[2];
    MPI_Irecv(&value[0], 1, MPI_INT, before, MPI_ANY_TAG, MPI_COMM_WORLD, &request[0]);
    expect("Irecv", number(before), 4, "any", size);
    MPI_Irecv(&value[1], 1, MPI_INT, before, 30, MPI_COMM_WORLD, &request[1]);
    expect("Irecv", number(before), 4, "30", size);
    send(20 + i % 4);
    send(30);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    expect_plain("Waitall");
    check(value[0] == before && value[1] == before, "Waitall");
}

static void exchange(int i)
{
    int value = -1;
    MPI_Sendrecv(&rank, 1, MPI_INT, next, 40 + i % 2, &value, 1, MPI_INT, before,
                 MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect("Sendrecv", number(next), 4, number(40 + i % 2), size);
    check(value == before, "Sendrecv");
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    expect("Recv", "null", 4, "any", size);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_open();
    expect_plain("Init");
    rank = expect_rank;
    next = (rank + 1) % size;
    before = (rank + size - 1) % size;
    for (int i = 0; i < 20; i++) {
        receive(i);
        complete(i);
        exchange(i);
    }
    expect_finalize();
    MPI_Finalize();
    return 0;
}
