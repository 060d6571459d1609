/* Panels of a matrix that are broadcast in turn along rows and columns of ranks, and rows by whoever has them, in turn and in blocks: who is the root calls in another place than all others. */
#include <mpi.h>

enum { PANEL = 24, ROW = 30, ROWS = 50, ROUNDS = 2 };

static double panel[2][PANEL], row_of[ROW];

int main(int argc, char **argv)
{
    int ranks, rank, side = 1, at[2], periods[] = { 0, 0 }, rounds = ROUNDS;
    double sum;
    MPI_Comm grid, row, column;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    while ((side + 1) * (side + 1) <= ranks)
        side++;
    MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]) { side, side }, periods, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, at);
    MPI_Cart_sub(grid, (int[]) { 0, 1 }, &row);
    MPI_Cart_sub(grid, (int[]) { 1, 0 }, &column);
    MPI_Bcast(&rounds, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int k = 0; k < side; k++) {
        if (at[1] == k)
            MPI_Bcast(panel[0], PANEL, MPI_DOUBLE, k, row);
        else
            MPI_Bcast(panel[1], PANEL, MPI_DOUBLE, k, row);
        if (at[0] == k)
            MPI_Bcast(panel[0], PANEL, MPI_DOUBLE, k, column);
        else
            MPI_Bcast(panel[1], PANEL, MPI_DOUBLE, k, column);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int k = 0; k < ranks; k++) {
        if (rank == k)
            MPI_Bcast(row_of, ROW, MPI_DOUBLE, k, MPI_COMM_WORLD);
        else
            MPI_Bcast(row_of, ROW, MPI_DOUBLE, k, MPI_COMM_WORLD);
        MPI_Allreduce(row_of, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    const int each = (ROWS + ranks - 1) / ranks;
    for (int k = 0; k < ROWS; k++) {
        if (k / each == rank)
            MPI_Bcast(row_of, ROW, MPI_DOUBLE, rank, MPI_COMM_WORLD);
        else
            MPI_Bcast(row_of, ROW, MPI_DOUBLE, k / each, MPI_COMM_WORLD);
    }
    MPI_Reduce(row_of, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
