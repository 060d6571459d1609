/* The communication of examples/apps/stencil3d.c with -n 50 -i 10 -s 7: six faces on an open grid. */
#include <mpi.h>

enum { POINTS = 50, ITERATIONS = 10, SIDES = 6 };

int main(int argc, char **argv)
{
    /* As directions of a cube of 27 are numbered: 9 along the first axis, 3 and 1 along the others. */
    static const int direction[SIDES] = { 4, 10, 12, 14, 16, 22 };
    static const int axis_of[SIDES] = { 0, 1, 2, 2, 1, 0 };
    static double out[SIDES][POINTS * POINTS], in[SIDES][POINTS * POINTS];
    int rank, ranks, dims[3] = { 0 }, periods[3] = { 0 }, place[3], extent[3], used = 0;
    int tag[SIDES], size[SIDES], neighbour[SIDES];
    double mine = 0, change, error = 0;
    MPI_Request request[2 * SIDES];
    MPI_Comm grid;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Dims_create(ranks, 3, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 3, place);
    for (int a = 0; a < 3; a++)
        extent[a] = POINTS / dims[a] + (place[a] < POINTS % dims[a]);
    for (int s = 0; s < SIDES; s++) {
        int axis = axis_of[s], before, behind;
        MPI_Cart_shift(grid, axis, 1, &before, &behind);
        neighbour[used] = s < 3 ? before : behind;
        if (neighbour[used] == MPI_PROC_NULL)
            continue;
        tag[used] = direction[s];
        size[used++] = extent[(axis + 1) % 3] * extent[(axis + 2) % 3];
    }
    for (int it = 0; it < ITERATIONS; it++) {
        for (int s = 0; s < used; s++)
            MPI_Irecv(in[s], size[s], MPI_DOUBLE, neighbour[s], 26 - tag[s], grid,
                      &request[s]);
        for (int s = 0; s < used; s++)
            MPI_Isend(out[s], size[s], MPI_DOUBLE, neighbour[s], tag[s], grid,
                      &request[used + s]);
        MPI_Waitall(2 * used, request, MPI_STATUSES_IGNORE);
        MPI_Allreduce(&mine, &change, 1, MPI_DOUBLE, MPI_SUM, grid);
    }
    MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, grid);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
