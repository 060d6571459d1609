/* One long loop with random sizes and tags: more than the recorder may keep in memory (scalatrace --memory 1), so that
 * the program's memory may not grow by much more than that before MPI_Finalize, and there by the packer's 4 MB, three
 * times the trace and little else. With "blocked", rank 0 has made the file that the recorder would put them into, so
 * that it cannot, and its memory grows. With "more" there are so many that no sequence is in memory as a whole,
 * but where the trace is verified. */
#include "../../peak_memory.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM = 100, CALLS = 12000, MORE_CALLS = 70000, MOST = 250, GROWTH_KB = 2200 };
/* A call has two values below MOST, of 8 bits each, in the trace of two ranks. */
enum { FINALIZE_KB = 4096 + 512 + 3 * (MORE_CALLS * 2 * 2 * 5 / 4) / 1024 };

static void make_file(const char *output, char *path, size_t size)
{
    snprintf(path, size, "%s.0.spill", output);
    FILE *file = fopen(path, "w");
    if (file)
        fclose(file);
}

/* From now on peak_kb is about what comes; where the system does not do that, it stays what it was. */
static void forget_peak(void)
{
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (file) {
        fputs("5", file);
        fclose(file);
    }
}

int main(int argc, char **argv)
{
    static char out[MOST], in[MOST], path[4096];
    const char *output = getenv("SCALATRACE_OUTPUT");
    long before = 0;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    bool more = argc > 1 && strcmp(argv[1], "more") == 0;
    bool blocked = output && argc > 1 && !more && rank == 0;
    uint64_t seed = 20111 + (uint64_t)rank;
    if (blocked)
        make_file(output, path, sizeof path);
    for (int i = 0; i < (more ? MORE_CALLS : CALLS); i++) {
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
    forget_peak();
    before = peak_kb();
    MPI_Finalize();
    growth = peak_kb() - before;
#ifndef __SANITIZE_ADDRESS__
    const char *verify = getenv("SCALATRACE_VERIFY");
    bool verified = verify && strcmp(verify, "1") == 0;
    if (output && more && !verified && growth > FINALIZE_KB) {
        fprintf(stderr, "rank %d: memory has grown by %ld KB in MPI_Finalize\n", rank,
                growth);
        right = false;
    }
#endif
    if (blocked)
        remove(path);
    return output && !right;
}
