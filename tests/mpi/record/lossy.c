/* What a trace loses when it is told to: tags, and how counts differ from rank to rank, but not their total. */
#include "expect.h"

enum { SIZE = 64 };

static int rank, size, from[4096], to[4096];

/* Rank i sends as many to j as counts(i, j) + more; the totals of all ranks together are 1 more than
 * a multiple of their number. */
static void exchange(int more)
{
    int counts[SIZE], rcounts[SIZE], at[SIZE] = { 0 }, rat[SIZE] = { 0 }, total = 0;
    for (int i = 0; i < size; i++) {
        counts[i] = 3 + i + 2 * rank + more + (rank + i == 0);
        rcounts[i] = 3 + rank + 2 * i + more + (rank + i == 0);
        at[i] = i ? at[i - 1] + counts[i - 1] : 0;
        rat[i] = i ? rat[i - 1] + rcounts[i - 1] : 0;
        for (int j = 0; j < size; j++)
            total += 3 + j + 2 * i + more;
    }
    MPI_Alltoallv(from, counts, at, MPI_INT, to, rcounts, rat, MPI_INT, MPI_COMM_WORLD);
    expect("Alltoallv", "-", 4L * (total / size), "-", size);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_open();
    expect_plain("Init");
    rank = expect_rank;
    for (int i = 0; i < 10; i++) {
        exchange(i); /* of 4 ranks: 30 + 4 i */
        MPI_Sendrecv(&rank, 1, MPI_INT, rank, i, to, 1, MPI_INT, rank, i, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        expect("Sendrecv", number(rank), 4, "-", size);
    }
    expect_finalize();
    MPI_Finalize();
    return 0;
}
