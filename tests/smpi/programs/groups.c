/* Communicators of which the scale decides how many there are: one for each row of a square of ranks, and one for each column, which everybody makes one
 * after the other, and a copy of all behind them. */
#include <mpi.h>

enum { STEPS = 5, NUMBERS = 7 };

static int rank, size, side;
static double mine[NUMBERS], all[NUMBERS];

/* Members of `own` come by the stride from the first on. */
static MPI_Comm group_of(int first, int stride)
{
    int member[64];
    MPI_Group world, group;
    MPI_Comm comm;
    for (int k = 0; k < side; k++)
        member[k] = first + k * stride;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, side, member, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &comm);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    return comm;
}

int main(int argc, char **argv)
{
    MPI_Comm row = MPI_COMM_NULL, column = MPI_COMM_NULL, copy;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    while (side * side < size)
        side++;
    for (int k = 0; k < side; k++) {
        MPI_Comm made = group_of(k * side, 1);
        if (made != MPI_COMM_NULL)
            row = made;
    }
    for (int k = 0; k < side; k++) {
        MPI_Comm made;
        MPI_Comm_split(MPI_COMM_WORLD, rank % side == k ? 0 : MPI_UNDEFINED, rank, &made);
        if (made != MPI_COMM_NULL)
            column = made;
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    for (int t = 0; t < STEPS; t++) {
        MPI_Allreduce(mine, all, NUMBERS, MPI_DOUBLE, MPI_SUM, row);
        MPI_Bcast(all, NUMBERS, MPI_DOUBLE, t % side, column);
        MPI_Barrier(copy);
    }
    MPI_Finalize();
    return 0;
}
