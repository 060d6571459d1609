/* The communication of examples/apps/halo_fft.c with -n 144 -i 5: faces on a closed grid of three axes, then transpositions of pencils
 * on a grid of two. */
#include <mpi.h>
#include <stdlib.h>

enum { POINTS = 144, ITERATIONS = 5 };

static int rank, ranks;
static double *in, *out;

static void exchange_halo(const int dims[3])
{
    const int stride[3] = { dims[1] * dims[2], dims[2], 1 };
    int extent[3], size[6], neighbour[6];
    MPI_Request request[12];

    for (int a = 0; a < 3; a++) {
        int place = rank / stride[a] % dims[a];
        int up = (place + 1) % dims[a], down = (place + dims[a] - 1) % dims[a];
        extent[a] = POINTS / dims[a] + (place < POINTS % dims[a]);
        neighbour[2 * a] = rank + (up - place) * stride[a];
        neighbour[2 * a + 1] = rank + (down - place) * stride[a];
    }
    for (int d = 0; d < 6; d++)
        size[d] = extent[(d / 2 + 1) % 3] * extent[(d / 2 + 2) % 3];
    for (int d = 0; d < 6; d++)
        MPI_Irecv(in, size[d], MPI_DOUBLE, neighbour[d], d ^ 1, MPI_COMM_WORLD,
                  &request[d]);
    for (int d = 0; d < 6; d++)
        MPI_Isend(out, size[d], MPI_DOUBLE, neighbour[d], d, MPI_COMM_WORLD,
                  &request[6 + d]);
    MPI_Waitall(12, request, MPI_STATUSES_IGNORE);
}

static void transpose(MPI_Comm comm, int size, int points)
{
    MPI_Alltoall(out, points / size, MPI_DOUBLE, in, points / size, MPI_DOUBLE, comm);
}

int main(int argc, char **argv)
{
    int rows = 1, dims[3] = { 0 };
    double errors[2] = { 0 };
    MPI_Comm row, column;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Dims_create(ranks, 3, dims);
    for (int r = 1; r * r <= ranks; r++)
        if (ranks % r == 0)
            rows = r;
    int columns = ranks / rows, points = POINTS / rows * (POINTS / columns) * POINTS;
    MPI_Comm_split(MPI_COMM_WORLD, rank / columns, rank % columns, &row);
    MPI_Comm_split(MPI_COMM_WORLD, rank % columns, rank / columns, &column);
    in = calloc((size_t)points, sizeof *in);
    out = calloc((size_t)points, sizeof *out);
    for (int it = 0; it < ITERATIONS; it++) {
        exchange_halo(dims);
        transpose(row, columns, points);
        transpose(column, rows, points);
        transpose(column, rows, points);
        transpose(row, columns, points);
    }
    MPI_Allreduce(MPI_IN_PLACE, errors, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
    MPI_Finalize();
    return 0;
}
