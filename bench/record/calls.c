/* What recording adds to a call: one rank that talks to itself, a mix of Irecv, Isend, Waitall and
 * Allreduce, which in themselves take next to nothing. Prints the CPU time of a call in ns. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double cpu_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static void __attribute__((noinline)) mix(int iterations)
{
    double in = 0, out = 1, sum;
    for (int i = 0; i < iterations; i++) {
        MPI_Request request[2];
        MPI_Irecv(&in, 1, MPI_DOUBLE, 0, 1, MPI_COMM_SELF, &request[0]);
        MPI_Isend(&out, 1, MPI_DOUBLE, 0, 1, MPI_COMM_SELF, &request[1]);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        MPI_Allreduce(&in, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
    }
}

/* Makes the call path `depth` frames deeper. */
static int __attribute__((noinline)) below(int depth, int iterations)
{
    if (depth > 0)
        return below(depth - 1, iterations) + 1;
    mix(iterations);
    return 0;
}

int main(int argc, char **argv)
{
    int iterations = argc > 1 ? atoi(argv[1]) : 200000;
    int depth = argc > 2 ? atoi(argv[2]) : 4;
    MPI_Init(&argc, &argv);
    below(depth, iterations / 10);
    double start = cpu_ns();
    below(depth, iterations);
    printf("%.1f\n", (cpu_ns() - start) / (4.0 * iterations));
    MPI_Finalize();
    return 0;
}
