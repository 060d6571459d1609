/* A sweep over a square of cells from each of its corners in turn, block by block: a rank waits for the neighbours before it,
 * and sends to those behind it, where there are any. */
#include <mpi.h>

enum { ROUNDS = 3, CORNERS = 4, BLOCKS = 8, WIDTH = 300, HEIGHT = 200, ANGLES = 5 };

static double cell[ANGLES * WIDTH];

static int extent(int points, int parts, int part)
{
    return points / parts + (part < points % parts);
}

static void pass_on(int rank, const int *columns_rows, int corner)
{
    int columns = columns_rows[0], rows = columns_rows[1];
    int x = rank % columns, y = rank / columns;
    int dx = corner & 1 ? -1 : 1, dy = corner & 2 ? -1 : 1;
    int side = ANGLES * extent(HEIGHT, rows, y), top = ANGLES * extent(WIDTH, columns, x);
    if (x - dx >= 0 && x - dx < columns)
        MPI_Recv(cell, side, MPI_DOUBLE, rank - dx, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (y - dy >= 0 && y - dy < rows)
        MPI_Recv(cell, top, MPI_DOUBLE, rank - dy * columns, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    if (x + dx >= 0 && x + dx < columns)
        MPI_Send(cell, side, MPI_DOUBLE, rank + dx, 1, MPI_COMM_WORLD);
    if (y + dy >= 0 && y + dy < rows)
        MPI_Send(cell, top, MPI_DOUBLE, rank + dy * columns, 2, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, ranks, columns_rows[2] = { 1, 1 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int d = 1; d * d <= ranks; d++)
        columns_rows[0] = ranks % d ? columns_rows[0] : d;
    columns_rows[1] = ranks / columns_rows[0];
    for (int round = 0; round < ROUNDS; round++)
        for (int corner = 0; corner < CORNERS; corner++)
            for (int block = 0; block < BLOCKS; block++)
                pass_on(rank, columns_rows, corner);
    MPI_Finalize();
}
