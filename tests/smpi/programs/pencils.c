/* Slabs, pencils and layers of a box in one program: rings along the axes of Cartesian communicators that hold some of their axes. */
#include <mpi.h>

enum { NDIMS = 3, POINTS = 9 };

/* Extents of 0 are those that MPI gives. */
static void rings(int x, int y, int z)
{
    static double mine[POINTS], theirs[POINTS];
    int size, extent[] = { x, y, z }, around[] = { 1, 1, 1 }, last, next;
    MPI_Comm cart;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, NDIMS, extent);
    MPI_Cart_create(MPI_COMM_WORLD, NDIMS, extent, around, 0, &cart);
    for (int axis = 0; axis < NDIMS; axis++) {
        MPI_Cart_shift(cart, axis, 1, &last, &next);
        if (extent[axis] > 1)
            MPI_Sendrecv(mine, POINTS, MPI_DOUBLE, next, axis, theirs, POINTS, MPI_DOUBLE,
                         last, axis, cart, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&cart);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    rings(0, 1, 1);
    rings(0, 0, 1);
    MPI_Finalize();
    return 0;
}
