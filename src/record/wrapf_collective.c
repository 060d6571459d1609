/* Collectives of Fortran, blocking and not. */
#include "record/wrap.h"

#define ONE(n, t) .count = *(n), .type = TYPE(t)
#define MANY(ns, t) .many = true, .counts = (ns), .type = TYPE(t)
#define EACH(ns, ts) .many = true, .typed = true, .counts = (ns), .types = { (ts), true }
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
#define ROOTED .rooted = true, .root = *root
#define IN_PLACE(buffer) .in_place = IN_PLACE_F(buffer)
#define REDUCES                                                                          \
    .redop = (MPI_Op[])                                                                  \
    {                                                                                    \
        PMPI_Op_f2c(*op)                                                                 \
    }

/* The fields of sx_collective for the call follow; a comm parameter there is in all. */
#define COLLECTIVEF(name, iname, lower, params, args, ...)                               \
    WRAPF(name, lower, (STRIP params, MPI_Fint * ierr), (STRIP args, ierr),              \
          sx_record_collective(&call,                                                    \
                               &(sx_collective) { .comm = COMM(comm), __VA_ARGS__ }))    \
    WRAPF(iname, i##lower, (STRIP params, MPI_Fint * request, MPI_Fint * ierr),          \
          (STRIP args, request, ierr),                                                   \
          sx_record_collective(&call,                                                    \
                               &(sx_collective) { .comm = COMM(comm), __VA_ARGS__ });    \
          sx_record_posted(&call, REQUEST(request), request))

COLLECTIVEF(Barrier, Ibarrier, barrier, (MPI_Fint * comm), (comm), .root = 0)

COLLECTIVEF(Bcast, Ibcast, bcast,
            (void *buffer, MPI_Fint *n, MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm),
            (buffer, n, type, root, comm), ROOTED, LISTED(ONE(n, type)))

COLLECTIVEF(Gather, Igather, gather,
            (void *from, MPI_Fint *n, MPI_Fint *type, void *to, MPI_Fint *rn,
             MPI_Fint *rtype, MPI_Fint *root, MPI_Fint *comm),
            (from, n, type, to, rn, rtype, root, comm), ROOTED, IN_PLACE(from),
            .other_at_root = true, LISTED(ONE(n, type)), OTHER(ONE(rn, rtype)))

COLLECTIVEF(Gatherv, Igatherv, gatherv,
            (void *from, MPI_Fint *n, MPI_Fint *type, void *to, MPI_Fint *rns,
             MPI_Fint *offsets, MPI_Fint *rtype, MPI_Fint *root, MPI_Fint *comm),
            (from, n, type, to, rns, offsets, rtype, root, comm), ROOTED, IN_PLACE(from),
            .other_at_root = true, LISTED(ONE(n, type)), OTHER(MANY(rns, rtype)))

COLLECTIVEF(Scatter, Iscatter, scatter,
            (void *from, MPI_Fint *sn, MPI_Fint *stype, void *to, MPI_Fint *n,
             MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm),
            (from, sn, stype, to, n, type, root, comm), ROOTED, IN_PLACE(to),
            .other_at_root = true, .scatters = true, LISTED(ONE(n, type)),
            OTHER(ONE(sn, stype)))

COLLECTIVEF(Scatterv, Iscatterv, scatterv,
            (void *from, MPI_Fint *sns, MPI_Fint *offsets, MPI_Fint *stype, void *to,
             MPI_Fint *n, MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm),
            (from, sns, offsets, stype, to, n, type, root, comm), ROOTED, IN_PLACE(to),
            .other_at_root = true, .scatters = true, LISTED(ONE(n, type)),
            OTHER(MANY(sns, stype)))

COLLECTIVEF(Allgather, Iallgather, allgather,
            (void *from, MPI_Fint *n, MPI_Fint *type, void *to, MPI_Fint *rn,
             MPI_Fint *rtype, MPI_Fint *comm),
            (from, n, type, to, rn, rtype, comm), IN_PLACE(from), LISTED(ONE(n, type)),
            OTHER(ONE(rn, rtype)))

COLLECTIVEF(Allgatherv, Iallgatherv, allgatherv,
            (void *from, MPI_Fint *n, MPI_Fint *type, void *to, MPI_Fint *rns,
             MPI_Fint *offsets, MPI_Fint *rtype, MPI_Fint *comm),
            (from, n, type, to, rns, offsets, rtype, comm), IN_PLACE(from),
            LISTED(ONE(n, type)), OTHER(MANY(rns, rtype)))

COLLECTIVEF(Alltoall, Ialltoall, alltoall,
            (void *from, MPI_Fint *n, MPI_Fint *type, void *to, MPI_Fint *rn,
             MPI_Fint *rtype, MPI_Fint *comm),
            (from, n, type, to, rn, rtype, comm), IN_PLACE(from), LISTED(ONE(n, type)),
            OTHER(ONE(rn, rtype)))

COLLECTIVEF(Alltoallv, Ialltoallv, alltoallv,
            (void *from, MPI_Fint *ns, MPI_Fint *offsets, MPI_Fint *type, void *to,
             MPI_Fint *rns, MPI_Fint *roffsets, MPI_Fint *rtype, MPI_Fint *comm),
            (from, ns, offsets, type, to, rns, roffsets, rtype, comm), IN_PLACE(from),
            LISTED(MANY(ns, type)), OTHER(MANY(rns, rtype)))

COLLECTIVEF(Alltoallw, Ialltoallw, alltoallw,
            (void *from, MPI_Fint *ns, MPI_Fint *offsets, MPI_Fint *types, void *to,
             MPI_Fint *rns, MPI_Fint *roffsets, MPI_Fint *rtypes, MPI_Fint *comm),
            (from, ns, offsets, types, to, rns, roffsets, rtypes, comm), IN_PLACE(from),
            LISTED(EACH(ns, types)), OTHER(EACH(rns, rtypes)))

COLLECTIVEF(Reduce, Ireduce, reduce,
            (void *from, void *to, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op,
             MPI_Fint *root, MPI_Fint *comm),
            (from, to, n, type, op, root, comm), ROOTED, IN_PLACE(from), REDUCES,
            LISTED(ONE(n, type)))

#define REDUCTIONF(name, iname, lower)                                                   \
    COLLECTIVEF(name, iname, lower,                                                      \
                (void *from, void *to, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op,        \
                 MPI_Fint *comm),                                                        \
                (from, to, n, type, op, comm), IN_PLACE(from), REDUCES,                  \
                LISTED(ONE(n, type)))

REDUCTIONF(Allreduce, Iallreduce, allreduce)
REDUCTIONF(Reduce_scatter_block, Ireduce_scatter_block, reduce_scatter_block)
REDUCTIONF(Scan, Iscan, scan)
REDUCTIONF(Exscan, Iexscan, exscan)

COLLECTIVEF(Reduce_scatter, Ireduce_scatter, reduce_scatter,
            (void *from, void *to, MPI_Fint *ns, MPI_Fint *type, MPI_Fint *op,
             MPI_Fint *comm),
            (from, to, ns, type, op, comm), IN_PLACE(from), REDUCES,
            LISTED(MANY(ns, type)))

/* Neighbourhood collectives: the lists have an element for each neighbour. */
#define NEIGHBOURS .neighbours = true

#define NEIGHBOR_ONEF(name, iname, lower)                                                \
    COLLECTIVEF(name, iname, lower,                                                      \
                (void *from, MPI_Fint *n, MPI_Fint *type, void *to, MPI_Fint *rn,        \
                 MPI_Fint *rtype, MPI_Fint *comm),                                       \
                (from, n, type, to, rn, rtype, comm), NEIGHBOURS, LISTED(ONE(n, type)),  \
                OTHER(ONE(rn, rtype)))

NEIGHBOR_ONEF(Neighbor_allgather, Ineighbor_allgather, neighbor_allgather)
NEIGHBOR_ONEF(Neighbor_alltoall, Ineighbor_alltoall, neighbor_alltoall)

COLLECTIVEF(Neighbor_allgatherv, Ineighbor_allgatherv, neighbor_allgatherv,
            (void *from, MPI_Fint *n, MPI_Fint *type, void *to, MPI_Fint *rns,
             MPI_Fint *offsets, MPI_Fint *rtype, MPI_Fint *comm),
            (from, n, type, to, rns, offsets, rtype, comm), NEIGHBOURS,
            LISTED(ONE(n, type)), OTHER(MANY(rns, rtype)))

COLLECTIVEF(Neighbor_alltoallv, Ineighbor_alltoallv, neighbor_alltoallv,
            (void *from, MPI_Fint *ns, MPI_Fint *offsets, MPI_Fint *type, void *to,
             MPI_Fint *rns, MPI_Fint *roffsets, MPI_Fint *rtype, MPI_Fint *comm),
            (from, ns, offsets, type, to, rns, roffsets, rtype, comm), NEIGHBOURS,
            LISTED(MANY(ns, type)), OTHER(MANY(rns, rtype)))

COLLECTIVEF(Neighbor_alltoallw, Ineighbor_alltoallw, neighbor_alltoallw,
            (void *from, MPI_Fint *ns, MPI_Aint *offsets, MPI_Fint *types, void *to,
             MPI_Fint *rns, MPI_Aint *roffsets, MPI_Fint *rtypes, MPI_Fint *comm),
            (from, ns, offsets, types, to, rns, roffsets, rtypes, comm), NEIGHBOURS,
            LISTED(EACH(ns, types)), OTHER(EACH(rns, rtypes)))
