/* A program that says which events it makes: one line for each, as `scalastat --events` lists them, into
 * the file <EXPECT>.<rank>. */
#ifndef SX_TESTS_MPI_EXPECT_H
#define SX_TESTS_MPI_EXPECT_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *expect_file;
static int expect_rank;
static int expect_wrong; /* results that are not what they should be */

static void expect_open(void)
{
    char path[4096];
    const char *stem = getenv("EXPECT");
    MPI_Comm_rank(MPI_COMM_WORLD, &expect_rank);
    snprintf(path, sizeof path, "%s.%d", stem ? stem : "/dev/null", expect_rank);
    expect_file = fopen(stem ? path : "/dev/null", "w");
    if (!expect_file)
        abort();
}

/* An event with an end point, bytes and a tag; texts for any, null and -. */
static void expect(const char *op, const char *peer, long bytes, const char *tag,
                   int size)
{
    fprintf(expect_file, "%d\t%s\t%s\t%ld\t%s\t", expect_rank, op, peer, bytes, tag);
    if (size)
        fprintf(expect_file, "%d\n", size);
    else
        fprintf(expect_file, "-\n");
}

static inline const char *number(int value)
{
    static char text[8][16];
    static int next;
    next = (next + 1) % 8;
    snprintf(text[next], sizeof text[next], "%d", value);
    return text[next];
}

/* One without any of these. */
static void expect_plain(const char *op)
{
    expect(op, "-", 0, "-", 0);
}

/* The last event, and what was wrong in all ranks; written at once, since mpirun may end a rank when
 * another one exits. */
static void expect_finalize(void)
{
    int all = 0;
    PMPI_Reduce(&expect_wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    expect_plain("Finalize");
    fclose(expect_file);
    if (expect_rank == 0)
        printf("%d wrong\n", all);
    fflush(stdout);
    PMPI_Barrier(MPI_COMM_WORLD);
}

static inline void check(int right, const char *what)
{
    if (right)
        return;
    fprintf(stderr, "rank %d: %s is wrong\n", expect_rank, what);
    expect_wrong++;
}

#endif
