/* Persistent requests among others: what is posted before their first start, and requests that are made anew in
 * each trip, change nothing in how a loop names those that it starts. */
#include "expect.h"

#pragma GCC optimize("O0") /* a loop in the source is one in the trace */

static int rank, size, next, before, in, out, passed;

static void pass_on(MPI_Request *request, int tag)
{
    MPI_Isend(&out, 1, MPI_INT, next, tag, MPI_COMM_WORLD, request);
    expect("Isend", number(next), 4, number(tag), size);
    MPI_Recv(&passed, 1, MPI_INT, before, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect("Recv", number(before), 4, number(tag), size);
}

/* To MPI_PROC_NULL: made, started and freed. */
static void start_another(void)
{
    MPI_Request once;
    MPI_Send_init(&out, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &once);
    expect("Send_init", "null", 4, "5", size);
    MPI_Start(&once);
    expect_plain("Start");
    MPI_Wait(&once, MPI_STATUS_IGNORE);
    expect_plain("Wait");
    MPI_Request_free(&once);
    expect_plain("Request_free");
}

int main(int argc, char **argv)
{
    MPI_Request request[3];
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_open();
    expect_plain("Init");
    rank = expect_rank;
    next = (rank + 1) % size;
    before = (rank + size - 1) % size;
    MPI_Recv_init(&in, 1, MPI_INT, before, 3, MPI_COMM_WORLD, &request[0]);
    expect("Recv_init", number(before), 4, "3", size);
    MPI_Send_init(&out, 1, MPI_INT, next, 3, MPI_COMM_WORLD, &request[1]);
    expect("Send_init", number(next), 4, "3", size);
    pass_on(&request[2], 7);
    MPI_Wait(&request[2], MPI_STATUS_IGNORE);
    expect_plain("Wait");
    for (int i = 0; i < 20; i++) {
        out = 100 * i + rank;
        MPI_Startall(2, request);
        expect_plain("Startall");
        start_another();
        pass_on(&request[2], 4);
        MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
        expect_plain("Waitall");
        check(in == 100 * i + before, "a persistent receive");
    }
    for (int i = 0; i < 2; i++) {
        MPI_Request_free(&request[i]);
        expect_plain("Request_free");
    }
    expect_finalize();
    MPI_Finalize();
    return 0;
}
