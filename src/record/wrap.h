/* The two shapes of wrappers: around a C function of MPI, and around its Fortran binding, which in Open
 * MPI does not pass through the C names. The Fortran wrapper calls pmpi_<name>_, so that the
 * library itself sees the arguments with their Fortran sentinels; only what is recorded is converted.
 * `record` is what to do when the call came back well, with `call` in sight. */
#ifndef SX_RECORD_WRAP_H
#define SX_RECORD_WRAP_H

#include "record/events.h"

#define STRIP(...) __VA_ARGS__

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

/* The Fortran symbols are weak: a C program has none of them. `ierr` is the last of the arguments. */
#define FORTRAN_NAMES(lower, params)                                                     \
    void mpi_##lower##_ params;                                                          \
    void pmpi_##lower##_ params __attribute__((weak));

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

/* MPI_IN_PLACE of Fortran is the address of a variable of the MPI library. */
extern int mpi_fortran_in_place_ __attribute__((weak));
#define IN_PLACE_F(buffer)                                                               \
    ((const void *)(buffer) == (const void *)&mpi_fortran_in_place_)

#define TYPE(f) PMPI_Type_f2c(*(f))
#define COMM(f) PMPI_Comm_f2c(*(f))
#define REQUEST(f) PMPI_Request_f2c(*(f))

#endif
