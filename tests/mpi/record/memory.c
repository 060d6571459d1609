/* One long loop with random sizes and tags: more than the recorder may keep in memory (scalatrace --memory 1), so that
 * the program's memory may not grow by much more than that before MPI_Finalize. With an argument, rank 0 has made
 * the file that the recorder would put them into, so that it cannot, and its memory grows. */
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { WARM = 100, CALLS = 12000, MOST = 250, GROWTH_KB = 2200 };

static void make_file(const char *output, char *path, size_t size)
{
    snprintf(path, size, "%s.0.spill", output);
    FILE *file = fopen(path, "w");
    if (file)
        fclose(file);
}

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

int main(int argc, char **argv)
{
    static char out[MOST], in[MOST], path[4096];
    const char *output = getenv("SCALATRACE_OUTPUT");
    long before = 0;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    bool blocked = output && argc > 1 && rank == 0;
    uint64_t seed = 20111 + (uint64_t)rank;
    if (blocked)
        make_file(output, path, sizeof path);
    for (int i = 0; i < CALLS; i++) {
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        int n = (int)((seed >> 33) % MOST), tag = (int)((seed >> 20) % MOST);
        MPI_Sendrecv(out, n, MPI_CHAR, 0, tag, in, MOST, MPI_CHAR, 0, tag, MPI_COMM_SELF,
                     MPI_STATUS_IGNORE);
        if (i == WARM)
            before = peak_kb();
    }
    long growth = peak_kb() - before;
    bool right = blocked ? growth > GROWTH_KB : growth < GROWTH_KB;
#ifdef __SANITIZE_ADDRESS__ /* keeps for long what was freed: only that the trace is right is tested */
    right = true;
#endif
    if (output && !right)
        fprintf(stderr, "rank %d: memory has grown by %ld KB\n", rank, growth);
    MPI_Finalize();
    if (blocked)
        remove(path);
    return output && !right;
}
