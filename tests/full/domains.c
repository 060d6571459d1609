/* A domain of two to four sides, in parts by a rule, which exchange their faces along all axes: domains RULE RIM SIDE SIDE.. The rule is least surface
 * (s; of parts rounded down, f), longest parts first (l) or, of two sides, their ratio (r); then o, or p where axes go around. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4 };
static double sent[4000000], received[4000000];
static int sides, side[MOST], dim[MOST], tried[MOST];
static double least = 1e30;

static void try_axis(int axis, int left, int rounds)
{
    if (axis + 1 < sides) {
        for (int parts = 1; parts <= left; parts++)
            if (left % parts == 0) {
                tried[axis] = parts;
                try_axis(axis + 1, left / parts, rounds);
            }
        return;
    }
    double surface = 0;
    tried[axis] = left;
    for (int a = 0; a < sides; a++) {
        double face = 1;
        for (int b = 0; b < sides; b++)
            if (b != a)
                face *= rounds ? side[b] / tried[b] : (double)side[b] / tried[b];
        surface += face;
    }
    if (surface < least) {
        least = surface;
        memcpy(dim, tried, sizeof dim);
    }
}

static void cut_longest(int ranks)
{
    int factor[32], n = 0;
    for (int prime = 2; ranks > 1; prime++)
        for (; ranks % prime == 0; ranks /= prime)
            factor[n++] = prime;
    while (n > 0) {
        int longest = 0;
        for (int a = 1; a < sides; a++)
            if ((double)side[a] / dim[a] > (double)side[longest] / dim[longest])
                longest = a;
        dim[longest] *= factor[--n];
    }
}

static void cut_by_ratio(int ranks)
{
    dim[1] = ranks;
    for (int parts = ranks; parts > dim[0]; parts--)
        if (ranks % parts == 0 && parts * side[1] <= ranks / parts * side[0]) {
            dim[0] = parts;
            dim[1] = ranks / parts;
        }
}

static void exchange(int rank, int goes_around, int rim)
{
    int at[MOST], own[MOST];
    for (int a = 0, left = rank; a < sides; left /= dim[a++]) {
        at[a] = left % dim[a];
        own[a] = side[a] / dim[a] + (at[a] < side[a] % dim[a]) + rim;
    }
    for (int a = 0, stride = 1; a < sides; stride *= dim[a++]) {
        int face = 1, below = rank - stride, above = rank + stride;
        for (int b = 0; b < sides; b++)
            face *= b == a ? 1 : own[b];
        if (at[a] == 0)
            below = goes_around ? rank + (dim[a] - 1) * stride : MPI_PROC_NULL;
        if (at[a] + 1 == dim[a])
            above = goes_around ? rank - (dim[a] - 1) * stride : MPI_PROC_NULL;
        MPI_Sendrecv(sent, face, MPI_DOUBLE, above, a, received, face, MPI_DOUBLE, below,
                     a, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(sent, face, MPI_DOUBLE, below, a, received, face, MPI_DOUBLE, above,
                     a, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (sides = 0; sides < argc - 3 && sides < MOST; sides++) {
        side[sides] = atoi(argv[sides + 3]);
        dim[sides] = 1;
    }
    if (argv[1][0] == 'l')
        cut_longest(ranks);
    else if (argv[1][0] == 'r')
        cut_by_ratio(ranks);
    else
        try_axis(0, ranks, argv[1][0] == 'f');
    for (int step = 0; step < 3; step++) {
        exchange(rank, argv[1][1] == 'p', atoi(argv[2]));
        MPI_Allreduce(MPI_IN_PLACE, sent, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
