/* A sum by hand, up a binomial tree and down again; and a hierarchy where every second rank falls idle from level to level. */
#include <mpi.h>

enum { ROUNDS = 10, POINTS = 1024 };

static double value[POINTS], other[POINTS];
static int rank, ranks;

static void up(void)
{
    for (int k = 1; k < ranks; k *= 2) {
        if (rank % (2 * k) != 0) {
            MPI_Send(value, 1, MPI_DOUBLE, rank - k, 7, MPI_COMM_WORLD);
            return;
        }
        if (rank + k < ranks)
            MPI_Recv(other, 1, MPI_DOUBLE, rank + k, 7, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
}

static void down(void)
{
    int k = 1;
    while (k < ranks && !(rank & k))
        k *= 2;
    if (k < ranks)
        MPI_Recv(value, 1, MPI_DOUBLE, rank - k, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (k /= 2; k > 0; k /= 2)
        if (rank + k < ranks)
            MPI_Send(value, 1, MPI_DOUBLE, rank + k, 8, MPI_COMM_WORLD);
}

static void levels(void)
{
    int points = POINTS, level = 0;
    for (int k = 1; k < ranks && rank % k == 0; k *= 2, points /= 2, level++) {
        int above = rank + k < ranks ? rank + k : MPI_PROC_NULL;
        int below = rank - k >= 0 ? rank - k : MPI_PROC_NULL;
        MPI_Sendrecv(value, points, MPI_DOUBLE, above, level, other, points, MPI_DOUBLE,
                     below, level, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int round = 0; round < ROUNDS; round++) {
        up();
        down();
        levels();
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
}
