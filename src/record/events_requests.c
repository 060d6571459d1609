#include "record/events.h"

#include "record/verify.h"

static bool is_persistent(sx_op op)
{
    return op == SX_OP_Send_init || op == SX_OP_Bsend_init || op == SX_OP_Ssend_init ||
           op == SX_OP_Rsend_init || op == SX_OP_Recv_init;
}

void sx_record_posted(sx_call *call, MPI_Request handle, const void *where)
{
    const sx_input *input = &call->input;
    bool message = input->present >> SX_PARAM_PEER & 1;
    bool wildcard = message && input->value[1] == SX_ANY;
    bool any_tag = message && input->present >> SX_PARAM_TAG & 1 &&
                   input->value[input->n - 1] == SX_ANY; /* the last there is */
    if (!sx_requests_post(&call->recorder->requests, handle, where,
                          is_persistent(input->op),
                          wildcard ? (uint32_t)input->value[0] + 1 : 0, any_tag))
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
    call->status = NULL;
    call->own_status = false;
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
    call->status = NULL;
    call->own_status = false;
}

/* Statuses of no receive from any source or with any tag are not looked at, nor are they wanted. The operations of the
 * call were posted before it, so their count is at least what it has to be. */
static void *statuses(sx_call *call, size_t n, size_t size, void *given, bool ignored)
{
    if (!__atomic_load_n(&call->recorder->requests.wildcards, __ATOMIC_RELAXED))
        return given;
    void *own = ignored ? sx_scratch(SX_SCRATCH_STATUSES, n, size) : NULL;
    call->own_status = own != NULL;
    call->status = own ? own : ignored ? NULL : given;
    return own ? own : given;
}

MPI_Status *sx_call_statuses(sx_call *call, size_t n, MPI_Status *given,
                             const MPI_Status *ignored)
{
    return statuses(call, n, sizeof *given, given, given == ignored);
}

MPI_Fint *sx_call_statuses_f(sx_call *call, size_t n, MPI_Fint *given,
                             const MPI_Fint *ignored)
{
    return statuses(call, n, SX_STATUS_INTS * sizeof *given, given, given == ignored);
}

static MPI_Status status_at(const sx_call *call, size_t i)
{
    if (call->fortran)
        return sx_host_status((const MPI_Fint *)call->status + i * SX_STATUS_INTS);
    return ((const MPI_Status *)call->status)[i];
}

int sx_call_result(const sx_call *call, int rc)
{
    for (size_t i = 0; rc == MPI_ERR_IN_STATUS && call->own_status && i < call->nrequests;
         i++) {
        int error = status_at(call, i).MPI_ERROR;
        if (error != MPI_SUCCESS && error != MPI_ERR_PENDING)
            return error;
    }
    return rc;
}

static const void *variable(const sx_call *call, size_t i)
{
    if (call->fortran)
        return (const MPI_Fint *)call->where + i;
    return (const MPI_Request *)call->where + i;
}

/* Did the call release the request, or set the variable to MPI_REQUEST_NULL? SimGrid leaves that of Fortran as it was when a request is freed. */
static bool is_gone(const sx_call *call, size_t i)
{
    if (call->input.op == SX_OP_Request_free)
        return true;
    if (call->fortran)
        return *(const MPI_Fint *)variable(call, i) == PMPI_Request_c2f(MPI_REQUEST_NULL);
    return *(const MPI_Request *)variable(call, i) == MPI_REQUEST_NULL;
}

/* What the sx_requests know of the call's, as lists of that many. */
typedef struct known {
    size_t n;
    int64_t *name; /* as in REQS; SX_NULL for an unknown one */
    int64_t *index; /* -1 for an unknown one */
    int64_t *wildcard, *any_tag; /* filled where senders are wanted */
} known;

/* All are looked up before any is forgotten, since several may have one handle. */
static bool look_up(sx_call *call, bool senders, known *all)
{
    sx_requests *requests = &call->recorder->requests;
    size_t n = call->nrequests;
    all->n = n;
    all->name = sx_scratch(SX_SCRATCH_LIST, 5 * n, sizeof *all->name);
    if (n && (!all->name || !call->request))
        return false;
    all->index = all->name + n;
    all->wildcard = all->index + n;
    all->any_tag = all->wildcard + n;
    sx_requests_look(requests);
    for (size_t i = 0; i < n; i++) {
        uint32_t at = 0;
        int64_t name = SX_NULL;
        bool found =
            call->request[i] != MPI_REQUEST_NULL &&
            sx_requests_find(requests, call->request[i], variable(call, i), &at, &name);
        all->name[i] = found ? name : SX_NULL;
        all->index[i] = found ? (int64_t)at : -1;
        if (!senders)
            continue;
        all->wildcard[i] = found ? requests->request[at].wildcard : 0;
        all->any_tag[i] = found && requests->request[at].any_tag;
    }
    for (size_t i = 0; i < n; i++) {
        if (all->index[i] >= 0 && is_gone(call, i))
            sx_requests_remove(requests, (uint32_t)all->index[i]);
    }
    return true;
}

static void add_list(sx_call *call, sx_param_id id, const int64_t *element, size_t n)
{
    int64_t list = sx_compress_list(call->recorder->compress, element, n);
    if (list == -1)
        sx_recorder_give_up(call->recorder, "out of memory");
    sx_input_add(&call->input, id, list);
}

void sx_record_hit(sx_call *call, sx_multiset_kind kind, int64_t value)
{
    uint32_t n = call->input.nhits;
    sx_hit *hit = sx_scratch(SX_SCRATCH_HITS, n + 1, sizeof *hit);
    if (!hit) {
        sx_recorder_give_up(call->recorder, "out of memory");
        return;
    }
    hit[n] = (sx_hit) { kind, value, 1 };
    call->input.hit = hit;
    call->input.nhits = n + 1;
}

static void add_sender(sx_call *call, uint32_t comm, int sender)
{
    const sx_comm_entry *entry = &call->recorder->comms.entry[comm];
    sx_record_hit(call, SX_MULTISET_FROM, sender);
    sx_record_hit(call, SX_MULTISET_OFFSET, sx_comm_distance(entry, sender));
}

/* Status number i; the sender is negative where it received nothing. */
static MPI_Status message_of(const sx_call *call, size_t i)
{
    MPI_Status status = status_at(call, i);
    int cancelled = 0;
    PMPI_Test_cancelled(&status, &cancelled);
    if (cancelled)
        status.MPI_SOURCE = -1;
    return status;
}

/* The request that the i-th status is of. */
static size_t completed_request(const sx_completed *completed, size_t i)
{
    return completed->some ? (size_t)(completed->index[i] - completed->base) : i;
}

/* Senders to receives from any source: a list with an element for each request, or multisets; tags that any was
 * asked for. The list of indices is used up. */
static void add_senders(sx_call *call, const known *all, const sx_completed *completed,
                        size_t n)
{
    int64_t *from = all->index;
    for (size_t i = 0; i < all->n; i++)
        from[i] = SX_NULL;
    for (size_t i = 0; call->status && i < n; i++) {
        size_t request = completed_request(completed, i);
        if (!all->wildcard[request] && !all->any_tag[request])
            continue;
        MPI_Status status = message_of(call, i);
        if (status.MPI_SOURCE < 0)
            continue;
        if (all->any_tag[request])
            sx_record_hit(call, SX_MULTISET_TAGS, status.MPI_TAG);
        if (!all->wildcard[request])
            continue;
        from[request] = status.MPI_SOURCE;
        if (!call->recorder->keep_order)
            add_sender(call, (uint32_t)all->wildcard[request] - 1, status.MPI_SOURCE);
    }
    if (call->recorder->keep_order)
        add_list(call, SX_PARAM_FROM, from, all->n);
}

/* Which of the requests completed, and in what batches. */
static void add_completed(sx_call *call, const known *all, const sx_completed *completed,
                          size_t n)
{
    bool keep_order = call->recorder->keep_order;
    int64_t *done = all->any_tag + all->n;
    for (size_t i = 0; i < n; i++) {
        done[i] = (int64_t)completed_request(completed, i);
        if (!keep_order)
            sx_record_hit(call, SX_MULTISET_DONE, done[i]);
    }
    if (!keep_order) {
        if (completed->batch)
            sx_record_hit(call, SX_MULTISET_NDONE, (int64_t)n);
        return;
    }
    if (completed->batch)
        sx_input_add(&call->input, SX_PARAM_NDONE, (int64_t)n);
    else if (n == 0)
        done[n++] = SX_NULL;
    add_list(call, SX_PARAM_DONE, done, n);
}

void sx_record_requests(sx_call *call, bool counted, const sx_completed *completed)
{
    known all;
    bool senders = call->status || call->recorder->keep_order;
    SX_VERIFY(call, requests, counted ? (int64_t)call->nrequests : SX_LINE_NONE);
    if (!look_up(call, senders, &all)) {
        sx_recorder_give_up(call->recorder, "out of memory");
        return;
    }
    if (call->input.op == SX_OP_Opaque)
        return;
    bool some = completed && completed->some;
    if (counted)
        sx_input_add(&call->input, SX_PARAM_NREQS, (int64_t)all.n);
    /* Which requests are left for the next of these is a matter of timing. */
    if (!some || call->recorder->keep_order)
        add_list(call, SX_PARAM_REQS, all.name, all.n);
    if (!completed)
        return;
    size_t n = !some                                               ? all.n
               : completed->n < 0 || completed->n == MPI_UNDEFINED ? 0
                                                                   : (size_t)completed->n;
    if (some)
        add_completed(call, &all, completed, n);
    if (senders)
        add_senders(call, &all, completed, n);
    sx_record_polls(call);
}

void sx_record_poll(sx_call *call)
{
    call->thread->polls++;
}

void sx_record_polls(sx_call *call)
{
    uint64_t n = call->thread->polls;
    if (n && call->recorder->times)
        sx_record_hit(call, SX_MULTISET_POLLS, (int64_t)sx_multiset_polls(n));
    call->thread->polls = 0;
}

void sx_record_received(sx_call *call, int source, int tag, const MPI_Status *status)
{
    bool came = call->input.op != SX_OP_Opaque && status != MPI_STATUS_IGNORE &&
                status->MPI_SOURCE >= 0;
    bool told = came && source == MPI_ANY_SOURCE;
    int64_t from = told ? status->MPI_SOURCE : SX_NULL;
    if (came && tag == MPI_ANY_TAG && !call->recorder->drop_tags)
        sx_record_hit(call, SX_MULTISET_TAGS, status->MPI_TAG);
    if (call->input.op == SX_OP_Opaque)
        return;
    if (call->recorder->keep_order)
        add_list(call, SX_PARAM_FROM, &from, 1);
    else if (told)
        add_sender(call, (uint32_t)call->input.value[0], (int)from);
}

void sx_record_received_f(sx_call *call, int source, int tag, MPI_Fint *status)
{
    MPI_Status copy = { .MPI_SOURCE = -1 };
    if ((source == MPI_ANY_SOURCE || tag == MPI_ANY_TAG) && status != MPI_F_STATUS_IGNORE)
        copy = sx_host_status(status);
    sx_record_received(call, source, tag, &copy);
}
