/* A program that keeps its own books: each rank writes, for every line that calls MPI, how many calls it made there,
 * their bytes, and the world rank that it sent to, to the file $EXPECT.RANK. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_LINES = 200, MOST_RANKS = 16 };

static struct {
    const char *function, *operation;
    long calls, bytes;
} at_line[MOST_LINES];
static long sent[MOST_RANKS];
static int me, ranks;
static char buffer[1 << 16];

/* Notes the call of this line. */
#define NOTE(op, count, size) note(__func__, __LINE__, op, (long)(count) * (long)(size))

static void note(const char *function, int line, const char *operation, long bytes)
{
    at_line[line].function = function;
    at_line[line].operation = operation;
    at_line[line].calls++;
    at_line[line].bytes += bytes;
}

/* To the next rank, more with every step and rank; the last one sends to nobody. */
__attribute__((noinline)) static void line_of_ranks(int step)
{
    int n = 10 + 3 * me + step, next = me + 1 < ranks ? me + 1 : MPI_PROC_NULL;
    /* clang-format off */
    NOTE("Send", n, sizeof(int)); MPI_Send(buffer, n, MPI_INT, next, 1, MPI_COMM_WORLD);
    if (next != MPI_PROC_NULL)
        sent[next] += n * (long)sizeof(int);
    if (me > 0) {
        NOTE("Recv", 1000, sizeof(int)); MPI_Recv(buffer, 1000, MPI_INT, me - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    /* clang-format on */
}

/* In a group, backwards around; member m is rank first + stride m of the world. */
__attribute__((noinline)) static void around_in_group(MPI_Comm group, int first,
                                                      int stride)
{
    int rank, size;
    MPI_Comm_rank(group, &rank);
    MPI_Comm_size(group, &size);
    int to = (rank + size - 1) % size, from = (rank + 1) % size;
    /* clang-format off */
    NOTE("Sendrecv", 7, sizeof(double)); MPI_Sendrecv(buffer, 7, MPI_DOUBLE, to, 2, buffer + 4096, 7, MPI_DOUBLE, from, 2, group, MPI_STATUS_IGNORE);
    /* clang-format on */
    sent[first + stride * to] += 7 * (long)sizeof(double);
}

/* team::together(), as C++ would have it. */
__attribute__((noinline)) static void _ZN4team8togetherEv(void)
{
    /* clang-format off */
    NOTE("Bcast", 100, 1); MPI_Bcast(buffer, 100, MPI_CHAR, 0, MPI_COMM_WORLD);
    NOTE("Allreduce", 4, sizeof(double)); MPI_Allreduce(MPI_IN_PLACE, buffer, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    /* clang-format on */
}

static void write_books(void)
{
    char path[4096];
    const char *expect = getenv("EXPECT");
    snprintf(path, sizeof path, "%s.%d", expect ? expect : "known", me);
    FILE *file = fopen(path, "w");
    if (!file)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < MOST_LINES; i++) {
        if (at_line[i].calls)
            fprintf(file, "line %d %s %s %ld %ld\n", i, at_line[i].function,
                    at_line[i].operation, at_line[i].calls, at_line[i].bytes);
    }
    for (int i = 0; i < ranks; i++)
        fprintf(file, "sent %d %ld\n", i, sent[i]);
    fclose(file);
}

int main(int argc, char **argv)
{
    MPI_Comm group;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_split(MPI_COMM_WORLD, me % 3, me, &group);
    for (int step = 0; step < 20; step++) {
        line_of_ranks(step);
        around_in_group(group, me % 3, 3);
    }
    for (int i = 0; i < me; i++)
        around_in_group(MPI_COMM_SELF, me, 0);
    if (me == ranks - 1)
        usleep(500000); /* all wait for it */
    _ZN4team8togetherEv();
    write_books();
    MPI_Comm_free(&group);
    MPI_Finalize();
    return 0;
}
