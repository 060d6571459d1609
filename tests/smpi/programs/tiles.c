/* The tiles of an array, dealt out by a root that alone has their datatype, on a square of ranks; sides and corners for all
 * eight neighbours around, whose sends are named before the receives that were posted earlier; and records of two kinds of values. */
#include <mpi.h>
#include <stddef.h>

enum { POINTS = 60, ROUNDS = 3 };

typedef struct record {
    double value[3];
    int name;
} record;

static double array[POINTS * POINTS], tile[POINTS * POINTS], side[8][POINTS];
static int rank, ranks, across;

/* Where a tile begins is counted in sides of tiles, along a row. */
static MPI_Datatype tile_type(int n)
{
    MPI_Datatype block, type;
    MPI_Type_vector(n, n, POINTS, MPI_DOUBLE, &block);
    MPI_Type_create_resized(block, 0, n * (MPI_Aint)sizeof(double), &type);
    MPI_Type_commit(&type);
    return type;
}

static MPI_Datatype record_type(void)
{
    MPI_Datatype type;
    MPI_Type_create_struct(
        2, (int[]) { 3, 1 },
        (MPI_Aint[]) { offsetof(record, value), offsetof(record, name) },
        (MPI_Datatype[]) { MPI_DOUBLE, MPI_INT }, &type);
    MPI_Type_commit(&type);
    return type;
}

static int neighbour(int dx, int dy)
{
    int x = (rank % across + dx + across) % across;
    int y = (rank / across + dy + across) % across;
    return y * across + x;
}

static void deal(int n)
{
    int count[64], begin[64];
    for (int r = 0; r < ranks; r++) {
        count[r] = 1;
        begin[r] = r / across * n * across + r % across;
    }
    if (rank == 0)
        MPI_Scatterv(array, count, begin, tile_type(n), tile, n * n, MPI_DOUBLE, 0,
                     MPI_COMM_WORLD);
    else
        MPI_Scatterv(NULL, NULL, NULL, MPI_DATATYPE_NULL, tile, n * n, MPI_DOUBLE, 0,
                     MPI_COMM_WORLD);
}

static void exchange(int n)
{
    static const int step[8][2] = { { 0, -1 },  { 0, 1 },  { -1, 0 }, { 1, 0 },
                                    { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } };
    MPI_Request request[16];
    for (int i = 0; i < 8; i++)
        MPI_Irecv(side[i], i < 4 ? n : 1, MPI_DOUBLE, neighbour(-step[i][0], -step[i][1]),
                  i, MPI_COMM_WORLD, &request[8 + i]);
    for (int i = 0; i < 8; i++)
        MPI_Isend(tile, i < 4 ? n : 1, MPI_DOUBLE, neighbour(step[i][0], step[i][1]), i,
                  MPI_COMM_WORLD, &request[i]);
    MPI_Waitall(16, request, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
    record of[10] = { 0 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    while (across * across < ranks)
        across++;
    deal(POINTS / across);
    MPI_Bcast(of, 10, record_type(), 0, MPI_COMM_WORLD);
    for (int round = 0; round < ROUNDS; round++)
        exchange(POINTS / across);
    MPI_Finalize();
}
