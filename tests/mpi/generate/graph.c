/* A graph of all ranks but the last, and what is sent along its edges. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Comm line;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int nodes = ranks - 1, nedges = 0, out = rank, in[2];
    int *index = calloc((size_t)ranks, sizeof *index);
    int *edge = calloc(2 * (size_t)ranks, sizeof *edge);
    for (int i = 0; i < nodes; i++) {
        if (i > 0)
            edge[nedges++] = i - 1;
        if (i < nodes - 1)
            edge[nedges++] = i + 1;
        index[i] = nedges;
    }
    MPI_Graph_create(MPI_COMM_WORLD, nodes, index, edge, 0, &line);
    for (int k = 0; k < 3 && line != MPI_COMM_NULL; k++)
        MPI_Neighbor_allgather(&out, 1, MPI_INT, in, 1, MPI_INT, line);
    if (line != MPI_COMM_NULL)
        MPI_Comm_free(&line);
    free(index);
    free(edge);
    MPI_Finalize();
    return 0;
}
