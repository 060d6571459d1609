/* Sizes, end points and tags that differ in every iteration in no regular way, with sizes that differ by rank as
 * well: what scalatrace --probabilistic gives up the order of. Two types in turn, and roots, keep it. */
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

enum { ITERATIONS = 200, MOST = 1000, SIZE = 16 };

static int rank, size;
static int out[2 * MOST * SIZE], in[2 * MOST * SIZE];

/* A number below n that the ranks know of each other. */
static int random_of(int iteration, int from, int to, int n)
{
    uint64_t h = (uint64_t)iteration * 4096 + (uint64_t)from * 64 + (uint64_t)to + 1;
    h *= UINT64_C(6364136223846793005);
    h ^= h >> 29;
    h *= UINT64_C(0xbf58476d1ce4e5b9);
    return (int)((h >> 33) % (uint64_t)n);
}

static void shift(int t)
{
    int by = random_of(t, 50, 50, size), tag = random_of(t, 51, 51, 100);
    int to = (rank + by) % size, from = (rank + size - by) % size;
    MPI_Request request[2];
    MPI_Irecv(in, random_of(t, from, 1, MOST), MPI_INT, from, tag, MPI_COMM_WORLD,
              &request[0]);
    MPI_Isend(out, random_of(t, rank, 1, MOST), MPI_INT, to, tag, MPI_COMM_WORLD,
              &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
}

static void exchange(int t)
{
    int counts[SIZE], rcounts[SIZE], at[SIZE], rat[SIZE];
    for (int i = 0; i < size; i++) {
        counts[i] = random_of(t, rank, i, MOST);
        rcounts[i] = random_of(t, i, rank, MOST);
        at[i] = rat[i] = MOST * i;
    }
    MPI_Alltoallv(out, counts, at, MPI_INT, in, rcounts, rat, MPI_INT, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int t = 0; t < ITERATIONS; t++) {
        int n = random_of(t, 60, 60, MOST);
        shift(t);
        exchange(t);
        MPI_Bcast(out, n, MPI_INT, random_of(t, 61, 61, size), MPI_COMM_WORLD);
        MPI_Allreduce(MPI_IN_PLACE, out, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Sendrecv(out, n, t * t % 3 ? MPI_INT : MPI_SHORT, rank, 0, in, MOST, MPI_INT,
                     rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
