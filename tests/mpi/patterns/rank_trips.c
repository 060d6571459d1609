/* An inner loop of as many trips as the rank says, and a second one that some ranks do not enter. */
#include "pattern.h"

int main(int argc, char **argv)
{
    int iterations = pattern_begin(argc, argv);
    double out = 1, in;
    for (int t = 0; t < iterations; t++) {
        for (int k = 0; k <= pattern_rank; k++)
            MPI_Sendrecv(&out, 1, MPI_DOUBLE, pattern_rank, k, &in, 1, MPI_DOUBLE,
                         pattern_rank, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int k = 0; k < pattern_rank % 3; k++)
            MPI_Allreduce(&out, &in, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
}
