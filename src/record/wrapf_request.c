/* Completion, start and release of requests in Fortran. Indices count from 1 there. */
#include "record/wrap.h"

/* `done` is when there is an event, `record` its further parameters. */
#define REQUESTSF(name, lower, n, list, counted, params, args, done, ...)                \
    FORTRAN_NAMES(lower, params)                                                         \
    void mpi_##lower##_ params                                                           \
    {                                                                                    \
        sx_call call;                                                                    \
        if (!sx_call_enter(&call, SX_OP_##name)) {                                       \
            pmpi_##lower##_ args;                                                        \
            return;                                                                      \
        }                                                                                \
        sx_call_requests_f(&call, (size_t)(n), list);                                    \
        pmpi_##lower##_ args;                                                            \
        if (*ierr != MPI_SUCCESS || (done)) {                                            \
            bool recorded = sx_call_returned(&call, *ierr, __builtin_return_address(0)); \
            sx_record_requests(&call, counted);                                          \
            if (recorded) {                                                              \
                __VA_ARGS__;                                                             \
            }                                                                            \
        }                                                                                \
        sx_call_leave(&call);                                                            \
    }

REQUESTSF(Wait, wait, 1, request, false,
          (MPI_Fint * request, MPI_Fint *status, MPI_Fint *ierr), (request, status, ierr),
          true, (void)0)
REQUESTSF(Test, test, 1, request, false,
          (MPI_Fint * request, MPI_Fint *flag, MPI_Fint *status, MPI_Fint *ierr),
          (request, flag, status, ierr), *flag, (void)0)
REQUESTSF(Waitall, waitall, *n, list, true,
          (MPI_Fint * n, MPI_Fint *list, MPI_Fint *status, MPI_Fint *ierr),
          (n, list, status, ierr), true, (void)0)
REQUESTSF(Testall, testall, *n, list, true,
          (MPI_Fint * n, MPI_Fint *list, MPI_Fint *flag, MPI_Fint *status,
           MPI_Fint *ierr),
          (n, list, flag, status, ierr), *flag, (void)0)
REQUESTSF(Waitany, waitany, *n, list, true,
          (MPI_Fint * n, MPI_Fint *list, MPI_Fint *index, MPI_Fint *status,
           MPI_Fint *ierr),
          (n, list, index, status, ierr), true, sx_record_done_one(&call, *index, 1))
REQUESTSF(Testany, testany, *n, list, true,
          (MPI_Fint * n, MPI_Fint *list, MPI_Fint *index, MPI_Fint *flag,
           MPI_Fint *status, MPI_Fint *ierr),
          (n, list, index, flag, status, ierr), *flag,
          sx_record_done_one(&call, *index, 1))
REQUESTSF(Waitsome, waitsome, *n, list, true,
          (MPI_Fint * n, MPI_Fint *list, MPI_Fint *ndone, MPI_Fint *index,
           MPI_Fint *status, MPI_Fint *ierr),
          (n, list, ndone, index, status, ierr), true,
          sx_record_done(&call, *ndone, index, 1))
REQUESTSF(Testsome, testsome, *n, list, true,
          (MPI_Fint * n, MPI_Fint *list, MPI_Fint *ndone, MPI_Fint *index,
           MPI_Fint *status, MPI_Fint *ierr),
          (n, list, ndone, index, status, ierr), *ndone != 0 && *ndone != MPI_UNDEFINED,
          sx_record_done(&call, *ndone, index, 1))

#define ONE_REQUESTF(name, lower)                                                        \
    REQUESTSF(name, lower, 1, request, false, (MPI_Fint * request, MPI_Fint * ierr),     \
              (request, ierr), true, (void)0)

ONE_REQUESTF(Start, start)
ONE_REQUESTF(Request_free, request_free)
ONE_REQUESTF(Cancel, cancel)

REQUESTSF(Startall, startall, *n, list, true,
          (MPI_Fint * n, MPI_Fint *list, MPI_Fint *ierr), (n, list, ierr), true, (void)0)
