/* Linked into a program that was compiled with -DMPI_Finalize=timed_finalize: each rank prints what its
 * MPI_Finalize took from when all ranks are there, wall clock and CPU in ms, and its largest
 * resident set before and after in KB. */
#include <mpi.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

int timed_finalize(void);

static double ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static long resident(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

int timed_finalize(void)
{
    PMPI_Barrier(MPI_COMM_WORLD);
    long before = resident();
    double wall = ms(CLOCK_MONOTONIC), cpu = ms(CLOCK_PROCESS_CPUTIME_ID);
    int rc = MPI_Finalize();
    printf("finalize %.3f %.3f %ld %ld\n", ms(CLOCK_MONOTONIC) - wall,
           ms(CLOCK_PROCESS_CPUTIME_ID) - cpu, before, resident());
    return rc;
}
