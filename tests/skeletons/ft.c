/* The communication of NPB's FT in class S, on slabs: one transposition for each transform. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { NX = 64, NY = 64, NZ = 64, ITERATIONS = 6, PARAMETERS = 4 };

int main(int argc, char **argv)
{
    int rank, ranks, parameter[PARAMETERS] = { 0 }, timers = 0;
    double mine[2] = { 0 }, checksum[2];
    MPI_Comm slabs, alone;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (NZ % ranks) {
        fprintf(stderr, "%d planes cannot be shared by %d ranks\n", NZ, ranks);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int i = 0; i < PARAMETERS; i++)
        MPI_Bcast(&parameter[i], 1, MPI_INTEGER, 0, MPI_COMM_WORLD);
    MPI_Bcast(&timers, 1, MPI_LOGICAL, 0, MPI_COMM_WORLD);
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &slabs);
    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &alone);
    int count = NX * NY / ranks * (NZ / ranks);
    double *out = calloc((size_t)count * (size_t)ranks, 2 * sizeof *out);
    double *in = calloc((size_t)count * (size_t)ranks, 2 * sizeof *in);
    for (int it = -2; it < ITERATIONS; it++) {
        if (it == -1)
            MPI_Barrier(MPI_COMM_WORLD);
        MPI_Alltoall(out, count, MPI_DOUBLE_COMPLEX, in, count, MPI_DOUBLE_COMPLEX,
                     slabs);
        if (it >= 0)
            MPI_Reduce(mine, checksum, 1, MPI_DOUBLE_COMPLEX, MPI_SUM, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
