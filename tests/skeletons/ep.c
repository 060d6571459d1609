/* The communication of NPB's EP: random numbers without any, and their sums at the end. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int timers = 0;
    double mine[10] = { 0 }, all[10];

    MPI_Init(&argc, &argv);
    MPI_Bcast(&timers, 1, MPI_LOGICAL, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Allreduce(mine, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(mine, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(mine, all, 10, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(mine, all, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
