/* Wrappers that count and pass on, for C and Fortran. MPI's arguments are integers and pointers, and
 * the calling conventions of the 64-bit systems that are supported pass each of them in a word of
 * its own: so one signature of the most words that any of these calls has serves them all, and
 * handing on words that the caller did not pass is harmless. mpi.h, which would disagree about
 * the signatures, is not included. */
#include "record/counted.h"
#include "record/fortran.h"

#include <stdint.h>

#define WORDS(X)                                                                         \
    X(a), X(b), X(c), X(d), X(e), X(f), X(g), X(h), X(i), X(j), X(k), X(l), X(m), X(n)
#define DECLARED(x) uintptr_t x
#define PASSED(x) x

#define COUNT(name, lower)                                                               \
    int MPI_##name(WORDS(DECLARED));                                                     \
    int PMPI_##name(WORDS(DECLARED));                                                    \
    FORTRAN_NAMES(lower, (WORDS(DECLARED)))                                              \
    int MPI_##name(WORDS(DECLARED))                                                      \
    {                                                                                    \
        sx_recorder_count(SX_COUNTED_##name);                                            \
        return PMPI_##name(WORDS(PASSED));                                               \
    }                                                                                    \
    void mpi_##lower##_(WORDS(DECLARED))                                                 \
    {                                                                                    \
        sx_recorder_count(SX_COUNTED_##name);                                            \
        pmpi_##lower##_(WORDS(PASSED));                                                  \
    }

SX_COUNTED_PASSED_LIST(COUNT)
