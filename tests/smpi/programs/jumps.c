/* Sides of a grid in which a rank exchanges with those neighbours that it has, one condition after the other: a compiler makes code of its own for who has no
 * neighbour at one side, where the requests begin, so that the calls of one line stand at several addresses. */
#include <mpi.h>

enum { NX = 31, NY = 26, STEPS = 3, NOBODY = -1 };

static double east[NX + NY], west[NX + NY], from_east[NX + NY], from_west[NX + NY];

static int share(int n, int parts, int part)
{
    return n / parts + (part < n % parts);
}

/* With those before and behind on an axis. */
static void exchange(int before, int behind, int n)
{
    MPI_Request request[4];
    int posted = 0;
    if (behind != NOBODY) {
        MPI_Isend(east, n, MPI_DOUBLE, behind, 1, MPI_COMM_WORLD, &request[posted]);
        posted++;
    }
    if (before != NOBODY) {
        MPI_Isend(west, n, MPI_DOUBLE, before, 2, MPI_COMM_WORLD, &request[posted]);
        posted++;
    }
    if (behind != NOBODY) {
        MPI_Irecv(from_east, n, MPI_DOUBLE, behind, 2, MPI_COMM_WORLD, &request[posted]);
        posted++;
    }
    if (before != NOBODY) {
        MPI_Irecv(from_west, n, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &request[posted]);
        posted++;
    }
    MPI_Waitall(posted, request, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, ranks, rows = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int d = 1; d * d <= ranks; d++)
        if (ranks % d == 0)
            rows = d;
    const int columns = ranks / rows, x = rank % columns, y = rank / columns;
    for (int step = 0; step < STEPS; step++) {
        exchange(x > 0 ? rank - 1 : NOBODY, x + 1 < columns ? rank + 1 : NOBODY,
                 share(NY, rows, y));
        exchange(y > 0 ? rank - columns : NOBODY, y + 1 < rows ? rank + columns : NOBODY,
                 share(NX, columns, x));
    }
    MPI_Finalize();
}
