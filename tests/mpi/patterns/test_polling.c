/* A ring that polls for its message: how often MPI_Test says no is chance. */
#include "pattern.h"

int main(int argc, char **argv)
{
    int iterations = pattern_begin(argc, argv);
    double out = 1, in = 0;
    for (int t = 0; t < iterations; t++) {
        MPI_Request receive, send;
        int done = 0;
        MPI_Irecv(&in, 1, MPI_DOUBLE, pattern_left(), 1, MPI_COMM_WORLD, &receive);
        MPI_Isend(&out, 1, MPI_DOUBLE, pattern_right(), 1, MPI_COMM_WORLD, &send);
        while (!done)
            MPI_Test(&receive, &done, MPI_STATUS_IGNORE);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
}
