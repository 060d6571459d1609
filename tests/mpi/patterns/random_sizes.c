/* A ring whose messages have another pseudo-random size in every iteration, the same on all ranks; with a
 * second argument, another on every rank. */
#include "pattern.h"

int main(int argc, char **argv)
{
    int iterations = pattern_begin(argc, argv);
    static char out[1 << 16], in[1 << 16];
    uint64_t mine = 1, theirs = 1;
    if (argc > 2) {
        mine += (uint64_t)pattern_rank;
        theirs += (uint64_t)pattern_left();
    }
    for (int t = 0; t < iterations; t++) {
        MPI_Request request[2];
        MPI_Irecv(in, pattern_random(&theirs, 1 << 16), MPI_CHAR, pattern_left(), 1,
                  MPI_COMM_WORLD, &request[0]);
        MPI_Isend(out, pattern_random(&mine, 1 << 16), MPI_CHAR, pattern_right(), 1,
                  MPI_COMM_WORLD, &request[1]);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    }
    MPI_Finalize();
}
