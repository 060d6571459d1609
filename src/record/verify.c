#include "record/verify.h"

#include <stdlib.h>

/* What is passed is compared as it is: no name, index or distance made of it by the recorder. */

static int64_t bytes_of(int count, MPI_Datatype type)
{
    MPI_Count size = 0;
    PMPI_Type_size_x(type, &size);
    return count * (int64_t)size;
}

static int64_t peer_of(int peer)
{
    return peer == MPI_PROC_NULL ? SX_NULL : peer == MPI_ANY_SOURCE ? SX_ANY : peer;
}

static int64_t tag_of(int tag)
{
    return tag == MPI_ANY_TAG ? SX_ANY : tag;
}

static void begin(sx_call *call)
{
    sx_line_init(&call->line, call->input.op);
    call->has_line = true;
}

/* False when the event is opaque, since the communicator is between two groups. */
static bool begin_on(sx_call *call, MPI_Comm comm)
{
    int size = 0, rank = 0, inter = 0;
    begin(call);
    if (comm == MPI_COMM_NULL)
        return false;
    PMPI_Comm_test_inter(comm, &inter);
    if (inter) {
        sx_line_init(&call->line, SX_OP_Opaque);
        return false;
    }
    PMPI_Comm_size(comm, &size);
    PMPI_Comm_rank(comm, &rank);
    call->line.field[SX_LINE_COMM_SIZE] = size;
    call->line.field[SX_LINE_COMM_RANK] = rank;
    call->line.field[SX_LINE_BYTES] = 0;
    return true;
}

void sx_verify_comm(sx_call *call, MPI_Comm comm)
{
    begin_on(call, comm);
}

void sx_verify_message(sx_call *call, int count, MPI_Datatype type, int peer, int tag,
                       MPI_Comm comm)
{
    if (!begin_on(call, comm))
        return;
    call->line.field[SX_LINE_PEER] = peer_of(peer);
    call->line.field[SX_LINE_TAG] = tag_of(tag);
    call->line.field[SX_LINE_COUNT] = count;
    call->line.field[SX_LINE_BYTES] = bytes_of(count, type);
}

void sx_verify_probe(sx_call *call, int source, int tag, MPI_Comm comm)
{
    if (!begin_on(call, comm))
        return;
    call->line.field[SX_LINE_PEER] = peer_of(source);
    call->line.field[SX_LINE_TAG] = tag_of(tag);
}

void sx_verify_matched(sx_call *call, int count)
{
    begin(call);
    call->line.field[SX_LINE_COUNT] = count;
}

void sx_verify_exchange(sx_call *call, const sx_message *send, const sx_message *receive,
                        MPI_Comm comm)
{
    if (!begin_on(call, comm))
        return;
    call->line.field[SX_LINE_PEER] = peer_of(send->peer);
    call->line.field[SX_LINE_TAG] = tag_of(send->tag);
    call->line.field[SX_LINE_COUNT] = send->count;
    call->line.field[SX_LINE_BYTES] = bytes_of(send->count, send->type);
    call->line.field[SX_LINE_SOURCE] = peer_of(receive->peer);
    call->line.field[SX_LINE_RTAG] = tag_of(receive->tag);
    if (receive->type != MPI_DATATYPE_NULL)
        call->line.field[SX_LINE_RCOUNT] = receive->count;
}

void sx_verify_requests(sx_call *call, int64_t n)
{
    begin(call);
    if (call->input.op != SX_OP_Opaque)
        call->line.field[SX_LINE_NREQS] = n;
}

static MPI_Datatype type_at(const sx_buffer_side *side, int rank)
{
    if (!side->typed)
        return side->type;
    if (side->types.fortran)
        return PMPI_Type_f2c(((const MPI_Fint *)side->types.base)[rank]);
    return ((const MPI_Datatype *)side->types.base)[rank];
}

static int64_t bytes_at(const sx_buffer_side *side, int rank)
{
    return bytes_of(side->many ? side->counts[rank] : side->count, type_at(side, rank));
}

static int64_t sum_of_bytes(const sx_buffer_side *side, int size)
{
    int64_t bytes = 0;
    for (int rank = 0; rank < size; rank++)
        bytes += bytes_at(side, rank);
    return bytes;
}

static void add_lists(sx_call *call, const sx_buffer_side *side, int size)
{
    for (int rank = 0; side && side->many && rank < size; rank++)
        sx_line_list(&call->line, side->counts[rank]);
}

/* Bytes as sx_walk_bytes has them, trace/walk.h. */
static int64_t collective_bytes(const sx_collective *what, int size, int rank)
{
    const sx_buffer_side *listed = what->listed, *other = what->other;
    bool both_in_place = what->in_place && other;
    if (!listed)
        return 0;
    if (both_in_place && listed->many)
        return sum_of_bytes(other, size);
    if (both_in_place)
        return bytes_at(other, rank);
    return listed->many ? sum_of_bytes(listed, size) : bytes_at(listed, rank);
}

void sx_verify_collective(sx_call *call, const sx_collective *what)
{
    if (!begin_on(call, what->comm))
        return;
    int size = (int)call->line.field[SX_LINE_COMM_SIZE];
    int rank = (int)call->line.field[SX_LINE_COMM_RANK], received = size;
    if (what->neighbours)
        sx_neighbours(what->comm, &received, &size);
    call->line.field[SX_LINE_BYTES] = collective_bytes(what, size, rank);
    if (what->rooted)
        call->line.field[SX_LINE_PEER] = what->root;
    if (!what->in_place || !what->other)
        add_lists(call, what->listed, size);
    if (!what->other_at_root || rank == what->root)
        add_lists(call, what->other, received);
}

void sx_verify_event(sx_call *call)
{
    if (!call->has_line)
        begin(call);
    if (!sx_digest_add(&call->recorder->digest, &call->line))
        sx_recorder_give_up(call->recorder, "out of memory");
}
