/* The communication of examples/apps/stencil1d.c with -i 10: a line of ranks that pass one point to each side. */
#include <mpi.h>

enum { ITERATIONS = 10, TO_LEFT = 1, TO_RIGHT = 2 };

int main(int argc, char **argv)
{
    int rank, ranks;
    double mine[2] = { 0 }, ghost[2], change, sum, error = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int right = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
    for (int it = 0; it < ITERATIONS; it++) {
        MPI_Sendrecv(&mine[0], 1, MPI_DOUBLE, left, TO_LEFT, &ghost[1], 1, MPI_DOUBLE,
                     right, TO_LEFT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&mine[1], 1, MPI_DOUBLE, right, TO_RIGHT, &ghost[0], 1, MPI_DOUBLE,
                     left, TO_RIGHT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        change = 0;
        MPI_Allreduce(&change, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
