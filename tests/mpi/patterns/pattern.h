/* What the patterns share. Each is one small program, `<name> [iterations]`, of a kind that stops
 * recorders from folding; tests/full/patterns measures what their traces take. */
#ifndef PATTERN_H
#define PATTERN_H

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

static int pattern_rank, pattern_size;

static inline int pattern_begin(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &pattern_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &pattern_size);
    return argc > 1 ? atoi(argv[1]) : 100;
}

/* The next of Knuth's linear congruential sequence (MMIX), below n. */
static inline int pattern_random(uint64_t *state, int n)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((*state >> 33) % (uint64_t)n);
}

static inline int pattern_left(void)
{
    return (pattern_rank + pattern_size - 1) % pattern_size;
}

static inline int pattern_right(void)
{
    return (pattern_rank + 1) % pattern_size;
}

#endif
