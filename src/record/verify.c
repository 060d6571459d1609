#include "record/verify.h"

#include <stdlib.h>

/* What is passed is compared as it is: no name, index or distance made of it by the recorder. */

static int64_t bytes_of(int count, MPI_Datatype type)
{
    MPI_Count size = 0;
    if (type != MPI_DATATYPE_NULL)
        PMPI_Type_size_x(type, &size);
    return count * (int64_t)size;
}

/* As scalatrace(5) calls them; "" for others. */
static const char *maker_of(int combiner)
{
    static const struct {
        int combiner;
        const char *name;
    } maker[] = {
        { MPI_COMBINER_DUP, "dup" },
        { MPI_COMBINER_CONTIGUOUS, "contiguous" },
        { MPI_COMBINER_VECTOR, "vector" },
        { MPI_COMBINER_HVECTOR, "hvector" },
        { MPI_COMBINER_INDEXED, "indexed" },
        { MPI_COMBINER_HINDEXED, "hindexed" },
        { MPI_COMBINER_INDEXED_BLOCK, "indexed_block" },
        { MPI_COMBINER_HINDEXED_BLOCK, "hindexed_block" },
        { MPI_COMBINER_STRUCT, "struct" },
        { MPI_COMBINER_SUBARRAY, "subarray" },
        { MPI_COMBINER_DARRAY, "darray" },
        { MPI_COMBINER_RESIZED, "resized" },
    };
    for (size_t i = 0; i < sizeof maker / sizeof *maker; i++) {
        if (maker[i].combiner == combiner)
            return maker[i].name;
    }
    return "";
}

static int64_t type_of(const sx_call *call, MPI_Datatype type)
{
    char name[MPI_MAX_OBJECT_NAME] = "MPI_DATATYPE_NULL";
    int n[3] = { 0, 0, 0 }, combiner = MPI_COMBINER_NAMED, length;
    sx_line_datatype what = { .name = name };
    MPI_Aint lb = 0, extent = 0;
    if (type == MPI_DATATYPE_NULL)
        return sx_line_type(&what);
    what.size = bytes_of(1, type);
    PMPI_Type_get_envelope(type, &n[0], &n[1], &n[2], &combiner);
    if (combiner == MPI_COMBINER_NAMED) {
        PMPI_Type_get_name(type, name, &length);
        if (call->recorder->fortran)
            what.name = sx_host_fortran_type(name);
        return sx_line_type(&what);
    }
    PMPI_Type_get_extent(type, &lb, &extent);
    what.maker = maker_of(combiner);
    what.lb = (int64_t)lb;
    what.extent = (int64_t)extent;
    for (int i = 0; i < 3; i++)
        what.n[i] = n[i];
    return sx_line_type(&what);
}

static int64_t redop_of(MPI_Op op)
{
    const struct {
        MPI_Op op;
        const char *name;
    } known[] = {
        { MPI_SUM, "MPI_SUM" },       { MPI_PROD, "MPI_PROD" },
        { MPI_MIN, "MPI_MIN" },       { MPI_MAX, "MPI_MAX" },
        { MPI_MINLOC, "MPI_MINLOC" }, { MPI_MAXLOC, "MPI_MAXLOC" },
        { MPI_LAND, "MPI_LAND" },     { MPI_LOR, "MPI_LOR" },
        { MPI_LXOR, "MPI_LXOR" },     { MPI_BAND, "MPI_BAND" },
        { MPI_BOR, "MPI_BOR" },       { MPI_BXOR, "MPI_BXOR" },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].op == op)
            return sx_line_name(known[i].name);
    }
    return sx_line_name("user");
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
    call->line.field[SX_LINE_TYPE] = type_of(call, type);
    call->line.field[SX_LINE_BYTES] = bytes_of(count, type);
}

void sx_verify_probe(sx_call *call, int source, int tag, MPI_Comm comm)
{
    if (!begin_on(call, comm))
        return;
    call->line.field[SX_LINE_PEER] = peer_of(source);
    call->line.field[SX_LINE_TAG] = tag_of(tag);
}

void sx_verify_matched(sx_call *call, int count, MPI_Datatype type)
{
    begin(call);
    call->line.field[SX_LINE_COUNT] = count;
    call->line.field[SX_LINE_TYPE] = type_of(call, type);
}

void sx_verify_exchange(sx_call *call, const sx_message *send, const sx_message *receive,
                        MPI_Comm comm)
{
    if (!begin_on(call, comm))
        return;
    call->line.field[SX_LINE_PEER] = peer_of(send->peer);
    call->line.field[SX_LINE_TAG] = tag_of(send->tag);
    call->line.field[SX_LINE_COUNT] = send->count;
    call->line.field[SX_LINE_TYPE] = type_of(call, send->type);
    call->line.field[SX_LINE_BYTES] = bytes_of(send->count, send->type);
    call->line.field[SX_LINE_SOURCE] = peer_of(receive->peer);
    call->line.field[SX_LINE_RTAG] = tag_of(receive->tag);
    if (receive->type == MPI_DATATYPE_NULL)
        return;
    call->line.field[SX_LINE_RCOUNT] = receive->count;
    call->line.field[SX_LINE_RTYPE] = type_of(call, receive->type);
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

/* A buffer that MPI looks at: what it has for all ranks goes to two fields, what it has for each to the lists. */
static void add_side(sx_call *call, const sx_buffer_side *side, int size,
                     sx_line_field count, sx_line_field type)
{
    if (!side->many)
        call->line.field[count] = side->count;
    if (!side->typed)
        call->line.field[type] = type_of(call, side->type);
    for (int rank = 0; side->many && rank < size; rank++)
        sx_line_add(&call->line, SX_LINE_LISTS, side->counts[rank]);
    for (int rank = 0; side->typed && rank < size; rank++)
        sx_line_add(&call->line, SX_LINE_LISTS, type_of(call, type_at(side, rank)));
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
    if (what->in_place)
        call->line.field[SX_LINE_INPLACE] = 1;
    if (what->redop)
        call->line.field[SX_LINE_REDOP] = redop_of(*what->redop);
    if (what->listed && (!what->in_place || !what->other))
        add_side(call, what->listed, size, SX_LINE_COUNT, SX_LINE_TYPE);
    if (what->other && (!what->other_at_root || rank == what->root))
        add_side(call, what->other, received, SX_LINE_RCOUNT, SX_LINE_RTYPE);
}

void sx_verify_split(sx_call *call, int color, int key)
{
    call->line.field[SX_LINE_COLOR] = color == MPI_UNDEFINED ? SX_ANY : color;
    call->line.field[SX_LINE_KEY] = key;
}

void sx_verify_numbers(sx_call *call, int n, const int *number)
{
    for (int i = 0; i < n; i++)
        sx_line_add(&call->line, SX_LINE_MADE, number[i]);
}

void sx_verify_flags(sx_call *call, int n, const int *flag)
{
    for (int i = 0; i < n; i++)
        sx_line_add(&call->line, SX_LINE_MADE, flag[i] != 0);
}

void sx_verify_ranks(sx_call *call, int n, const int *rank)
{
    for (int i = 0; i < n; i++)
        sx_line_add(&call->line, SX_LINE_MADE,
                    rank[i] == MPI_PROC_NULL || rank[i] == MPI_UNDEFINED ? SX_NULL
                                                                         : rank[i]);
}

void sx_verify_made(sx_call *call, MPI_Comm made)
{
    sx_line_add(&call->line, SX_LINE_MADE, made == MPI_COMM_NULL);
}

void sx_verify_event(sx_call *call)
{
    if (!call->has_line)
        begin(call);
    if (!sx_digest_add(&call->recorder->digest, &call->line))
        sx_recorder_give_up(call->recorder, "out of memory");
}
