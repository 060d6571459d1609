/* What only timing decides: who sends to MPI_ANY_SOURCE, which request completes first, how often a test
 * says no. Here all of it is known: messages are let go one by one. Half of the calls ignore statuses. */
#include "expect.h"

#pragma GCC optimize("O0") /* a loop in the source is one in the trace */

enum { TIMES = 20, TAG = 3 };

static int rank, size, turn;

static MPI_Status *status_of(MPI_Status *status)
{
    return turn % 2 ? status : MPI_STATUS_IGNORE;
}

/* Rank 0 lets `to` go on. */
static void let_go(int to)
{
    MPI_Send(NULL, 0, MPI_BYTE, to, 0, MPI_COMM_WORLD);
    expect("Send", number(to), 0, "0", size);
}

static void wait_for_it(void)
{
    MPI_Recv(NULL, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect("Recv", "0", 0, "0", size);
}

static void send_when_let(void)
{
    wait_for_it();
    MPI_Send(&rank, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD);
    expect("Send", "0", 4, number(TAG), size);
}

/* From the last rank to the first. */
static void blocking(void)
{
    for (int from = size - 1; rank == 0 && from > 0; from--) {
        MPI_Status status = { .MPI_SOURCE = from };
        int value = -1;
        let_go(from);
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD,
                 status_of(&status));
        expect("Recv", "any", 4, number(TAG), size);
        check(value == from && status.MPI_SOURCE == from, "Recv");
    }
    if (rank)
        send_when_let();
}

static void probes(void)
{
    for (int from = 1; rank == 0 && from < size; from++) {
        MPI_Status status = { .MPI_SOURCE = from };
        MPI_Message message;
        int value = -1, flag = 0;
        for (int i = 0; i < 3; i++) {
            MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
            check(!flag, "Iprobe");
        }
        let_go(from);
        MPI_Probe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, status_of(&status));
        expect("Probe", "any", 0, number(TAG), size);
        check(status.MPI_SOURCE == from, "Probe");
        MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &flag, status_of(&status));
        expect("Iprobe", "any", 0, number(TAG), size);
        check(flag && status.MPI_SOURCE == from, "Iprobe");
        MPI_Mprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &message, status_of(&status));
        expect("Mprobe", "any", 0, number(TAG), size);
        MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        expect_plain("Mrecv");
        check(value == from && status.MPI_SOURCE == from, "Mprobe");
    }
    if (rank)
        send_when_let();
}

/* Five tests that say no; all receives from any source, persistent ones or not. */
static void requests(const MPI_Request *persistent, int *value)
{
    MPI_Request request[64];
    MPI_Status status[64];
    int flag = 0;
    if (rank) {
        send_when_let();
        return;
    }
    for (int i = 0; i < size - 1; i++) {
        if (persistent) {
            request[i] = persistent[i];
            MPI_Start(&request[i]);
            expect_plain("Start");
        } else {
            MPI_Irecv(&value[i], 1, MPI_INT, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD,
                      &request[i]);
            expect("Irecv", "any", 4, number(TAG), size);
        }
    }
    for (int i = 0; i < 5; i++) {
        MPI_Testall(size - 1, request, &flag, MPI_STATUSES_IGNORE);
        check(!flag, "Testall");
    }
    for (int from = 1; from < size; from++)
        let_go(from);
    MPI_Waitall(size - 1, request, turn % 2 ? status : MPI_STATUSES_IGNORE);
    expect_plain("Waitall");
    int sum = 0;
    for (int i = 0; i < size - 1; i++) {
        sum += value[i];
        check(turn % 2 == 0 || status[i].MPI_SOURCE == value[i], "Waitall");
    }
    check(sum == size * (size - 1) / 2, "sum of the senders");
}

/* They complete from the last to the first, alone and in one batch. */
static void some(int batch)
{
    MPI_Request request[64];
    int value[64], n = 0, index[64];
    if (rank) {
        if (batch)
            MPI_Barrier(MPI_COMM_WORLD), expect("Barrier", "-", 0, "-", size);
        send_when_let();
        return;
    }
    for (int i = 1; i < size; i++) {
        MPI_Irecv(&value[i - 1], 1, MPI_INT, i, TAG, MPI_COMM_WORLD, &request[i - 1]);
        expect("Irecv", number(i), 4, number(TAG), size);
    }
    if (batch)
        MPI_Barrier(MPI_COMM_WORLD), expect("Barrier", "-", 0, "-", size);
    for (int from = size - 1; from > 0; from--) {
        let_go(from);
        if (batch)
            MPI_Waitsome(size - 1, request, &n, index, MPI_STATUSES_IGNORE);
        else
            MPI_Waitany(size - 1, request, index, MPI_STATUS_IGNORE);
        expect_plain(batch ? "Waitsome" : "Waitany");
        check(index[0] == from - 1 && (!batch || n == 1), "the one that completed");
    }
}

/* Everybody is sent to by the one before. */
static void ring(void)
{
    int value = -1, before = (rank + size - 1) % size, next = (rank + 1) % size;
    MPI_Sendrecv(&rank, 1, MPI_INT, next, TAG, &value, 1, MPI_INT, MPI_ANY_SOURCE, TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect("Sendrecv", number(next), 4, number(TAG), size);
    check(value == before, "Sendrecv");
    MPI_Barrier(MPI_COMM_WORLD);
    expect("Barrier", "-", 0, "-", size);
}

/* A receive that is cancelled was sent by nobody. */
static void cancelled(void)
{
    MPI_Request request;
    MPI_Irecv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &request);
    expect("Irecv", "any", 0, "99", size);
    MPI_Cancel(&request);
    expect_plain("Cancel");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect_plain("Wait");
}

int main(int argc, char **argv)
{
    MPI_Request persistent[64];
    int value[64];
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_open();
    expect_plain("Init");
    rank = expect_rank;
    for (int i = 0; rank == 0 && i < size - 1; i++) {
        MPI_Recv_init(&value[i], 1, MPI_INT, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD,
                      &persistent[i]);
        expect("Recv_init", "any", 4, number(TAG), size);
    }
    for (turn = 0; turn < TIMES; turn++) {
        blocking();
        probes();
        requests(persistent, value);
        requests(NULL, value);
        some(0);
        some(1);
        ring();
        cancelled();
    }
    expect_finalize();
    MPI_Finalize();
    return expect_wrong != 0;
}
