/* The communication of examples/apps/adi.c with -n 100 -i 2: cells along the diagonals of a square grid, whose faces are exchanged together,
 * and sweeps that go up and down each axis plane by plane. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 100, ITERATIONS = 2, FACE = 0, UPWARD = 10, DOWNWARD = 20 };

static int rank, q;
static double *in, *out;

static int extent(int block)
{
    return POINTS / q + (block < POINTS % q);
}

/* Points in a plane across an axis of cell c of this rank; place: where the cell is. */
static int plane_size(int axis, int c, int place[3])
{
    int size = 1;
    place[0] = (rank / q + c) % q;
    place[1] = (rank % q - c + q) % q;
    place[2] = c;
    for (int a = 0; a < 3; a++)
        size *= a == axis ? 1 : extent(place[a]);
    return size;
}

/* The rank whose cells are next to those of this one. */
static int neighbour(int direction)
{
    static const int step[3][2] = { { 1, 0 }, { 0, 1 }, { -1, 1 } };
    int sign = direction % 2 ? -1 : 1;
    int i = (rank / q + sign * step[direction / 2][0] + q) % q;
    int j = (rank % q + sign * step[direction / 2][1] + q) % q;
    return i * q + j;
}

static int face_size(int direction)
{
    int place[3], size = 0, end = direction % 2 ? 0 : q - 1;
    for (int c = 0; c < q; c++) {
        int plane = plane_size(direction / 2, c, place);
        size += place[direction / 2] == end ? 0 : plane;
    }
    return size;
}

static void exchange_faces(void)
{
    MPI_Request request[12];
    for (int d = 0; d < 6; d++)
        MPI_Irecv(in, face_size(d), MPI_DOUBLE, neighbour(d), FACE + (d ^ 1),
                  MPI_COMM_WORLD, &request[d]);
    for (int d = 0; d < 6; d++)
        MPI_Isend(out, face_size(d), MPI_DOUBLE, neighbour(d), FACE + d, MPI_COMM_WORLD,
                  &request[6 + d]);
    MPI_Waitall(12, request, MPI_STATUSES_IGNORE);
}

/* The cells along an axis, upward or downward: what enters each comes from the one before. */
static void sweep(int axis, int down, MPI_Request *sent)
{
    int tag = (down ? DOWNWARD : UPWARD) + axis;
    for (int k = 0; k < q; k++) {
        int stage = down ? q - 1 - k : k, place[3];
        int c = axis == 0 ? stage - rank / q : axis == 1 ? rank % q - stage : stage;
        int size = plane_size(axis, (c + q) % q, place);
        if (k > 0) {
            MPI_Request request[2] = { MPI_REQUEST_NULL, *sent };
            MPI_Irecv(in, size, MPI_DOUBLE, neighbour(2 * axis + !down), tag,
                      MPI_COMM_WORLD, &request[0]);
            MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        }
        if (k < q - 1)
            MPI_Isend(out, size, MPI_DOUBLE, neighbour(2 * axis + down), tag,
                      MPI_COMM_WORLD, sent);
    }
}

int main(int argc, char **argv)
{
    int ranks, options[3] = { 0 }, correct = 1;
    double mine = 0, change, error;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    while (q * q < ranks)
        q++;
    if (q * q != ranks) {
        fprintf(stderr, "not a square number of ranks: %d\n", ranks);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    in = calloc((size_t)POINTS * POINTS, sizeof *in);
    out = calloc((size_t)POINTS * POINTS, sizeof *out);
    MPI_Bcast(options, 3, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int it = 0; it < ITERATIONS; it++) {
        if (q > 1)
            exchange_faces();
        for (int axis = 0; axis < 3; axis++) {
            MPI_Request sent = MPI_REQUEST_NULL;
            sweep(axis, 0, &sent);
            sweep(axis, 1, &sent);
        }
        MPI_Allreduce(&mine, &change, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Reduce(&mine, &error, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Bcast(&correct, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
