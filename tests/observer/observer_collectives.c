/* The collectives with a count for every rank, and those that do not block. In place, the
 * receive side says what the buffer is: of Gatherv and Allgatherv the own part. */
#include "observer.h"

/* How many there are to send to: of a communicator between two groups, the other one. */
static int size_of(MPI_Comm comm)
{
    int size, inter;

    PMPI_Comm_test_inter(comm, &inter);
    if (inter)
        PMPI_Comm_remote_size(comm, &size);
    else
        PMPI_Comm_size(comm, &size);
    return size;
}

static int rank_in(MPI_Comm comm)
{
    int rank;

    PMPI_Comm_rank(comm, &rank);
    return rank;
}

static int64_t sum(const int *counts, MPI_Datatype type, MPI_Comm comm)
{
    int64_t bytes = 0;

    for (int rank = 0; rank < size_of(comm); rank++)
        bytes += observer_bytes(counts[rank], type);
    return bytes;
}

static int64_t sum_typed(const int *counts, const MPI_Datatype *types, MPI_Comm comm)
{
    int64_t bytes = 0;

    for (int rank = 0; rank < size_of(comm); rank++)
        bytes += observer_bytes(counts[rank], types[rank]);
    return bytes;
}

/* Defines MPI_<name> and MPI_I<name>: `root` and `bytes` are those of the line. */
#define WITHOUT_REQUEST(name, parameters, arguments, root, bytes)                        \
    int MPI_##name parameters                                                            \
    {                                                                                    \
        observer_collective(#name, root, bytes, comm);                                   \
        return PMPI_##name arguments;                                                    \
    }
#define P(...) __VA_ARGS__
#define WITH_REQUEST(name, parameters, arguments, root, bytes)                           \
    int MPI_##name(P parameters, MPI_Request *request)                                   \
    {                                                                                    \
        observer_collective(#name, root, bytes, comm);                                   \
        return PMPI_##name(P arguments, request);                                        \
    }
#define BOTH(name, iname, parameters, arguments, root, bytes)                            \
    WITHOUT_REQUEST(name, parameters, arguments, root, bytes)                            \
    WITH_REQUEST(iname, parameters, arguments, root, bytes)

BOTH(Gatherv, Igatherv,
     (const void *out, int out_count, MPI_Datatype out_type, void *in,
      const int *in_counts, const int *starts, MPI_Datatype in_type, int root,
      MPI_Comm comm),
     (out, out_count, out_type, in, in_counts, starts, in_type, root, comm), root,
     out == MPI_IN_PLACE ? observer_bytes(in_counts[rank_in(comm)], in_type)
                         : observer_bytes(out_count, out_type))

BOTH(Scatterv, Iscatterv,
     (const void *out, const int *out_counts, const int *starts, MPI_Datatype out_type,
      void *in, int in_count, MPI_Datatype in_type, int root, MPI_Comm comm),
     (out, out_counts, starts, out_type, in, in_count, in_type, root, comm), root,
     in == MPI_IN_PLACE ? observer_bytes(out_counts[rank_in(comm)], out_type)
                        : observer_bytes(in_count, in_type))

BOTH(Allgatherv, Iallgatherv,
     (const void *out, int out_count, MPI_Datatype out_type, void *in,
      const int *in_counts, const int *starts, MPI_Datatype in_type, MPI_Comm comm),
     (out, out_count, out_type, in, in_counts, starts, in_type, comm), OBSERVER_NONE,
     out == MPI_IN_PLACE ? observer_bytes(in_counts[rank_in(comm)], in_type)
                         : observer_bytes(out_count, out_type))

BOTH(Alltoallw, Ialltoallw,
     (const void *out, const int *out_counts, const int *out_starts,
      const MPI_Datatype *out_types, void *in, const int *in_counts, const int *in_starts,
      const MPI_Datatype *in_types, MPI_Comm comm),
     (out, out_counts, out_starts, out_types, in, in_counts, in_starts, in_types, comm),
     OBSERVER_NONE,
     out == MPI_IN_PLACE ? sum_typed(in_counts, in_types, comm)
                         : sum_typed(out_counts, out_types, comm))

BOTH(Reduce_scatter, Ireduce_scatter,
     (const void *in, void *out, const int *counts, MPI_Datatype type, MPI_Op op,
      MPI_Comm comm),
     (in, out, counts, type, op, comm), OBSERVER_NONE, sum(counts, type, comm))

BOTH(Reduce_scatter_block, Ireduce_scatter_block,
     (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count, type, op, comm), OBSERVER_NONE, observer_bytes(count, type))

WITH_REQUEST(Ibarrier, (MPI_Comm comm), (comm), OBSERVER_NONE, 0)
WITH_REQUEST(Ibcast,
             (void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm),
             (buffer, count, type, root, comm), root, observer_bytes(count, type))
WITH_REQUEST(Ireduce,
             (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op,
              int root, MPI_Comm comm),
             (in, out, count, type, op, root, comm), root, observer_bytes(count, type))
WITH_REQUEST(Iallreduce,
             (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op,
              MPI_Comm comm),
             (in, out, count, type, op, comm), OBSERVER_NONE, observer_bytes(count, type))
WITH_REQUEST(Iscan,
             (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op,
              MPI_Comm comm),
             (in, out, count, type, op, comm), OBSERVER_NONE, observer_bytes(count, type))
WITH_REQUEST(Iexscan,
             (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op,
              MPI_Comm comm),
             (in, out, count, type, op, comm), OBSERVER_NONE, observer_bytes(count, type))
WITH_REQUEST(Igather,
             (const void *out, int out_count, MPI_Datatype out_type, void *in,
              int in_count, MPI_Datatype in_type, int root, MPI_Comm comm),
             (out, out_count, out_type, in, in_count, in_type, root, comm), root,
             out == MPI_IN_PLACE ? observer_bytes(in_count, in_type)
                                 : observer_bytes(out_count, out_type))
WITH_REQUEST(Iscatter,
             (const void *out, int out_count, MPI_Datatype out_type, void *in,
              int in_count, MPI_Datatype in_type, int root, MPI_Comm comm),
             (out, out_count, out_type, in, in_count, in_type, root, comm), root,
             in == MPI_IN_PLACE ? observer_bytes(out_count, out_type)
                                : observer_bytes(in_count, in_type))
WITH_REQUEST(Iallgather,
             (const void *out, int out_count, MPI_Datatype out_type, void *in,
              int in_count, MPI_Datatype in_type, MPI_Comm comm),
             (out, out_count, out_type, in, in_count, in_type, comm), OBSERVER_NONE,
             out == MPI_IN_PLACE ? observer_bytes(in_count, in_type)
                                 : observer_bytes(out_count, out_type))
WITH_REQUEST(Ialltoall,
             (const void *out, int out_count, MPI_Datatype out_type, void *in,
              int in_count, MPI_Datatype in_type, MPI_Comm comm),
             (out, out_count, out_type, in, in_count, in_type, comm), OBSERVER_NONE,
             out == MPI_IN_PLACE ? observer_bytes(in_count, in_type)
                                 : observer_bytes(out_count, out_type))
WITH_REQUEST(Ialltoallv,
             (const void *out, const int *out_counts, const int *out_starts,
              MPI_Datatype out_type, void *in, const int *in_counts, const int *in_starts,
              MPI_Datatype in_type, MPI_Comm comm),
             (out, out_counts, out_starts, out_type, in, in_counts, in_starts, in_type,
              comm),
             OBSERVER_NONE,
             out == MPI_IN_PLACE ? sum(in_counts, in_type, comm)
                                 : sum(out_counts, out_type, comm))

WITHOUT_REQUEST(Comm_split_type,
                (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made),
                (comm, type, key, info, made), OBSERVER_NONE, 0)
WITHOUT_REQUEST(Comm_create_group,
                (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *made),
                (comm, group, tag, made), OBSERVER_NONE, 0)
WITH_REQUEST(Comm_idup, (MPI_Comm comm, MPI_Comm *made), (comm, made), OBSERVER_NONE, 0)
