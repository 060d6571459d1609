/* Four messages from each side, taken as they come: in which order is chance. */
#include "pattern.h"

enum { MESSAGES = 8 };

int main(int argc, char **argv)
{
    int iterations = pattern_begin(argc, argv);
    double out = 1, in[MESSAGES];
    for (int t = 0; t < iterations; t++) {
        MPI_Request request[MESSAGES];
        int which;
        for (int m = 0; m < MESSAGES; m++)
            MPI_Irecv(&in[m], 1, MPI_DOUBLE, m % 2 ? pattern_left() : pattern_right(), m,
                      MPI_COMM_WORLD, &request[m]);
        for (int m = 0; m < MESSAGES; m++)
            MPI_Send(&out, 1, MPI_DOUBLE, m % 2 ? pattern_right() : pattern_left(), m,
                     MPI_COMM_WORLD);
        for (int m = 0; m < MESSAGES; m++)
            MPI_Waitany(MESSAGES, request, &which, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
}
