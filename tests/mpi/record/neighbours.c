/* Neighbourhood collectives on a periodic grid, a graph, and distributed graphs of two kinds, blocking and not. */
#include "expect.h"

enum { N = 5, TIMES = 3 };

static int rank, size;
static int from[512], to[512];

static void finish(MPI_Request *request)
{
    MPI_Wait(request, MPI_STATUS_IGNORE);
    expect_plain("Wait");
}

static void reset(void)
{
    for (int i = 0; i < 512; i++) {
        from[i] = 100 * rank + i;
        to[i] = -1;
    }
}

#define BOTH(name, iname, bytes, ...)                                                    \
    do {                                                                                 \
        MPI_Request handle;                                                              \
        reset();                                                                         \
        MPI_##name(__VA_ARGS__);                                                         \
        expect(#name, "-", bytes, "-", size);                                            \
        reset();                                                                         \
        MPI_##iname(__VA_ARGS__, &handle);                                               \
        expect(#iname, "-", bytes, "-", size);                                           \
        finish(&handle);                                                                 \
    } while (0)

/* All of them. */
static void all(MPI_Comm comm, int nsources, const int *source, int ndests)
{
    int counts[8], offsets[8], rcounts[8], roffsets[8], sum = 0, rsum = 0;
    MPI_Aint places[8], rplaces[8];
    MPI_Datatype types[8], rtypes[8];
    BOTH(Neighbor_allgather, Ineighbor_allgather, 4 * N, from, N, MPI_INT, to, N, MPI_INT,
         comm);
    for (int i = 0; i < nsources; i++)
        check(source[i] == MPI_PROC_NULL || to[N * i] == 100 * source[i],
              "Neighbor_allgather");
    BOTH(Neighbor_alltoall, Ineighbor_alltoall, 4 * N, from, N, MPI_INT, to, N, MPI_INT,
         comm);
    for (int i = 0; i < ndests; i++) {
        counts[i] = 2;
        offsets[i] = sum;
        places[i] = 4 * sum;
        types[i] = MPI_INT;
        sum += counts[i];
    }
    for (int i = 0; i < nsources; i++) {
        rcounts[i] = N;
        roffsets[i] = rsum;
        rsum += rcounts[i];
    }
    BOTH(Neighbor_allgatherv, Ineighbor_allgatherv, 4 * N, from, N, MPI_INT, to, rcounts,
         roffsets, MPI_INT, comm);
    rsum = 0;
    for (int i = 0; i < nsources; i++) {
        rcounts[i] = 2;
        roffsets[i] = rsum;
        rplaces[i] = 4 * rsum;
        rtypes[i] = MPI_INT;
        rsum += rcounts[i];
    }
    BOTH(Neighbor_alltoallv, Ineighbor_alltoallv, 4L * sum, from, counts, offsets,
         MPI_INT, to, rcounts, roffsets, MPI_INT, comm);
    BOTH(Neighbor_alltoallw, Ineighbor_alltoallw, 4L * sum, from, counts, places, types,
         to, rcounts, rplaces, rtypes, comm);
}

static void drop(MPI_Comm *comm)
{
    MPI_Comm_free(comm);
    expect("Comm_free", "-", 0, "-", size);
}

int main(int argc, char **argv)
{
    MPI_Comm grid, graph, ring, adjacent, star;
    int periodic = 1, index[64], edges[128], one = 1, weight[2] = { 1, 1 };
    int zero = 0, others[64], weights[64] = { 1 };
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_open();
    expect_plain("Init");
    rank = expect_rank;
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    int far[2] = { next, (rank + 2) % size },
        back[2] = { before, (rank + size - 2) % size };
    for (int i = 0; i < size; i++) {
        index[i] = 2 * i + 2;
        edges[2 * i] = (i + 1) % size;
        edges[2 * i + 1] = (i + size - 1) % size;
    }
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &grid);
    expect("Cart_create", "-", 0, "-", size);
    MPI_Comm_set_name(grid, "the \"grid\"");
    MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &graph);
    expect("Graph_create", "-", 0, "-", size);
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &one, &next, weight, MPI_INFO_NULL, 0,
                          &ring);
    expect("Dist_graph_create", "-", 0, "-", size);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, back, weight, 2, far, weight,
                                   MPI_INFO_NULL, 0, &adjacent);
    expect("Dist_graph_create_adjacent", "-", 0, "-", size);
    for (int i = 1; i < size; i++) {
        others[i - 1] = i;
        weights[i - 1] = 1;
    }
    /* Rank 0 sends to all the others, which send nothing. */
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank ? 1 : 0, &zero, weights,
                                   rank ? 0 : size - 1, others, weights, MPI_INFO_NULL, 0,
                                   &star);
    expect("Dist_graph_create_adjacent", "-", 0, "-", size);
    for (int i = 0; i < TIMES; i++) {
        all(star, rank ? 1 : 0, &zero, rank ? 0 : size - 1);
        all(grid, 2, (int[]) { before, next }, 2);
        all(graph, 2, (int[]) { next, before }, 2);
        all(ring, 1, &before, 1);
        all(adjacent, 2, back, 2);
    }
    drop(&grid);
    drop(&graph);
    drop(&ring);
    drop(&adjacent);
    drop(&star);
    expect_finalize();
    MPI_Finalize();
    return expect_wrong != 0;
}
