/* Rows and columns of a square, along which even and odd places have calls of their own, and those at the ends others than those between. */
#include <math.h>
#include <mpi.h>

enum { POINTS = 22, STEPS = 3, UP = 1, DOWN = 2 };

static double sent[POINTS], come[POINTS];

static void change(int with, int tag, int other, MPI_Comm line)
{
    MPI_Sendrecv(sent, POINTS, MPI_DOUBLE, with, tag, come, POINTS, MPI_DOUBLE, with,
                 other, line, MPI_STATUS_IGNORE);
}

static void exchange(MPI_Comm line)
{
    int at, places;
    MPI_Comm_rank(line, &at);
    MPI_Comm_size(line, &places);
    if (at % 2 == 0) {
        if (at < places - 1)
            change(at + 1, UP, DOWN, line);
        if (at > 0)
            change(at - 1, 2 * UP + DOWN, 2 * DOWN, line);
    } else if (at == places - 1) {
        change(at - 1, DOWN, UP, line);
    } else {
        change(at - 1, DOWN, UP, line);
        change(at + 1, 2 * DOWN, 2 * UP + DOWN, line);
    }
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Comm row, column;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int side = (int)lround(sqrt(ranks));
    MPI_Comm_split(MPI_COMM_WORLD, rank / side, rank, &row);
    MPI_Comm_split(MPI_COMM_WORLD, rank % side, rank, &column);
    for (int step = 0; step < STEPS; step++) {
        exchange(row);
        exchange(column);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
    MPI_Finalize();
    return 0;
}
