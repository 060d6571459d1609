/* Neighbours along the axes of a plane or a box of ranks, in the ways in which programs call them: small WAY AXES AROUND. AROUND 0: axes have ends. */
#include <mpi.h>
#include <stdlib.h>

enum {
    MOST_AXES = 3,
    POINTS = 64,
    STEPS = 3,
    SIDES = 2,
    REQUESTS = 2 * SIDES * MOST_AXES
};

static double out[POINTS * POINTS], in[POINTS * POINTS];
static MPI_Comm grid;
static int axes, size[MOST_AXES], side[MOST_AXES][SIDES];
static MPI_Request request[REQUESTS];
static int requests;

static void post_receive(int axis, int from, int tag)
{
    MPI_Irecv(in, size[axis], MPI_DOUBLE, from, tag, grid, &request[requests++]);
}

static void post_send(int axis, int to, int tag)
{
    MPI_Isend(out, size[axis], MPI_DOUBLE, to, tag, grid, &request[requests++]);
}

static void wait(void)
{
    MPI_Waitall(requests, request, MPI_STATUSES_IGNORE);
    requests = 0;
}

/* Each half of a call has its side. */
static void shifts(void)
{
    for (int a = 0; a < axes; a++)
        for (int s = 0; s < SIDES; s++)
            MPI_Sendrecv(out, size[a], MPI_DOUBLE, side[a][s], s, in, size[a], MPI_DOUBLE,
                         side[a][1 - s], s, grid, MPI_STATUS_IGNORE);
}

/* Receives from the upper side first, sends to it first, told apart by tags. */
static void by_tags(void)
{
    for (int a = 0; a < axes; a++) {
        post_receive(a, side[a][1], 7);
        post_receive(a, side[a][0], 8);
        post_send(a, side[a][1], 8);
        post_send(a, side[a][0], 7);
        wait();
    }
}

/* One tag for each axis. */
static void in_order(void)
{
    for (int a = 0; a < axes; a++) {
        post_receive(a, side[a][0], a);
        post_receive(a, side[a][1], a);
        post_send(a, side[a][0], a);
        post_send(a, side[a][1], a);
        wait();
    }
}

/* To the upper side alone. */
static void one_way(void)
{
    for (int a = 0; a < axes; a++) {
        post_receive(a, side[a][0], a);
        post_send(a, side[a][1], a);
        wait();
    }
}

/* Loops over sides in loops over axes. */
static void in_loops(void)
{
    for (int a = 0; a < axes; a++)
        for (int s = 0; s < SIDES; s++)
            post_receive(a, side[a][s], SIDES * a + s);
    for (int a = 0; a < axes; a++)
        for (int s = 0; s < SIDES; s++)
            post_send(a, side[a][s], SIDES * a + 1 - s);
    wait();
}

/* No call where there is nobody. */
static void if_there(void)
{
    for (int a = 0; a < axes; a++) {
        if (side[a][0] != MPI_PROC_NULL)
            MPI_Send(out, size[a], MPI_DOUBLE, side[a][0], a, grid);
        if (side[a][1] != MPI_PROC_NULL)
            MPI_Recv(in, size[a], MPI_DOUBLE, side[a][1], a, grid, MPI_STATUS_IGNORE);
    }
}

/* The same of both sides. */
static void both_if_there(void)
{
    for (int a = 0; a < axes; a++) {
        for (int s = 0; s < SIDES; s++)
            if (side[a][s] != MPI_PROC_NULL)
                post_receive(a, side[a][s], s);
        for (int s = 0; s < SIDES; s++)
            if (side[a][s] != MPI_PROC_NULL)
                post_send(a, side[a][s], 1 - s);
    }
    wait();
}

static void make_grid(int around)
{
    int ranks, rank, dims[MOST_AXES] = { 0 }, periods[MOST_AXES], place[MOST_AXES];
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int a = 0; a < axes; a++)
        periods[a] = around;
    MPI_Dims_create(ranks, axes, dims);
    MPI_Cart_create(MPI_COMM_WORLD, axes, dims, periods, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, axes, place);
    for (int a = 0; a < axes; a++) {
        MPI_Cart_shift(grid, a, 1, &side[a][0], &side[a][1]);
        size[a] = 1;
        for (int b = 0; b < axes; b++)
            size[a] *= a == b ? 1 : POINTS / dims[b] + (place[b] < POINTS % dims[b]);
    }
}

int main(int argc, char **argv)
{
    static void (*const way[])(void) = { shifts,   by_tags,  in_order,     one_way,
                                         in_loops, if_there, both_if_there };
    MPI_Init(&argc, &argv);
    axes = atoi(argv[2]);
    make_grid(atoi(argv[3]));
    for (int step = 0; step < STEPS; step++)
        way[atoi(argv[1])]();
    MPI_Finalize();
    return 0;
}
