/* What a trace loses when it is told to: tags, and how counts differ from rank to rank, but not their total. */
#include "expect.h"

int main(int argc, char **argv)
{
    int rank, size, from[1024] = { 0 }, to[1024], counts[64], rcounts[64], at[64],
                    rat[64];
    long total = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_open();
    expect_plain("Init");
    rank = expect_rank;
    for (int i = 0; i < size; i++) {
        counts[i] = 3 + i; /* 18 of 4 ranks */
        at[i] = (int)total;
        total += counts[i];
        rcounts[i] = 3 + rank;
        rat[i] = (3 + rank) * i;
    }
    for (int i = 0; i < 10; i++) {
        MPI_Alltoallv(from, counts, at, MPI_INT, to, rcounts, rat, MPI_INT,
                      MPI_COMM_WORLD);
        expect("Alltoallv", "-", 4 * total, "-", size);
        MPI_Sendrecv(&rank, 1, MPI_INT, rank, i, to, 1, MPI_INT, rank, i, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        expect("Sendrecv", number(rank), 4, "-", size);
    }
    expect_finalize();
    MPI_Finalize();
    return 0;
}
