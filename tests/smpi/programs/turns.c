/* Tasks dealt out in turn; odd and even ranks changing places; every pair of ranks by exclusive or; blocks of points going
 * around a ring. */
#include <mpi.h>

enum { TASKS = 60, POINTS = 1000, ROUNDS = 3 };

static double value[2 * POINTS], other[2 * POINTS];
static int rank, ranks;

static void deal(void)
{
    for (int t = 0; rank == 0 && t < TASKS; t++)
        MPI_Send(value, 10, MPI_DOUBLE, 1 + t % (ranks - 1), 1, MPI_COMM_WORLD);
    for (int t = rank - 1; rank > 0 && t < TASKS; t += ranks - 1)
        MPI_Recv(value, 10, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void exchange(int with, int count)
{
    MPI_Sendrecv(value, count, MPI_DOUBLE, with, 2, other, count, MPI_DOUBLE, with, 2,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void sort(void)
{
    for (int phase = 0; phase < ranks; phase++) {
        int with = (phase + rank) % 2 ? rank - 1 : rank + 1;
        exchange(with < 0 || with >= ranks ? MPI_PROC_NULL : with, 64);
    }
}

static void pairs(void)
{
    for (int k = 1; k < ranks; k++)
        if ((rank ^ k) < ranks)
            exchange(rank ^ k, 8);
}

static int points_of(int part)
{
    part = (part + 2 * ranks) % ranks;
    return POINTS / ranks + (part < POINTS % ranks);
}

static void ring(void)
{
    for (int step = 0; step < ranks - 1; step++)
        MPI_Sendrecv(value, points_of(rank - step), MPI_DOUBLE, (rank + 1) % ranks, step,
                     other, points_of(rank - step - 1), MPI_DOUBLE,
                     (rank - 1 + ranks) % ranks, step, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    deal();
    sort();
    pairs();
    for (int round = 0; round < ROUNDS; round++)
        ring();
    MPI_Finalize();
}
