/* Completion, start and release of requests in C: the handles are needed as they were before. */
#include "record/wrap.h"

/* `done` is when there is an event, `record` its further parameters. */
#define REQUESTS(name, n, list, counted, params, args, done, ...)                        \
    int MPI_##name params                                                                \
    {                                                                                    \
        sx_call call;                                                                    \
        if (!sx_call_enter(&call, SX_OP_##name))                                         \
            return PMPI_##name args;                                                     \
        sx_call_requests(&call, (size_t)(n), list);                                      \
        int rc = PMPI_##name args;                                                       \
        if (rc != MPI_SUCCESS || (done)) {                                               \
            bool recorded = sx_call_returned(&call, rc, __builtin_return_address(0));    \
            sx_record_requests(&call, counted);                                          \
            if (recorded) {                                                              \
                __VA_ARGS__;                                                             \
            }                                                                            \
        }                                                                                \
        sx_call_leave(&call);                                                            \
        return rc;                                                                       \
    }

REQUESTS(Wait, 1, request, false, (MPI_Request * request, MPI_Status *status),
         (request, status), true, (void)0)
REQUESTS(Test, 1, request, false, (MPI_Request * request, int *flag, MPI_Status *status),
         (request, flag, status), *flag, (void)0)
REQUESTS(Waitall, n, list, true, (int n, MPI_Request list[], MPI_Status status[]),
         (n, list, status), true, (void)0)
REQUESTS(Testall, n, list, true,
         (int n, MPI_Request list[], int *flag, MPI_Status status[]),
         (n, list, flag, status), *flag, (void)0)
REQUESTS(Waitany, n, list, true,
         (int n, MPI_Request list[], int *index, MPI_Status *status),
         (n, list, index, status), true, sx_record_done_one(&call, *index, 0))
REQUESTS(Testany, n, list, true,
         (int n, MPI_Request list[], int *index, int *flag, MPI_Status *status),
         (n, list, index, flag, status), *flag, sx_record_done_one(&call, *index, 0))
REQUESTS(Waitsome, n, list, true,
         (int n, MPI_Request list[], int *ndone, int index[], MPI_Status status[]),
         (n, list, ndone, index, status), true, sx_record_done(&call, *ndone, index, 0))
REQUESTS(Testsome, n, list, true,
         (int n, MPI_Request list[], int *ndone, int index[], MPI_Status status[]),
         (n, list, ndone, index, status), *ndone != 0 && *ndone != MPI_UNDEFINED,
         sx_record_done(&call, *ndone, index, 0))

REQUESTS(Start, 1, request, false, (MPI_Request * request), (request), true, (void)0)
REQUESTS(Startall, n, list, true, (int n, MPI_Request list[]), (n, list), true, (void)0)
REQUESTS(Request_free, 1, request, false, (MPI_Request * request), (request), true,
         (void)0)
REQUESTS(Cancel, 1, request, false, (MPI_Request * request), (request), true, (void)0)
