/* Blocks that are skewed before they go around: in rows and columns as far as the place along the other axis, in two layers of which the second begins half of the way further
 * on, by ranks of rows and columns and by those of all. */
#include <mpi.h>

enum { BLOCK = 30, LAYERS = 2 };

static double block[BLOCK];

/* `by` places on around a communicator. */
static void move(MPI_Comm comm, int by)
{
    int own, size;
    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &size);
    MPI_Sendrecv_replace(block, BLOCK, MPI_DOUBLE, (own + by + size) % size, 1,
                         (own - by + size) % size, 1, comm, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int ranks, rank, side = 1, at[3], periods[] = { 1, 1, 1 };
    MPI_Comm grid, row, column;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    while ((side + 1) * (side + 1) * LAYERS <= ranks)
        side++;
    int dims[] = { LAYERS, side, side };
    MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 3, at);
    MPI_Cart_sub(grid, (int[]) { 0, 0, 1 }, &row);
    MPI_Cart_sub(grid, (int[]) { 0, 1, 0 }, &column);
    const int further = at[0] * (side / LAYERS);
    move(row, (at[1] + further) % side);
    move(column, (at[2] + further) % side);
    for (int step = 0; step < side; step++) {
        move(row, -1);
        move(column, -1);
    }
    const int row_from = rank - at[2], to = row_from + (at[2] + at[1]) % side,
              from = row_from + (at[2] - at[1] + side) % side;
    MPI_Sendrecv_replace(block, BLOCK, MPI_DOUBLE, to, 2, from, 2, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
