/* Rank 0 collects blocks of what the others have and keeps none of its own, which it waits for when it collects the next; and each
 * rank measures to all others in turn, several times, by several messages with any tag. */
#include <mpi.h>

enum { POINTS = 100, WIDTH = 10, ROUNDS = 3, STEPS = 4, TIMES = 3, MESSAGES = 2 };

static double mine[POINTS * WIDTH], all[POINTS * WIDTH];
static int counts[POINTS], begins[POINTS];
static int rank, ranks;

/* Who has no block has what is left over. */
static void share(void)
{
    for (int i = 1; i < ranks; i++) {
        counts[i] = POINTS / ranks * WIDTH;
        begins[i] = (i - 1) * counts[i];
    }
}

static void collect(void)
{
    MPI_Request request = MPI_REQUEST_NULL;
    for (int round = 0; round < ROUNDS; round++) {
        for (int step = 0; step < STEPS; step++)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Igatherv(mine, counts[rank], MPI_DOUBLE, all, counts, begins, MPI_DOUBLE, 0,
                     MPI_COMM_WORLD, &request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Gatherv(mine, counts[rank], MPI_DOUBLE, all, counts, begins, MPI_DOUBLE, 0,
                MPI_COMM_WORLD);
}

static void measure(int distance)
{
    MPI_Request request[2 * MESSAGES];
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < MESSAGES; i++)
        MPI_Irecv(all + i, 1, MPI_DOUBLE, (rank - distance + ranks) % ranks, MPI_ANY_TAG,
                  MPI_COMM_WORLD, &request[i]);
    for (int i = 0; i < MESSAGES; i++)
        MPI_Isend(mine, 1, MPI_DOUBLE, (rank + distance) % ranks, i, MPI_COMM_WORLD,
                  &request[MESSAGES + i]);
    MPI_Waitall(2 * MESSAGES, request, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    share();
    collect();
    for (int distance = 1; distance < ranks; distance++)
        for (int time = 0; time < TIMES; time++)
            measure(distance);
    MPI_Finalize();
}
