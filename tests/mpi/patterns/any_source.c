/* Rank 0 gathers from everybody, from whom it comes first: in which order is chance. */
#include "pattern.h"

int main(int argc, char **argv)
{
    int iterations = pattern_begin(argc, argv);
    double value = 1;
    for (int t = 0; t < iterations; t++) {
        if (pattern_rank == 0)
            for (int from = 1; from < pattern_size; from++)
                MPI_Recv(&value, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
        else
            MPI_Send(&value, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
        MPI_Bcast(&value, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
}
