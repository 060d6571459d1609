/* MPI_Alltoallv with counts that depend on the rank, on the other rank and on the iteration. */
#include "pattern.h"

static int count_between(int from, int to, int t)
{
    return 1 + (from + 2 * to + t) % 4;
}

int main(int argc, char **argv)
{
    int iterations = pattern_begin(argc, argv);
    int *all = calloc(4 * (size_t)pattern_size, sizeof *all);
    int *outs = all, *ins = all + pattern_size;
    int *out_at = all + 2 * pattern_size, *in_at = all + 3 * pattern_size;
    int *out = calloc(4 * (size_t)pattern_size, sizeof *out);
    int *in = calloc(4 * (size_t)pattern_size, sizeof *in);
    for (int t = 0; t < iterations; t++) {
        for (int r = 0; r < pattern_size; r++) {
            outs[r] = count_between(pattern_rank, r, t);
            ins[r] = count_between(r, pattern_rank, t);
            out_at[r] = in_at[r] = 4 * r;
        }
        MPI_Alltoallv(out, outs, out_at, MPI_INT, in, ins, in_at, MPI_INT,
                      MPI_COMM_WORLD);
    }
    free(all);
    free(out);
    free(in);
    MPI_Finalize();
}
