/* The ranks as a matrix: sums along its rows, broadcasts along its columns. */
#include "pattern.h"

int main(int argc, char **argv)
{
    int iterations = pattern_begin(argc, argv);
    int dims[2] = { 0, 0 };
    MPI_Comm row, column;
    double in[4] = { 0 }, out[4];
    MPI_Dims_create(pattern_size, 2, dims);
    int x = pattern_rank % dims[0], y = pattern_rank / dims[0];
    MPI_Comm_split(MPI_COMM_WORLD, y, x, &row);
    MPI_Comm_split(MPI_COMM_WORLD, x, y, &column);
    for (int t = 0; t < iterations; t++) {
        MPI_Allreduce(in, out, 4, MPI_DOUBLE, MPI_SUM, row);
        MPI_Bcast(out, 4, MPI_DOUBLE, t % dims[1], column);
    }
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
    MPI_Finalize();
}
