/* What stands behind the Fortran names that the recorder has, mpi_<name>_, is called pmpi_<name>_ here. The
 * address that says MPI_IN_PLACE in Fortran is mpi_fortran_in_place_.
 *
 * Open MPI has these names, weak here since the libraries of a C program have none of them. SMPI has
 * mpi_<name>_ and nothing behind it: that is looked up when the recorder is loaded. What the
 * MPI library lacks altogether stays NULL: then no program calls it. */
#ifndef SX_RECORD_FORTRAN_H
#define SX_RECORD_FORTRAN_H

#ifdef SX_HOST_SMPI

#include <dlfcn.h>

#define FORTRAN_NAMES(lower, params)                                                     \
    void mpi_##lower##_ params;                                                          \
    static void(*pmpi_##lower##_) params;                                                \
    __attribute__((constructor)) static void find_##lower(void)                          \
    {                                                                                    \
        *(void **)&pmpi_##lower##_ = dlsym(RTLD_NEXT, "mpi_" #lower "_");                \
    }
#define mpi_fortran_in_place_ mpi_in_place_

#else

#define FORTRAN_NAMES(lower, params)                                                     \
    void mpi_##lower##_ params;                                                          \
    void pmpi_##lower##_ params __attribute__((weak));

#endif

extern int mpi_fortran_in_place_ __attribute__((weak));

#endif
