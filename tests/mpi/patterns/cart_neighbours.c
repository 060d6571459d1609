/* A periodic grid whose halo exchange is a neighbourhood collective. */
#include "pattern.h"

int main(int argc, char **argv)
{
    int iterations = pattern_begin(argc, argv);
    int dims[2] = { 0, 0 }, periods[2] = { 1, 1 };
    double out[4 * 16] = { 0 }, in[4 * 16];
    MPI_Comm grid;
    MPI_Dims_create(pattern_size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    for (int t = 0; t < iterations; t++) {
        MPI_Neighbor_alltoall(out, 16, MPI_DOUBLE, in, 16, MPI_DOUBLE, grid);
        MPI_Neighbor_allgather(out, 1, MPI_DOUBLE, in, 1, MPI_DOUBLE, grid);
        MPI_Allreduce(MPI_IN_PLACE, out, 1, MPI_DOUBLE, MPI_MAX, grid);
    }
    MPI_Comm_free(&grid);
    MPI_Finalize();
}
