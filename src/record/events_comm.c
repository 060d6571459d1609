#include "record/events.h"

#include "record/verify.h"

#include <stdlib.h>

int64_t sx_call_comm(sx_call *call, MPI_Comm comm)
{
    return comm == MPI_COMM_NULL ? SX_NULL : sx_comms_find(&call->recorder->comms, comm);
}

void sx_record_comm_index(sx_call *call, int64_t index)
{
    if (index < 0 || call->recorder->comms.entry[index].inter)
        sx_call_opaque(call);
    else
        sx_input_add(&call->input, SX_PARAM_COMM, index);
}

static void add_made(sx_call *call, int64_t made)
{
    if (made == -1)
        sx_recorder_give_up(call->recorder, "out of memory");
    if (call->event && call->input.op != SX_OP_Opaque)
        sx_input_add(&call->input, SX_PARAM_NEWCOMM, made);
}

/* COMM, then the new communicator is registered whether or not the call is opaque. */
static int64_t begin(sx_call *call, sx_comm_kind kind, MPI_Comm comm, MPI_Comm made)
{
    SX_VERIFY(call, comm, comm);
    int64_t parent = sx_call_comm(call, comm);
    if (parent < 0) {
        sx_call_opaque(call);
        return SX_NULL;
    }
    int64_t index = sx_comms_made(&call->recorder->comms, kind, (uint32_t)parent, made);
    sx_record_comm_index(call, parent);
    return index;
}

static bool is_opaque(const sx_call *call)
{
    return call->input.op == SX_OP_Opaque;
}

static void add_flags(sx_call *call, sx_param_id id, int n, const int *flag)
{
    int64_t *list = sx_scratch(SX_SCRATCH_LIST, (size_t)n, sizeof *list);
    for (int i = 0; list && i < n; i++)
        list[i] = flag[i] != 0;
    sx_input_add(&call->input, id,
                 sx_compress_list(call->recorder->compress, list, list ? (size_t)n : 0));
}

void sx_record_dup(sx_call *call, MPI_Comm comm, MPI_Comm made)
{
    add_made(call, begin(call, SX_COMM_DUP, comm, made));
    if (!is_opaque(call))
        SX_VERIFY(call, made, made);
}

void sx_record_idup(sx_call *call, MPI_Comm comm, const MPI_Comm *made)
{
    SX_VERIFY(call, comm, comm);
    int64_t parent = sx_call_comm(call, comm);
    if (parent < 0) {
        sx_call_opaque(call);
        return;
    }
    int64_t index = sx_comms_will_be_made(&call->recorder->comms, (uint32_t)parent, made);
    sx_record_comm_index(call, parent);
    add_made(call, index);
}

void sx_record_split(sx_call *call, sx_comm_kind kind, MPI_Comm comm, int color, int key,
                     MPI_Comm made)
{
    add_made(call, begin(call, kind, comm, made));
    if (is_opaque(call))
        return;
    SX_VERIFY(call, split, color, key);
    SX_VERIFY(call, made, made);
    sx_input_add(&call->input, SX_PARAM_COLOR, color == MPI_UNDEFINED ? SX_ANY : color);
    sx_input_add(&call->input, SX_PARAM_KEY, key);
}

/* The members of the group as ranks in the communicator. */
static void add_group(sx_call *call, MPI_Comm comm, MPI_Group group)
{
    MPI_Group all;
    int n = 0;
    PMPI_Group_size(group, &n);
    int *member = malloc(2 * (size_t)n * sizeof *member + 1),
        *rank = member ? member + n : NULL;
    int64_t *list = sx_scratch(SX_SCRATCH_LIST, (size_t)n, sizeof *list);
    if (!member || (n && !list)) {
        free(member);
        sx_recorder_give_up(call->recorder, "out of memory");
        return;
    }
    for (int i = 0; i < n; i++)
        member[i] = i;
    PMPI_Comm_group(comm, &all);
    PMPI_Group_translate_ranks(group, n, member, all, rank);
    PMPI_Group_free(&all);
    SX_VERIFY(call, ranks, n, rank);
    for (int i = 0; i < n; i++)
        list[i] = rank[i] == MPI_UNDEFINED ? SX_NULL : rank[i];
    free(member);
    sx_input_add(&call->input, SX_PARAM_NRANKS, n);
    sx_input_add(&call->input, SX_PARAM_RANKS,
                 sx_compress_list(call->recorder->compress, list, (size_t)n));
}

void sx_record_create(sx_call *call, MPI_Comm comm, MPI_Group group, MPI_Comm made)
{
    SX_VERIFY(call, comm, comm);
    int64_t parent = sx_call_comm(call, comm), index;
    if (parent < 0) {
        sx_call_opaque(call);
        return;
    }
    if (call->input.op == SX_OP_Comm_create_group)
        index = sx_comms_made_by_group(&call->recorder->comms, (uint32_t)parent, made);
    else
        index =
            sx_comms_made(&call->recorder->comms, SX_COMM_CREATE, (uint32_t)parent, made);
    sx_record_comm_index(call, parent);
    add_made(call, index);
    if (is_opaque(call))
        return;
    add_group(call, comm, group);
    SX_VERIFY(call, made, made);
}

void sx_record_cart_create(sx_call *call, MPI_Comm comm, int ndims, const int *dims,
                           const int *periods, int reorder, MPI_Comm made)
{
    add_made(call, begin(call, SX_COMM_CART, comm, made));
    if (is_opaque(call))
        return;
    SX_VERIFY(call, numbers, ndims, dims);
    SX_VERIFY(call, flags, ndims, periods);
    SX_VERIFY(call, flags, 1, &reorder);
    SX_VERIFY(call, made, made);
    int64_t *list = sx_scratch(SX_SCRATCH_LIST, (size_t)ndims, sizeof *list);
    for (int i = 0; list && i < ndims; i++)
        list[i] = dims[i];
    sx_input_add(&call->input, SX_PARAM_NDIMS, ndims);
    sx_input_add(
        &call->input, SX_PARAM_DIMS,
        sx_compress_list(call->recorder->compress, list, list ? (size_t)ndims : 0));
    add_flags(call, SX_PARAM_PERIODS, ndims, periods);
    sx_input_add(&call->input, SX_PARAM_REORDER, reorder != 0);
}

/* The edges of the own rank as the new communicator has them. NULL when out of memory, else to be freed:
 * sources first. */
static int *own_edges(MPI_Comm made, sx_comm_kind kind, int *ret_nsources,
                      int *ret_ndests)
{
    int rank;
    *ret_nsources = *ret_ndests = 0;
    if (made != MPI_COMM_NULL)
        sx_neighbours(made, ret_nsources, ret_ndests);
    int *edge = calloc((size_t)*ret_nsources + (size_t)*ret_ndests + 1, 2 * sizeof *edge);
    if (!edge || made == MPI_COMM_NULL)
        return edge;
    int *dests = edge + *ret_nsources, *weight = dests + *ret_ndests;
    if (kind == SX_COMM_DIST_GRAPH) {
        PMPI_Dist_graph_neighbors(made, *ret_nsources, edge, weight, *ret_ndests, dests,
                                  weight + *ret_nsources);
        return edge;
    }
    PMPI_Comm_rank(made, &rank);
    PMPI_Graph_neighbors(made, rank, *ret_nsources, edge);
    PMPI_Graph_neighbors(made, rank, *ret_ndests, dests);
    return edge;
}

static void add_edges(sx_call *call, const sx_comm_entry *entry, sx_param_id id, int n,
                      const int *rank)
{
    int64_t *list = sx_scratch(SX_SCRATCH_LIST, (size_t)n, sizeof *list);
    for (int i = 0; list && i < n; i++)
        list[i] = rank[i] == MPI_PROC_NULL ? SX_NULL : sx_comm_distance(entry, rank[i]);
    sx_input_add(&call->input, id,
                 sx_compress_list(call->recorder->compress, list, list ? (size_t)n : 0));
}

void sx_record_graph(sx_call *call, sx_comm_kind kind, MPI_Comm comm, int nsources,
                     const int *sources, int ndests, const int *dests, int reorder,
                     MPI_Comm made)
{
    int *own = NULL;
    int64_t index = begin(call, kind, comm, made);
    if (is_opaque(call)) {
        add_made(call, index);
        return;
    }
    if (!sources && !dests) {
        own = own_edges(made, kind, &nsources, &ndests);
        if (!own) {
            sx_recorder_give_up(call->recorder, "out of memory");
            return;
        }
        sources = own;
        dests = own + nsources;
    }
    SX_VERIFY(call, ranks, ndests, dests);
    SX_VERIFY(call, ranks, nsources, sources);
    SX_VERIFY(call, flags, 1, &reorder);
    SX_VERIFY(call, made, made);
    const sx_comm_entry *entry = &call->recorder->comms.entry[call->input.value[0]];
    sx_input_add(&call->input, SX_PARAM_NDESTS, ndests);
    sx_input_add(&call->input, SX_PARAM_NSOURCES, nsources);
    add_made(call, index);
    sx_input_add(&call->input, SX_PARAM_REORDER, reorder != 0);
    add_edges(call, entry, SX_PARAM_DESTS, ndests, dests);
    add_edges(call, entry, SX_PARAM_SOURCES, nsources, sources);
    free(own);
}

void sx_record_cart_sub(sx_call *call, MPI_Comm comm, const int *remain, MPI_Comm made)
{
    int ndims = 0;
    add_made(call, begin(call, SX_COMM_CART_SUB, comm, made));
    if (is_opaque(call))
        return;
    PMPI_Cartdim_get(comm, &ndims);
    SX_VERIFY(call, flags, ndims, remain);
    SX_VERIFY(call, made, made);
    sx_input_add(&call->input, SX_PARAM_NDIMS, ndims);
    add_flags(call, SX_PARAM_REMAIN, ndims, remain);
}
