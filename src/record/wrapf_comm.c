/* Fortran calls that make and free communicators. */
#include "record/verify.h"
#include "record/wrap.h"

WRAPF(Comm_dup, comm_dup, (MPI_Fint * comm, MPI_Fint *made, MPI_Fint *ierr),
      (comm, made, ierr), sx_record_dup(&call, COMM(comm), COMM(made)))
WRAPF(Comm_dup_with_info, comm_dup_with_info,
      (MPI_Fint * comm, MPI_Fint *info, MPI_Fint *made, MPI_Fint *ierr),
      (comm, info, made, ierr), sx_record_dup(&call, COMM(comm), COMM(made)))
/* The handle of Comm_idup is written later and in Fortran's form: it is looked up when it is used. */
WRAPF(Comm_idup, comm_idup,
      (MPI_Fint * comm, MPI_Fint *made, MPI_Fint *request, MPI_Fint *ierr),
      (comm, made, request, ierr), sx_call_opaque(&call);
      sx_record_posted(&call, REQUEST(request), request))
WRAPF(Comm_split, comm_split,
      (MPI_Fint * comm, MPI_Fint *color, MPI_Fint *key, MPI_Fint *made, MPI_Fint *ierr),
      (comm, color, key, made, ierr),
      sx_record_split(&call, SX_COMM_SPLIT, COMM(comm), *color, *key, COMM(made)))
WRAPF(Comm_split_type, comm_split_type,
      (MPI_Fint * comm, MPI_Fint *type, MPI_Fint *key, MPI_Fint *info, MPI_Fint *made,
       MPI_Fint *ierr),
      (comm, type, key, info, made, ierr),
      sx_record_split(&call, SX_COMM_SPLIT_TYPE, COMM(comm), *type, *key, COMM(made)))
WRAPF(Comm_create, comm_create,
      (MPI_Fint * comm, MPI_Fint *group, MPI_Fint *made, MPI_Fint *ierr),
      (comm, group, made, ierr),
      sx_record_create(&call, COMM(comm), PMPI_Group_f2c(*group), COMM(made)))
WRAPF(Comm_create_group, comm_create_group,
      (MPI_Fint * comm, MPI_Fint *group, MPI_Fint *tag, MPI_Fint *made, MPI_Fint *ierr),
      (comm, group, tag, made, ierr),
      sx_record_create(&call, COMM(comm), PMPI_Group_f2c(*group), COMM(made)))
/* .true. and .false. are never compared with 1: they are 0 or not, as gfortran has them. */
WRAPF(Cart_create, cart_create,
      (MPI_Fint * comm, MPI_Fint *ndims, MPI_Fint *dims, MPI_Fint *periods,
       MPI_Fint *reorder, MPI_Fint *made, MPI_Fint *ierr),
      (comm, ndims, dims, periods, reorder, made, ierr),
      sx_record_cart_create(&call, COMM(comm), *ndims, dims, periods, *reorder,
                            COMM(made)))
WRAPF(Graph_create, graph_create,
      (MPI_Fint * comm, MPI_Fint *n, MPI_Fint *index, MPI_Fint *edges, MPI_Fint *reorder,
       MPI_Fint *made, MPI_Fint *ierr),
      (comm, n, index, edges, reorder, made, ierr),
      sx_record_graph(&call, SX_COMM_GRAPH, COMM(comm), 0, NULL, 0, NULL, *reorder,
                      COMM(made)))
WRAPF(Dist_graph_create, dist_graph_create,
      (MPI_Fint * comm, MPI_Fint *n, MPI_Fint *nodes, MPI_Fint *degrees,
       MPI_Fint *targets, MPI_Fint *weights, MPI_Fint *info, MPI_Fint *reorder,
       MPI_Fint *made, MPI_Fint *ierr),
      (comm, n, nodes, degrees, targets, weights, info, reorder, made, ierr),
      sx_record_graph(&call, SX_COMM_DIST_GRAPH, COMM(comm), 0, NULL, 0, NULL, *reorder,
                      COMM(made)))
WRAPF(Dist_graph_create_adjacent, dist_graph_create_adjacent,
      (MPI_Fint * comm, MPI_Fint *nsources, MPI_Fint *sources, MPI_Fint *sweights,
       MPI_Fint *ndests, MPI_Fint *dests, MPI_Fint *dweights, MPI_Fint *info,
       MPI_Fint *reorder, MPI_Fint *made, MPI_Fint *ierr),
      (comm, nsources, sources, sweights, ndests, dests, dweights, info, reorder, made,
       ierr),
      sx_record_graph(&call, SX_COMM_DIST_GRAPH, COMM(comm), *nsources, sources, *ndests,
                      dests, *reorder, COMM(made)))
WRAPF(Cart_sub, cart_sub,
      (MPI_Fint * comm, MPI_Fint *remain, MPI_Fint *made, MPI_Fint *ierr),
      (comm, remain, made, ierr),
      sx_record_cart_sub(&call, COMM(comm), remain, COMM(made)))

FORTRAN_NAMES(comm_free, (MPI_Fint * comm, MPI_Fint *ierr))

void mpi_comm_free_(MPI_Fint *comm, MPI_Fint *ierr)
{
    sx_call call;
    if (!sx_call_enter(&call, SX_OP_Comm_free)) {
        pmpi_comm_free_(comm, ierr);
        return;
    }
    SX_VERIFY(&call, comm, COMM(comm));
    int64_t index = sx_call_comm(&call, COMM(comm));
    pmpi_comm_free_(comm, ierr);
    if (sx_call_returned(&call, *ierr, __builtin_return_address(0)))
        sx_record_comm_index(&call, index);
    sx_call_leave(&call);
}

#define COUNT_MAKINGF(name, lower, params, args)                                         \
    FORTRAN_NAMES(lower, params)                                                         \
    void mpi_##lower##_ params                                                           \
    {                                                                                    \
        bool wanted = sx_recorder_counts_comm(SX_COUNTED_##name);                        \
        pmpi_##lower##_ args;                                                            \
        if (wanted && *ierr == MPI_SUCCESS)                                              \
            sx_recorder_comm_made(COMM(comm), COMM(made));                               \
    }

COUNT_MAKINGF(Intercomm_create, intercomm_create,
              (MPI_Fint * comm, MPI_Fint *leader, MPI_Fint *bridge, MPI_Fint *remote,
               MPI_Fint *tag, MPI_Fint *made, MPI_Fint *ierr),
              (comm, leader, bridge, remote, tag, made, ierr))
COUNT_MAKINGF(Intercomm_merge, intercomm_merge,
              (MPI_Fint * comm, MPI_Fint *high, MPI_Fint *made, MPI_Fint *ierr),
              (comm, high, made, ierr))

/* Names are padded with blanks; their length comes last, unseen by the program. */
FORTRAN_NAMES(comm_set_name, (MPI_Fint * comm, char *name, MPI_Fint *ierr, size_t length))

void mpi_comm_set_name_(MPI_Fint *comm, char *name, MPI_Fint *ierr, size_t length)
{
    size_t used = length;
    pmpi_comm_set_name_(comm, name, ierr, length);
    while (used > 0 && name[used - 1] == ' ')
        used--;
    if (*ierr == MPI_SUCCESS)
        sx_recorder_comm_named(COMM(comm), name, used);
}
