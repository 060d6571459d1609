/* Communicators of halves of halves, each made of the one before it, and such of 2, 4, 8 ranks and so on, all made of one: as many as the scale has of
 * them. Small runs do without one that comes before. */
#include <mpi.h>

enum { MOST = 32, NUMBERS = 9, FEW = 4 };

static double mine[NUMBERS], theirs[NUMBERS];

static void halve(int rank, int size)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    while (size > 1) {
        const int half = size / 2, other = rank < half ? rank + half : rank - half;
        MPI_Comm next;
        MPI_Bcast(mine, 1, MPI_DOUBLE, 0, comm);
        MPI_Sendrecv(mine, NUMBERS, MPI_DOUBLE, other, 0, theirs, NUMBERS, MPI_DOUBLE,
                     other, 0, comm, MPI_STATUS_IGNORE);
        MPI_Comm_split(comm, rank < half, rank, &next);
        comm = next;
        MPI_Comm_rank(comm, &rank);
        MPI_Comm_size(comm, &size);
    }
}

int main(int argc, char **argv)
{
    MPI_Comm level[MOST], some, copy;
    int rank, size, n = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > FEW) {
        MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2, rank, &some);
        MPI_Bcast(mine, NUMBERS, MPI_DOUBLE, 0, some);
    }
    halve(rank, size);
    for (int stride = 2; stride <= size; stride *= 2)
        MPI_Comm_split(MPI_COMM_WORLD, rank / stride, rank, &level[n++]);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    for (int k = 0; k < n; k++)
        MPI_Allreduce(mine, theirs, NUMBERS, MPI_DOUBLE, MPI_SUM, level[k]);
    MPI_Barrier(copy);
    for (int k = 0; k < n; k++)
        MPI_Comm_free(&level[k]);
    MPI_Finalize();
    return 0;
}
