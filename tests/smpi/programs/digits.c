/* Trees over the digits of ranks: a broadcast and a reduction in which a rank has three children on each level, and cyclic reduction, in
 * which r + 1 is in a binary tree and those that stay on a level ask both neighbours there. */
#include <mpi.h>

enum { ROUNDS = 5, BASE = 4 };

static double mine[4], other[4];
static int rank, ranks;

static void send(int to, int count, int tag)
{
    if (to >= 0 && to < ranks)
        MPI_Send(mine, count, MPI_DOUBLE, to, tag, MPI_COMM_WORLD);
}

static void receive(int from, int count, int tag)
{
    if (from >= 0 && from < ranks)
        MPI_Recv(other, count, MPI_DOUBLE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void broadcast(void)
{
    int level = 1;
    while (level < ranks && rank % (level * BASE) == 0)
        level *= BASE;
    if (rank > 0)
        receive(rank / (level * BASE) * (level * BASE), 1, 1);
    for (level /= BASE; level > 0; level /= BASE)
        for (int digit = 1; digit < BASE; digit++)
            send(rank + digit * level, 1, 1);
}

static void reduce(void)
{
    int level = 1;
    for (; level < ranks && rank % (level * BASE) == 0; level *= BASE)
        for (int digit = 1; digit < BASE; digit++)
            receive(rank + digit * level, 2, 2);
    if (rank > 0)
        send(rank / (level * BASE) * (level * BASE), 2, 2);
}

static void reduce_cyclically(void)
{
    int far = 1;
    for (; far < ranks; far *= 2) {
        if ((rank + 1) % (2 * far) == 0) {
            receive(rank - far, 4, 3);
            receive(rank + far, 4, 3);
        } else if ((rank + 1) % far == 0) {
            send(rank + far, 4, 3);
            send(rank - far, 4, 3);
        }
    }
    for (far /= 2; far > 0; far /= 2) {
        if ((rank + 1) % (2 * far) == 0) {
            send(rank - far, 3, 4);
            send(rank + far, 3, 4);
        } else if ((rank + 1) % far == 0) {
            receive(rank - far, 3, 4);
            receive(rank + far, 3, 4);
        }
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int round = 0; round < ROUNDS; round++) {
        broadcast();
        reduce();
        MPI_Barrier(MPI_COMM_WORLD);
        reduce_cyclically();
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
