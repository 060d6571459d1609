/* Point-to-point calls of Fortran. */
#include "record/wrap.h"

#define MESSAGE (&call, *count, TYPE(type), *peer, *tag, COMM(comm))

#define SENDF(name, lower)                                                               \
    WRAPF(name, lower,                                                                   \
          (void *buffer, MPI_Fint *count, MPI_Fint *type, MPI_Fint *peer, MPI_Fint *tag, \
           MPI_Fint *comm, MPI_Fint *ierr),                                              \
          (buffer, count, type, peer, tag, comm, ierr), sx_record_message MESSAGE)

SENDF(Send, send)
SENDF(Bsend, bsend)
SENDF(Ssend, ssend)
SENDF(Rsend, rsend)

#define POSTF(name, lower)                                                               \
    WRAPF(name, lower,                                                                   \
          (void *buffer, MPI_Fint *count, MPI_Fint *type, MPI_Fint *peer, MPI_Fint *tag, \
           MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierr),                           \
          (buffer, count, type, peer, tag, comm, request, ierr),                         \
          sx_record_message MESSAGE;                                                     \
          sx_record_posted(&call, REQUEST(request), request))

POSTF(Isend, isend)
POSTF(Ibsend, ibsend)
POSTF(Issend, issend)
POSTF(Irsend, irsend)
POSTF(Send_init, send_init)
POSTF(Bsend_init, bsend_init)
POSTF(Ssend_init, ssend_init)
POSTF(Rsend_init, rsend_init)
POSTF(Irecv, irecv)
POSTF(Recv_init, recv_init)

WRAPF(Recv, recv,
      (void *buffer, MPI_Fint *count, MPI_Fint *type, MPI_Fint *peer, MPI_Fint *tag,
       MPI_Fint *comm, MPI_Fint *status, MPI_Fint *ierr),
      (buffer, count, type, peer, tag, comm, SEEN_F(peer, tag, status), ierr),
      sx_record_message MESSAGE;
      sx_record_received_f(&call, *peer, *tag, SEEN_F(peer, tag, status)))

WRAPF(Mrecv, mrecv,
      (void *buffer, MPI_Fint *count, MPI_Fint *type, MPI_Fint *message, MPI_Fint *status,
       MPI_Fint *ierr),
      (buffer, count, type, message, status, ierr),
      sx_record_matched(&call, *count, TYPE(type)))

WRAPF(Imrecv, imrecv,
      (void *buffer, MPI_Fint *count, MPI_Fint *type, MPI_Fint *message,
       MPI_Fint *request, MPI_Fint *ierr),
      (buffer, count, type, message, request, ierr),
      sx_record_matched(&call, *count, TYPE(type));
      sx_record_posted(&call, REQUEST(request), request))

WRAPF(Probe, probe,
      (MPI_Fint * source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *status,
       MPI_Fint *ierr),
      (source, tag, comm, SEEN_F(source, tag, status), ierr),
      sx_record_probe(&call, *source, *tag, COMM(comm));
      sx_record_received_f(&call, *source, *tag, SEEN_F(source, tag, status)))

WRAPF(Mprobe, mprobe,
      (MPI_Fint * source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *message,
       MPI_Fint *status, MPI_Fint *ierr),
      (source, tag, comm, message, SEEN_F(source, tag, status), ierr),
      sx_record_probe(&call, *source, *tag, COMM(comm));
      sx_record_received_f(&call, *source, *tag, SEEN_F(source, tag, status)))

/* A probe that finds nothing is no event. */
#define PROBE_NOWF(name, lower, params, args)                                            \
    FORTRAN_NAMES(lower, params)                                                         \
    void mpi_##lower##_ params                                                           \
    {                                                                                    \
        sx_call call;                                                                    \
        if (!sx_call_enter(&call, SX_OP_##name)) {                                       \
            pmpi_##lower##_ args;                                                        \
            return;                                                                      \
        }                                                                                \
        pmpi_##lower##_ args;                                                            \
        if (*ierr == MPI_SUCCESS && !*flag) {                                            \
            sx_record_poll(&call);                                                       \
        } else if (sx_call_returned(&call, *ierr, __builtin_return_address(0))) {        \
            sx_record_probe(&call, *source, *tag, COMM(comm));                           \
            sx_record_received_f(&call, *source, *tag, SEEN_F(source, tag, status));     \
        }                                                                                \
        sx_call_leave(&call);                                                            \
    }

PROBE_NOWF(Iprobe, iprobe,
           (MPI_Fint * source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *flag,
            MPI_Fint *status, MPI_Fint *ierr),
           (source, tag, comm, flag, SEEN_F(source, tag, status), ierr))
PROBE_NOWF(Improbe, improbe,
           (MPI_Fint * source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *flag,
            MPI_Fint *message, MPI_Fint *status, MPI_Fint *ierr),
           (source, tag, comm, flag, message, SEEN_F(source, tag, status), ierr))

WRAPF(Sendrecv, sendrecv,
      (void *buffer, MPI_Fint *count, MPI_Fint *type, MPI_Fint *dest, MPI_Fint *tag,
       void *rbuffer, MPI_Fint *rcount, MPI_Fint *rtype, MPI_Fint *source, MPI_Fint *rtag,
       MPI_Fint *comm, MPI_Fint *status, MPI_Fint *ierr),
      (buffer, count, type, dest, tag, rbuffer, rcount, rtype, source, rtag, comm,
       SEEN_F(source, rtag, status), ierr),
      sx_record_exchange(&call, &(sx_message) { *count, *dest, *tag, TYPE(type) },
                         &(sx_message) { *rcount, *source, *rtag, TYPE(rtype) },
                         COMM(comm));
      sx_record_received_f(&call, *source, *rtag, SEEN_F(source, rtag, status)))

WRAPF(Sendrecv_replace, sendrecv_replace,
      (void *buffer, MPI_Fint *count, MPI_Fint *type, MPI_Fint *dest, MPI_Fint *tag,
       MPI_Fint *source, MPI_Fint *rtag, MPI_Fint *comm, MPI_Fint *status,
       MPI_Fint *ierr),
      (buffer, count, type, dest, tag, source, rtag, comm, SEEN_F(source, rtag, status),
       ierr),
      sx_record_exchange(&call, &(sx_message) { *count, *dest, *tag, TYPE(type) },
                         &(sx_message) { 0, *source, *rtag, MPI_DATATYPE_NULL },
                         COMM(comm));
      sx_record_received_f(&call, *source, *rtag, SEEN_F(source, rtag, status)))
