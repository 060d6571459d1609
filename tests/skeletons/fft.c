/* The communication of examples/apps/fft.c with -n 48 -i 2: pencils that are transposed in rows and in columns. */
#include <mpi.h>
#include <stdlib.h>

enum { POINTS = 48, ITERATIONS = 2 };

static double *in, *out;

static void transpose(MPI_Comm comm, int size, int points)
{
    int count = points / size;
    MPI_Alltoall(out, count, MPI_C_DOUBLE_COMPLEX, in, count, MPI_C_DOUBLE_COMPLEX, comm);
}

static void find_error(void)
{
    double mine = 0, error;
    MPI_Allreduce(&mine, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, ranks, rows = 1;
    MPI_Comm row, column;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int r = 1; r * r <= ranks; r++)
        if (ranks % r == 0)
            rows = r;
    int columns = ranks / rows, points = POINTS / rows * (POINTS / columns) * POINTS;
    MPI_Comm_split(MPI_COMM_WORLD, rank / columns, rank % columns, &row);
    MPI_Comm_split(MPI_COMM_WORLD, rank % columns, rank / columns, &column);
    in = calloc((size_t)points, 2 * sizeof *in);
    out = calloc((size_t)points, 2 * sizeof *out);
    for (int it = 0; it < ITERATIONS; it++) {
        transpose(row, columns, points);
        transpose(column, rows, points);
        find_error();
        transpose(column, rows, points);
        transpose(row, columns, points);
    }
    find_error();
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
    MPI_Finalize();
    return 0;
}
