/* A ring in which the size of a message depends on the rank that sends it. */
#include "pattern.h"

int main(int argc, char **argv)
{
    int iterations = pattern_begin(argc, argv);
    static char out[1 << 12], in[1 << 12];
    for (int t = 0; t < iterations; t++) {
        int mine = 8 * (pattern_rank + 1), theirs = 8 * (pattern_left() + 1);
        MPI_Sendrecv(out, mine, MPI_CHAR, pattern_right(), 1, in, theirs, MPI_CHAR,
                     pattern_left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Allreduce(MPI_IN_PLACE, out, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
    MPI_Finalize();
}
