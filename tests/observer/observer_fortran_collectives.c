/* The Fortran names of collectives and of what makes communicators. In place, the receive side says what the
 * buffer is: of Gatherv and Allgatherv the own part. */
#include "observer_fortran.h"

/* What MPI_IN_PLACE is the address of: in Open MPI, and in SMPI. */
extern int mpi_fortran_in_place_ __attribute__((weak));
extern int mpi_in_place_ __attribute__((weak));

static int in_place(const void *buffer)
{
    return buffer != NULL && (buffer == (const void *)&mpi_fortran_in_place_ ||
                              buffer == (const void *)&mpi_in_place_);
}

static int64_t own(const int *counts, const int *type, const int *comm)
{
    int rank;

    PMPI_Comm_rank(PMPI_Comm_f2c(*comm), &rank);
    return bytes(&counts[rank], type);
}

/* `stride` 0: one type for all. */
static int64_t sum(const int *counts, const int *types, int stride, const int *comm)
{
    int64_t total = 0;
    int size;

    PMPI_Comm_size(PMPI_Comm_f2c(*comm), &size);
    for (int rank = 0; rank < size; rank++)
        total += bytes(&counts[rank], &types[rank * stride]);
    return total;
}

/* Defines mpi_<lower>_ and mpi_i<lower>_: `root` and `size` are those of the line. */
#define P(...) __VA_ARGS__
#define BOTH(lower, name, iname, parameters, arguments, root, size)                      \
    FORTRAN(lower, (P parameters, int *error), (P arguments, error),                     \
            collective(name, root, size, comm))                                          \
    FORTRAN(i##lower, (P parameters, int *request, int *error),                          \
            (P arguments, request, error), collective(iname, root, size, comm))

BOTH(barrier, "Barrier", "Ibarrier", (int *comm), (comm), OBSERVER_NONE, 0)
BOTH(bcast, "Bcast", "Ibcast",
     (void *buffer, int *count, int *type, int *root, int *comm),
     (buffer, count, type, root, comm), *root, bytes(count, type))
BOTH(reduce, "Reduce", "Ireduce",
     (void *in, void *out, int *count, int *type, int *op, int *root, int *comm),
     (in, out, count, type, op, root, comm), *root, bytes(count, type))

#define REDUCE_ALL(lower, name, iname)                                                   \
    BOTH(lower, name, iname,                                                             \
         (void *in, void *out, int *count, int *type, int *op, int *comm),               \
         (in, out, count, type, op, comm), OBSERVER_NONE, bytes(count, type))
REDUCE_ALL(allreduce, "Allreduce", "Iallreduce")
REDUCE_ALL(scan, "Scan", "Iscan")
REDUCE_ALL(exscan, "Exscan", "Iexscan")
REDUCE_ALL(reduce_scatter_block, "Reduce_scatter_block", "Ireduce_scatter_block")

BOTH(reduce_scatter, "Reduce_scatter", "Ireduce_scatter",
     (void *in, void *out, int *counts, int *type, int *op, int *comm),
     (in, out, counts, type, op, comm), OBSERVER_NONE, sum(counts, type, 0, comm))

BOTH(gather, "Gather", "Igather",
     (void *out, int *out_count, int *out_type, void *in, int *in_count, int *in_type,
      int *root, int *comm),
     (out, out_count, out_type, in, in_count, in_type, root, comm), *root,
     in_place(out) ? bytes(in_count, in_type) : bytes(out_count, out_type))
BOTH(gatherv, "Gatherv", "Igatherv",
     (void *out, int *out_count, int *out_type, void *in, int *in_counts, int *starts,
      int *in_type, int *root, int *comm),
     (out, out_count, out_type, in, in_counts, starts, in_type, root, comm), *root,
     in_place(out) ? own(in_counts, in_type, comm) : bytes(out_count, out_type))
BOTH(scatter, "Scatter", "Iscatter",
     (void *out, int *out_count, int *out_type, void *in, int *in_count, int *in_type,
      int *root, int *comm),
     (out, out_count, out_type, in, in_count, in_type, root, comm), *root,
     in_place(in) ? bytes(out_count, out_type) : bytes(in_count, in_type))
BOTH(scatterv, "Scatterv", "Iscatterv",
     (void *out, int *out_counts, int *starts, int *out_type, void *in, int *in_count,
      int *in_type, int *root, int *comm),
     (out, out_counts, starts, out_type, in, in_count, in_type, root, comm), *root,
     in_place(in) ? own(out_counts, out_type, comm) : bytes(in_count, in_type))

#define EXCHANGE_ALL(lower, name, iname)                                                 \
    BOTH(lower, name, iname,                                                             \
         (void *out, int *out_count, int *out_type, void *in, int *in_count,             \
          int *in_type, int *comm),                                                      \
         (out, out_count, out_type, in, in_count, in_type, comm), OBSERVER_NONE,         \
         in_place(out) ? bytes(in_count, in_type) : bytes(out_count, out_type))
EXCHANGE_ALL(allgather, "Allgather", "Iallgather")
EXCHANGE_ALL(alltoall, "Alltoall", "Ialltoall")

BOTH(allgatherv, "Allgatherv", "Iallgatherv",
     (void *out, int *out_count, int *out_type, void *in, int *in_counts, int *starts,
      int *in_type, int *comm),
     (out, out_count, out_type, in, in_counts, starts, in_type, comm), OBSERVER_NONE,
     in_place(out) ? own(in_counts, in_type, comm) : bytes(out_count, out_type))
BOTH(alltoallv, "Alltoallv", "Ialltoallv",
     (void *out, int *out_counts, int *out_starts, int *out_type, void *in,
      int *in_counts, int *in_starts, int *in_type, int *comm),
     (out, out_counts, out_starts, out_type, in, in_counts, in_starts, in_type, comm),
     OBSERVER_NONE,
     in_place(out) ? sum(in_counts, in_type, 0, comm)
                   : sum(out_counts, out_type, 0, comm))
BOTH(alltoallw, "Alltoallw", "Ialltoallw",
     (void *out, int *out_counts, int *out_starts, int *out_types, void *in,
      int *in_counts, int *in_starts, int *in_types, int *comm),
     (out, out_counts, out_starts, out_types, in, in_counts, in_starts, in_types, comm),
     OBSERVER_NONE,
     in_place(out) ? sum(in_counts, in_types, 1, comm)
                   : sum(out_counts, out_types, 1, comm))

#define NEIGHBOR(lower, name, iname)                                                     \
    BOTH(lower, name, iname,                                                             \
         (void *out, int *out_count, int *out_type, void *in, int *in_count,             \
          int *in_type, int *comm),                                                      \
         (out, out_count, out_type, in, in_count, in_type, comm), OBSERVER_NONE,         \
         bytes(out_count, out_type))
NEIGHBOR(neighbor_allgather, "Neighbor_allgather", "Ineighbor_allgather")
NEIGHBOR(neighbor_alltoall, "Neighbor_alltoall", "Ineighbor_alltoall")

#define MAKES_COMM(lower, name, parameters, arguments)                                   \
    FORTRAN(lower, parameters, arguments, collective(name, OBSERVER_NONE, 0, comm))
MAKES_COMM(comm_dup, "Comm_dup", (int *comm, int *made, int *error), (comm, made, error))
MAKES_COMM(comm_dup_with_info, "Comm_dup_with_info",
           (int *comm, int *info, int *made, int *error), (comm, info, made, error))
MAKES_COMM(comm_split, "Comm_split",
           (int *comm, int *color, int *key, int *made, int *error),
           (comm, color, key, made, error))
MAKES_COMM(comm_split_type, "Comm_split_type",
           (int *comm, int *type, int *key, int *info, int *made, int *error),
           (comm, type, key, info, made, error))
MAKES_COMM(comm_create, "Comm_create", (int *comm, int *group, int *made, int *error),
           (comm, group, made, error))
MAKES_COMM(comm_create_group, "Comm_create_group",
           (int *comm, int *group, int *tag, int *made, int *error),
           (comm, group, tag, made, error))
MAKES_COMM(cart_create, "Cart_create",
           (int *comm, int *axes, int *dims, int *periods, int *reorder, int *made,
            int *error),
           (comm, axes, dims, periods, reorder, made, error))
MAKES_COMM(cart_sub, "Cart_sub", (int *comm, int *remain, int *made, int *error),
           (comm, remain, made, error))
MAKES_COMM(comm_free, "Comm_free", (int *comm, int *error), (comm, error))
