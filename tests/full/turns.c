/* Loops in whose trips ranks do other things, in the ways in which programs are written: -DWAY=name. In front of each way stands what numbers of ranks it takes. */
#include <mpi.h>
#include <stdlib.h>

enum { ROOM = 4096, ITEMS = 40, FIELDS = 3, STEPS = 3, SIDES = 2 };

#define WORLD MPI_COMM_WORLD

static double mine[ROOM], theirs[ROOM];
static int rank, size, side; /* side: of the square */
static MPI_Comm row, column;

static void send(int to, int n, int tag)
{
    MPI_Send(mine, n, MPI_DOUBLE, to, tag, WORLD);
}

static void receive(int from, int n, int tag)
{
    MPI_Recv(theirs, n, MPI_DOUBLE, from, tag, WORLD, MPI_STATUS_IGNORE);
}

static void sum(void)
{
    double own = rank, all;
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void split(void)
{
    MPI_Comm_split(WORLD, rank / side, rank % side, &row);
    MPI_Comm_split(WORLD, rank % side, rank / side, &column);
}

/* powers */
static void scan_up(void)
{
    for (int d = 1; d < size; d *= 2) {
        if ((rank + 1) % d == 0) {
            if (rank / d % 2 == 0)
                send(rank + d, 1, 0);
            else
                receive(rank - d, 1, 0);
        }
        MPI_Barrier(WORLD);
    }
}

/* powers */
static void scan_down(void)
{
    for (int d = size / 2; d >= 1; d /= 2) {
        if (rank % (2 * d) == 0)
            send(rank + d, 3, 0);
        else if (rank % d == 0)
            receive(rank - d, 3, 0);
        MPI_Barrier(WORLD);
    }
}

/* any */
static void tree_with_barriers(void)
{
    for (int d = 1; d < size; d *= 2) {
        if (rank % (2 * d) == 0 && rank + d < size)
            receive(rank + d, 9, 0);
        else if (rank % (2 * d) == d)
            send(rank - d, 9, 0);
        MPI_Barrier(WORLD);
    }
}

/* any */
static void tree_in_steps(void)
{
    for (int t = 0; t < STEPS; t++) {
        for (int d = 1; d < size; d *= 2) {
            if (rank % (2 * d) == d) {
                send(rank - d, 1, t);
                break;
            }
            if (rank + d < size)
                receive(rank + d, 1, t);
        }
        MPI_Bcast(mine, 1, MPI_DOUBLE, 0, WORLD);
    }
}

/* any */
static void all_in_turn(void)
{
    for (int p = 0; p < size; p++) {
        if (rank != p)
            receive(p, 5, 0);
        else
            for (int to = 0; to < size; to++)
                if (to != p)
                    send(to, 5, 0);
        MPI_Barrier(WORLD);
    }
}

/* any */
static void dealt_out(void)
{
    for (int k = 0; k < ITEMS - 7; k++) {
        if (rank != k % size)
            receive(k % size, ITEMS - k, k);
        else
            for (int to = 0; to < size; to++)
                if (to != rank)
                    send(to, ITEMS - k, k);
    }
}

/* any */
static void in_blocks(void)
{
    MPI_Request request[ROOM];
    const int block = (ITEMS + size - 1) / size;
    for (int k = 0; k < ITEMS; k++) {
        int n = 0;
        for (int to = 0; rank == k / block && to < size; to++)
            if (to != rank)
                MPI_Isend(mine, 8, MPI_DOUBLE, to, 0, WORLD, &request[n++]);
        if (rank == k / block)
            MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
        else
            receive(k / block, 8, 0);
    }
}

/* any */
static void in_order(void)
{
    const int own = 100 / size + (rank < 100 % size);
    for (int t = 0; t < STEPS; t++) {
        for (int p = 1; p < size; p++) {
            if (rank == p)
                MPI_Ssend(mine, own, MPI_DOUBLE, 0, p, WORLD);
            if (rank == 0)
                receive(p, 100, p);
            MPI_Barrier(WORLD);
        }
        sum();
    }
}

/* any */
static void one_after_the_other(void)
{
    for (int k = 0; k < size - 1; k++) {
        if (rank == k)
            send(k + 1, 7, 0);
        if (rank == k + 1)
            receive(k, 7, 0);
        MPI_Barrier(WORLD);
    }
}

/* any */
static void odd_and_even(void)
{
    for (int p = 0; p < size; p++) {
        const int other = (p + rank) % 2 == 0 ? rank + 1 : rank - 1;
        if (other >= 0 && other < size)
            MPI_Sendrecv(mine, 48 / size, MPI_DOUBLE, other, 0, theirs, 48 / size,
                         MPI_DOUBLE, other, 0, WORLD, MPI_STATUS_IGNORE);
        sum();
    }
}

/* powers */
static void lower_first(void)
{
    for (int k = 1; k < size; k++) {
        const int other = rank ^ k;
        if (rank < other)
            send(other, 2, k);
        receive(other, 2, k);
        if (rank > other)
            send(other, 2, k);
        MPI_Barrier(WORLD);
    }
}

/* any */
static void tasks_of_the_first(void)
{
    for (int k = 0; k < ITEMS; k++) {
        const int worker = 1 + k % (size - 1);
        if (rank == 0) {
            send(worker, 10, k);
            receive(worker, 10, k);
        } else if (rank == worker) {
            receive(0, 10, k);
            send(0, 10, k);
        }
    }
}

/* any */
static void tasks_of_the_last(void)
{
    for (int k = 0; k < ITEMS; k++) {
        const int worker = k % (size - 1), last = size - 1;
        if (rank == last) {
            send(worker, 10, 0);
            receive(worker, 10, 0);
        } else if (rank == worker) {
            receive(last, 10, 0);
            send(last, 10, 0);
        }
    }
}

/* any */
static void perhaps_a_request(void)
{
    for (int d = 1; d < size; d *= 2) {
        MPI_Request request = MPI_REQUEST_NULL;
        if (rank + d < size)
            MPI_Isend(mine, 1, MPI_DOUBLE, rank + d, d, WORLD, &request);
        if (rank - d >= 0)
            receive(rank - d, 1, d);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

/* any and twelve */
static void gathered_around(void)
{
    int d = 1;
    for (; 2 * d <= size; d *= 2)
        MPI_Sendrecv(mine, 8 * d, MPI_CHAR, (rank - d + size) % size, 2, theirs, 8 * d,
                     MPI_CHAR, (rank + d) % size, 2, WORLD, MPI_STATUS_IGNORE);
    if (size > d)
        MPI_Sendrecv(mine, 8 * (size - d), MPI_CHAR, (rank - d + size) % size, 3, theirs,
                     8 * (size - d), MPI_CHAR, (rank + d) % size, 3, WORLD,
                     MPI_STATUS_IGNORE);
}

/* any */
static void pipeline(void)
{
    for (int t = 0; t < STEPS + 2; t++) {
        const int root = t % 2 ? 0 : size - 1;
        if (rank == root)
            MPI_Bcast(mine, 4, MPI_DOUBLE, root, WORLD);
        else
            MPI_Bcast(theirs, 4, MPI_DOUBLE, root, WORLD);
        for (int b = 0; b < 4; b++) {
            if (rank > 0)
                receive(rank - 1, 10, b);
            if (rank < size - 1)
                send(rank + 1, 10, b);
        }
        sum();
    }
}

/* any */
static void fields_and_sides(void)
{
    const int beside[SIDES] = { rank - 1, rank + 1 < size ? rank + 1 : -1 };
    for (int f = 0; f < FIELDS; f++)
        for (int s = 0; s < SIDES; s++)
            if (beside[s] >= 0)
                MPI_Sendrecv(mine, 6, MPI_DOUBLE, beside[s], f, theirs, 6, MPI_DOUBLE,
                             beside[s], f, WORLD, MPI_STATUS_IGNORE);
    sum();
}

/* squares */
static void panels(void)
{
    split();
    for (int t = 0; t < STEPS; t++) {
        for (int k = 0; k < side; k++) {
            if (rank % side == k)
                MPI_Bcast(mine, 20, MPI_DOUBLE, k, row);
            else
                MPI_Bcast(theirs, 20, MPI_DOUBLE, k, row);
            if (rank / side == k)
                MPI_Bcast(mine, 20, MPI_DOUBLE, k, column);
            else
                MPI_Bcast(theirs, 20, MPI_DOUBLE, k, column);
        }
        MPI_Barrier(WORLD);
    }
}

/* squares */
static void diagonals(void)
{
    split();
    for (int s = 0; s < side; s++) {
        const int k = (rank / side + s) % side;
        if (rank % side == k)
            MPI_Bcast(mine, 16, MPI_DOUBLE, k, row);
        else
            MPI_Bcast(theirs, 16, MPI_DOUBLE, k, row);
        MPI_Sendrecv_replace(mine, 16, MPI_DOUBLE, (rank / side + side - 1) % side, 0,
                             (rank / side + 1) % side, 0, column, MPI_STATUS_IGNORE);
    }
}

/* squares */
static void by_the_diagonal(void)
{
    const int i = rank / side, j = rank % side;
    split();
    MPI_Bcast(mine, 1, MPI_DOUBLE, 0, row);
    if (j == 0 && i != 0)
        send(i * side + i, 8, 1);
    if (i == j && i != 0)
        receive(i * side, 8, 1);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &rank);
    MPI_Comm_size(WORLD, &size);
    while (side * side < size)
        side++;
    WAY();
    MPI_Finalize();
    return 0;
}
