/* A master that deals out to all others: rows, of which the first workers have one more, points, of which the last one has the
 * rest, and shares of what all scales divide. Workers send theirs back. */
#include <mpi.h>

enum { ROWS = 67, POINTS = 1003, SHARED = 9240 };

static int rows(int worker, int workers)
{
    return ROWS / workers + (worker < ROWS % workers);
}

static int points(int worker, int workers)
{
    return POINTS / workers + (worker == workers - 1 ? POINTS % workers : 0);
}

int main(int argc, char **argv)
{
    static double data[SHARED];
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int workers = size - 1;
    if (rank == 0) {
        for (int to = 1; to <= workers; to++) {
            MPI_Send(data, 5 * rows(to - 1, workers), MPI_DOUBLE, to, 1, MPI_COMM_WORLD);
            MPI_Send(data, points(to - 1, workers), MPI_DOUBLE, to, 2, MPI_COMM_WORLD);
            MPI_Send(data, SHARED / workers, MPI_DOUBLE, to, 3, MPI_COMM_WORLD);
            MPI_Send(data, SHARED / size, MPI_DOUBLE, to, 5, MPI_COMM_WORLD);
        }
        for (int from = 1; from <= workers; from++)
            MPI_Recv(data, 5 * rows(from - 1, workers), MPI_DOUBLE, from, 4,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(data, 5 * rows(rank - 1, workers), MPI_DOUBLE, 0, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        MPI_Recv(data, points(rank - 1, workers), MPI_DOUBLE, 0, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        MPI_Recv(data, SHARED / workers, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        MPI_Recv(data, SHARED / size, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        MPI_Send(data, 5 * rows(rank - 1, workers), MPI_DOUBLE, 0, 4, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
