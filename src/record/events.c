#include "record/events.h"

#include "record/verify.h"

static inline void add(sx_call *call, sx_param_id id, int64_t value)
{
    sx_input_add(&call->input, id, value);
}

/* Adds what a table lookup gave; -1 means that memory is out. */
static inline void add_index(sx_call *call, sx_param_id id, int64_t index)
{
    if (index == -1)
        sx_recorder_give_up(call->recorder, "out of memory");
    add(call, id, index);
}

static inline void add_type(sx_call *call, sx_param_id id, MPI_Datatype type)
{
    add_index(call, id, sx_types_find(&call->recorder->types, type));
}

static void add_list(sx_call *call, sx_param_id id, const int64_t *element, size_t n)
{
    add_index(call, id, sx_compress_list(call->recorder->compress, element, n));
}

/* Adds COMM and gives its entry; NULL when the call became opaque. The entry is valid until the next
 * communicator is made. */
static inline const sx_comm_entry *add_comm(sx_call *call, MPI_Comm comm)
{
    sx_comms *comms = &call->recorder->comms;
    int64_t index = sx_comms_find(comms, comm);
    if (index == -1 || comms->entry[index].inter) {
        sx_call_opaque(call);
        return NULL;
    }
    add(call, SX_PARAM_COMM, index);
    return &comms->entry[index];
}

/* A rank of the communicator relative to the own one. */
static inline int64_t relative(const sx_comm_entry *comm, int rank)
{
    if (rank == MPI_PROC_NULL)
        return SX_NULL;
    if (rank == MPI_ANY_SOURCE)
        return SX_ANY;
    return sx_comm_distance(comm, rank);
}

static int64_t tag_of(int tag)
{
    return tag == MPI_ANY_TAG ? SX_ANY : tag;
}

static void add_tag(sx_call *call, sx_param_id id, int tag)
{
    if (!call->recorder->drop_tags)
        add(call, id, tag_of(tag));
}

void sx_record_message(sx_call *call, int count, MPI_Datatype type, int peer, int tag,
                       MPI_Comm comm)
{
    SX_VERIFY(call, message, count, type, peer, tag, comm);
    const sx_comm_entry *entry = add_comm(call, comm);
    if (!entry)
        return;
    add(call, SX_PARAM_PEER, relative(entry, peer));
    add(call, SX_PARAM_COUNT, count);
    add_type(call, SX_PARAM_TYPE, type);
    add_tag(call, SX_PARAM_TAG, tag);
}

void sx_record_probe(sx_call *call, int source, int tag, MPI_Comm comm)
{
    SX_VERIFY(call, probe, source, tag, comm);
    const sx_comm_entry *entry = add_comm(call, comm);
    if (!entry)
        return;
    add(call, SX_PARAM_PEER, relative(entry, source));
    add_tag(call, SX_PARAM_TAG, tag);
    sx_record_polls(call);
}

void sx_record_matched(sx_call *call, int count, MPI_Datatype type)
{
    SX_VERIFY(call, matched, count, type);
    add(call, SX_PARAM_COUNT, count);
    add_type(call, SX_PARAM_TYPE, type);
}

void sx_record_exchange(sx_call *call, const sx_message *send, const sx_message *receive,
                        MPI_Comm comm)
{
    SX_VERIFY(call, exchange, send, receive, comm);
    const sx_comm_entry *entry = add_comm(call, comm);
    if (!entry)
        return;
    add(call, SX_PARAM_PEER, relative(entry, send->peer));
    add(call, SX_PARAM_COUNT, send->count);
    add_type(call, SX_PARAM_TYPE, send->type);
    add_tag(call, SX_PARAM_TAG, send->tag);
    add(call, SX_PARAM_SOURCE, relative(entry, receive->peer));
    if (receive->type != MPI_DATATYPE_NULL) {
        add(call, SX_PARAM_RCOUNT, receive->count);
        add_type(call, SX_PARAM_RTYPE, receive->type);
    }
    add_tag(call, SX_PARAM_RTAG, receive->tag);
}

/* A type that MPI ignores, so that it may be anything: only what is known to be a type is looked at. */
static int64_t ignored_type(const sx_call *call, MPI_Datatype type)
{
    int64_t index =
        sx_handles_find(&call->recorder->types.predefined, (const void *)type);
    return index == SX_HANDLES_NONE ? SX_NULL : index;
}

/* With --average-v, a list is but its total, which is averaged when ranks are merged. */
static bool is_total(const sx_call *call)
{
    return call->recorder->average_v && sx_op_is_alltoallv(call->input.op);
}

static int64_t total_of(const sx_buffer_side *side, bool ignored, size_t n)
{
    int64_t total = 0;
    for (size_t i = 0; !ignored && i < n; i++)
        total += side->counts[i];
    return total;
}

/* Where a side is ignored, its count stands as given, which in most programs is what the root gives. */
static inline void add_side(sx_call *call, const sx_buffer_side *side, bool ignored,
                            size_t n, sx_param_id count, sx_param_id type)
{
    if (!side)
        return;
    if (side->many && is_total(call))
        add(call, count, total_of(side, ignored, n));
    else if (!side->many)
        add(call, count, ignored && side->count < 0 ? 0 : side->count);
    if (side->typed)
        return;
    if (ignored)
        add(call, type, ignored_type(call, side->type));
    else
        add_type(call, type, side->type);
}

/* All the same but for a remainder, which the first ones have, so that the total is exact.
 * Of lists that say the same in all ranks, or in the root alone. */
static void average(int64_t *list, size_t n)
{
    int64_t total = 0;
    for (size_t i = 0; i < n; i++)
        total += list[i];
    for (size_t i = 0; i < n; i++)
        list[i] = total / (int64_t)n + ((int64_t)i < total % (int64_t)n);
}

/* Lists that MPI ignores need not be there: zeros, and null types. */
static void list_counts(sx_call *call, const sx_buffer_side *side, bool ignored, size_t n,
                        sx_param_id id)
{
    int64_t *list = sx_scratch(SX_SCRATCH_LIST, n, sizeof *list);
    for (size_t i = 0; list && i < n; i++)
        list[i] = ignored ? 0 : side->counts[i];
    if (list && call->recorder->average_v && !side->typed)
        average(list, n);
    add_list(call, id, list, list ? n : 0);
}

static inline void add_counts(sx_call *call, const sx_buffer_side *side, bool ignored,
                              size_t n, sx_param_id id)
{
    if (side && side->many && !is_total(call))
        list_counts(call, side, ignored, n, id);
}

static void list_types(sx_call *call, const sx_buffer_side *side, bool ignored, size_t n,
                       sx_param_id id)
{
    const void *base = side->types.base;
    int64_t *list = sx_scratch(SX_SCRATCH_LIST, n, sizeof *list);
    for (size_t i = 0; list && i < n; i++) {
        if (ignored)
            list[i] = SX_NULL;
        else if (side->types.fortran)
            list[i] = sx_types_find(&call->recorder->types,
                                    PMPI_Type_f2c(((const MPI_Fint *)base)[i]));
        else
            list[i] =
                sx_types_find(&call->recorder->types, ((const MPI_Datatype *)base)[i]);
    }
    add_list(call, id, list, list ? n : 0);
}

static inline void add_types(sx_call *call, const sx_buffer_side *side, bool ignored,
                             size_t n, sx_param_id id)
{
    if (side && side->typed)
        list_types(call, side, ignored, n, id);
}

void sx_neighbours(MPI_Comm comm, int *ret_sources, int *ret_dests)
{
    int topology = MPI_UNDEFINED, rank = 0, n = 0, weighted;
    PMPI_Topo_test(comm, &topology);
    *ret_sources = *ret_dests = 0;
    if (topology == MPI_DIST_GRAPH) {
        PMPI_Dist_graph_neighbors_count(comm, ret_sources, ret_dests, &weighted);
        return;
    }
    PMPI_Comm_rank(comm, &rank);
    if (topology == MPI_CART && PMPI_Cartdim_get(comm, &n) == MPI_SUCCESS)
        n *= 2;
    else if (topology == MPI_GRAPH)
        PMPI_Graph_neighbors_count(comm, rank, &n);
    *ret_sources = *ret_dests = n;
}

/* How long the lists of the two sides are. True when by neighbours. */
static bool list_lengths(const sx_collective *what, int comm_size, int *ret_sent,
                         int *ret_received)
{
    bool lists =
        (what->listed && what->listed->many) || (what->other && what->other->many);
    *ret_sent = *ret_received = comm_size;
    if (what->neighbours && lists)
        sx_neighbours(what->comm, ret_received, ret_sent);
    return what->neighbours && lists;
}

void sx_record_collective(sx_call *call, const sx_collective *what)
{
    SX_VERIFY(call, collective, what);
    const sx_comm_entry *comm = add_comm(call, what->comm);
    if (!comm)
        return;
    int sent, received;
    bool neighbours = list_lengths(what, comm->size, &sent, &received);
    bool ignored = what->in_place && what->other;
    bool other_ignored = what->other_at_root && comm->rank != what->root;
    const sx_buffer_side *listed = what->listed, *other = what->other;
    sx_buffer_side part;
    if (what->in_place && what->scatters) { /* the part of the send buffer that stays */
        part = *other;
        part.many = false;
        part.count = other->many ? other->counts[comm->rank] : other->count;
        listed = &part;
        ignored = false;
    }
    if (what->rooted)
        add(call, SX_PARAM_ROOT, what->root);
    add_side(call, listed, ignored, (size_t)sent, SX_PARAM_COUNT, SX_PARAM_TYPE);
    add_side(call, other, other_ignored, (size_t)received, SX_PARAM_RCOUNT,
             SX_PARAM_RTYPE);
    if (what->in_place)
        add(call, SX_PARAM_INPLACE, 1);
    if (what->redop)
        add_index(call, SX_PARAM_REDOP,
                  sx_types_redop(&call->recorder->types, *what->redop));
    /* COUNTS is the send side: of Scatterv that is the other one. */
    if (what->scatters) {
        add_counts(call, other, other_ignored, (size_t)sent, SX_PARAM_COUNTS);
        return;
    }
    if (neighbours) {
        add(call, SX_PARAM_NDESTS, sent);
        add(call, SX_PARAM_NSOURCES, received);
    }
    add_counts(call, listed, ignored, (size_t)sent, SX_PARAM_COUNTS);
    add_counts(call, other, other_ignored, (size_t)received, SX_PARAM_RCOUNTS);
    add_types(call, listed, ignored, (size_t)sent, SX_PARAM_TYPES);
    add_types(call, other, other_ignored, (size_t)received, SX_PARAM_RTYPES);
}
