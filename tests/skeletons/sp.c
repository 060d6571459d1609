/* The communication of NPB's SP in class W: as BT's, with scalar systems, whose messages have what lies inside the cube only. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    POINTS = 36,
    STEPS = 400,
    VARIABLES = 5,
    LAYERS = 2,
    ELIMINATED = 22,
    SOLVED = 10
};

static const int tag_up[3] = { 2000, 4000, 7000 }, tag_down[3] = { 3000, 5000, 6000 };

static int rank, q, next[3], previous[3];
static double *in, *out;
static MPI_Comm solving, faces;

/* Where cell c is. */
static void find_cell(int c, int place[3])
{
    place[0] = (rank % q + c) % q;
    place[1] = (rank / q - c + q) % q;
    place[2] = c;
}

static int extent(int block)
{
    return POINTS / q + (block < POINTS % q);
}

static int inner_extent(int block)
{
    return extent(block) - (block == 0) - (block == q - 1);
}

/* Values on the faces of all cells across an axis, but for those at the end of it. */
static int face_size(int axis, int end)
{
    int size = 0, place[3];
    for (int c = 0; c < q; c++) {
        find_cell(c, place);
        if (place[axis] != end)
            size += extent(place[(axis + 1) % 3]) * extent(place[(axis + 2) % 3]);
    }
    return size * LAYERS * VARIABLES;
}

static void copy_faces(void)
{
    MPI_Request request[12];
    if (q == 1)
        return;
    for (int a = 0; a < 3; a++) {
        MPI_Irecv(in, face_size(a, q - 1), MPI_DOUBLE_PRECISION, next[a], tag_down[a],
                  faces, &request[2 * a]);
        MPI_Irecv(in, face_size(a, 0), MPI_DOUBLE_PRECISION, previous[a], tag_up[a],
                  faces, &request[2 * a + 1]);
    }
    for (int a = 0; a < 3; a++) {
        MPI_Isend(out, face_size(a, q - 1), MPI_DOUBLE_PRECISION, next[a], tag_up[a],
                  faces, &request[6 + 2 * a]);
        MPI_Isend(out, face_size(a, 0), MPI_DOUBLE_PRECISION, previous[a], tag_down[a],
                  faces, &request[7 + 2 * a]);
    }
    MPI_Waitall(12, request, MPI_STATUSES_IGNORE);
}

/* Lines along an axis through the cell at a stage of it. */
static int lines_at(int axis, int stage)
{
    int place[3], c = -1;
    do
        find_cell(++c, place);
    while (place[axis] != stage);
    return inner_extent(place[(axis + 1) % 3]) * inner_extent(place[(axis + 2) % 3]);
}

static void sweep(int axis, int is_back)
{
    int to = is_back ? previous[axis] : next[axis],
        from = is_back ? next[axis] : previous[axis];
    int values = is_back ? SOLVED : ELIMINATED;

    for (int k = 0; k < q - 1; k++) {
        int stage = is_back ? q - 1 - k : k, then = is_back ? stage - 1 : stage + 1;
        MPI_Request request[2];
        MPI_Isend(out, values * lines_at(axis, stage), MPI_DOUBLE_PRECISION, to, 0,
                  solving, &request[1]);
        MPI_Irecv(in, values * lines_at(axis, then), MPI_DOUBLE_PRECISION, from, 0,
                  solving, &request[0]);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    }
}

static void step(void)
{
    copy_faces();
    for (int axis = 0; axis < 3; axis++) {
        sweep(axis, 0);
        sweep(axis, 1);
    }
}

static void set_up(void)
{
    int i = rank % q, j = rank / q, right = (i + 1) % q, left = (i - 1 + q) % q;
    int above = (j + 1) % q, below = (j - 1 + q) % q;
    size_t room = (size_t)q * ELIMINATED * (POINTS / q + 1) * (POINTS / q + 1);
    next[0] = right + q * j, previous[0] = left + q * j;
    next[1] = i + q * above, previous[1] = i + q * below;
    next[2] = left + q * above, previous[2] = right + q * below;
    in = calloc(room, sizeof *in);
    out = calloc(room, sizeof *out);
}

int main(int argc, char **argv)
{
    int ranks, numbers[3] = { 0 };
    double mine[VARIABLES] = { 0 }, all[VARIABLES];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    while (q * q < ranks)
        q++;
    if (q * q != ranks) {
        fprintf(stderr, "not a square number of ranks: %d\n", ranks);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    set_up();
    MPI_Comm_dup(MPI_COMM_WORLD, &solving);
    MPI_Comm_dup(MPI_COMM_WORLD, &faces);
    MPI_Bcast(numbers, 1, MPI_INTEGER, 0, MPI_COMM_WORLD);
    MPI_Bcast(mine, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD);
    MPI_Bcast(numbers, 3, MPI_INTEGER, 0, MPI_COMM_WORLD);
    MPI_Bcast(numbers, 1, MPI_LOGICAL, 0, MPI_COMM_WORLD);
    step();
    MPI_Barrier(MPI_COMM_WORLD);
    for (int s = 0; s < STEPS; s++)
        step();
    MPI_Allreduce(mine, all, VARIABLES, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD);
    copy_faces();
    MPI_Allreduce(mine, all, VARIABLES, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce(mine, all, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
