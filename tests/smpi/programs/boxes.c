/* A box of 26 x 22 x 30 points in parts of least surface, of which each exchanges its faces, with a rim of five, with the next ones. */
#include <mpi.h>

enum { NDIMS = 3, RIM = 5 };
static double sent[1024], received[1024];

/* Of several that are equal, the one that is found first. */
static void cut(int ranks, const int *points, int *dim)
{
    double best = 0;
    for (int x = 1; x <= ranks; x++)
        for (int y = 1; x * y <= ranks; y++) {
            const int z = ranks / (x * y);
            const double a = (double)points[0] / x, b = (double)points[1] / y,
                         c = (double)points[2] / z;
            const double surface = a * b + a * c + b * c;
            if (x * y * z != ranks || (best > 0 && surface >= best))
                continue;
            best = surface;
            dim[0] = x;
            dim[1] = y;
            dim[2] = z;
        }
}

int main(int argc, char **argv)
{
    static const int points[NDIMS] = { 26, 22, 30 };
    int rank, ranks, dim[NDIMS], own[NDIMS], stride[NDIMS], at[NDIMS];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    cut(ranks, points, dim);
    for (int a = 0, left = rank, step = 1; a < NDIMS; step *= dim[a++]) {
        at[a] = left % dim[a];
        left /= dim[a];
        stride[a] = step;
        own[a] = points[a] / dim[a] + (at[a] < points[a] % dim[a]) + RIM;
    }
    for (int step = 0; step < 4; step++) {
        for (int a = 0; a < NDIMS; a++) {
            const int face = own[(a + 1) % NDIMS] * own[(a + 2) % NDIMS];
            const int below = at[a] > 0 ? rank - stride[a] : MPI_PROC_NULL;
            const int above = at[a] + 1 < dim[a] ? rank + stride[a] : MPI_PROC_NULL;
            MPI_Sendrecv(sent, face, MPI_DOUBLE, above, a, received, face, MPI_DOUBLE,
                         below, a, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Sendrecv(sent, face, MPI_DOUBLE, below, a, received, face, MPI_DOUBLE,
                         above, a, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        MPI_Allreduce(MPI_IN_PLACE, sent, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
