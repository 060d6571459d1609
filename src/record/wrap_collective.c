/* Collectives of C, blocking and not. */
#include "record/wrap.h"

/* One buffer of n elements, of counts by rank, of counts and types by rank. */
#define ONE(n, t) .count = (n), .type = (t)
#define MANY(ns, t) .many = true, .counts = (ns), .type = (t)
#define EACH(ns, ts) .many = true, .typed = true, .counts = (ns), .types = { (ts), false }
#define LISTED(...)                                                                      \
    .listed = &(sx_buffer_side)                                                          \
    {                                                                                    \
        __VA_ARGS__                                                                      \
    }
#define OTHER(...)                                                                       \
    .other = &(sx_buffer_side)                                                           \
    {                                                                                    \
        __VA_ARGS__                                                                      \
    }
#define ROOTED .rooted = true, .root = root
#define IN_PLACE(buffer) .in_place = (buffer) == MPI_IN_PLACE

/* The fields of sx_collective for the call follow; a comm parameter there is in all. */
#define COLLECTIVE(name, iname, params, args, ...)                                       \
    WRAP(name, (STRIP params), (STRIP args),                                             \
         sx_record_collective(&call, &(sx_collective) { .comm = comm, __VA_ARGS__ }))    \
    WRAP(iname, (STRIP params, MPI_Request * request), (STRIP args, request),            \
         sx_record_collective(&call, &(sx_collective) { .comm = comm, __VA_ARGS__ });    \
         sx_record_posted(&call, *request, request))

COLLECTIVE(Barrier, Ibarrier, (MPI_Comm comm), (comm), .root = 0)

COLLECTIVE(Bcast, Ibcast,
           (void *buffer, int n, MPI_Datatype type, int root, MPI_Comm comm),
           (buffer, n, type, root, comm), ROOTED, LISTED(ONE(n, type)))

COLLECTIVE(Gather, Igather,
           (const void *from, int n, MPI_Datatype type, void *to, int rn,
            MPI_Datatype rtype, int root, MPI_Comm comm),
           (from, n, type, to, rn, rtype, root, comm), ROOTED, IN_PLACE(from),
           .other_at_root = true, LISTED(ONE(n, type)), OTHER(ONE(rn, rtype)))

COLLECTIVE(Gatherv, Igatherv,
           (const void *from, int n, MPI_Datatype type, void *to, const int rns[],
            const int offsets[], MPI_Datatype rtype, int root, MPI_Comm comm),
           (from, n, type, to, rns, offsets, rtype, root, comm), ROOTED, IN_PLACE(from),
           .other_at_root = true, LISTED(ONE(n, type)), OTHER(MANY(rns, rtype)))

COLLECTIVE(Scatter, Iscatter,
           (const void *from, int sn, MPI_Datatype stype, void *to, int n,
            MPI_Datatype type, int root, MPI_Comm comm),
           (from, sn, stype, to, n, type, root, comm), ROOTED, IN_PLACE(to),
           .other_at_root = true, .scatters = true, LISTED(ONE(n, type)),
           OTHER(ONE(sn, stype)))

COLLECTIVE(Scatterv, Iscatterv,
           (const void *from, const int sns[], const int offsets[], MPI_Datatype stype,
            void *to, int n, MPI_Datatype type, int root, MPI_Comm comm),
           (from, sns, offsets, stype, to, n, type, root, comm), ROOTED, IN_PLACE(to),
           .other_at_root = true, .scatters = true, LISTED(ONE(n, type)),
           OTHER(MANY(sns, stype)))

COLLECTIVE(Allgather, Iallgather,
           (const void *from, int n, MPI_Datatype type, void *to, int rn,
            MPI_Datatype rtype, MPI_Comm comm),
           (from, n, type, to, rn, rtype, comm), IN_PLACE(from), LISTED(ONE(n, type)),
           OTHER(ONE(rn, rtype)))

COLLECTIVE(Allgatherv, Iallgatherv,
           (const void *from, int n, MPI_Datatype type, void *to, const int rns[],
            const int offsets[], MPI_Datatype rtype, MPI_Comm comm),
           (from, n, type, to, rns, offsets, rtype, comm), IN_PLACE(from),
           LISTED(ONE(n, type)), OTHER(MANY(rns, rtype)))

COLLECTIVE(Alltoall, Ialltoall,
           (const void *from, int n, MPI_Datatype type, void *to, int rn,
            MPI_Datatype rtype, MPI_Comm comm),
           (from, n, type, to, rn, rtype, comm), IN_PLACE(from), LISTED(ONE(n, type)),
           OTHER(ONE(rn, rtype)))

COLLECTIVE(Alltoallv, Ialltoallv,
           (const void *from, const int ns[], const int offsets[], MPI_Datatype type,
            void *to, const int rns[], const int roffsets[], MPI_Datatype rtype,
            MPI_Comm comm),
           (from, ns, offsets, type, to, rns, roffsets, rtype, comm), IN_PLACE(from),
           LISTED(MANY(ns, type)), OTHER(MANY(rns, rtype)))

COLLECTIVE(Alltoallw, Ialltoallw,
           (const void *from, const int ns[], const int offsets[],
            const MPI_Datatype types[], void *to, const int rns[], const int roffsets[],
            const MPI_Datatype rtypes[], MPI_Comm comm),
           (from, ns, offsets, types, to, rns, roffsets, rtypes, comm), IN_PLACE(from),
           LISTED(EACH(ns, types)), OTHER(EACH(rns, rtypes)))

COLLECTIVE(Reduce, Ireduce,
           (const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, int root,
            MPI_Comm comm),
           (from, to, n, type, op, root, comm), ROOTED, IN_PLACE(from), .redop = &op,
           LISTED(ONE(n, type)))

#define REDUCTION(name, iname)                                                           \
    COLLECTIVE(name, iname,                                                              \
               (const void *from, void *to, int n, MPI_Datatype type, MPI_Op op,         \
                MPI_Comm comm),                                                          \
               (from, to, n, type, op, comm), IN_PLACE(from), .redop = &op,              \
               LISTED(ONE(n, type)))

REDUCTION(Allreduce, Iallreduce)
REDUCTION(Reduce_scatter_block, Ireduce_scatter_block)
REDUCTION(Scan, Iscan)
REDUCTION(Exscan, Iexscan)

COLLECTIVE(Reduce_scatter, Ireduce_scatter,
           (const void *from, void *to, const int ns[], MPI_Datatype type, MPI_Op op,
            MPI_Comm comm),
           (from, to, ns, type, op, comm), IN_PLACE(from), .redop = &op,
           LISTED(MANY(ns, type)))

/* Neighbourhood collectives: the lists have an element for each neighbour. */
#define NEIGHBOURS .neighbours = true

COLLECTIVE(Neighbor_allgather, Ineighbor_allgather,
           (const void *from, int n, MPI_Datatype type, void *to, int rn,
            MPI_Datatype rtype, MPI_Comm comm),
           (from, n, type, to, rn, rtype, comm), NEIGHBOURS, LISTED(ONE(n, type)),
           OTHER(ONE(rn, rtype)))

COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv,
           (const void *from, int n, MPI_Datatype type, void *to, const int rns[],
            const int offsets[], MPI_Datatype rtype, MPI_Comm comm),
           (from, n, type, to, rns, offsets, rtype, comm), NEIGHBOURS,
           LISTED(ONE(n, type)), OTHER(MANY(rns, rtype)))

COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall,
           (const void *from, int n, MPI_Datatype type, void *to, int rn,
            MPI_Datatype rtype, MPI_Comm comm),
           (from, n, type, to, rn, rtype, comm), NEIGHBOURS, LISTED(ONE(n, type)),
           OTHER(ONE(rn, rtype)))

COLLECTIVE(Neighbor_alltoallv, Ineighbor_alltoallv,
           (const void *from, const int ns[], const int offsets[], MPI_Datatype type,
            void *to, const int rns[], const int roffsets[], MPI_Datatype rtype,
            MPI_Comm comm),
           (from, ns, offsets, type, to, rns, roffsets, rtype, comm), NEIGHBOURS,
           LISTED(MANY(ns, type)), OTHER(MANY(rns, rtype)))

COLLECTIVE(Neighbor_alltoallw, Ineighbor_alltoallw,
           (const void *from, const int ns[], const MPI_Aint offsets[],
            const MPI_Datatype types[], void *to, const int rns[],
            const MPI_Aint roffsets[], const MPI_Datatype rtypes[], MPI_Comm comm),
           (from, ns, offsets, types, to, rns, roffsets, rtypes, comm), NEIGHBOURS,
           LISTED(EACH(ns, types)), OTHER(EACH(rns, rtypes)))
