/* Figure 4.1 of Lagadapati's thesis (paper 003): an event that even ranks execute inside the loop and odd
 * ranks after it, with different trip counts. */
#include "pattern.h"

int main(int argc, char **argv)
{
    int iterations = pattern_begin(argc, argv);
    int odd = pattern_rank % 2, trips = odd ? 2 * iterations : iterations;
    double value = 1, sum;
    for (int t = 0; t < trips || (odd && t == trips); t++) {
        if (t < trips) {
            MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF); /* E1 */
            MPI_Allgather(&value, 1, MPI_DOUBLE, &sum, 1, MPI_DOUBLE, MPI_COMM_SELF);
        }
        if (!odd || t == trips)
            MPI_Bcast(&value, 1, MPI_DOUBLE, 0, MPI_COMM_SELF); /* E3 */
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
}
