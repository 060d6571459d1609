/* 50 x 50 points on a square of ranks, which exchange the sides of their blocks and compute, asleep, 100 us for each point. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

enum { POINTS = 50, TRIPS = 5, POINT_US = 100 };

static int block(int q, int c)
{
    return POINTS / q + (c < POINTS % q);
}

int main(int argc, char **argv)
{
    int rank, ranks;
    static double out[POINTS], in[POINTS];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int q = (int)lround(sqrt(ranks)), x = rank % q, y = rank / q;
    const int width = block(q, x), height = block(q, y);
    for (int i = 0; i < TRIPS; i++) {
        usleep((useconds_t)(width * height * POINT_US));
        MPI_Sendrecv(out, height, MPI_DOUBLE, y * q + (x + 1) % q, 1, in, height,
                     MPI_DOUBLE, y * q + (x + q - 1) % q, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        usleep((useconds_t)(width * height * POINT_US));
        MPI_Sendrecv(out, width, MPI_DOUBLE, (y + 1) % q * q + x, 2, in, width,
                     MPI_DOUBLE, (y + q - 1) % q * q + x, 2, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
