/* The communication of NPB's MG in class S: a hierarchy of grids on a closed grid of ranks; ranks without points on a coarse level fall idle,
 * and get theirs from the others on the way back. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    POINTS = 32,
    LEVELS = 5,
    CYCLES = 4,
    EXTREMES = 10,
    TAG = 1000,
    DOWN = 100,
    UP = 300
};

/* What this rank has of a level, with a rim, and whom it meets there. */
static struct {
    int extent[3], above[3], below[3], is_idle, gives[3], takes[3];
} level[LEVELS + 1];

static int ranks, room;
static double *in, *out;

static int share(int points, int place, int places)
{
    return (place + 1) * points / places - place * points / places;
}

static void set_up(int rank)
{
    int log_p = 0, step[3] = { 1, 1, 1 };
    while (2 << log_p <= ranks)
        log_p++;
    int dx = log_p / 3, dy = (log_p - dx) / 2;
    int dims[3] = { 1 << dx, 1 << dy, 1 << (log_p - dx - dy) };
    int stride[3] = { 1, dims[0], dims[0] * dims[1] };

    for (int k = LEVELS; k > 0; k--)
        for (int a = 0; a < 3; a++) {
            int points = POINTS >> (LEVELS - k), place = rank / stride[a] % dims[a];
            int own = share(points, place, dims[a]);
            int other = share(points, place + step[a], dims[a]);
            if (own == 0 || other == 0)
                step[a] *= 2;
            if (k < LEVELS) {
                level[k + 1].gives[a] = own == 1 && other == 0;
                level[k + 1].takes[a] = own == 0 && other == 1;
            }
            level[k].extent[a] = own + 2;
            level[k].is_idle = level[k].is_idle || own == 0;
            int above = (place + step[a]) % dims[a];
            int below = (place - step[a] + dims[a]) % dims[a];
            level[k].above[a] = rank + (above - place) * stride[a];
            level[k].below[a] = rank + (below - place) * stride[a];
        }
    room = 2 * (POINTS / dims[0] + 2) * (POINTS / dims[0] + 2);
    in = calloc((size_t)room, sizeof *in);
    out = calloc((size_t)room, sizeof *out);
}

static void receive(int k, int axis, MPI_Request request[2])
{
    int tag = TAG * (axis + 1);
    MPI_Irecv(in, room, MPI_DOUBLE_PRECISION, level[k].above[axis], tag + DOWN,
              MPI_COMM_WORLD, &request[0]);
    MPI_Irecv(in, room, MPI_DOUBLE_PRECISION, level[k].below[axis], tag + UP,
              MPI_COMM_WORLD, &request[1]);
}

static void send(int k, int axis, int upward, int downward)
{
    int tag = TAG * (axis + 1);
    MPI_Send(out, upward, MPI_DOUBLE_PRECISION, level[k].above[axis], tag + UP,
             MPI_COMM_WORLD);
    MPI_Send(out, downward, MPI_DOUBLE_PRECISION, level[k].below[axis], tag + DOWN,
             MPI_COMM_WORLD);
}

static void complete(MPI_Request request[2])
{
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Wait(&request[1], MPI_STATUS_IGNORE);
}

/* The rim of a level; axis by axis, it is filled further. */
static void exchange(int k)
{
    const int *n = level[k].extent;
    const int size[3] = { (n[1] - 2) * (n[2] - 2), n[0] * (n[2] - 2), n[0] * n[1] };
    MPI_Request request[2];

    if (level[k].is_idle || ranks == 1)
        return;
    for (int axis = 0; axis < 3; axis++) {
        receive(k, axis, request);
        send(k, axis, size[axis], size[axis]);
        complete(request);
    }
}

/* What ranks that were idle on the level below need of it. */
static void wake(int k)
{
    MPI_Request request[2];

    for (int axis = 0; axis < 3 && ranks > 1; axis++) {
        int plane = level[k].extent[(axis + 1) % 3] * level[k].extent[(axis + 2) % 3];
        if (level[k].takes[axis]) {
            receive(k, axis, request);
            complete(request);
        }
        if (level[k].gives[axis])
            send(k, axis, 2 * plane, plane);
    }
}

static void cycle(void)
{
    for (int k = LEVELS - 1; k > 0; k--)
        exchange(k);
    exchange(1);
    for (int k = 2; k <= LEVELS; k++) {
        wake(k);
        exchange(k);
        exchange(k);
    }
    exchange(LEVELS);
}

static void reduce(int count, MPI_Datatype type, MPI_Op op)
{
    double mine[4] = { 0 }, all[4];
    MPI_Allreduce(mine, all, count, type, op, MPI_COMM_WORLD);
}

static void find_norm(void)
{
    reduce(1, MPI_DOUBLE_PRECISION, MPI_MAX);
    reduce(1, MPI_DOUBLE_PRECISION, MPI_SUM);
}

static void set_right_side(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < EXTREMES; i++) {
        reduce(1, MPI_DOUBLE_PRECISION, MPI_MAX);
        reduce(4, MPI_INTEGER, MPI_MAX);
        reduce(1, MPI_DOUBLE_PRECISION, MPI_MIN);
        reduce(4, MPI_INTEGER, MPI_MAX);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    exchange(LEVELS);
}

int main(int argc, char **argv)
{
    int rank, numbers[8] = { 0 };
    double mine = 0, longest;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks & (ranks - 1)) {
        fprintf(stderr, "%d is no power of two\n", ranks);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    set_up(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 5; i++)
        MPI_Bcast(numbers, 1, MPI_INTEGER, 0, MPI_COMM_WORLD);
    MPI_Bcast(numbers, 8, MPI_INTEGER, 0, MPI_COMM_WORLD);
    MPI_Bcast(numbers, 1, MPI_LOGICAL, 0, MPI_COMM_WORLD);
    set_right_side();
    find_norm();
    exchange(LEVELS);
    find_norm();
    cycle();
    set_right_side();
    MPI_Barrier(MPI_COMM_WORLD);
    exchange(LEVELS);
    find_norm();
    for (int it = 0; it < CYCLES; it++)
        cycle();
    find_norm();
    MPI_Reduce(&mine, &longest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
