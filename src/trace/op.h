/* The MPI operations that are recorded as events, and the parameters an event may have. */
#ifndef SX_TRACE_OP_H
#define SX_TRACE_OP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an operation is, for those who list, match and count. */
typedef enum sx_op_class {
    SX_OP_SEND, /* peer is a destination */
    SX_OP_RECV, /* peer is a source */
    SX_OP_SENDRECV, /* both: PEER, COUNT, TYPE, TAG of the send, SOURCE, RCOUNT, .. of the receive */
    SX_OP_COLLECTIVE,
    SX_OP_COMPLETION, /* of requests */
    SX_OP_START, /* of persistent requests */
    SX_OP_COMM, /* makes or frees a communicator */
    SX_OP_LOCAL, /* Init, Finalize, Request_free, Cancel */
    SX_OP_REGION /* where a region of the application begins and ends: no MPI call, which walks and counts
                    pass over */
} sx_op_class;

/* X(name as in MPI_<name>, class). Non-blocking collectives and persistent *_init calls are of the
 * class of what they start. */
/* clang-format off */
#define SX_OP_LIST(X)                                                                    \
    X(Init, LOCAL) X(Init_thread, LOCAL) X(Finalize, LOCAL)                              \
    X(Send, SEND) X(Bsend, SEND) X(Ssend, SEND) X(Rsend, SEND)                           \
    X(Isend, SEND) X(Ibsend, SEND) X(Issend, SEND) X(Irsend, SEND)                       \
    X(Send_init, SEND) X(Bsend_init, SEND) X(Ssend_init, SEND) X(Rsend_init, SEND)       \
    X(Recv, RECV) X(Irecv, RECV) X(Recv_init, RECV) X(Mrecv, RECV) X(Imrecv, RECV)       \
    X(Probe, RECV) X(Iprobe, RECV) X(Mprobe, RECV) X(Improbe, RECV)                      \
    X(Sendrecv, SENDRECV) X(Sendrecv_replace, SENDRECV)                                  \
    X(Start, START) X(Startall, START)                                                   \
    X(Wait, COMPLETION) X(Waitall, COMPLETION) X(Waitany, COMPLETION)                    \
    X(Waitsome, COMPLETION) X(Test, COMPLETION) X(Testall, COMPLETION)                   \
    X(Testany, COMPLETION) X(Testsome, COMPLETION)                                       \
    X(Request_free, LOCAL) X(Cancel, LOCAL)                                              \
    X(Barrier, COLLECTIVE) X(Bcast, COLLECTIVE) X(Gather, COLLECTIVE)                    \
    X(Gatherv, COLLECTIVE) X(Scatter, COLLECTIVE) X(Scatterv, COLLECTIVE)                \
    X(Allgather, COLLECTIVE) X(Allgatherv, COLLECTIVE) X(Alltoall, COLLECTIVE)           \
    X(Alltoallv, COLLECTIVE) X(Alltoallw, COLLECTIVE) X(Reduce, COLLECTIVE)              \
    X(Allreduce, COLLECTIVE) X(Reduce_scatter, COLLECTIVE)                               \
    X(Reduce_scatter_block, COLLECTIVE) X(Scan, COLLECTIVE) X(Exscan, COLLECTIVE)        \
    X(Ibarrier, COLLECTIVE) X(Ibcast, COLLECTIVE) X(Igather, COLLECTIVE)                 \
    X(Igatherv, COLLECTIVE) X(Iscatter, COLLECTIVE) X(Iscatterv, COLLECTIVE)             \
    X(Iallgather, COLLECTIVE) X(Iallgatherv, COLLECTIVE) X(Ialltoall, COLLECTIVE)        \
    X(Ialltoallv, COLLECTIVE) X(Ialltoallw, COLLECTIVE) X(Ireduce, COLLECTIVE)           \
    X(Iallreduce, COLLECTIVE) X(Ireduce_scatter, COLLECTIVE)                             \
    X(Ireduce_scatter_block, COLLECTIVE) X(Iscan, COLLECTIVE) X(Iexscan, COLLECTIVE)     \
    X(Neighbor_allgather, COLLECTIVE) X(Neighbor_allgatherv, COLLECTIVE)                 \
    X(Neighbor_alltoall, COLLECTIVE) X(Neighbor_alltoallv, COLLECTIVE)                   \
    X(Neighbor_alltoallw, COLLECTIVE) X(Ineighbor_allgather, COLLECTIVE)                 \
    X(Ineighbor_allgatherv, COLLECTIVE) X(Ineighbor_alltoall, COLLECTIVE)                \
    X(Ineighbor_alltoallv, COLLECTIVE) X(Ineighbor_alltoallw, COLLECTIVE)                \
    X(Comm_dup, COMM) X(Comm_idup, COMM) X(Comm_dup_with_info, COMM) X(Comm_split, COMM) \
    X(Comm_split_type, COMM) X(Comm_create, COMM) X(Comm_create_group, COMM)             \
    X(Cart_create, COMM) X(Cart_sub, COMM) X(Graph_create, COMM)                         \
    X(Dist_graph_create, COMM) X(Dist_graph_create_adjacent, COMM) X(Comm_free, COMM)    \
    X(Region_begin, REGION) X(Region_end, REGION)                                        \
    X(Opaque, LOCAL) /* something happened here that could not be recorded */
/* clang-format on */

typedef enum sx_op {
#define SX_OP_ENUM(name, class) SX_OP_##name,
    SX_OP_LIST(SX_OP_ENUM)
#undef SX_OP_ENUM
        SX_OPS
} sx_op;

/* What the members of a collective operation have for each other. */
typedef enum sx_exchange {
    SX_EXCHANGE_NOTHING, /* Barrier, and whatever is no collective operation */
    SX_EXCHANGE_ONE, /* one buffer, of one size for all */
    SX_EXCHANGE_GATHER, /* each a part for the root */
    SX_EXCHANGE_SCATTER, /* the root a part for each */
    SX_EXCHANGE_ALLGATHER, /* each one part for all */
    SX_EXCHANGE_ALLTOALL, /* each a part for each */
    SX_EXCHANGE_REDUCE_SCATTER, /* all together a part for each */
    SX_EXCHANGE_NEIGHBOR_ALLGATHER, /* the same, among neighbours */
    SX_EXCHANGE_NEIGHBOR_ALLTOALL
} sx_exchange;

/* How parts are counted: all are of one size, or there is a list of counts (v), and one of types, too (w). */
typedef enum sx_part_form {
    SX_PARTS_EQUAL,
    SX_PARTS_COUNTS,
    SX_PARTS_TYPES
} sx_part_form;

/* X(name, that of the non-blocking form, exchange, parts) */
/* clang-format off */
#define SX_EXCHANGE_LIST(X)                                                                  \
    X(Bcast, Ibcast, ONE, EQUAL) X(Reduce, Ireduce, ONE, EQUAL)                          \
    X(Allreduce, Iallreduce, ONE, EQUAL)                                                 \
    X(Scan, Iscan, ONE, EQUAL) X(Exscan, Iexscan, ONE, EQUAL)                            \
    X(Gather, Igather, GATHER, EQUAL) X(Gatherv, Igatherv, GATHER, COUNTS)               \
    X(Scatter, Iscatter, SCATTER, EQUAL) X(Scatterv, Iscatterv, SCATTER, COUNTS)         \
    X(Allgather, Iallgather, ALLGATHER, EQUAL)                                           \
    X(Allgatherv, Iallgatherv, ALLGATHER, COUNTS)                                        \
    X(Alltoall, Ialltoall, ALLTOALL, EQUAL) X(Alltoallv, Ialltoallv, ALLTOALL, COUNTS)   \
    X(Alltoallw, Ialltoallw, ALLTOALL, TYPES)                                            \
    X(Reduce_scatter_block, Ireduce_scatter_block, REDUCE_SCATTER, EQUAL)                \
    X(Reduce_scatter, Ireduce_scatter, REDUCE_SCATTER, COUNTS)                           \
    X(Neighbor_allgather, Ineighbor_allgather, NEIGHBOR_ALLGATHER, EQUAL)                \
    X(Neighbor_allgatherv, Ineighbor_allgatherv, NEIGHBOR_ALLGATHER, COUNTS)             \
    X(Neighbor_alltoall, Ineighbor_alltoall, NEIGHBOR_ALLTOALL, EQUAL)                   \
    X(Neighbor_alltoallv, Ineighbor_alltoallv, NEIGHBOR_ALLTOALL, COUNTS)                \
    X(Neighbor_alltoallw, Ineighbor_alltoallw, NEIGHBOR_ALLTOALL, TYPES)
/* clang-format on */

/* Parameters. X(name, key in the text, list): `list` is how many elements a list parameter has per
 * execution: NONE for a scalar. Values are ints as the application gave them; PEER, SOURCE, ROOT are
 * ranks in COMM; NEWCOMM and COMM index the trace's communicators, TYPE, RTYPE its types. */
/* clang-format off */
#define SX_PARAM_LIST(X)                                                                 \
    X(COMM, "comm", NONE)                                                                \
    X(PEER, "peer", NONE) /* destination, or source of a receive */                      \
    X(ROOT, "root", NONE)                                                                \
    X(COUNT, "count", NONE) /* of the buffer whose bytes are listed */                   \
    X(TYPE, "type", NONE)                                                                \
    X(TAG, "tag", NONE)                                                                  \
    X(SOURCE, "source", NONE) /* Sendrecv */                                             \
    X(RCOUNT, "rcount", NONE) /* the other buffer */                                     \
    X(RTYPE, "rtype", NONE)                                                              \
    X(RTAG, "rtag", NONE)                                                                \
    X(INPLACE, "inplace", NONE) /* 1 where MPI_IN_PLACE was given; absent else */        \
    X(REDOP, "redop", NONE) /* index in the trace's reduction operations */              \
    X(NDESTS, "ndests", NONE) /* neighbours that are sent to */                          \
    X(NSOURCES, "nsources", NONE) /* and those that send */                              \
    X(COUNTS, "counts", COMM_SIZE) /* of v and w collectives, the send side */           \
    X(RCOUNTS, "rcounts", COMM_SIZE)                                                     \
    X(TYPES, "types", COMM_SIZE) /* Alltoallw */                                         \
    X(RTYPES, "rtypes", COMM_SIZE)                                                       \
    X(NREQS, "nreqs", NONE) /* requests handed to Waitall .. Startall */                 \
    X(REQS, "reqs", NREQS) /* each: how many requests were posted since, 0 = the latest; \
                              -1 - number of a persistent one; null for MPI_REQUEST_NULL */ \
    X(NDONE, "ndone", NONE) /* Waitsome, Testsome: requests completed */                 \
    X(DONE, "done", NDONE) /* Waitany, Waitsome ..: index of each completed request */   \
    X(FROM, "from", NREQS) /* senders to MPI_ANY_SOURCE, null for other requests */      \
    X(NEWCOMM, "newcomm", NONE) /* null where the rank got MPI_COMM_NULL */              \
    X(COLOR, "color", NONE) /* any for MPI_UNDEFINED */                                  \
    X(KEY, "key", NONE)                                                                  \
    X(NRANKS, "nranks", NONE)                                                            \
    X(RANKS, "ranks_of_group", NRANKS) /* Comm_create: group members as ranks in comm */ \
    X(NDIMS, "ndims", NONE)                                                              \
    X(DIMS, "dims", NDIMS)                                                               \
    X(PERIODS, "periods", NDIMS)                                                         \
    X(REORDER, "reorder", NONE)                                                          \
    X(REMAIN, "remain", NDIMS) /* Cart_sub */                                            \
    X(DESTS, "dests", NDESTS) /* Graph_create ..: neighbours as ranks in comm */         \
    X(SOURCES, "sources", NSOURCES)                                                      \
    X(REGION, "region", NONE) /* index in the trace's regions */
/* clang-format on */

typedef enum sx_param_id {
#define SX_PARAM_ENUM(name, key, list) SX_PARAM_##name,
    SX_PARAM_LIST(SX_PARAM_ENUM)
#undef SX_PARAM_ENUM
        SX_PARAMS,
    SX_PARAM_NONE = SX_PARAMS,
    SX_PARAM_COMM_SIZE /* as a list length only: the size of the event's communicator */
} sx_param_id;

const char *sx_op_name(sx_op op); /* without MPI_ */
sx_op_class sx_op_class_of(sx_op op);
/* Waitsome, Test .., Iprobe, Improbe: asks whether something is there, and is called again where not all is. */
bool sx_op_polls(sx_op op);
sx_exchange sx_op_exchange(sx_op op);
sx_part_form sx_op_parts(sx_op op);
/* Each has a part for each, with lists of counts of one type: for all ranks or all neighbours. */
bool sx_op_is_alltoallv(sx_op op);
/* SX_OPS when there is none of that name. */
sx_op sx_op_named(const char *name, size_t length);

const char *sx_param_key(sx_param_id id);
sx_param_id sx_param_keyed(const char *key,
                           size_t length); /* SX_PARAMS when there is none */
/* The parameter that holds a list's length, SX_PARAM_COMM_SIZE, or SX_PARAM_NONE for a scalar.
 * DONE of Waitany and Testany has one element. */
sx_param_id sx_param_list_length(sx_param_id id);
/* The same in an event with these parameters (a bit each): lists with an element for each rank of the
 * communicator have one for each neighbour where the event says how many there are. */
sx_param_id sx_param_list_length_in(sx_param_id id, uint64_t present);
/* PEER, SOURCE, ROOT, DESTS, SOURCES: may be kept relative to the own rank. */
bool sx_param_is_rank(sx_param_id id);
/* COMM, NEWCOMM, types, REDOP, REGION: a row of a table. */
bool sx_param_is_index(sx_param_id id);
/* TYPE, RTYPE and their lists. */
bool sx_param_is_type(sx_param_id id);
/* COUNT, RCOUNT, their lists, NREQS, NRANKS, NDESTS, NSOURCES: a number of things, from 0 to what an int holds. */
bool sx_param_is_count(sx_param_id id);

/* Parameters that depend on the timing of a run, and are never compared: which of
 * several requests completed first, and for the operations that tell, which were still
 * there; who sent to a receive from any source. */
bool sx_param_is_timing(sx_op op, sx_param_id id);

#endif
