#include "record/events.h"

#include "record/verify.h"

void sx_record_posted(sx_call *call, MPI_Request handle, const void *where)
{
    if (!sx_requests_post(&call->recorder->requests, handle, where))
        sx_recorder_give_up(call->recorder, "out of memory");
}

void sx_call_requests(sx_call *call, size_t n, const MPI_Request *request)
{
    MPI_Request *kept = sx_scratch(SX_SCRATCH_REQUESTS, n, sizeof *kept);
    for (size_t i = 0; kept && i < n; i++)
        kept[i] = request[i];
    call->request = kept;
    call->nrequests = n;
    call->where = request;
    call->fortran = false;
}

void sx_call_requests_f(sx_call *call, size_t n, const MPI_Fint *request)
{
    MPI_Request *kept = sx_scratch(SX_SCRATCH_REQUESTS, n, sizeof *kept);
    for (size_t i = 0; kept && i < n; i++)
        kept[i] = PMPI_Request_f2c(request[i]);
    call->request = kept;
    call->nrequests = n;
    call->where = request;
    call->fortran = true;
}

static const void *variable(const sx_call *call, size_t i)
{
    if (call->fortran)
        return (const MPI_Fint *)call->where + i;
    return (const MPI_Request *)call->where + i;
}

/* Did the call set the variable to MPI_REQUEST_NULL? */
static bool is_gone(const sx_call *call, size_t i)
{
    if (call->fortran)
        return *(const MPI_Fint *)variable(call, i) == PMPI_Request_c2f(MPI_REQUEST_NULL);
    return *(const MPI_Request *)variable(call, i) == MPI_REQUEST_NULL;
}

void sx_record_requests(sx_call *call, bool counted)
{
    sx_requests *requests = &call->recorder->requests;
    size_t n = call->nrequests;
    SX_VERIFY(call, requests, counted ? (int64_t)n : SX_LINE_NONE);
    int64_t *age = sx_scratch(SX_SCRATCH_LIST, 2 * n, sizeof *age);
    if (n && (!age || !call->request)) {
        sx_recorder_give_up(call->recorder, "out of memory");
        return;
    }
    int64_t *index = age + n;
    sx_requests_look(requests);
    for (size_t i = 0; i < n; i++) {
        uint32_t at = 0;
        uint64_t since = 0;
        bool known =
            call->request[i] != MPI_REQUEST_NULL &&
            sx_requests_find(requests, call->request[i], variable(call, i), &at, &since);
        age[i] = known ? (int64_t)since : SX_NULL;
        index[i] = known ? (int64_t)at : -1;
    }
    for (size_t i = 0; i < n; i++) {
        if (index[i] >= 0 && is_gone(call, i))
            sx_requests_remove(requests, (uint32_t)index[i]);
    }
    if (call->input.op == SX_OP_Opaque)
        return;
    if (counted)
        sx_input_add(&call->input, SX_PARAM_NREQS, (int64_t)n);
    int64_t list = sx_compress_list(call->recorder->compress, age, n);
    if (list == -1)
        sx_recorder_give_up(call->recorder, "out of memory");
    sx_input_add(&call->input, SX_PARAM_REQS, list);
}

void sx_record_done_one(sx_call *call, int index, int base)
{
    int64_t done = index == MPI_UNDEFINED ? SX_NULL : index - base;
    sx_input_add(&call->input, SX_PARAM_DONE,
                 sx_compress_list(call->recorder->compress, &done, 1));
}

void sx_record_done(sx_call *call, int n, const int *index, int base)
{
    size_t count = n == MPI_UNDEFINED || n < 0 ? 0 : (size_t)n;
    int64_t *done = sx_scratch(SX_SCRATCH_LIST, count, sizeof *done);
    for (size_t i = 0; done && i < count; i++)
        done[i] = index[i] - base;
    if (count && !done) {
        sx_recorder_give_up(call->recorder, "out of memory");
        return;
    }
    sx_input_add(&call->input, SX_PARAM_NDONE, (int64_t)count);
    sx_input_add(&call->input, SX_PARAM_DONE,
                 sx_compress_list(call->recorder->compress, done, count));
}
