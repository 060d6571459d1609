/* Levels of a multigrid whose coarser ones the first half of the ranks goes on with, in a communicator of its own that is made of the one before: as
 * many as the scale has, and each rank leaves where it falls idle. */
#include <mpi.h>

enum { NUMBERS = 9, CYCLES = 3 };

int main(int argc, char **argv)
{
    static double mine[NUMBERS], all[NUMBERS];
    MPI_Comm level[32];
    int rank, size, n = 0;
    MPI_Init(&argc, &argv);
    level[n++] = MPI_COMM_WORLD;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    while (size > 1) {
        MPI_Comm_split(level[n - 1], rank < size / 2 ? 0 : MPI_UNDEFINED, rank,
                       &level[n]);
        if (level[n] == MPI_COMM_NULL)
            break;
        MPI_Comm_rank(level[n], &rank);
        MPI_Comm_size(level[n++], &size);
    }
    for (int cycle = 0; cycle < CYCLES; cycle++) {
        for (int k = 0; k < n; k++)
            MPI_Allreduce(mine, all, NUMBERS, MPI_DOUBLE, MPI_SUM, level[k]);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
