/* More of what has a name each time than the recorder may keep in memory (scalatrace --memory 1), so that the program's
 * memory may not grow by much more than that before MPI_Finalize: with "paths" call sites, with "tags" the
 * tags of what is received with MPI_ANY_TAG. A number after that is how many there are, in place of few. */
#include "../../peak_memory.h"

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM = 100, PATHS = 8000, TAGS = 120000, GROWTH_KB = 2500 };

static int rank;

static void send(int tag)
{
    char out = 0, in;
    MPI_Sendrecv(&out, 1, MPI_CHAR, 0, tag, &in, 1, MPI_CHAR, 0, MPI_ANY_TAG,
                 MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

static volatile int sink;

/* A way for every two bits, from a call of its own each. */
#define GO_ON(name, inner)                                                               \
    static __attribute__((noinline)) void name(unsigned path)                            \
    {                                                                                    \
        switch (path & 3) {                                                              \
        case 0:                                                                          \
            inner(path >> 2);                                                            \
            sink = 0;                                                                    \
            return;                                                                      \
        case 1:                                                                          \
            inner(path >> 2);                                                            \
            sink = 1;                                                                    \
            return;                                                                      \
        case 2:                                                                          \
            inner(path >> 2);                                                            \
            sink = 2;                                                                    \
            return;                                                                      \
        default:                                                                         \
            inner(path >> 2);                                                            \
            sink = 3;                                                                    \
        }                                                                                \
    }

static __attribute__((noinline)) void go_on_0(unsigned path)
{
    send((int)path);
    sink = 4;
}

GO_ON(go_on_1, go_on_0)
GO_ON(go_on_2, go_on_1)
GO_ON(go_on_3, go_on_2)
GO_ON(go_on_4, go_on_3)
GO_ON(go_on_5, go_on_4)
GO_ON(go_on_6, go_on_5)
GO_ON(go_on_7, go_on_6)
GO_ON(go_on_8, go_on_7)
GO_ON(go_on_9, go_on_8)
GO_ON(go_on_10, go_on_9)
GO_ON(go_on_11, go_on_10)

/* Each of 2^22 numbers once, in no order. */
static unsigned scattered(int i)
{
    return (unsigned)i * 1640531527u % (1u << 22);
}

int main(int argc, char **argv)
{
    long before = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int paths = argc > 1 && strcmp(argv[1], "paths") == 0;
    int n = argc > 2 ? atoi(argv[2]) : paths ? PATHS : TAGS;
    for (int i = 0; i < n; i++) {
        if (paths)
            go_on_11(scattered(i));
        else
            send((int)scattered(i));
        if (i == WARM)
            before = peak_kb();
    }
    long growth = peak_kb() - before;
    int wrong = getenv("SCALATRACE_OUTPUT") && growth > GROWTH_KB;
#ifdef __SANITIZE_ADDRESS__ /* keeps for long what was freed: only that the trace is right is tested */
    wrong = 0;
#endif
    if (wrong || argc > 2)
        fprintf(stderr, "rank %d: memory has grown by %ld KB\n", rank, growth);
    MPI_Finalize();
    if (argc > 2)
        fprintf(stderr, "rank %d: and by %ld KB in MPI_Finalize\n", rank,
                peak_kb() - before - growth);
    return wrong;
}
