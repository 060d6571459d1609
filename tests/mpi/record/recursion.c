/* A merge of halves that calls itself as many times as it is told, and a step that calls itself by way of another. */
#include <mpi.h>
#include <stdlib.h>

static int rank, size;
static volatile int sink;

static void exchange(void)
{
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    int in;
    MPI_Sendrecv(&rank, 1, MPI_INT, next, 0, &in, 1, MPI_INT, before, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    sink = in;
}

static __attribute__((noinline)) void merge(int depth)
{
    if (depth > 0 && depth % 2)
        merge(depth - 1);
    else if (depth > 0)
        merge(depth - 1); /* the other half */
    exchange();
    MPI_Barrier(MPI_COMM_WORLD);
    sink = depth;
}

static void step(int depth);

static __attribute__((noinline)) void refine(int depth)
{
    exchange();
    step(depth - 1);
    sink = depth;
}

static __attribute__((noinline)) void step(int depth)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (depth > 0)
        refine(depth);
    sink = depth;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    merge(atoi(argv[1]));
    step(atoi(argv[1]));
    MPI_Finalize();
    return 0;
}
