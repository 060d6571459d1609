/* Ranks in groups, and trees and levels whose tags tell them apart, in the ways in which programs are written: -DWAY=name. In front of each way stands what numbers
 * of ranks it takes. */
#include <mpi.h>
#include <stdlib.h>

enum { ROOM = 4096, STEPS = 3, POINTS = 250, ITEMS = 30 };

#define WORLD MPI_COMM_WORLD

static double mine[ROOM], theirs[ROOM];
static int rank, size;

static void send(int to, int n, int tag)
{
    MPI_Send(mine, n, MPI_DOUBLE, to, tag, WORLD);
}

static void receive(int from, int n, int tag)
{
    MPI_Recv(theirs, n, MPI_DOUBLE, from, tag, WORLD, MPI_STATUS_IGNORE);
}

static void exchange(int with, int n, int tag)
{
    MPI_Sendrecv(mine, n, MPI_DOUBLE, with, tag, theirs, n, MPI_DOUBLE, with, tag, WORLD,
                 MPI_STATUS_IGNORE);
}

/* A sum in each group of the colour. */
static void sums(int colour)
{
    MPI_Comm group;
    double own = rank, all;
    MPI_Comm_split(WORLD, colour, rank, &group);
    for (int step = 0; step < STEPS && group != MPI_COMM_NULL; step++)
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, group);
}

/* any */
static void master_and_workers(void)
{
    sums(rank == 0);
}

/* any */
static void workers_alone(void)
{
    sums(rank == 0 ? MPI_UNDEFINED : 1);
}

/* any */
static void servers_at_the_end(void)
{
    sums(rank < size - 3);
}

/* any */
static void between_the_ends(void)
{
    sums(rank == 0 ? 0 : rank == size - 1 ? 2 : 1);
}

/* any */
static void three_components(void)
{
    const int first = size / 2, second = size - 2;
    const int kind = rank < first ? 0 : rank < second ? 1 : 2, trips[] = { 4, 2, 1 };
    MPI_Comm group;
    double own = rank, all;
    MPI_Comm_split(WORLD, kind, rank, &group);
    for (int step = 0; step < trips[kind]; step++)
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, group);
    if (rank == 0)
        exchange(first, 9, 1);
    if (rank == first)
        exchange(0, 9, 1);
}

/* any */
static void ring_of_the_inner(void)
{
    const int last = size - 2;
    if (rank > 0 && rank <= last)
        MPI_Sendrecv(mine, 10, MPI_DOUBLE, rank == last ? 1 : rank + 1, 3, theirs, 10,
                     MPI_DOUBLE, rank == 1 ? last : rank - 1, 3, WORLD,
                     MPI_STATUS_IGNORE);
}

/* any */
static void shares_of_the_inner(void)
{
    const int n = size - 2, at = rank - 1;
    if (rank > 0 && rank <= n)
        send(0, POINTS / n + (at < POINTS % n), 2);
    for (int i = 0; rank == 0 && i < n; i++)
        receive(i + 1, POINTS / n + (i < POINTS % n), 2);
}

/* quarters */
static void first_and_last_quarter(void)
{
    const int quarter = size / 4;
    if (rank < quarter || rank >= size - quarter)
        exchange(size - 1 - rank, 5, 4);
}

/* quarters */
static void three_to_each(void)
{
    const int few = size / 4;
    if (rank < few)
        for (int k = 0; k < 3; k++)
            receive(few + 3 * rank + k, 7, 5);
    else
        send((rank - few) / 3, 7, 5);
}

/* any */
static void half_way_and_one(void)
{
    const int by = size / 2 + 1;
    MPI_Sendrecv(mine, 8, MPI_DOUBLE, (rank + by) % size, 4, theirs, 8, MPI_DOUBLE,
                 (rank - by + size) % size, 4, WORLD, MPI_STATUS_IGNORE);
}

/* parities */
static void end_of_half_a_ring(void)
{
    const int half = size / 2;
    if (size % 2 == 1 || rank >= half)
        send((rank - half + size) % size, 9, 9);
    if (size % 2 == 1 || rank < half)
        receive((rank + half) % size, 9, 9);
}

/* powers */
static void tree_by_distance(void)
{
    for (int d = size / 2; d >= 1; d /= 2) {
        if (rank % (2 * d) == 0)
            send(rank + d, 4, d);
        else if (rank % (2 * d) == d)
            receive(rank - d, 4, d);
    }
}

/* powers */
static void tree_by_level(void)
{
    for (int d = size / 2, level = 0; d >= 1; d /= 2, level++) {
        if (rank % (2 * d) == 0)
            send(rank + d, 4, level);
        else if (rank % (2 * d) == d)
            receive(rank - d, 4, level);
    }
}

/* powers */
static void cyclic_reduction(void)
{
    for (int d = 1; 2 * d <= size; d *= 2) {
        if ((rank + 1) % (2 * d) == 0) {
            receive(rank - d, 4, d);
            if (rank + d < size)
                receive(rank + d, 4, d);
        } else if ((rank + 1) % (2 * d) == d) {
            if (rank + d < size)
                send(rank + d, 4, d);
            if (rank - d >= 0)
                send(rank - d, 4, d);
        }
    }
}

static void halo(int d)
{
    const int low = rank - d >= 0 ? rank - d : MPI_PROC_NULL,
              high = rank + d < size ? rank + d : MPI_PROC_NULL;
    MPI_Sendrecv(mine, 16, MPI_DOUBLE, high, 1, theirs, 16, MPI_DOUBLE, low, 1, WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(mine, 16, MPI_DOUBLE, low, 2, theirs, 16, MPI_DOUBLE, high, 2, WORLD,
                 MPI_STATUS_IGNORE);
}

static void cycle(int d)
{
    halo(d);
    if (2 * d < size && rank % (2 * d) != 0) {
        send(rank - d, 8, 3);
        receive(rank - d, 8, 4);
    } else if (2 * d < size) {
        if (rank + d < size)
            receive(rank + d, 8, 3);
        cycle(2 * d);
        if (rank + d < size)
            send(rank + d, 8, 4);
    }
    halo(d);
}

/* powers */
static void levels_by_recursion(void)
{
    for (int step = 0; step < STEPS; step++)
        cycle(1);
}

/* powers */
static void levels_in_a_loop(void)
{
    for (int d = 1; d < size && rank % d == 0; d *= 2)
        halo(d);
}

/* any */
static void tags_of_the_other(void)
{
    for (int k = 1; k < size; k++) {
        const int to = (rank + k) % size, from = (rank - k + size) % size;
        MPI_Sendrecv(mine, 9, MPI_DOUBLE, to, to, theirs, 9, MPI_DOUBLE, from, rank,
                     WORLD, MPI_STATUS_IGNORE);
    }
}

/* any */
static void tags_of_pairs(void)
{
    for (int p = 0; p < size; p++) {
        if (p < rank)
            receive(p, 9, p + rank);
        else if (p > rank)
            send(p, 9, p + rank);
    }
}

/* any */
static void next_owner(void)
{
    for (int k = 0; k < ITEMS - 1; k++) {
        if (rank == k % size)
            send((k + 1) % size, 9, 1);
        if (rank == (k + 1) % size)
            receive(k % size, 9, 1);
    }
}

/* grids */
static void leaders_of_rows(void)
{
    int dims[2] = { 0 };
    MPI_Dims_create(size, 2, dims);
    MPI_Comm row, leaders;
    MPI_Comm_split(WORLD, rank / dims[1], rank, &row);
    MPI_Comm_split(WORLD, rank % dims[1] == 0 ? 0 : MPI_UNDEFINED, rank, &leaders);
    double own = rank, all;
    MPI_Reduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, 0, row);
    if (leaders != MPI_COMM_NULL)
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, leaders);
}

/* grids */
static void types_by_side(void)
{
    int dims[2] = { 0 }, around[2] = { 1, 1 }, at[2];
    MPI_Comm grid;
    MPI_Datatype side[2];
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(WORLD, 2, dims, around, 0, &grid);
    MPI_Cart_coords(grid, rank, 2, at);
    const int m = 203 / dims[0] + (at[0] < 203 % dims[0]),
              n = 157 / dims[1] + (at[1] < 157 % dims[1]);
    MPI_Type_contiguous(n, MPI_FLOAT, &side[0]);
    MPI_Type_vector(m, 1, n + 2, MPI_FLOAT, &side[1]);
    for (int a = 0; a < 2; a++)
        MPI_Type_commit(&side[a]);
    for (int step = 0; step < STEPS; step++)
        for (int a = 0; a < 2; a++) {
            int low, high;
            MPI_Cart_shift(grid, a, 1, &low, &high);
            MPI_Sendrecv_replace(mine, 1, side[a], high, a, low, a, grid,
                                 MPI_STATUS_IGNORE);
        }
}

/* grids */
static void writers_of_a_row(void)
{
    int dims[2] = { 0 };
    MPI_Comm first;
    MPI_Dims_create(size, 2, dims);
    MPI_Comm_split(WORLD, rank < dims[1] ? 0 : MPI_UNDEFINED, rank, &first);
    for (int step = 1; step <= 6; step++) {
        for (int field = 0; field < 3; field++)
            MPI_Sendrecv(mine, 4, MPI_DOUBLE, (rank + 1) % size, field, theirs, 4,
                         MPI_DOUBLE, (rank - 1 + size) % size, field, WORLD,
                         MPI_STATUS_IGNORE);
        if (step % 3 == 0 && first != MPI_COMM_NULL)
            MPI_Gather(mine, 5, MPI_DOUBLE, theirs, 5, MPI_DOUBLE, 0, first);
    }
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
