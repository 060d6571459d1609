/* Point-to-point calls of every kind around a ring, with all ways to complete them. */
#include "expect.h"

#include <string.h>

static int rank, size, next, before;
static double out[16], in[16];

static void fill(int base)
{
    for (int i = 0; i < 16; i++)
        out[i] = rank * 100 + base + i;
    memset(in, 0, sizeof in);
}

static void arrived(int base, const char *what)
{
    check(in[0] == before * 100 + base, what);
}

static void blocking(void)
{
    static char space[4096];
    MPI_Status status;
    fill(1);
    if (rank % 2) {
        MPI_Recv(in, 16, MPI_DOUBLE, before, 5, MPI_COMM_WORLD, &status);
        expect("Recv", number(before), 128, "5", size);
        MPI_Send(out, 16, MPI_DOUBLE, next, 5, MPI_COMM_WORLD);
        expect("Send", number(next), 128, "5", size);
    } else {
        MPI_Ssend(out, 16, MPI_DOUBLE, next, 5, MPI_COMM_WORLD);
        expect("Ssend", number(next), 128, "5", size);
        MPI_Recv(in, 16, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                 &status);
        expect("Recv", "any", 128, "any", size);
    }
    arrived(1, "Send");
    MPI_Buffer_attach(space, sizeof space);
    fill(2);
    MPI_Bsend(out, 3, MPI_INT, next, 6, MPI_COMM_WORLD);
    expect("Bsend", number(next), 12, "6", size);
    MPI_Probe(before, 6, MPI_COMM_WORLD, &status);
    expect("Probe", number(before), 0, "6", size);
    MPI_Recv(in, 4, MPI_INT, before, 6, MPI_COMM_WORLD, &status);
    expect("Recv", number(before), 16, "6", size);
    void *back;
    int length;
    MPI_Buffer_detach(&back, &length);
    fill(3);
    MPI_Sendrecv(out, 2, MPI_DOUBLE, next, 7, in, 4, MPI_FLOAT, before, 7, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    expect("Sendrecv", number(next), 16, "7", size);
    fill(4);
    memcpy(in, out, sizeof in);
    MPI_Sendrecv_replace(in, 5, MPI_DOUBLE, next, 8, before, MPI_ANY_TAG, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    expect("Sendrecv_replace", number(next), 40, "8", size);
    arrived(4, "Sendrecv_replace");
    MPI_Send(out, 1, MPI_CHAR, MPI_PROC_NULL, 9, MPI_COMM_WORLD);
    expect("Send", "null", 1, "9", size);
}

static void non_blocking(void)
{
    MPI_Request request[4];
    fill(10);
    MPI_Irecv(in, 16, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &request[0]);
    expect("Irecv", number(before), 128, "1", size);
    MPI_Isend(out, 16, MPI_DOUBLE, next, 1, MPI_COMM_WORLD, &request[1]);
    expect("Isend", number(next), 128, "1", size);
    request[2] = MPI_REQUEST_NULL;
    MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
    expect_plain("Waitall");
    arrived(10, "Isend");
    MPI_Irecv(in, 16, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &request[0]);
    expect("Irecv", number(before), 128, "1", size);
    MPI_Issend(out, 8, MPI_DOUBLE, next, 1, MPI_COMM_WORLD, &request[1]);
    expect("Issend", number(next), 64, "1", size);
    for (int flag = 0; !flag;)
        MPI_Test(&request[0], &flag, MPI_STATUS_IGNORE);
    expect_plain("Test");
    for (int flag = 0; !flag;)
        MPI_Testall(2, request, &flag, MPI_STATUSES_IGNORE);
    expect_plain("Testall");
    for (int flag = 0; !flag;) {
        if (rank % 2 == 0) {
            MPI_Isend(out, 1, MPI_INT, next, 2, MPI_COMM_WORLD, &request[0]);
            expect("Isend", number(next), 4, "2", size);
            MPI_Wait(&request[0], MPI_STATUS_IGNORE);
            expect_plain("Wait");
            break;
        }
        MPI_Iprobe(before, 2, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        if (flag) {
            expect("Iprobe", number(before), 0, "2", size);
            MPI_Recv(in, 1, MPI_INT, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            expect("Recv", number(before), 4, "2", size);
        }
    }
    MPI_Irecv(in, 1, MPI_INT, before, 77, MPI_COMM_WORLD, &request[0]);
    expect("Irecv", number(before), 4, "77", size);
    MPI_Cancel(&request[0]);
    expect_plain("Cancel");
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    expect_plain("Wait");
}

/* Rank 0 collects from everybody, some at a time, in whatever order they come. */
static void some(int round)
{
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, round, MPI_COMM_WORLD);
        expect("Send", "0", 4, number(round), size);
        return;
    }
    MPI_Request request[64];
    int value[64], index[64], sum = 0, left = size - 1;
    for (int i = 1; i < size; i++) {
        MPI_Irecv(&value[i - 1], 1, MPI_INT, i, round, MPI_COMM_WORLD, &request[i - 1]);
        expect("Irecv", number(i), 4, number(round), size);
    }
    while (left > 0) {
        int n = 0, flag = 0;
        switch (round % 4) {
        case 0:
            MPI_Waitsome(size - 1, request, &n, index, MPI_STATUSES_IGNORE);
            expect_plain("Waitsome");
            break;
        case 1:
            MPI_Testsome(size - 1, request, &n, index, MPI_STATUSES_IGNORE);
            if (n > 0)
                expect_plain("Testsome");
            break;
        case 2:
            MPI_Waitany(size - 1, request, index, MPI_STATUS_IGNORE);
            expect_plain("Waitany");
            n = 1;
            break;
        default:
            MPI_Testany(size - 1, request, index, &flag, MPI_STATUS_IGNORE);
            if (flag)
                expect_plain("Testany");
            n = flag;
        }
        for (int i = 0; i < n; i++)
            sum += value[index[i]];
        left -= n;
    }
    check(sum == size * (size - 1) / 2, "sum over the ranks");
}

static void persistent(void)
{
    MPI_Request request[2];
    MPI_Recv_init(in, 16, MPI_DOUBLE, before, 3, MPI_COMM_WORLD, &request[0]);
    expect("Recv_init", number(before), 128, "3", size);
    MPI_Send_init(out, 16, MPI_DOUBLE, next, 3, MPI_COMM_WORLD, &request[1]);
    expect("Send_init", number(next), 128, "3", size);
    for (int i = 0; i < 5; i++) {
        fill(i);
        MPI_Startall(2, request);
        expect_plain("Startall");
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        expect_plain("Waitall");
        arrived(i, "a persistent receive");
    }
    fill(20);
    MPI_Start(&request[1]);
    expect_plain("Start");
    MPI_Start(&request[0]);
    expect_plain("Start");
    MPI_Wait(&request[1], MPI_STATUS_IGNORE);
    expect_plain("Wait");
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    expect_plain("Wait");
    arrived(20, "a persistent receive");
    for (int i = 0; i < 2; i++) {
        MPI_Request_free(&request[i]);
        expect_plain("Request_free");
    }
}

static void matched(void)
{
    MPI_Message message;
    MPI_Request request;
    int flag = 0;
    fill(30);
    MPI_Isend(out, 2, MPI_DOUBLE, next, 4, MPI_COMM_WORLD, &request);
    expect("Isend", number(next), 16, "4", size);
    MPI_Mprobe(before, 4, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    expect("Mprobe", number(before), 0, "4", size);
    MPI_Mrecv(in, 2, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
    expect_plain("Mrecv");
    arrived(30, "Mrecv");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect_plain("Wait");
    MPI_Ibsend(out, 0, MPI_INT, next, 4, MPI_COMM_WORLD, &request);
    expect("Ibsend", number(next), 0, "4", size);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect_plain("Wait");
    while (!flag)
        MPI_Improbe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &flag, &message,
                    MPI_STATUS_IGNORE);
    expect("Improbe", "any", 0, "4", size);
    MPI_Imrecv(in, 1, MPI_INT, &message, &request);
    expect_plain("Imrecv");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect_plain("Wait");
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
    for (int i = 0; i < 3; i++) {
        blocking();
        non_blocking();
        persistent();
    }
    for (int round = 0; round < 8; round++)
        some(round);
    matched();
    expect_finalize();
    MPI_Finalize();
    return expect_wrong ? 1 : 7;
}
