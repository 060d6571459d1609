/* Laws of sizes, tags, roots, requests and turns in the ways in which programs are written: -DWAY=name. In front of each way stands what numbers of ranks it
 * takes. */
#include <mpi.h>
#include <stdlib.h>

enum {
    ROOM = 4096,
    STEPS = 3,
    POINTS = 1007,
    FEW_POINTS = 101,
    ROWS = 60,
    PANELS = 40,
    BATCH = 5
};

#define WORLD MPI_COMM_WORLD

static double mine[ROOM], theirs[ROOM];
static int rank, size;

static int after(void)
{
    return (rank + 1) % size;
}

static int before(void)
{
    return (rank + size - 1) % size;
}

static void shift(int n, int m, int tag, int its_tag)
{
    MPI_Sendrecv(mine, n, MPI_DOUBLE, after(), tag, theirs, m, MPI_DOUBLE, before(),
                 its_tag, WORLD, MPI_STATUS_IGNORE);
}

static int block(int n, int q, int c)
{
    return n / q + (c < n % q);
}

/* any */
static void sizes_of_senders(void)
{
    for (int step = 0; step < STEPS; step++)
        shift(rank % 4 + 1 + 8 * step, before() % 4 + 1 + 8 * step, 0, 0);
}

/* any */
static void tags_of_senders(void)
{
    for (int step = 0; step < 2 * STEPS; step++)
        shift(5, 5, 100 * step + rank % 3, 100 * step + before() % 3);
}

/* any */
static void overlapping_blocks(void)
{
    shift(block(POINTS, size, rank) + (rank + 1 < size ? 3 : 0), ROOM, 0, 0);
}

/* any */
static void every_other_point(void)
{
    shift((block(FEW_POINTS, size, rank) + 1) / 2, ROOM, 0, 0);
}

/* any */
static void all_pairs(void)
{
    MPI_Bcast(mine, size * (size - 1) / 2, MPI_DOUBLE, 0, WORLD);
    shift(rank * (rank + 1) / 2 + 1, ROOM, 0, 0);
}

/* any */
static void by_the_clock(void)
{
    for (int step = 0; step < BATCH + size - 1; step++) {
        if (step >= rank && step < rank + BATCH)
            MPI_Sendrecv(mine, 4, MPI_DOUBLE, rank, 0, theirs, 4, MPI_DOUBLE, rank, 0,
                         WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(WORLD);
    }
}

/* any */
static void requests_in_two_arrays(void)
{
    MPI_Request *request = malloc(2 * (size_t)size * sizeof *request);
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < size; i++) {
            MPI_Isend(mine, 6, MPI_DOUBLE, (rank + i) % size, 0, WORLD, &request[i]);
            MPI_Irecv(theirs, 6, MPI_DOUBLE, (rank - i + size) % size, 0, WORLD,
                      &request[size + i]);
        }
        MPI_Waitall(2 * size, request, MPI_STATUSES_IGNORE);
    }
    free(request);
}

/* any */
static void rows_one_by_one(void)
{
    const int n = POINTS / 10 / size;
    if (rank == 0)
        for (int i = 0; i < (size - 1) * n; i++)
            MPI_Send(mine, 5, MPI_DOUBLE, 1 + i / n, 0, WORLD);
    else
        for (int i = 0; i < n; i++)
            MPI_Recv(theirs, 5, MPI_DOUBLE, 0, 0, WORLD, MPI_STATUS_IGNORE);
}

/* divisors */
static void owners_of_even_blocks(void)
{
    for (int k = 0; k < ROWS; k++)
        MPI_Bcast(mine, 5, MPI_DOUBLE, k / (ROWS / size), WORLD);
}

/* quarters */
static void every_fourth_part(void)
{
    for (int k = 0; k < 4; k++)
        MPI_Bcast(mine, 5, MPI_DOUBLE, k * (size / 4), WORLD);
}

static int dims[2], place[2];

static void divide(void)
{
    MPI_Dims_create(size, 2, dims);
    place[0] = rank / dims[1];
    place[1] = rank % dims[1];
}

/* Those of a list of ranks, so many apart from the first on, sum up. */
static void sums(int first, int n, int apart)
{
    MPI_Group world, some;
    MPI_Comm group;
    int list[ROOM];
    double own = rank, all;
    for (int i = 0; i < n; i++)
        list[i] = first + i * apart;
    MPI_Comm_group(WORLD, &world);
    MPI_Group_incl(world, n, list, &some);
    MPI_Comm_create(WORLD, some, &group);
    for (int step = 0; step < STEPS && group != MPI_COMM_NULL; step++)
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, group);
}

/* grids */
static void columns_by_lists(void)
{
    divide();
    sums(place[1], dims[0], dims[1]);
}

/* squares */
static void diagonals_by_lists(void)
{
    dims[0] = 1;
    while (dims[0] * dims[0] < size)
        dims[0]++;
    dims[1] = dims[0];
    place[1] = rank % dims[1];
    sums(place[1], dims[0], dims[1]);
    sums(0, dims[0], dims[1] + 1);
}

/* parities */
static void even_and_odd_by_lists(void)
{
    sums(rank % 2, (size - rank % 2 + 1) / 2, 2);
}

/* grids */
static void panels_of_columns(void)
{
    MPI_Comm column;
    divide();
    MPI_Comm_split(WORLD, place[1], place[0], &column);
    for (int k = 0; k < PANELS; k++)
        if (place[1] == k % dims[1])
            MPI_Bcast(mine, 64, MPI_DOUBLE, k % dims[0], column);
}

/* grids */
static void tiles_to_the_root(void)
{
    divide();
    const int row = rank - place[1];
    MPI_Sendrecv(mine, 3, MPI_DOUBLE, row + (place[1] + 1) % dims[1], 1, theirs, 3,
                 MPI_DOUBLE, row + (place[1] + dims[1] - 1) % dims[1], 1, WORLD,
                 MPI_STATUS_IGNORE);
    for (int i = 1; rank == 0 && i < size; i++)
        MPI_Recv(theirs,
                 block(50, dims[0], i / dims[1]) * block(70, dims[1], i % dims[1]),
                 MPI_DOUBLE, i, 0, WORLD, MPI_STATUS_IGNORE);
    if (rank > 0)
        MPI_Send(mine, block(50, dims[0], place[0]) * block(70, dims[1], place[1]),
                 MPI_DOUBLE, 0, 0, WORLD);
}

/* Rings along the axes of a box of which these are held. */
static void box(int x, int y, int z)
{
    int extent[] = { x, y, z }, around[] = { 1, 1, 1 }, last, next;
    MPI_Comm cart;
    MPI_Dims_create(size, 3, extent);
    MPI_Cart_create(WORLD, 3, extent, around, 0, &cart);
    for (int axis = 0; axis < 3; axis++) {
        MPI_Cart_shift(cart, axis, 1, &last, &next);
        if (extent[axis] > 1)
            MPI_Sendrecv(mine, 9, MPI_DOUBLE, next, axis, theirs, 9, MPI_DOUBLE, last,
                         axis, cart, MPI_STATUS_IGNORE);
    }
}

/* any */
static void slabs(void)
{
    box(0, 1, 1);
}

/* pencils */
static void pencils(void)
{
    box(0, 0, 1);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &rank);
    MPI_Comm_size(WORLD, &size);
    WAY();
    MPI_Finalize();
    return 0;
}
