/* The communication of NPB's IS in class S: keys that go to the rank of their bucket, here to all ranks alike. */
#include <mpi.h>
#include <stdlib.h>

enum { KEYS = 65536, BUCKETS = 512, CHECKS = 5, ITERATIONS = 10, LAST_KEY = 1000 };

static MPI_Comm sorting;
static int rank, ranks, *counts, *rcounts, *starts, *keys;

static void sort(void)
{
    static int mine[BUCKETS + CHECKS], all[BUCKETS + CHECKS];
    int own = KEYS / ranks;

    MPI_Allreduce(mine, all, BUCKETS + CHECKS, MPI_INT, MPI_SUM, sorting);
    for (int to = 0; to < ranks; to++) {
        counts[to] = own / ranks + (to < own % ranks);
        starts[to] = to ? starts[to - 1] + counts[to - 1] : 0;
    }
    MPI_Alltoall(counts, 1, MPI_INT, rcounts, 1, MPI_INT, sorting);
    for (int from = 0; from < ranks; from++)
        rcounts[from] = own / ranks + (rank < own % ranks);
    MPI_Alltoallv(keys, counts, starts, MPI_INT, keys + KEYS, rcounts, starts, MPI_INT,
                  sorting);
}

int main(int argc, char **argv)
{
    double mine = 0, longest;
    int timers = 0, key = 0, errors = 0, all;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    counts = calloc((size_t)ranks, sizeof *counts);
    rcounts = calloc((size_t)ranks, sizeof *rcounts);
    starts = calloc((size_t)ranks, sizeof *starts);
    keys = calloc(3 * KEYS, sizeof *keys);
    MPI_Comm_dup(MPI_COMM_WORLD, &sorting);
    MPI_Bcast(&timers, 1, MPI_INT, 0, sorting);
    sort();
    for (int it = 0; it < ITERATIONS; it++)
        sort();
    MPI_Reduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, sorting);
    if (rank > 0)
        MPI_Irecv(&key, 1, MPI_INT, rank - 1, LAST_KEY, sorting, &request);
    if (rank < ranks - 1)
        MPI_Send(&key, 1, MPI_INT, rank + 1, LAST_KEY, sorting);
    if (rank > 0)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Reduce(&errors, &all, 1, MPI_INT, MPI_SUM, 0, sorting);
    MPI_Finalize();
    return 0;
}
