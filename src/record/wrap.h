/* The two shapes of wrappers: around a C function of MPI, and around its Fortran binding, which in Open
 * MPI does not pass through the C names. The Fortran wrapper calls what is behind it, so that the
 * library itself sees the arguments with their Fortran sentinels; only what is recorded is converted.
 * `record` is what to do when the call came back well, with `call` in sight. */
#ifndef SX_RECORD_WRAP_H
#define SX_RECORD_WRAP_H

#include "record/events.h"
#include "record/fortran.h"

#define STRIP(...) __VA_ARGS__

/* The status to hand on: an own one where the sender or the tag would otherwise not be known. */
#define SEEN(source, tag, status)                                                        \
    (((source) == MPI_ANY_SOURCE || (tag) == MPI_ANY_TAG) &&                             \
             (status) == MPI_STATUS_IGNORE                                               \
         ? &call.own.c                                                                   \
         : (status))
#define SEEN_F(source, tag, status)                                                      \
    ((*(source) == MPI_ANY_SOURCE || *(tag) == MPI_ANY_TAG) &&                           \
             (status) == MPI_F_STATUS_IGNORE                                             \
         ? call.own.f                                                                    \
         : (status))

#define WRAP(name, params, args, ...)                                                    \
    int MPI_##name params                                                                \
    {                                                                                    \
        sx_call call;                                                                    \
        if (!sx_call_enter(&call, SX_OP_##name))                                         \
            return PMPI_##name args;                                                     \
        int rc = PMPI_##name args;                                                       \
        if (sx_call_returned(&call, rc, __builtin_return_address(0))) {                  \
            __VA_ARGS__;                                                                 \
        }                                                                                \
        sx_call_leave(&call);                                                            \
        return rc;                                                                       \
    }

/* `ierr` is the last of the arguments. */
#define WRAPF(name, lower, params, args, ...)                                            \
    FORTRAN_NAMES(lower, params)                                                         \
    void mpi_##lower##_ params                                                           \
    {                                                                                    \
        sx_call call;                                                                    \
        if (!sx_call_enter(&call, SX_OP_##name)) {                                       \
            pmpi_##lower##_ args;                                                        \
            return;                                                                      \
        }                                                                                \
        pmpi_##lower##_ args;                                                            \
        if (sx_call_returned(&call, *ierr, __builtin_return_address(0))) {               \
            __VA_ARGS__;                                                                 \
        }                                                                                \
        sx_call_leave(&call);                                                            \
    }

#define IN_PLACE_F(buffer)                                                               \
    ((const void *)(buffer) == (const void *)&mpi_fortran_in_place_)

#define TYPE(f) PMPI_Type_f2c(*(f))
#define COMM(f) PMPI_Comm_f2c(*(f))
#define REQUEST(f) PMPI_Request_f2c(*(f))

#endif
