/* The same calls of MPI and of the C library without any names of its own: what its executable says, every program says. */
#include "record/scalatrace.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static double a[2];
    MPI_Comm c;
    int n;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &c);
    MPI_Comm_set_name(c, "");
    MPI_Comm_rank(c, &n);
    MPI_Comm_size(c, &n);
    scalatrace_region_begin("");
    MPI_Sendrecv(a, 1, MPI_DOUBLE, 0, 7, a, atoi("1"), MPI_DOUBLE, 0, 7, c,
                 MPI_STATUS_IGNORE);
    MPI_Allreduce(a, a + 1, 1, MPI_DOUBLE, MPI_SUM, c);
    scalatrace_region_end("");
    MPI_Comm_free(&c);
    MPI_Finalize();
    return 0;
}
