/* The communication of NPB's CG in class S: a matrix on a grid of ranks; what is summed along a row of it is exchanged with the rank across the
 * diagonal. Sums are exchanges at distances that halve. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ORDER = 1400, STEPS = 25, ITERATIONS = 15, MOST_STAGES = 16 };

static int rank, stages, partner[MOST_STAGES], across, rows_here, columns_here, part;
static double in[ORDER], out[ORDER];

static void exchange(int peer, int tag, int send, int receive)
{
    MPI_Request request;
    MPI_Irecv(in, receive, MPI_DOUBLE_PRECISION, peer, tag, MPI_COMM_WORLD, &request);
    MPI_Send(out, send, MPI_DOUBLE_PRECISION, peer, tag, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void sum(int numbers)
{
    for (int s = 0; s < stages; s++)
        exchange(partner[s], s + 1, numbers, numbers);
}

/* A matrix times a vector: the sum along a row, then its transposition. */
static void multiply(int is_square)
{
    for (int s = stages - 1; s >= 0; s--)
        exchange(partner[s], s + 1,
                 !is_square && s == stages - 1 ? rows_here - part : part, part);
    if (stages)
        exchange(across, 1, part, columns_here);
}

static void solve(int is_square)
{
    sum(1);
    for (int step = 0; step < STEPS; step++) {
        multiply(is_square);
        sum(1);
        sum(1);
    }
    multiply(is_square);
    sum(1);
}

/* The own part of the matrix, and whom it is exchanged with. */
static void set_up(int rows, int columns)
{
    int row = rank / columns, column = rank % columns, rest = ORDER % rows;
    rows_here = ORDER / rows + (row < rest);
    if (rows == columns) {
        part = rows_here;
        columns_here = ORDER / columns + (column < rest);
        across = rank % rows * rows + rank / rows;
    } else {
        int pair = ORDER / rows + (column / 2 < rest);
        part = (rows_here + !(rank % 2)) / 2;
        columns_here = (pair + !(rank % 2)) / 2;
        across = 2 * (rank / 2 % rows * rows + rank / 2 / rows) + rank % 2;
    }
    for (int width = columns; width > 1; width /= 2) {
        int to = (column + width / 2) % width + column / width * width;
        partner[stages++] = row * columns + to;
    }
}

int main(int argc, char **argv)
{
    int ranks, timers = 0, rows = 1;
    double mine = 0, longest;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    while (4 * rows * rows <= ranks)
        rows *= 2;
    if (ranks != rows * rows && ranks != 2 * rows * rows) {
        fprintf(stderr, "%d is no power of two\n", ranks);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    int is_square = ranks == rows * rows;
    set_up(rows, ranks / rows);
    MPI_Bcast(&timers, 1, MPI_LOGICAL, 0, MPI_COMM_WORLD);
    solve(is_square);
    sum(2);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int it = 0; it < ITERATIONS; it++) {
        solve(is_square);
        sum(2);
    }
    MPI_Reduce(&mine, &longest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
