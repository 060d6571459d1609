/* From the arguments of an MPI call to the parameters of its event (trace/op.h), for C and Fortran
 * wrappers alike. All take a call for which sx_call_returned was true, after the real call. */
#ifndef SX_RECORD_EVENTS_H
#define SX_RECORD_EVENTS_H

#include "record/recorder.h"

/* An array of handles as C or as Fortran has them. */
typedef struct sx_handle_array {
    const void *base;
    bool fortran;
} sx_handle_array;

/* Sends and receives, blocking, non-blocking and persistent: the peer is the other side. */
void sx_record_message(sx_call *call, int count, MPI_Datatype type, int peer, int tag,
                       MPI_Comm comm);
void sx_record_probe(sx_call *call, int source, int tag, MPI_Comm comm);
/* Of a matched message: who sent it, and where, was said by the probe. */
void sx_record_matched(sx_call *call, int count, MPI_Datatype type);

typedef struct sx_message {
    int count, peer, tag;
    MPI_Datatype type;
} sx_message;

/* Sendrecv; `receive.type` is MPI_DATATYPE_NULL where one buffer is for both. */
void sx_record_exchange(sx_call *call, const sx_message *send, const sx_message *receive,
                        MPI_Comm comm);

/* One buffer of a collective: a count, or one for every rank, and a type, or one for every rank. */
typedef struct sx_buffer_side {
    bool many, typed; /* `counts` instead of count, `types` instead of type */
    int count;
    const int *counts;
    MPI_Datatype type;
    sx_handle_array types;
} sx_buffer_side;

typedef struct sx_collective {
    MPI_Comm comm;
    bool rooted;
    int root;
    bool in_place;
    bool other_at_root; /* only the root has the other buffer */
    bool neighbours; /* lists have an element for each of them, instead of each rank */
    bool scatters; /* in place at the root, the listed buffer is part of the other one */
    const MPI_Op *redop; /* NULL: none */
    /* The buffer whose bytes are listed, and the other one, NULL where there is none. */
    const sx_buffer_side *listed, *other;
} sx_collective;

void sx_record_collective(sx_call *call, const sx_collective *what);
/* How many ranks the own one receives from and sends to in the topology of the communicator. */
void sx_neighbours(MPI_Comm comm, int *ret_sources, int *ret_dests);

/* The operation that was just posted has its handle in *where. */
void sx_record_posted(sx_call *call, MPI_Request handle, const void *where);

/* Before a call that completes, starts or frees `n` requests: keeps their handles. */
void sx_call_requests(sx_call *call, size_t n, const MPI_Request *request);
void sx_call_requests_f(sx_call *call, size_t n, const MPI_Fint *request);
/* The statuses to hand on: those given or, where these are to be ignored and some request is a receive from
 * any source or with any tag, n own ones. */
MPI_Status *sx_call_statuses(sx_call *call, size_t n, MPI_Status *given,
                             const MPI_Status *ignored);
MPI_Fint *sx_call_statuses_f(sx_call *call, size_t n, MPI_Fint *given,
                             const MPI_Fint *ignored);
/* What the call gives back: with own statuses MPI says where the error is, and without what it is. */
int sx_call_result(const sx_call *call, int rc);

/* Which requests a call completed: all, or those of `index`, less `base` (1 in Fortran). Statuses are in the
 * order of the requests or of the indices. */
typedef struct sx_completed {
    bool some, batch; /* batch: Waitsome, Testsome */
    int n; /* may be MPI_UNDEFINED */
    const int *index;
    int base;
} sx_completed;

/* After it, also where it failed; those that are gone now are forgotten. `completed` is NULL for calls that
 * complete nothing. */
void sx_record_requests(sx_call *call, bool counted, const sx_completed *completed);

/* A test or probe that found nothing is no event: the next completion or probe says how many there were. */
void sx_record_poll(sx_call *call);
void sx_record_polls(sx_call *call);

/* What is known only when a receive or a probe from `source` with `tag` is over. */
void sx_record_received(sx_call *call, int source, int tag, const MPI_Status *status);
void sx_record_received_f(sx_call *call, int source, int tag, MPI_Fint *status);
/* Adds to a multiset of the event (trace/multiset.h). */
void sx_record_hit(sx_call *call, sx_multiset_kind kind, int64_t value);

/* Communicators. `made` may be MPI_COMM_NULL. */
void sx_record_dup(sx_call *call, MPI_Comm comm, MPI_Comm made);
void sx_record_idup(sx_call *call, MPI_Comm comm, const MPI_Comm *made);
void sx_record_split(sx_call *call, sx_comm_kind kind, MPI_Comm comm, int color, int key,
                     MPI_Comm made);
void sx_record_create(sx_call *call, MPI_Comm comm, MPI_Group group, MPI_Comm made);
void sx_record_cart_create(sx_call *call, MPI_Comm comm, int ndims, const int *dims,
                           const int *periods, int reorder, MPI_Comm made);
/* Communicators with a topology of edges. `dests` and `sources` are those of the own rank, or NULL where the
 * new communicator knows them. */
void sx_record_graph(sx_call *call, sx_comm_kind kind, MPI_Comm comm, int nsources,
                     const int *sources, int ndests, const int *dests, int reorder,
                     MPI_Comm made);
void sx_record_cart_sub(sx_call *call, MPI_Comm comm, const int *remain, MPI_Comm made);
/* Before MPI_Comm_free: the index of a communicator that will be gone. */
int64_t sx_call_comm(sx_call *call, MPI_Comm comm);
void sx_record_comm_index(sx_call *call, int64_t index);

#endif
