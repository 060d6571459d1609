/* Where recording begins and ends, for C and Fortran. */
#include "record/wrap.h"

int MPI_Init(int *argc, char ***argv)
{
    bool outermost = sx_recorder_prepare(sx_recorder_here());
    int rc = PMPI_Init(argc, argv);
    if (outermost)
        sx_recorder_start(sx_recorder_here(), SX_OP_Init, rc,
                          __builtin_return_address(0));
    return rc;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    bool outermost = sx_recorder_prepare(sx_recorder_here());
    int rc = PMPI_Init_thread(argc, argv, required, provided);
    if (outermost)
        sx_recorder_start(sx_recorder_here(), SX_OP_Init_thread, rc,
                          __builtin_return_address(0));
    return rc;
}

int MPI_Finalize(void)
{
    sx_recorder_finish(sx_recorder_here(), __builtin_return_address(0));
    return PMPI_Finalize();
}

FORTRAN_NAMES(init, (MPI_Fint * ierr))
FORTRAN_NAMES(init_thread, (MPI_Fint * required, MPI_Fint *provided, MPI_Fint *ierr))
FORTRAN_NAMES(finalize, (MPI_Fint * ierr))

void mpi_init_(MPI_Fint *ierr)
{
    bool outermost = sx_recorder_prepare(sx_recorder_here());
    pmpi_init_(ierr);
    sx_recorder_here()->fortran = true;
    if (outermost)
        sx_recorder_start(sx_recorder_here(), SX_OP_Init, *ierr,
                          __builtin_return_address(0));
}

void mpi_init_thread_(MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierr)
{
    bool outermost = sx_recorder_prepare(sx_recorder_here());
    pmpi_init_thread_(required, provided, ierr);
    sx_recorder_here()->fortran = true;
    if (outermost)
        sx_recorder_start(sx_recorder_here(), SX_OP_Init_thread, *ierr,
                          __builtin_return_address(0));
}

void mpi_finalize_(MPI_Fint *ierr)
{
    sx_recorder_finish(sx_recorder_here(), __builtin_return_address(0));
    pmpi_finalize_(ierr);
}
