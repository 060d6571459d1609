/* The communication of NPB's LU in class W: columns of points on a grid of ranks, two triangular sweeps through it plane by plane, and
 * exchanges of two layers with each neighbour. */
#include <mpi.h>
#include <stdio.h>

enum {
    POINTS = 33,
    STEPS = 300,
    VARIABLES = 5,
    FROM_SOUTH = 1,
    FROM_NORTH,
    FROM_EAST,
    FROM_WEST
};

static int north, south, east, west, nx, ny;
static double in[2 * VARIABLES * POINTS * POINTS], out[2 * VARIABLES * POINTS * POINTS];

static void receive(int from, int count, int tag)
{
    if (from != MPI_PROC_NULL)
        MPI_Recv(in, count, MPI_DOUBLE_PRECISION, from, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void send(int to, int count, int tag)
{
    if (to != MPI_PROC_NULL)
        MPI_Send(out, count, MPI_DOUBLE_PRECISION, to, tag, MPI_COMM_WORLD);
}

/* From one neighbour to the opposite one, where there are any. The receive is complete behind the send, or before it. */
static void shift(int from, int to, int count, int tag, int at_once)
{
    MPI_Request request = MPI_REQUEST_NULL;
    if (from != MPI_PROC_NULL)
        MPI_Irecv(in, count, MPI_DOUBLE_PRECISION, from, tag, MPI_COMM_WORLD, &request);
    if (from != MPI_PROC_NULL && at_once)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    send(to, count, tag);
    if (from != MPI_PROC_NULL && !at_once)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void exchange_layers(void)
{
    shift(north, south, 2 * VARIABLES * ny * POINTS, FROM_NORTH, 0);
    shift(south, north, 2 * VARIABLES * ny * POINTS, FROM_SOUTH, 0);
    shift(west, east, 2 * VARIABLES * nx * POINTS, FROM_WEST, 0);
    shift(east, west, 2 * VARIABLES * nx * POINTS, FROM_EAST, 0);
}

static void sum(int count, MPI_Op op)
{
    double mine[VARIABLES] = { 0 }, all[VARIABLES];
    MPI_Allreduce(mine, all, count, MPI_DOUBLE_PRECISION, op, MPI_COMM_WORLD);
}

static void sweep(void)
{
    int rows = VARIABLES * (ny - (west == MPI_PROC_NULL) - (east == MPI_PROC_NULL));
    int columns = VARIABLES * (nx - (north == MPI_PROC_NULL) - (south == MPI_PROC_NULL));

    for (int plane = 1; plane < POINTS - 1; plane++) {
        receive(north, rows, FROM_NORTH);
        receive(west, columns, FROM_WEST);
        send(south, rows, FROM_NORTH);
        send(east, columns, FROM_WEST);
    }
    for (int plane = POINTS - 2; plane > 0; plane--) {
        receive(south, rows, FROM_SOUTH);
        receive(east, columns, FROM_EAST);
        send(north, rows, FROM_SOUTH);
        send(west, columns, FROM_EAST);
    }
}

static void iterate(int steps, int norm_at)
{
    exchange_layers();
    sum(VARIABLES, MPI_SUM);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int step = 1; step <= steps; step++) {
        sweep();
        if (step % norm_at == 0)
            sum(VARIABLES, MPI_SUM);
        exchange_layers();
    }
    if (steps == norm_at)
        sum(VARIABLES, MPI_SUM);
    sum(1, MPI_MAX);
}

/* The integral over the surface: edges of the ranks that have a part of each face. */
static void integrate(void)
{
    shift(east, west, 2 * nx, FROM_EAST, 1);
    shift(south, north, 2 * (ny + 2), FROM_SOUTH, 1);
    sum(1, MPI_SUM);
    if (west == MPI_PROC_NULL)
        shift(south, north, POINTS, FROM_SOUTH, 1);
    if (east == MPI_PROC_NULL)
        shift(south, north, POINTS, FROM_SOUTH, 1);
    sum(1, MPI_SUM);
    if (north == MPI_PROC_NULL)
        shift(east, west, POINTS, FROM_EAST, 1);
    if (south == MPI_PROC_NULL)
        shift(east, west, POINTS, FROM_EAST, 1);
    sum(1, MPI_SUM);
}

static void share_parameters(void)
{
    static const int doubles[] = { 1, 1, VARIABLES };
    int number = 0;
    double value[VARIABLES] = { 0 };
    for (int i = 0; i < 3; i++)
        MPI_Bcast(&number, 1, MPI_INTEGER, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 3; i++)
        MPI_Bcast(value, doubles[i], MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 3; i++)
        MPI_Bcast(&number, 1, MPI_INTEGER, 0, MPI_COMM_WORLD);
    MPI_Bcast(&number, 1, MPI_LOGICAL, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, ranks, columns = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int c = 1; c * c <= ranks; c++)
        if (ranks % c == 0)
            columns = c;
    int rows = ranks / columns, row = rank % rows, column = rank / rows;
    if (rows > 2 * columns) {
        fprintf(stderr, "%d ranks have no grid that is less than twice as long as wide\n",
                ranks);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    north = row > 0 ? rank - 1 : MPI_PROC_NULL;
    south = row < rows - 1 ? rank + 1 : MPI_PROC_NULL;
    west = column > 0 ? rank - rows : MPI_PROC_NULL;
    east = column < columns - 1 ? rank + rows : MPI_PROC_NULL;
    nx = POINTS / rows + (row < POINTS % rows);
    ny = POINTS / columns + (column < POINTS % columns);
    share_parameters();
    exchange_layers();
    iterate(1, STEPS);
    iterate(STEPS, STEPS);
    sum(VARIABLES, MPI_SUM);
    integrate();
    MPI_Finalize();
    return 0;
}
