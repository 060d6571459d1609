/* A loop in which a branch makes the same call elsewhere: Fox's multiplication of matrices, whose rows of ranks each broadcast the
 * block of the rank whose turn it is along the diagonals. Who broadcasts its own block does so at a call of its own. */
#include <mpi.h>

enum { SIDE = 420 };

int main(int argc, char **argv)
{
    static double own[SIDE * SIDE], other[SIDE * SIDE], moving[SIDE * SIDE];
    int rank, size, q = 1;
    MPI_Comm in_row, in_column;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    while (q * q < size)
        q++;
    const int row = rank / q, column = rank % q, points = SIDE / q * (SIDE / q);
    MPI_Comm_split(MPI_COMM_WORLD, row, column, &in_row);
    MPI_Comm_split(MPI_COMM_WORLD, column, row, &in_column);
    for (int stage = 0; stage < q; stage++) {
        const int root = (row + stage) % q;
        if (root == column)
            MPI_Bcast(own, points, MPI_DOUBLE, root, in_row);
        else
            MPI_Bcast(other, points, MPI_DOUBLE, root, in_row);
        MPI_Sendrecv_replace(moving, points, MPI_DOUBLE, (row + q - 1) % q, 0,
                             (row + 1) % q, 0, in_column, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
