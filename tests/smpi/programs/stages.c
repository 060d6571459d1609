/* Collectives written by hand, for any number of ranks: a prefix sum, a broadcast from the rank in the middle, a sum that folds the
 * ranks beyond a power of two into others first, and an exchange of all with all in as many stages as numbers have digits. */
#include <mpi.h>

enum { ITERATIONS = 5, COUNT = 100, BLOCK = 10, MOST = 64 };

static int rank, size;
static int from[BLOCK * MOST], to[BLOCK * MOST];

static void prefix_sum(void)
{
    for (int far = 1; far < size; far *= 2) {
        if (rank + far < size)
            MPI_Send(from, COUNT, MPI_INT, rank + far, 0, MPI_COMM_WORLD);
        if (rank - far >= 0)
            MPI_Recv(to, COUNT, MPI_INT, rank - far, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
}

static void broadcast(int root)
{
    const int number = (rank - root + size) % size;
    int far = number & -number; /* its lowest digit */
    while (number == 0 && far < size)
        far = far > 0 ? 2 * far : 1;
    if (number > 0)
        MPI_Recv(to, COUNT, MPI_INT, (number - far + root) % size, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (far /= 2; far > 0; far /= 2)
        if (number + far < size)
            MPI_Send(from, COUNT, MPI_INT, (number + far + root) % size, 1,
                     MPI_COMM_WORLD);
}

static void butterfly(int number, int power, int rest)
{
    for (int digit = 1; digit < power; digit *= 2) {
        int other = number ^ digit;
        other = other < rest ? 2 * other + 1 : other + rest;
        MPI_Sendrecv(from, COUNT, MPI_INT, other, 2, to, COUNT, MPI_INT, other, 2,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void sum(void)
{
    int power = 1;
    while (2 * power <= size)
        power *= 2;
    const int rest = size - power;
    if (rank >= 2 * rest) {
        butterfly(rank - rest, power, rest);
    } else if (rank % 2 == 0) {
        MPI_Send(from, COUNT, MPI_INT, rank + 1, 3, MPI_COMM_WORLD);
        MPI_Recv(to, COUNT, MPI_INT, rank + 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(to, COUNT, MPI_INT, rank - 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        butterfly(rank / 2, power, rest);
        MPI_Send(from, COUNT, MPI_INT, rank - 1, 4, MPI_COMM_WORLD);
    }
}

static void all_to_all(void)
{
    for (int digit = 1; digit < size; digit *= 2) {
        int blocks = 0;
        for (int block = 0; block < size; block++)
            blocks += (block & digit) != 0;
        MPI_Sendrecv(from, blocks * BLOCK, MPI_INT, (rank + digit) % size, 5, to,
                     blocks * BLOCK, MPI_INT, (rank - digit + size) % size, 5,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < ITERATIONS; i++) {
        prefix_sum();
        broadcast(size / 2);
        sum();
        all_to_all();
    }
    MPI_Finalize();
    return 0;
}
