/* More of what has a name each time than the recorder may keep in memory (scalatrace --memory 1), so that the program's
 * memory may not grow by much more than that before MPI_Finalize: with "paths" call sites, by recursion, with "tags" the
 * tags of what is received with MPI_ANY_TAG. A number after that is how many there are, in place of few. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM = 100, PATHS = 8000, TAGS = 120000, GROWTH_KB = 2500 };

static int rank;

static long peak_kb(void)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    long kb = 0;
    while (file && fgets(line, sizeof line, file) && sscanf(line, "VmHWM: %ld", &kb) != 1)
        continue;
    if (file)
        fclose(file);
    return kb;
}

static void send(int tag)
{
    char out = 0, in;
    MPI_Sendrecv(&out, 1, MPI_CHAR, 0, tag, &in, 1, MPI_CHAR, 0, MPI_ANY_TAG,
                 MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

static volatile int sink;

static void go_on(unsigned path, int depth);

static __attribute__((noinline)) void left(unsigned path, int depth)
{
    go_on(path, depth);
    sink++;
}

static __attribute__((noinline)) void right(unsigned path, int depth)
{
    go_on(path, depth);
    sink--;
}

/* A way for each bit. */
static void go_on(unsigned path, int depth)
{
    if (depth == 0)
        send(0);
    else if (path >> (depth - 1) & 1)
        left(path, depth - 1);
    else
        right(path, depth - 1);
    sink++;
}

/* Each of 2^21 numbers once, in no order. */
static unsigned scattered(int i)
{
    return (unsigned)i * 1640531527u % (1u << 21);
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
            go_on(scattered(i), 21);
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
