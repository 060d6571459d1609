/* Calls of C that make and free communicators. */
#include "record/verify.h"
#include "record/wrap.h"

#include <string.h>

WRAP(Comm_dup, (MPI_Comm comm, MPI_Comm *made), (comm, made),
     sx_record_dup(&call, comm, *made))
WRAP(Comm_dup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *made),
     (comm, info, made), sx_record_dup(&call, comm, *made))
WRAP(Comm_idup, (MPI_Comm comm, MPI_Comm *made, MPI_Request *request),
     (comm, made, request), sx_record_idup(&call, comm, made);
     sx_record_posted(&call, *request, request))
WRAP(Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm *made),
     (comm, color, key, made),
     sx_record_split(&call, SX_COMM_SPLIT, comm, color, key, *made))
WRAP(Comm_split_type, (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made),
     (comm, type, key, info, made),
     sx_record_split(&call, SX_COMM_SPLIT_TYPE, comm, type, key, *made))
WRAP(Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm *made), (comm, group, made),
     sx_record_create(&call, comm, group, *made))
WRAP(Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *made),
     (comm, group, tag, made), sx_record_create(&call, comm, group, *made))
WRAP(Cart_create,
     (MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder,
      MPI_Comm *made),
     (comm, ndims, dims, periods, reorder, made),
     sx_record_cart_create(&call, comm, ndims, dims, periods, reorder, *made))
WRAP(Graph_create,
     (MPI_Comm comm, int n, const int index[], const int edges[], int reorder,
      MPI_Comm *made),
     (comm, n, index, edges, reorder, made),
     sx_record_graph(&call, SX_COMM_GRAPH, comm, 0, NULL, 0, NULL, reorder, *made))
WRAP(Dist_graph_create,
     (MPI_Comm comm, int n, const int nodes[], const int degrees[], const int targets[],
      const int weights[], MPI_Info info, int reorder, MPI_Comm *made),
     (comm, n, nodes, degrees, targets, weights, info, reorder, made),
     sx_record_graph(&call, SX_COMM_DIST_GRAPH, comm, 0, NULL, 0, NULL, reorder, *made))
WRAP(Dist_graph_create_adjacent,
     (MPI_Comm comm, int nsources, const int sources[], const int sweights[], int ndests,
      const int dests[], const int dweights[], MPI_Info info, int reorder,
      MPI_Comm *made),
     (comm, nsources, sources, sweights, ndests, dests, dweights, info, reorder, made),
     sx_record_graph(&call, SX_COMM_DIST_GRAPH, comm, nsources, sources, ndests, dests,
                     reorder, *made))
WRAP(Cart_sub, (MPI_Comm comm, const int remain[], MPI_Comm *made), (comm, remain, made),
     sx_record_cart_sub(&call, comm, remain, *made))

int MPI_Comm_free(MPI_Comm *comm)
{
    sx_call call;
    if (!sx_call_enter(&call, SX_OP_Comm_free))
        return PMPI_Comm_free(comm);
    SX_VERIFY(&call, comm, *comm);
    int64_t index = sx_call_comm(&call, *comm);
    int rc = PMPI_Comm_free(comm);
    if (sx_call_returned(&call, rc, __builtin_return_address(0)))
        sx_record_comm_index(&call, index);
    sx_call_leave(&call);
    return rc;
}

#define COUNT_MAKING(name, params, args, parent, made)                                   \
    int MPI_##name params                                                                \
    {                                                                                    \
        bool wanted = sx_recorder_counts_comm(SX_COUNTED_##name);                        \
        int rc = PMPI_##name args;                                                       \
        if (wanted && rc == MPI_SUCCESS)                                                 \
            sx_recorder_comm_made(parent, *made);                                        \
        return rc;                                                                       \
    }

COUNT_MAKING(Intercomm_create,
             (MPI_Comm comm, int leader, MPI_Comm bridge, int remote, int tag,
              MPI_Comm *made),
             (comm, leader, bridge, remote, tag, made), comm, made)
COUNT_MAKING(Intercomm_merge, (MPI_Comm comm, int high, MPI_Comm *made),
             (comm, high, made), comm, made)

/* No event: the communicator's entry has the name. */
int MPI_Comm_set_name(MPI_Comm comm, const char *name)
{
    int rc = PMPI_Comm_set_name(comm, name);
    if (rc == MPI_SUCCESS)
        sx_recorder_comm_named(comm, name, strlen(name));
    return rc;
}
