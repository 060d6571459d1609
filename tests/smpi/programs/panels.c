/* Columns of blocks go around the ranks: the owner of a column sends it to all, and what it knows of the next one to the
 * next owner. What is left shrinks. */
#include <mpi.h>

enum { COLUMNS = 48, BLOCK = 64 };

static double panel[COLUMNS * BLOCK];
static int pivot[COLUMNS];

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int k = 0; k < COLUMNS; k++) {
        int owner = k % ranks, next = (k + 1) % ranks, left = COLUMNS - k;
        MPI_Bcast(panel, left * BLOCK, MPI_DOUBLE, owner, MPI_COMM_WORLD);
        if (rank == owner)
            MPI_Send(pivot, left, MPI_INT, next, k, MPI_COMM_WORLD);
        if (rank == next)
            MPI_Recv(pivot, left, MPI_INT, owner, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
}
