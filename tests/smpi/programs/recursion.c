/* Functions that call themselves and are not inlined, as often as there are digits in the number of ranks: a butterfly there and
 * back, and levels of which each is reached by way of another function. */
#include <mpi.h>

enum { ITERATIONS = 3, POINTS = 64 };

static int rank, size, levels;
static double from[POINTS], to[POINTS];

static void swap(int other, int tag)
{
    MPI_Sendrecv(from, POINTS, MPI_DOUBLE, other, tag, to, POINTS, MPI_DOUBLE, other, tag,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static __attribute__((noinline)) void butterfly(int far)
{
    if (far >= size)
        return;
    swap(rank ^ far, 0);
    butterfly(2 * far);
    swap(rank ^ far, 1);
}

static void level(int far);

static __attribute__((noinline)) void descend(int far)
{
    if (2 * far < size)
        level(2 * far);
    levels++;
}

static void shift(int far)
{
    const int next = rank + far < size ? rank + far : MPI_PROC_NULL;
    const int before = rank >= far ? rank - far : MPI_PROC_NULL;
    MPI_Sendrecv(from, POINTS, MPI_DOUBLE, next, 2, to, POINTS, MPI_DOUBLE, before, 2,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static __attribute__((noinline)) void level(int far)
{
    shift(far);
    descend(far);
    shift(far);
    levels++; /* no call is the last thing that it does */
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < ITERATIONS; i++) {
        butterfly(1);
        level(1);
    }
    MPI_Finalize();
    return 0;
}
