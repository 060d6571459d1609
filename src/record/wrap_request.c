/* Completion, start and release of requests in C: the handles are needed as they were before. */
#include "record/wrap.h"

/* Statuses for the call to fill, and which requests it completed. */
#define STATUSES(n) sx_call_statuses(&call, (size_t)(n), status, MPI_STATUSES_IGNORE)
#define STATUS sx_call_statuses(&call, 1, status, MPI_STATUS_IGNORE)
#define ALL                                                                              \
    &(sx_completed)                                                                      \
    {                                                                                    \
        .some = false                                                                    \
    }
#define ANY                                                                              \
    &(sx_completed)                                                                      \
    {                                                                                    \
        .some = true, .n = *index == MPI_UNDEFINED ? 0 : 1, .index = index               \
    }
#define SOME                                                                             \
    &(sx_completed)                                                                      \
    {                                                                                    \
        .some = true, .batch = true, .n = *ndone, .index = index                         \
    }

/* `done` is when there is an event; `wanted` are the arguments with statuses that are looked at. */
#define REQUESTS(name, n, list, counted, params, args, wanted, done, completed)          \
    int MPI_##name params                                                                \
    {                                                                                    \
        sx_call call;                                                                    \
        if (!sx_call_enter(&call, SX_OP_##name))                                         \
            return PMPI_##name args;                                                     \
        sx_call_requests(&call, (size_t)(n), list);                                      \
        int rc = PMPI_##name wanted;                                                     \
        if (rc != MPI_SUCCESS || (done)) {                                               \
            sx_call_returned(&call, rc, __builtin_return_address(0));                    \
            sx_record_requests(&call, counted, completed);                               \
        } else {                                                                         \
            sx_record_poll(&call);                                                       \
        }                                                                                \
        sx_call_leave(&call);                                                            \
        return sx_call_result(&call, rc);                                                \
    }

REQUESTS(Wait, 1, request, false, (MPI_Request * request, MPI_Status *status),
         (request, status), (request, STATUS), true, ALL)
REQUESTS(Test, 1, request, false, (MPI_Request * request, int *flag, MPI_Status *status),
         (request, flag, status), (request, flag, STATUS), *flag, ALL)
REQUESTS(Waitall, n, list, true, (int n, MPI_Request list[], MPI_Status status[]),
         (n, list, status), (n, list, STATUSES(n)), true, ALL)
REQUESTS(Testall, n, list, true,
         (int n, MPI_Request list[], int *flag, MPI_Status status[]),
         (n, list, flag, status), (n, list, flag, STATUSES(n)), *flag, ALL)
REQUESTS(Waitany, n, list, true,
         (int n, MPI_Request list[], int *index, MPI_Status *status),
         (n, list, index, status), (n, list, index, STATUS), true, ANY)
REQUESTS(Testany, n, list, true,
         (int n, MPI_Request list[], int *index, int *flag, MPI_Status *status),
         (n, list, index, flag, status), (n, list, index, flag, STATUS), *flag, ANY)
REQUESTS(Waitsome, n, list, true,
         (int n, MPI_Request list[], int *ndone, int index[], MPI_Status status[]),
         (n, list, ndone, index, status), (n, list, ndone, index, STATUSES(n)), true,
         SOME)
REQUESTS(Testsome, n, list, true,
         (int n, MPI_Request list[], int *ndone, int index[], MPI_Status status[]),
         (n, list, ndone, index, status), (n, list, ndone, index, STATUSES(n)),
         *ndone != 0 && *ndone != MPI_UNDEFINED, SOME)

#define NO_STATUS(name, n, list, counted, params, args)                                  \
    REQUESTS(name, n, list, counted, params, args, args, true, NULL)

NO_STATUS(Start, 1, request, false, (MPI_Request * request), (request))
NO_STATUS(Startall, n, list, true, (int n, MPI_Request list[]), (n, list))
NO_STATUS(Request_free, 1, request, false, (MPI_Request * request), (request))
NO_STATUS(Cancel, 1, request, false, (MPI_Request * request), (request))
