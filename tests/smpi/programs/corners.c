/* Blocks of points on a Cartesian grid whose dims are the program's own: who has a neighbour waits for it by itself, for as many requests since as there are
 * neighbours along both axes, and rank 0 collects what each of the others has along both, one after the other. */
#include <mpi.h>

enum { NX = 31, NY = 26, STEPS = 4, SIDES = 4 };

static double points[NX * NY], sides[2 * SIDES][NX];

static int share(int n, int parts, int part)
{
    return n / parts + (part < n % parts);
}

/* How many points a rank has. */
static int has(MPI_Comm grid, const int *dims, int rank)
{
    int at[2];
    MPI_Cart_coords(grid, rank, 2, at);
    return share(NX, dims[0], at[0]) * share(NY, dims[1], at[1]);
}

static void exchange(MPI_Comm grid, const int *side)
{
    MPI_Request sent[SIDES], come[SIDES];
    for (int i = 0; i < SIDES; i++)
        if (side[i] != MPI_PROC_NULL)
            MPI_Isend(sides[i], 3, MPI_DOUBLE, side[i], i, grid, &sent[i]);
    for (int i = 0; i < SIDES; i++)
        if (side[i] != MPI_PROC_NULL)
            MPI_Irecv(sides[SIDES + i], 3, MPI_DOUBLE, side[i], i ^ 1, grid, &come[i]);
    if (side[0] != MPI_PROC_NULL)
        MPI_Wait(&come[0], MPI_STATUS_IGNORE);
    if (side[1] != MPI_PROC_NULL)
        MPI_Wait(&come[1], MPI_STATUS_IGNORE);
    if (side[2] != MPI_PROC_NULL)
        MPI_Wait(&come[2], MPI_STATUS_IGNORE);
    if (side[3] != MPI_PROC_NULL)
        MPI_Wait(&come[3], MPI_STATUS_IGNORE);
    for (int i = 0; i < SIDES; i++)
        if (side[i] != MPI_PROC_NULL)
            MPI_Wait(&sent[i], MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks, side[SIDES], dims[2] = { 1, 1 };
    MPI_Comm grid;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int d = 1; d * d <= ranks; d++)
        if (ranks % d == 0)
            dims[0] = d;
    dims[1] = ranks / dims[0];
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, (int[2]) { 0, 0 }, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_shift(grid, 0, 1, &side[0], &side[1]);
    MPI_Cart_shift(grid, 1, 1, &side[2], &side[3]);
    for (int step = 0; step < STEPS; step++)
        exchange(grid, side);
    if (rank > 0)
        MPI_Send(points, has(grid, dims, rank), MPI_DOUBLE, 0, 9, grid);
    for (int r = 1; rank == 0 && r < ranks; r++)
        MPI_Recv(points, has(grid, dims, r), MPI_DOUBLE, r, 9, grid, MPI_STATUS_IGNORE);
    MPI_Finalize();
}
