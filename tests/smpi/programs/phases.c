/* Phases in turn: ranks exchange with the one beside them, the even ones with the next and then with the one before, as in an
 * odd-even transposition. Whoever has nobody there rests, so that ends make every other call, and with an odd number of ranks and
 * phases the last makes a trip less than all others. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, mine[10] = { 0 }, other[10];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int first = rank % 2 ? rank - 1 : rank + 1, second = rank % 2 ? rank + 1 : rank - 1;
    for (int phase = 0; phase < size; phase++) {
        if (phase % 2 == 0) {
            if (first < size)
                MPI_Sendrecv(mine, 10, MPI_INT, first, 0, other, 10, MPI_INT, first, 0,
                             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (second >= 0 && second < size) {
            MPI_Sendrecv(mine, 10, MPI_INT, second, 0, other, 10, MPI_INT, second, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    MPI_Finalize();
    return 0;
}
