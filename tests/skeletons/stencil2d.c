/* The communication of examples/apps/stencil2d.c with -n 100 -i 10 -s 9 -p: all eight neighbours on a closed grid. */
#include <mpi.h>
#include <stdio.h>

enum { POINTS = 100, ITERATIONS = 10, DIRECTIONS = 8 };

/* In pairs of opposite directions. */
static const int step[DIRECTIONS][2] = { { -1, 0 },  { 1, 0 }, { 0, -1 }, { 0, 1 },
                                         { -1, -1 }, { 1, 1 }, { -1, 1 }, { 1, -1 } };

int main(int argc, char **argv)
{
    int rank, ranks, rows = 1, size[DIRECTIONS], neighbour[DIRECTIONS];
    static double out[DIRECTIONS][POINTS], in[DIRECTIONS][POINTS];
    double mine = 0, change, error = 0;
    MPI_Request request[2 * DIRECTIONS];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int r = 1; r * r <= ranks; r++)
        if (ranks % r == 0)
            rows = r;
    int columns = ranks / rows, row = rank / columns, column = rank % columns;
    int height = POINTS / rows + (row < POINTS % rows);
    int width = POINTS / columns + (column < POINTS % columns);
    for (int d = 0; d < DIRECTIONS; d++) {
        int to_row = (row + step[d][0] + rows) % rows;
        int to_column = (column + step[d][1] + columns) % columns;
        neighbour[d] = to_row * columns + to_column;
        size[d] = (step[d][0] ? 1 : height) * (step[d][1] ? 1 : width);
    }
    for (int it = 0; it < ITERATIONS; it++) {
        for (int d = 0; d < DIRECTIONS; d++)
            MPI_Irecv(in[d], size[d], MPI_DOUBLE, neighbour[d], d ^ 1, MPI_COMM_WORLD,
                      &request[d]);
        for (int d = 0; d < DIRECTIONS; d++)
            MPI_Isend(out[d], size[d], MPI_DOUBLE, neighbour[d], d, MPI_COMM_WORLD,
                      &request[DIRECTIONS + d]);
        MPI_Waitall(2 * DIRECTIONS, request, MPI_STATUSES_IGNORE);
        MPI_Allreduce(&mine, &change, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
