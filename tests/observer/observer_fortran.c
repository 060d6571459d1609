/* The Fortran names (mpif.h and `use mpi`) that benchmark codes use: a line each, then
 * the library's own, which is next in the search order. Anything it does by way of the C
 * names is not the application's and stays unwritten. MPI_IN_PLACE is not looked for. */
#include "observer.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void function(void);

static function *next(const char *name)
{
    void *address = dlsym(RTLD_NEXT, name);
    function *result;

    if (address == NULL) {
        fprintf(stderr, "observer: no %s beyond the application's: %s\n", name,
                dlerror());
        abort();
    }
    memcpy(&result, &address, sizeof result);
    return result;
}

/* Defines mpi_xxx_: SAY is the statement that writes the line. */
#define FORTRAN(name, parameters, arguments, SAY)                                        \
    void name parameters;                                                                \
    void name parameters                                                                 \
    {                                                                                    \
        static void(*library) parameters;                                                \
                                                                                         \
        if (library == NULL)                                                             \
            library = (void(*) parameters)next(#name);                                   \
        SAY;                                                                             \
        observer_enter();                                                                \
        library arguments;                                                               \
        observer_leave();                                                                \
    }

static int64_t bytes(const int *count, const int *type)
{
    return observer_bytes(*count, PMPI_Type_f2c(*type));
}

static void message(const char *op, const int *peer, const int *count, const int *type,
                    const int *tag, const int *comm)
{
    observer_message(op, *peer, bytes(count, type), *tag, PMPI_Comm_f2c(*comm));
}

static void collective(const char *op, int root, int64_t size, const int *comm)
{
    observer_collective(op, root, size, PMPI_Comm_f2c(*comm));
}

#define SEND(lower, name)                                                                \
    FORTRAN(mpi_##lower##_,                                                              \
            (void *buffer, int *count, int *type, int *peer, int *tag, int *comm,        \
             int *error),                                                                \
            (buffer, count, type, peer, tag, comm, error),                               \
            message(name, peer, count, type, tag, comm))
SEND(send, "Send")
SEND(ssend, "Ssend")
SEND(rsend, "Rsend")

/* With a request or a status last. */
#define ISEND(lower, name)                                                               \
    FORTRAN(mpi_##lower##_,                                                              \
            (void *buffer, int *count, int *type, int *peer, int *tag, int *comm,        \
             int *last, int *error),                                                     \
            (buffer, count, type, peer, tag, comm, last, error),                         \
            message(name, peer, count, type, tag, comm))
ISEND(isend, "Isend")
ISEND(issend, "Issend")
ISEND(irecv, "Irecv")
ISEND(recv, "Recv")
ISEND(send_init, "Send_init")
ISEND(recv_init, "Recv_init")

FORTRAN(mpi_sendrecv_,
        (void *out, int *out_count, int *out_type, int *to, int *out_tag, void *in,
         int *in_count, int *in_type, int *from, int *in_tag, int *comm, int *status,
         int *error),
        (out, out_count, out_type, to, out_tag, in, in_count, in_type, from, in_tag, comm,
         status, error),
        message("Sendrecv", to, out_count, out_type, out_tag, comm))

FORTRAN(mpi_wait_, (int *request, int *status, int *error), (request, status, error),
        observer_plain("Wait"))
FORTRAN(mpi_waitall_, (int *count, int *requests, int *statuses, int *error),
        (count, requests, statuses, error), observer_plain("Waitall"))
FORTRAN(mpi_waitany_, (int *count, int *requests, int *index, int *status, int *error),
        (count, requests, index, status, error), observer_plain("Waitany"))
FORTRAN(mpi_start_, (int *request, int *error), (request, error), observer_plain("Start"))
FORTRAN(mpi_startall_, (int *count, int *requests, int *error), (count, requests, error),
        observer_plain("Startall"))
FORTRAN(mpi_request_free_, (int *request, int *error), (request, error),
        observer_plain("Request_free"))

FORTRAN(mpi_barrier_, (int *comm, int *error), (comm, error),
        collective("Barrier", OBSERVER_NONE, 0, comm))
FORTRAN(mpi_bcast_,
        (void *buffer, int *count, int *type, int *root, int *comm, int *error),
        (buffer, count, type, root, comm, error),
        collective("Bcast", *root, bytes(count, type), comm))
FORTRAN(mpi_reduce_,
        (void *in, void *out, int *count, int *type, int *op, int *root, int *comm,
         int *error),
        (in, out, count, type, op, root, comm, error),
        collective("Reduce", *root, bytes(count, type), comm))
FORTRAN(mpi_allreduce_,
        (void *in, void *out, int *count, int *type, int *op, int *comm, int *error),
        (in, out, count, type, op, comm, error),
        collective("Allreduce", OBSERVER_NONE, bytes(count, type), comm))
FORTRAN(mpi_allgather_,
        (void *out, int *out_count, int *out_type, void *in, int *in_count, int *in_type,
         int *comm, int *error),
        (out, out_count, out_type, in, in_count, in_type, comm, error),
        collective("Allgather", OBSERVER_NONE, bytes(out_count, out_type), comm))
FORTRAN(mpi_alltoall_,
        (void *out, int *out_count, int *out_type, void *in, int *in_count, int *in_type,
         int *comm, int *error),
        (out, out_count, out_type, in, in_count, in_type, comm, error),
        collective("Alltoall", OBSERVER_NONE, bytes(out_count, out_type), comm))

FORTRAN(mpi_comm_dup_, (int *comm, int *made, int *error), (comm, made, error),
        collective("Comm_dup", OBSERVER_NONE, 0, comm))
FORTRAN(mpi_comm_split_, (int *comm, int *color, int *key, int *made, int *error),
        (comm, color, key, made, error), collective("Comm_split", OBSERVER_NONE, 0, comm))
FORTRAN(mpi_comm_free_, (int *comm, int *error), (comm, error),
        collective("Comm_free", OBSERVER_NONE, 0, comm))
FORTRAN(mpi_cart_create_,
        (int *comm, int *axes, int *dims, int *periods, int *reorder, int *made,
         int *error),
        (comm, axes, dims, periods, reorder, made, error),
        collective("Cart_create", OBSERVER_NONE, 0, comm))

/* Before MPI_Init there is no rank to write, after MPI_Finalize no file. */
void mpi_init_(int *error);
void mpi_init_(int *error)
{
    void (*library)(int *) = (void (*)(int *))next("mpi_init_");

    observer_enter();
    library(error);
    observer_leave();
    observer_plain("Init");
}

void mpi_finalize_(int *error);
void mpi_finalize_(int *error)
{
    void (*library)(int *) = (void (*)(int *))next("mpi_finalize_");

    observer_plain("Finalize");
    observer_end();
    observer_enter();
    library(error);
    observer_leave();
}
