/* How a Fortran name (mpif.h and `use mpi`) is observed: a line, then the library's own, which is next in the
 * search order. Anything it does by way of the C names is not the application's and stays
 * unwritten. */
#ifndef OBSERVER_FORTRAN_H
#define OBSERVER_FORTRAN_H

#include "observer.h"

typedef void observer_function(void);

/* The next one of that name in the search order. Aborts when there is none. */
observer_function *observer_next(const char *name);

/* Defines mpi_xxx_: BEFORE and AFTER are statements on either side of the call, one of which writes the line. */
#define FORTRAN_AROUND(lower, parameters, arguments, BEFORE, AFTER)                      \
    void mpi_##lower##_ parameters;                                                      \
    void mpi_##lower##_ parameters                                                       \
    {                                                                                    \
        static void(*library) parameters;                                                \
                                                                                         \
        if (library == NULL)                                                             \
            library = (void(*) parameters)observer_next("mpi_" #lower "_");              \
        BEFORE;                                                                          \
        observer_enter();                                                                \
        library arguments;                                                               \
        observer_leave();                                                                \
        AFTER;                                                                           \
    }
#define FORTRAN(lower, parameters, arguments, SAY)                                       \
    FORTRAN_AROUND(lower, parameters, arguments, SAY, (void)0)

static inline int64_t bytes(const int *count, const int *type)
{
    return observer_bytes(*count, PMPI_Type_f2c(*type));
}

static inline void message(const char *op, const int *peer, const int *count,
                           const int *type, const int *tag, const int *comm)
{
    observer_message(op, *peer, bytes(count, type), *tag, PMPI_Comm_f2c(*comm));
}

static inline void collective(const char *op, int root, int64_t size, const int *comm)
{
    observer_collective(op, root, size, PMPI_Comm_f2c(*comm));
}

#endif
