/* Even and odd ranks call the same collectives at places of their own, between messages to each other. */
#include "pattern.h"

static void even(MPI_Comm pairs)
{
    double out = 1, in;
    MPI_Request request;
    int other = pattern_rank ^ 1;
    if (other < pattern_size)
        MPI_Isend(&out, 1, MPI_DOUBLE, other, 1, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (other < pattern_size)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Allreduce(&out, &in, 1, MPI_DOUBLE, MPI_SUM, pairs);
    MPI_Bcast(&out, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void odd(MPI_Comm pairs)
{
    double out = 1, in;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Recv(&in, 1, MPI_DOUBLE, pattern_rank ^ 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(&out, &in, 1, MPI_DOUBLE, MPI_SUM, pairs);
    MPI_Bcast(&out, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int iterations = pattern_begin(argc, argv);
    MPI_Comm pairs;
    MPI_Comm_split(MPI_COMM_WORLD, pattern_rank / 2, pattern_rank, &pairs);
    for (int t = 0; t < iterations; t++) {
        if (pattern_rank % 2 == 0)
            even(pairs);
        else
            odd(pairs);
    }
    MPI_Comm_free(&pairs);
    if (pattern_rank == 0) {
        MPI_Finalize();
        return 0;
    }
    MPI_Finalize();
    return 0;
}
