/* The Fortran names of messages and requests, and of begin and end. */
#include "observer_fortran.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

observer_function *observer_next(const char *name)
{
    void *address = dlsym(RTLD_NEXT, name);
    observer_function *result;

    if (address == NULL) {
        fprintf(stderr, "observer: no %s beyond the application's: %s\n", name,
                dlerror());
        abort();
    }
    memcpy(&result, &address, sizeof result);
    return result;
}

#define SEND(lower, name)                                                                \
    FORTRAN(lower,                                                                       \
            (void *buffer, int *count, int *type, int *peer, int *tag, int *comm,        \
             int *error),                                                                \
            (buffer, count, type, peer, tag, comm, error),                               \
            message(name, peer, count, type, tag, comm))
SEND(send, "Send")
SEND(bsend, "Bsend")
SEND(ssend, "Ssend")
SEND(rsend, "Rsend")

/* With a request or a status last. */
#define ISEND(lower, name)                                                               \
    FORTRAN(lower,                                                                       \
            (void *buffer, int *count, int *type, int *peer, int *tag, int *comm,        \
             int *last, int *error),                                                     \
            (buffer, count, type, peer, tag, comm, last, error),                         \
            message(name, peer, count, type, tag, comm))
ISEND(isend, "Isend")
ISEND(ibsend, "Ibsend")
ISEND(issend, "Issend")
ISEND(irsend, "Irsend")
ISEND(irecv, "Irecv")
ISEND(recv, "Recv")
ISEND(send_init, "Send_init")
ISEND(bsend_init, "Bsend_init")
ISEND(ssend_init, "Ssend_init")
ISEND(rsend_init, "Rsend_init")
ISEND(recv_init, "Recv_init")

FORTRAN(sendrecv,
        (void *out, int *out_count, int *out_type, int *to, int *out_tag, void *in,
         int *in_count, int *in_type, int *from, int *in_tag, int *comm, int *status,
         int *error),
        (out, out_count, out_type, to, out_tag, in, in_count, in_type, from, in_tag, comm,
         status, error),
        message("Sendrecv", to, out_count, out_type, out_tag, comm))
FORTRAN(sendrecv_replace,
        (void *buffer, int *count, int *type, int *to, int *out_tag, int *from,
         int *in_tag, int *comm, int *status, int *error),
        (buffer, count, type, to, out_tag, from, in_tag, comm, status, error),
        message("Sendrecv_replace", to, count, type, out_tag, comm))

FORTRAN(probe, (int *peer, int *tag, int *comm, int *status, int *error),
        (peer, tag, comm, status, error),
        observer_message("Probe", *peer, 0, *tag, PMPI_Comm_f2c(*comm)))
FORTRAN_AROUND(iprobe,
               (int *peer, int *tag, int *comm, int *found, int *status, int *error),
               (peer, tag, comm, found, status, error), (void)0,
               if (*found)
                   observer_message("Iprobe", *peer, 0, *tag, PMPI_Comm_f2c(*comm)))

#define ONE_REQUEST(lower, name)                                                         \
    FORTRAN(lower, (int *request, int *error), (request, error), observer_plain(name))
ONE_REQUEST(start, "Start")
ONE_REQUEST(request_free, "Request_free")
ONE_REQUEST(cancel, "Cancel")

FORTRAN(startall, (int *count, int *requests, int *error), (count, requests, error),
        observer_plain("Startall"))
FORTRAN(wait, (int *request, int *status, int *error), (request, status, error),
        observer_plain("Wait"))
FORTRAN(waitall, (int *count, int *requests, int *statuses, int *error),
        (count, requests, statuses, error), observer_plain("Waitall"))
FORTRAN(waitany, (int *count, int *requests, int *index, int *status, int *error),
        (count, requests, index, status, error), observer_plain("Waitany"))
FORTRAN(waitsome,
        (int *count, int *requests, int *done, int *indices, int *statuses, int *error),
        (count, requests, done, indices, statuses, error), observer_plain("Waitsome"))

/* A test that finds nothing done is no event. */
#define TEST(lower, name, parameters, arguments, successful)                             \
    FORTRAN_AROUND(lower, parameters, arguments, (void)0,                                \
                   if (successful) observer_plain(name))
TEST(test, "Test", (int *request, int *done, int *status, int *error),
     (request, done, status, error), *done)
TEST(testall, "Testall",
     (int *count, int *requests, int *done, int *statuses, int *error),
     (count, requests, done, statuses, error), *done)
TEST(testany, "Testany",
     (int *count, int *requests, int *index, int *done, int *status, int *error),
     (count, requests, index, done, status, error), *done)
TEST(testsome, "Testsome",
     (int *count, int *requests, int *done, int *indices, int *statuses, int *error),
     (count, requests, done, indices, statuses, error), *done > 0)

/* Before MPI_Init there is no rank to write, after MPI_Finalize no file. */
FORTRAN_AROUND(init, (int *error), (error), (void)0, observer_plain("Init"))
FORTRAN_AROUND(init_thread, (int *required, int *provided, int *error),
               (required, provided, error), (void)0, observer_plain("Init_thread"))
FORTRAN(finalize, (int *error), (error), (observer_plain("Finalize"), observer_end()))
