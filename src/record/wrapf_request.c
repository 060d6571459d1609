/* Completion, start and release of requests in Fortran. Indices count from 1 there. */
#include "record/wrap.h"

/* Statuses for the call to fill, and which requests it completed. */
#define STATUSES(n) sx_call_statuses_f(&call, (size_t)(n), status, MPI_F_STATUSES_IGNORE)
#define STATUS sx_call_statuses_f(&call, 1, status, MPI_F_STATUS_IGNORE)
#define ALL                                                                              \
    &(sx_completed)                                                                      \
    {                                                                                    \
        .some = false                                                                    \
    }
#define ANY                                                                              \
    &(sx_completed)                                                                      \
    {                                                                                    \
        .some = true, .n = *index == MPI_UNDEFINED ? 0 : 1, .index = index, .base = 1    \
    }
#define SOME                                                                             \
    &(sx_completed)                                                                      \
    {                                                                                    \
        .some = true, .batch = true, .n = *ndone, .index = index, .base = 1              \
    }

/* `done` is when there is an event; `wanted` are the arguments with statuses that are looked at. */
#define REQUESTSF(name, lower, n, list, counted, params, args, wanted, done, completed)  \
    FORTRAN_NAMES(lower, params)                                                         \
    void mpi_##lower##_ params                                                           \
    {                                                                                    \
        sx_call call;                                                                    \
        if (!sx_call_enter(&call, SX_OP_##name)) {                                       \
            pmpi_##lower##_ args;                                                        \
            return;                                                                      \
        }                                                                                \
        sx_call_requests_f(&call, (size_t)(n), list);                                    \
        pmpi_##lower##_ wanted;                                                          \
        if (*ierr != MPI_SUCCESS || (done)) {                                            \
            sx_call_returned(&call, *ierr, __builtin_return_address(0));                 \
            sx_record_requests(&call, counted, completed);                               \
        } else {                                                                         \
            sx_record_poll(&call);                                                       \
        }                                                                                \
        sx_call_leave(&call);                                                            \
        *ierr = sx_call_result(&call, *ierr);                                            \
    }

REQUESTSF(Wait, wait, 1, request, false,
          (MPI_Fint * request, MPI_Fint *status, MPI_Fint *ierr), (request, status, ierr),
          (request, STATUS, ierr), true, ALL)
REQUESTSF(Test, test, 1, request, false,
          (MPI_Fint * request, MPI_Fint *flag, MPI_Fint *status, MPI_Fint *ierr),
          (request, flag, status, ierr), (request, flag, STATUS, ierr), *flag, ALL)
REQUESTSF(Waitall, waitall, *n, list, true,
          (MPI_Fint * n, MPI_Fint *list, MPI_Fint *status, MPI_Fint *ierr),
          (n, list, status, ierr), (n, list, STATUSES(*n), ierr), true, ALL)
REQUESTSF(Testall, testall, *n, list, true,
          (MPI_Fint * n, MPI_Fint *list, MPI_Fint *flag, MPI_Fint *status,
           MPI_Fint *ierr),
          (n, list, flag, status, ierr), (n, list, flag, STATUSES(*n), ierr), *flag, ALL)
REQUESTSF(Waitany, waitany, *n, list, true,
          (MPI_Fint * n, MPI_Fint *list, MPI_Fint *index, MPI_Fint *status,
           MPI_Fint *ierr),
          (n, list, index, status, ierr), (n, list, index, STATUS, ierr), true, ANY)
REQUESTSF(Testany, testany, *n, list, true,
          (MPI_Fint * n, MPI_Fint *list, MPI_Fint *index, MPI_Fint *flag,
           MPI_Fint *status, MPI_Fint *ierr),
          (n, list, index, flag, status, ierr), (n, list, index, flag, STATUS, ierr),
          *flag, ANY)
REQUESTSF(Waitsome, waitsome, *n, list, true,
          (MPI_Fint * n, MPI_Fint *list, MPI_Fint *ndone, MPI_Fint *index,
           MPI_Fint *status, MPI_Fint *ierr),
          (n, list, ndone, index, status, ierr),
          (n, list, ndone, index, STATUSES(*n), ierr), true, SOME)
REQUESTSF(Testsome, testsome, *n, list, true,
          (MPI_Fint * n, MPI_Fint *list, MPI_Fint *ndone, MPI_Fint *index,
           MPI_Fint *status, MPI_Fint *ierr),
          (n, list, ndone, index, status, ierr),
          (n, list, ndone, index, STATUSES(*n), ierr),
          *ndone != 0 && *ndone != MPI_UNDEFINED, SOME)

#define NO_STATUSF(name, lower, n, list, counted, params, args)                          \
    REQUESTSF(name, lower, n, list, counted, params, args, args, true, NULL)
#define ONE_REQUESTF(name, lower)                                                        \
    NO_STATUSF(name, lower, 1, request, false, (MPI_Fint * request, MPI_Fint * ierr),    \
               (request, ierr))

ONE_REQUESTF(Start, start)
ONE_REQUESTF(Request_free, request_free)
ONE_REQUESTF(Cancel, cancel)
NO_STATUSF(Startall, startall, *n, list, true,
           (MPI_Fint * n, MPI_Fint *list, MPI_Fint *ierr), (n, list, ierr))
