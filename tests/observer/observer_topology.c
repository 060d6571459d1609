/* Communicators with a topology, and the collectives of neighbours. */
#include "observer.h"

#define MAKES_COMM(name, parameters, arguments)                                          \
    int MPI_##name parameters                                                            \
    {                                                                                    \
        observer_collective(#name, OBSERVER_NONE, 0, comm);                              \
        return PMPI_##name arguments;                                                    \
    }
MAKES_COMM(Cart_create,
           (MPI_Comm comm, int axes, const int *dims, const int *periods, int reorder,
            MPI_Comm *made),
           (comm, axes, dims, periods, reorder, made))
MAKES_COMM(Cart_sub, (MPI_Comm comm, const int *remain, MPI_Comm *made),
           (comm, remain, made))

#define ONE_COUNT(name)                                                                  \
    int MPI_##name(const void *out, int out_count, MPI_Datatype out_type, void *in,      \
                   int in_count, MPI_Datatype in_type, MPI_Comm comm)                    \
    {                                                                                    \
        observer_collective(#name, OBSERVER_NONE, observer_bytes(out_count, out_type),   \
                            comm);                                                       \
        return PMPI_##name(out, out_count, out_type, in, in_count, in_type, comm);       \
    }
ONE_COUNT(Neighbor_allgather)
ONE_COUNT(Neighbor_alltoall)

#ifdef OPEN_MPI /* SMPI has none of this, or not enough of it */

MAKES_COMM(Graph_create,
           (MPI_Comm comm, int nodes, const int *index, const int *edges, int reorder,
            MPI_Comm *made),
           (comm, nodes, index, edges, reorder, made))
MAKES_COMM(Dist_graph_create,
           (MPI_Comm comm, int n, const int *nodes, const int *degrees,
            const int *targets, const int *weights, MPI_Info info, int reorder,
            MPI_Comm *made),
           (comm, n, nodes, degrees, targets, weights, info, reorder, made))
MAKES_COMM(Dist_graph_create_adjacent,
           (MPI_Comm comm, int in_degree, const int *sources, const int *in_weights,
            int out_degree, const int *targets, const int *out_weights, MPI_Info info,
            int reorder, MPI_Comm *made),
           (comm, in_degree, sources, in_weights, out_degree, targets, out_weights, info,
            reorder, made))

static int neighbours(MPI_Comm comm)
{
    int kind, n = 0, in, weighted, rank;

    PMPI_Topo_test(comm, &kind);
    PMPI_Comm_rank(comm, &rank);
    if (kind == MPI_CART) {
        PMPI_Cartdim_get(comm, &n);
        n *= 2;
    } else if (kind == MPI_GRAPH) {
        PMPI_Graph_neighbors_count(comm, rank, &n);
    } else {
        PMPI_Dist_graph_neighbors_count(comm, &in, &n, &weighted);
    }
    return n;
}

static int64_t sum(const int *counts, MPI_Datatype type, MPI_Comm comm)
{
    int64_t bytes = 0;

    for (int i = 0; i < neighbours(comm); i++)
        bytes += observer_bytes(counts[i], type);
    return bytes;
}

static int64_t sum_typed(const int *counts, const MPI_Datatype *types, MPI_Comm comm)
{
    int64_t bytes = 0;

    for (int i = 0; i < neighbours(comm); i++)
        bytes += observer_bytes(counts[i], types[i]);
    return bytes;
}

#define P(...) __VA_ARGS__
#define WITH_REQUEST(name, parameters, arguments, bytes)                                 \
    int MPI_##name(P parameters, MPI_Request *request)                                   \
    {                                                                                    \
        observer_collective(#name, OBSERVER_NONE, bytes, comm);                          \
        return PMPI_##name(P arguments, request);                                        \
    }
#define BOTH(name, iname, parameters, arguments, bytes)                                  \
    int MPI_##name parameters                                                            \
    {                                                                                    \
        observer_collective(#name, OBSERVER_NONE, bytes, comm);                          \
        return PMPI_##name arguments;                                                    \
    }                                                                                    \
    WITH_REQUEST(iname, parameters, arguments, bytes)

WITH_REQUEST(Ineighbor_allgather,
             (const void *out, int out_count, MPI_Datatype out_type, void *in,
              int in_count, MPI_Datatype in_type, MPI_Comm comm),
             (out, out_count, out_type, in, in_count, in_type, comm),
             observer_bytes(out_count, out_type))
WITH_REQUEST(Ineighbor_alltoall,
             (const void *out, int out_count, MPI_Datatype out_type, void *in,
              int in_count, MPI_Datatype in_type, MPI_Comm comm),
             (out, out_count, out_type, in, in_count, in_type, comm),
             observer_bytes(out_count, out_type))
BOTH(Neighbor_allgatherv, Ineighbor_allgatherv,
     (const void *out, int out_count, MPI_Datatype out_type, void *in,
      const int *in_counts, const int *starts, MPI_Datatype in_type, MPI_Comm comm),
     (out, out_count, out_type, in, in_counts, starts, in_type, comm),
     observer_bytes(out_count, out_type))
BOTH(Neighbor_alltoallv, Ineighbor_alltoallv,
     (const void *out, const int *out_counts, const int *out_starts,
      MPI_Datatype out_type, void *in, const int *in_counts, const int *in_starts,
      MPI_Datatype in_type, MPI_Comm comm),
     (out, out_counts, out_starts, out_type, in, in_counts, in_starts, in_type, comm),
     sum(out_counts, out_type, comm))
BOTH(Neighbor_alltoallw, Ineighbor_alltoallw,
     (const void *out, const int *out_counts, const MPI_Aint *out_starts,
      const MPI_Datatype *out_types, void *in, const int *in_counts,
      const MPI_Aint *in_starts, const MPI_Datatype *in_types, MPI_Comm comm),
     (out, out_counts, out_starts, out_types, in, in_counts, in_starts, in_types, comm),
     sum_typed(out_counts, out_types, comm))

#endif
