/* The self-check: what the application passed to MPI becomes a digest (record/digest.h) beside the
 * compressor, and at the end every rank compares it with what the trace file has of it. The hooks stand at
 * the head of the functions of record/events.h and take the same arguments, before anything is made of them:
 *
 *     SX_VERIFY(call, message, count, type, peer, tag, comm);
 *
 * Without --verify a hook is one test of a pointer. */
#ifndef SX_RECORD_VERIFY_H
#define SX_RECORD_VERIFY_H

#include "record/events.h"

#define SX_VERIFY(call, what, ...)                                                       \
    do {                                                                                 \
        if ((call)->recorder->verify)                                                    \
            sx_verify_##what((call), __VA_ARGS__);                                       \
    } while (0)

void sx_verify_message(sx_call *call, int count, MPI_Datatype type, int peer, int tag,
                       MPI_Comm comm);
void sx_verify_probe(sx_call *call, int source, int tag, MPI_Comm comm);
void sx_verify_matched(sx_call *call, int count, MPI_Datatype type);
void sx_verify_exchange(sx_call *call, const sx_message *send, const sx_message *receive,
                        MPI_Comm comm);
void sx_verify_collective(sx_call *call, const sx_collective *what);
/* `n` requests, or SX_LINE_NONE for a call that takes but one. */
void sx_verify_requests(sx_call *call, int64_t n);
/* A call on a communicator. */
void sx_verify_comm(sx_call *call, MPI_Comm comm);
/* And what it makes one from, unless the event is opaque: a color and a key; lists of numbers, of flags (which are
 * but 0 or not), of ranks; in the end whether the rank got one. */
void sx_verify_split(sx_call *call, int color, int key);
void sx_verify_numbers(sx_call *call, int n, const int *number);
void sx_verify_flags(sx_call *call, int n, const int *flag);
void sx_verify_ranks(sx_call *call, int n, const int *rank);
void sx_verify_made(sx_call *call, MPI_Comm made);

/* The call is over and becomes an event. */
void sx_verify_event(sx_call *call);

/* Writes the trace, which is rank 0's and has a meta `verify`, then everybody compares: rank 0 prints the
 * first difference, if any, and writes the trace again with how it went. `status` of rank 0: whether there
 * is a trace. @collective over the recorder's world. Errors, in rank 0: SX_IO, SX_NOMEM. */
sx_status sx_verify_finish(sx_recorder *recorder, sx_arena *arena, sx_trace *trace,
                           sx_status status, sx_error *err);

#endif
