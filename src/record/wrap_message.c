/* Point-to-point calls of C. */
#include "record/wrap.h"

#define SEND(name)                                                                       \
    WRAP(name,                                                                           \
         (const void *buffer, int count, MPI_Datatype type, int dest, int tag,           \
          MPI_Comm comm),                                                                \
         (buffer, count, type, dest, tag, comm),                                         \
         sx_record_message(&call, count, type, dest, tag, comm))

SEND(Send)
SEND(Bsend)
SEND(Ssend)
SEND(Rsend)

#define POST_SEND(name)                                                                  \
    WRAP(name,                                                                           \
         (const void *buffer, int count, MPI_Datatype type, int dest, int tag,           \
          MPI_Comm comm, MPI_Request *request),                                          \
         (buffer, count, type, dest, tag, comm, request),                                \
         sx_record_message(&call, count, type, dest, tag, comm);                         \
         sx_record_posted(&call, *request, request))

POST_SEND(Isend)
POST_SEND(Ibsend)
POST_SEND(Issend)
POST_SEND(Irsend)
POST_SEND(Send_init)
POST_SEND(Bsend_init)
POST_SEND(Ssend_init)
POST_SEND(Rsend_init)

#define POST_RECEIVE(name)                                                               \
    WRAP(name,                                                                           \
         (void *buffer, int count, MPI_Datatype type, int source, int tag,               \
          MPI_Comm comm, MPI_Request *request),                                          \
         (buffer, count, type, source, tag, comm, request),                              \
         sx_record_message(&call, count, type, source, tag, comm);                       \
         sx_record_posted(&call, *request, request))

POST_RECEIVE(Irecv)
POST_RECEIVE(Recv_init)

WRAP(Recv,
     (void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
      MPI_Status *status),
     (buffer, count, type, source, tag, comm, SEEN(source, tag, status)),
     sx_record_message(&call, count, type, source, tag, comm);
     sx_record_received(&call, source, tag, SEEN(source, tag, status)))

WRAP(Mrecv,
     (void *buffer, int count, MPI_Datatype type, MPI_Message *message,
      MPI_Status *status),
     (buffer, count, type, message, status), sx_record_matched(&call, count, type))

WRAP(Imrecv,
     (void *buffer, int count, MPI_Datatype type, MPI_Message *message,
      MPI_Request *request),
     (buffer, count, type, message, request), sx_record_matched(&call, count, type);
     sx_record_posted(&call, *request, request))

WRAP(Probe, (int source, int tag, MPI_Comm comm, MPI_Status *status),
     (source, tag, comm, SEEN(source, tag, status)),
     sx_record_probe(&call, source, tag, comm);
     sx_record_received(&call, source, tag, SEEN(source, tag, status)))

WRAP(Mprobe,
     (int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status),
     (source, tag, comm, message, SEEN(source, tag, status)),
     sx_record_probe(&call, source, tag, comm);
     sx_record_received(&call, source, tag, SEEN(source, tag, status)))

/* A probe that finds nothing is no event. */
#define PROBE_NOW(name, params, args)                                                    \
    int MPI_##name params                                                                \
    {                                                                                    \
        sx_call call;                                                                    \
        if (!sx_call_enter(&call, SX_OP_##name))                                         \
            return PMPI_##name args;                                                     \
        int rc = PMPI_##name args;                                                       \
        if (rc == MPI_SUCCESS && !*flag) {                                               \
            sx_record_poll(&call);                                                       \
        } else if (sx_call_returned(&call, rc, __builtin_return_address(0))) {           \
            sx_record_probe(&call, source, tag, comm);                                   \
            sx_record_received(&call, source, tag, SEEN(source, tag, status));           \
        }                                                                                \
        sx_call_leave(&call);                                                            \
        return rc;                                                                       \
    }

PROBE_NOW(Iprobe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status),
          (source, tag, comm, flag, SEEN(source, tag, status)))
PROBE_NOW(Improbe,
          (int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
           MPI_Status *status),
          (source, tag, comm, flag, message, SEEN(source, tag, status)))

WRAP(Sendrecv,
     (const void *buffer, int count, MPI_Datatype type, int dest, int tag, void *rbuffer,
      int rcount, MPI_Datatype rtype, int source, int rtag, MPI_Comm comm,
      MPI_Status *status),
     (buffer, count, type, dest, tag, rbuffer, rcount, rtype, source, rtag, comm,
      SEEN(source, rtag, status)),
     sx_record_exchange(&call, &(sx_message) { count, dest, tag, type },
                        &(sx_message) { rcount, source, rtag, rtype }, comm);
     sx_record_received(&call, source, rtag, SEEN(source, rtag, status)))

WRAP(Sendrecv_replace,
     (void *buffer, int count, MPI_Datatype type, int dest, int tag, int source, int rtag,
      MPI_Comm comm, MPI_Status *status),
     (buffer, count, type, dest, tag, source, rtag, comm, SEEN(source, rtag, status)),
     sx_record_exchange(&call, &(sx_message) { count, dest, tag, type },
                        &(sx_message) { 0, source, rtag, MPI_DATATYPE_NULL }, comm);
     sx_record_received(&call, source, rtag, SEEN(source, rtag, status)))
