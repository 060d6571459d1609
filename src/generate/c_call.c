/* Events as calls of MPI. */
#include "generate/c_call.h"

#include "generate/c_comment.h"
#include "generate/c_fan.h"
#include "generate/c_room.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

enum { LONG = 24 }; /* characters of a count that is read before the call */

/* What stands in a call, a letter for each:
 *   C comm  p peer  r root  c count  t type  g tag  s source  n rcount  T rtype  G rtag  R redop
 *   o, i    the buffer that count and type are of, when it is sent and when it is received; MPI_IN_PLACE for o
 *   I       the buffer that rcount and rtype are of, when it is received
 *   x, X    that buffer for all ranks of the communicator, sent and received; y like o for all ranks
 *   q, Q    a new request; a new persistent one
 *   S       no status
 *   k, K    counts and where they begin; rcounts and where they begin
 *   v, V    the buffers of these; z the buffer that all of count's are received in
 *   a       counts alone
 *   w, W    types, one for each of counts and rcounts
 *   m       a message that was probed for */
static const char *const forms[SX_OPS] = {
    [SX_OP_Send] = "octpgC",
    [SX_OP_Bsend] = "octpgC",
    [SX_OP_Ssend] = "octpgC",
    [SX_OP_Rsend] = "octpgC",
    [SX_OP_Isend] = "octpgCq",
    [SX_OP_Ibsend] = "octpgCq",
    [SX_OP_Issend] = "octpgCq",
    [SX_OP_Irsend] = "octpgCq",
    [SX_OP_Send_init] = "octpgCQ",
    [SX_OP_Bsend_init] = "octpgCQ",
    [SX_OP_Ssend_init] = "octpgCQ",
    [SX_OP_Rsend_init] = "octpgCQ",
    [SX_OP_Recv] = "ictpgCS",
    [SX_OP_Irecv] = "ictpgCq",
    [SX_OP_Recv_init] = "ictpgCQ",
    [SX_OP_Probe] = "pgCS",
    [SX_OP_Sendrecv] = "octpgInTsGCS",
    [SX_OP_Sendrecv_replace] = "octpgsGCS",
    [SX_OP_Barrier] = "C",
    [SX_OP_Ibarrier] = "Cq",
    [SX_OP_Bcast] = "ictrC",
    [SX_OP_Ibcast] = "ictrCq",
    [SX_OP_Gather] = "octXnTrC",
    [SX_OP_Igather] = "octXnTrCq",
    [SX_OP_Scatter] = "xnTictrC",
    [SX_OP_Iscatter] = "xnTictrCq",
    [SX_OP_Allgather] = "octXnTC",
    [SX_OP_Iallgather] = "octXnTCq",
    [SX_OP_Alltoall] = "yctXnTC",
    [SX_OP_Ialltoall] = "yctXnTCq",
    [SX_OP_Reduce] = "oictRrC",
    [SX_OP_Ireduce] = "oictRrCq",
    [SX_OP_Allreduce] = "oictRC",
    [SX_OP_Iallreduce] = "oictRCq",
    [SX_OP_Scan] = "oictRC",
    [SX_OP_Iscan] = "oictRCq",
    [SX_OP_Exscan] = "oictRC",
    [SX_OP_Iexscan] = "oictRCq",
    [SX_OP_Reduce_scatter_block] = "yictRC",
    [SX_OP_Ireduce_scatter_block] = "yictRCq",
    [SX_OP_Alltoallv] = "vktVKTC",
    [SX_OP_Ialltoallv] = "vktVKTCq",
    [SX_OP_Gatherv] = "octVKTrC",
    [SX_OP_Igatherv] = "octVKTrCq",
    [SX_OP_Allgatherv] = "octVKTC",
    [SX_OP_Iallgatherv] = "octVKTCq",
    [SX_OP_Scatterv] = "vkTictrC",
    [SX_OP_Iscatterv] = "vkTictrCq",
    [SX_OP_Neighbor_allgather] = "octXnTC",
    [SX_OP_Ineighbor_allgather] = "octXnTCq",
    [SX_OP_Neighbor_alltoall] = "yctXnTC",
    [SX_OP_Ineighbor_alltoall] = "yctXnTCq",
    [SX_OP_Reduce_scatter] = "vzatRC",
    [SX_OP_Ireduce_scatter] = "vzatRCq",
    [SX_OP_Alltoallw] = "vkwVKWC",
    [SX_OP_Ialltoallw] = "vkwVKWCq",
    [SX_OP_Neighbor_allgatherv] = "octVKTC",
    [SX_OP_Ineighbor_allgatherv] = "octVKTCq",
    [SX_OP_Neighbor_alltoallv] = "vktVKTC",
    [SX_OP_Ineighbor_alltoallv] = "vktVKTCq",
    [SX_OP_Mprobe] = "pgCmS",
    [SX_OP_Mrecv] = "ictmS",
    [SX_OP_Imrecv] = "ictmq",
};

static const sx_c_special specials[SX_PARAMS] = {
    [SX_PARAM_COMM] = { .null = "MPI_COMM_NULL" },
    [SX_PARAM_PEER] = { "MPI_PROC_NULL", "MPI_ANY_SOURCE", NULL, true },
    [SX_PARAM_SOURCE] = { "MPI_PROC_NULL", "MPI_ANY_SOURCE", NULL, true },
    [SX_PARAM_ROOT] = { "MPI_PROC_NULL", NULL, "MPI_ROOT", true },
    [SX_PARAM_TAG] = { .any = "MPI_ANY_TAG" },
    [SX_PARAM_RTAG] = { .any = "MPI_ANY_TAG" },
    [SX_PARAM_COLOR] = { .any = "MPI_UNDEFINED" },
};

bool sx_c_posts(sx_op op)
{
    return forms[op] && strchr(forms[op], 'q');
}

bool sx_c_has(const sx_node *node, sx_param_id id)
{
    return sx_node_param(node, id) != NULL;
}

static const char *list_execution(sx_c_call *call, sx_param_id id)
{
    return sx_c_text(call->w->arena, "begin%" PRIu32 "_%s + e", call->node->id,
                     sx_param_key(id));
}

const char *sx_c_param(sx_c_call *call, sx_param_id id)
{
    const sx_param *param = sx_node_param(call->node, id);
    if (!param)
        return "0";
    bool is_list = sx_param_list_length(id) != SX_PARAM_NONE;
    const char *execution =
        is_list ? list_execution(call, id) : sx_c_times(call->w, call->node);
    sx_value value = param->value;
    if (value.kind == SX_VALUE_EXPR)
        value.expr = sx_c_within(call->w, &call->node->ranks, value.expr);
    const char *text =
        sx_c_value(call->w, &value, call->around, execution, &specials[id]);
    if (is_list || value.kind != SX_VALUE_EXPR)
        return text;
    return sx_c_name_value(call->w, value.expr, sx_param_key(id), text);
}

static bool may_be(const sx_expr *expr, int64_t index)
{
    if (expr->op == SX_EXPR_IF)
        return may_be(expr->arg[1], index) || may_be(expr->arg[2], index);
    return expr->op != SX_EXPR_INT || expr->value == index;
}

/* A row of a table by its name, where it is one always; else by a choice between the names that it may have. */
static const char *row(sx_c_call *call, sx_param_id id,
                       const char *(*name)(sx_c_writer *w, uint32_t row), size_t n,
                       const char *none)
{
    const sx_param *param = sx_node_param(call->node, id);
    int64_t index;
    if (!param)
        return none;
    if (sx_c_value_is_int(&param->value, &index))
        return index >= 0 && (uint64_t)index < n ? name(call->w, (uint32_t)index) : none;
    const char *execution = sx_c_times(call->w, call->node);
    const char *variable = sx_c_text(call->w->arena, "%s_row", sx_param_key(id));
    const char *text = none, *which = sx_c_value(call->w, &param->value, call->around,
                                                 execution, &sx_c_no_row);
    for (size_t i = n; i > 0; i--)
        if (param->value.kind != SX_VALUE_EXPR ||
            may_be(param->value.expr, (int64_t)i - 1))
            text = sx_c_text(call->w->arena, "%s == %zu ? %s : %s", variable, i - 1,
                             name(call->w, (uint32_t)(i - 1)), text);
    sx_c_line(call->w, "%s = %s;", variable, which);
    return sx_c_text(call->w->arena, "(%s)", text);
}

static const char *type(sx_c_call *call, sx_param_id id)
{
    return row(call, id, sx_c_type_name, call->w->trace->ntypes, "MPI_DATATYPE_NULL");
}

/* A count is read twice in most calls: it gets a variable where it is long. One of more elements than an int counts is that of a type with so
 * many, but for numbers that are reduced. */
static const char *count(sx_c_call *call, sx_param_id id, const char *variable)
{
    int64_t value = 0;
    if (sx_c_value_is_int(&sx_node_param(call->node, id)->value, &value) &&
        value > INT_MAX) {
        if (value > INT64_C(1) << 40)
            sx_c_fail(call->w, "for a count of %" PRId64 " there is no memory", value);
        if (strchr(forms[call->node->op], 'R'))
            sx_c_fail(call->w, "a count of %" PRId64 " does not fit in an int", value);
        call->w->is_large = true;
    }
    const char *text = sx_c_param(call, id);
    if (strlen(text) <= LONG)
        return text;
    sx_c_line(call->w, "%s = %s;", variable, text);
    return variable;
}

/* A count where it stands alone. */
static const char *limited(sx_c_writer *w, const char *count)
{
    const char *text = sx_c_scaled(w, count);
    return w->is_large ? sx_c_text(w->arena, "limited(%s)", text) : text;
}

/* Where the part that is received may be in place, and not the one that is sent. */
static bool scatters(sx_op op)
{
    return sx_op_exchange(op) == SX_EXCHANGE_SCATTER;
}

static const char *buffer(sx_c_call *call, bool sends, const char *n, const char *of,
                          bool for_all)
{
    int64_t inplace = 0;
    const sx_param *param = sx_node_param(call->node, SX_PARAM_INPLACE);
    bool in_place = param && sends != scatters(call->node->op);
    bool is_known = in_place && sx_c_value_is_int(&param->value, &inplace);
    if (is_known && inplace)
        return "MPI_IN_PLACE";
    sx_c_need(call->w, SX_C_ROOM);
    const char *factor = for_all ? sx_c_comm_size_name(call->w, call->w->comm) : NULL;
    if (factor)
        n = sx_c_text(call->w->arena, "(long)%s * %s", n, factor);
    const char *text = sx_c_text(call->w->arena, "room_for(%s, %s, %d)", n, of, !sends);
    if (!in_place || is_known)
        return text;
    return sx_c_text(call->w->arena, "%s ? MPI_IN_PLACE : %s",
                     sx_c_param(call, SX_PARAM_INPLACE), text);
}

/* Neighbours may be more than ranks, and none. */
static void room_of_parts(sx_c_call *call, int which, const char *n)
{
    sx_c_need(call->w, SX_C_MAX);
    sx_c_line(call->w, "total%d = 0;", which);
    sx_c_line(call->w, "for (int i = %d; i < %d; i++)", which, which + 2);
    sx_c_line(call->w,
              "    parts[i] = (int *)realloc(parts[i] - 1, "
              "((size_t)max(%s, nranks) + 1) * sizeof(int)) + 1;",
              n);
}

/* The list of counts, where they begin, and what they are together. */
static void counts(sx_c_call *call, sx_param_id id, int which)
{
    const char *n = sx_c_list_length(call, id);
    sx_c_need(call->w, SX_C_PART);
    if (!sx_c_has(call->node, id)) {
        sx_c_fail(call->w, "%s without its counts cannot be generated",
                  sx_op_name(call->node->op));
        return;
    }
    if (sx_param_list_length_in(id, sx_node_present(call->node)) != SX_PARAM_COMM_SIZE)
        room_of_parts(call, which, n);
    sx_c_line(call->w, "for (int e = 0; e < %s; e++)", n);
    sx_c_line(call->w, "    total%d = part(%d, e, %s);", which, which,
              sx_c_param(call, id));
}

/* A list of types: 0 what is sent, 1 what is received. */
static const char *types(sx_c_call *call, sx_param_id id, int which)
{
    const sx_param *param = sx_node_param(call->node, id);
    const char *n = sx_c_list_length(call, id);
    sx_c_need(call->w, SX_C_TYPE_LIST);
    if (!param)
        return "NULL";
    const char *name = "MPI_DATATYPE_NULL";
    for (size_t i = call->w->trace->ntypes; i > 0; i--)
        name = sx_c_text(call->w->arena, "types_row == %zu ? %s : %s", i - 1,
                         sx_c_type_name(call->w, (uint32_t)(i - 1)), name);
    sx_c_line(call->w, "for (int e = 0; e < %s; e++) {", n);
    sx_c_line(call->w, "    types_row = %s;",
              sx_c_value(call->w, &param->value, call->around, list_execution(call, id),
                         &sx_c_no_row));
    sx_c_line(call->w, "    type_list(%d, %s)[e] = %s;", which, n, name);
    sx_c_line(call->w, "}");
    return sx_c_text(call->w->arena, "type_list(%d, 0)", which);
}

static const char *argument(sx_c_call *call, char letter)
{
    sx_c_writer *w = call->w;
    switch (letter) {
    case 'C':
        return call->comm;
    case 'p':
        return sx_c_fan_peer(w, call->node, sx_c_param(call, SX_PARAM_PEER));
    case 's':
        return sx_c_param(call, SX_PARAM_SOURCE);
    case 'r':
        return sx_c_param(call, SX_PARAM_ROOT);
    case 'g':
        return sx_c_param(call, SX_PARAM_TAG);
    case 'G':
        return sx_c_param(call, SX_PARAM_RTAG);
    case 'R':
        return row(call, SX_PARAM_REDOP, sx_c_redop_name, w->trace->nredops, "MPI_SUM");
    case 'c':
        return limited(w, call->count);
    case 'n':
        return limited(w, call->rcount);
    case 't':
        return call->type;
    case 'T':
        return call->rtype;
    case 'o':
        return buffer(call, true, sx_c_scaled(w, call->count), call->type, false);
    case 'i':
        return buffer(call, false, sx_c_scaled(w, call->count), call->type, false);
    case 'I':
        return buffer(call, false, sx_c_scaled(w, call->rcount), call->rtype, false);
    case 'x':
        return buffer(call, true, sx_c_scaled(w, call->rcount), call->rtype, true);
    case 'X':
        return buffer(call, false, sx_c_scaled(w, call->rcount), call->rtype, true);
    case 'y':
        return buffer(call, true, sx_c_scaled(w, call->count), call->type, true);
    case 'v':
        return buffer(call, true, "total0", *call->type == 'M' ? call->type : call->rtype,
                      false);
    case 'V':
        return buffer(call, false, "total2", call->rtype, false);
    case 'z':
        return buffer(call, false, "total0", call->type, false);
    case 'k':
        return "parts[0], parts[1]";
    case 'K':
        return "parts[2], parts[3]";
    case 'a':
        return "parts[0]";
    case 'w':
        return types(call, SX_PARAM_TYPES, 0);
    case 'W':
        return types(call, SX_PARAM_RTYPES, 1);
    case 'm':
        return "&message";
    case 'q':
        return sx_c_post(w);
    case 'Q':
        sx_c_need(w, SX_C_PERSISTENT);
        return "persistent(-1)";
    default:
        return "MPI_STATUS_IGNORE";
    }
}

static void read_params(sx_c_call *call, const char *form)
{
    const sx_node *node = call->node;
    call->count =
        sx_c_has(node, SX_PARAM_COUNT) ? count(call, SX_PARAM_COUNT, "count") : "0";
    call->rcount =
        sx_c_has(node, SX_PARAM_RCOUNT) ? count(call, SX_PARAM_RCOUNT, "rcount") : "0";
    if (strpbrk(form, "ka"))
        counts(call, SX_PARAM_COUNTS, 0);
    if (strchr(form, 'K'))
        counts(call, SX_PARAM_RCOUNTS, 2);
    call->type = type(call, SX_PARAM_TYPE);
    call->rtype = type(call, SX_PARAM_RTYPE);
}

/* A buffer with its count and type is said once, unless it may be MPI_IN_PLACE. */
static const struct {
    const char *letters, *name;
    bool receives,
        for_all; /* count and type are rcount and rtype; a part for each rank */
    sx_c_support function;
} messages[] = {
    { "oict", "OUT_IN", false, false, SX_C_REDUCED },
    { "oct", "OUT", false, false, SX_C_SENT },
    { "ict", "IN", false, false, SX_C_RECEIVED },
    { "InT", "IN", true, false, SX_C_RECEIVED },
    { "yct", "OUT_ALL", false, true, SX_C_SENT_ALL },
    { "xnT", "OUT_ALL", true, true, SX_C_SENT_ALL },
    { "XnT", "IN_ALL", true, true, SX_C_RECEIVED_ALL },
};

/* The arguments that the form goes on with; *form goes behind them. */
static const char *next_arguments(sx_c_call *call, const char **form)
{
    sx_c_writer *w = call->w;
    size_t n = sizeof messages / sizeof *messages, i = 0;
    while (i < n && strncmp(*form, messages[i].letters, strlen(messages[i].letters)) != 0)
        i++;
    if (i == n || (sx_c_has(call->node, SX_PARAM_INPLACE) &&
                   (strchr(messages[i].letters, 'o') ||
                    scatters(call->node->op) == (messages[i].name[0] == 'I'))))
        return argument(call, *(*form)++);
    *form += strlen(messages[i].letters);
    sx_c_need(w, messages[i].function);
    const char *text = sx_c_text(w->arena, "%s(%s, %s", messages[i].name,
                                 messages[i].receives ? call->rcount : call->count,
                                 messages[i].receives ? call->rtype : call->type);
    if (!messages[i].for_all)
        return sx_c_text(w->arena, "%s)", text);
    return sx_c_text(w->arena, "%s, %s)", text, sx_c_comm_size_name(w, w->comm));
}

/* The buffers of a form. */
static void note_rooms(sx_c_call *call, const char *form)
{
    const char *ranks =
        strpbrk(form, "yxX") ? sx_c_comm_size_name(call->w, call->w->comm) : NULL;
    if (call->w->options->extent == SX_GENERATE_BARE)
        return;
    for (; *form; form++)
        if (strchr("oiy", *form))
            sx_c_note_room(call, SX_PARAM_COUNT, call->type, *form == 'y' ? ranks : NULL,
                           *form == 'i');
        else if (strchr("IxX", *form))
            sx_c_note_room(call, SX_PARAM_RCOUNT, call->rtype,
                           *form == 'I' ? NULL : ranks, *form != 'x');
}

static void by_form(sx_c_call *call, const char *form)
{
    sx_op op = call->node->op;
    read_params(call, form);
    note_rooms(call, form);
    if ((op == SX_OP_Send || op == SX_OP_Isend || op == SX_OP_Send_init) &&
        sx_c_can_be_told(call->w, SX_C_SYNC))
        sx_c_need(call->w, SX_C_SYNCHRONOUS);
    const char *text = "";
    for (const char *at = form; *at;) {
        const char *between = at == form ? "" : ", ";
        text =
            sx_c_text(call->w->arena, "%s%s%s", text, between, next_arguments(call, &at));
    }
    const bool is_left_out = sx_c_is_left_out(call->w, op);
    const size_t from = is_left_out ? sx_c_open(call->w, "if (!way_sends)") : 0;
    sx_c_line(call->w, "MPI_%s(%s);", sx_op_name(call->node->op), text);
    if (is_left_out)
        sx_c_close(call->w, from);
}

/* How long a list is in this call, as C. */
const char *sx_c_list_length(sx_c_call *call, sx_param_id id)
{
    sx_param_id length = sx_param_list_length_in(id, sx_node_present(call->node));
    if (length == SX_PARAM_COMM_SIZE)
        return sx_c_comm_size_name(call->w, call->w->comm);
    return sx_c_has(call->node, length) ? sx_c_param(call, length) : "1";
}

/* The numbers of executions that values of the event are read by. */
static void count_executions(sx_c_call *call)
{
    sx_c_writer *w = call->w;
    bool scalar = false;
    for (uint32_t i = 0; i < call->node->nparams; i++) {
        const sx_param *param = &call->node->param[i];
        bool is_list = sx_param_list_length(param->id) != SX_PARAM_NONE;
        if (!sx_c_value_counts(&param->value))
            continue;
        scalar = scalar || !is_list;
        if (!is_list)
            continue;
        sx_buffer_printf(&w->globals, "static long begin%" PRIu32 "_%s;\n",
                         call->node->id, sx_param_key(param->id));
        sx_c_line(w, "begin%" PRIu32 "_%s += %s;", call->node->id,
                  sx_param_key(param->id), sx_c_list_length(call, param->id));
    }
    if (!scalar)
        return;
    sx_buffer_printf(&w->globals, "static long times%" PRIu32 ";\n", call->node->id);
    sx_c_line(w, "times%" PRIu32 "++;", call->node->id);
}

/* A choice between the communicators, by `comm_row`. */
static const char *choice_of_comms(sx_c_writer *w,
                                   const char *(*name)(sx_c_writer *, uint32_t),
                                   const char *none)
{
    const uint32_t row = sx_c_first_in_row(w);
    const char *text = none;
    if (row < w->trace->ncomms) {
        w->row_index = sx_c_text(w->arena, "comm_row - %" PRIu32, row);
        text = sx_c_text(w->arena, "comm_row >= %" PRIu32 " ? %s : %s", row,
                         name(w, (uint32_t)w->trace->ncomms - 1), none);
        w->row_index = NULL;
    }
    for (uint32_t i = row; i > 0; i--)
        text = sx_c_text(w->arena, "comm_row == %" PRIu32 " ? %s : %s", i - 1,
                         name(w, i - 1), text);
    return sx_c_text(w->arena, "(%s)", text);
}

static const char *address_of(sx_c_writer *w, uint32_t comm)
{
    return comm < 2 ? "NULL" : sx_c_text(w->arena, "&%s", sx_c_comm_name(w, comm));
}

static void choose_comm(sx_c_call *call)
{
    sx_c_writer *w = call->w;
    const sx_param *param = sx_node_param(call->node, SX_PARAM_COMM);
    int64_t comm = 0;
    w->comm = 0;
    if (!param)
        return;
    call->comm = "MPI_COMM_NULL";
    if (sx_c_value_is_int(&param->value, &comm)) {
        if (comm < 0 || (uint64_t)comm >= w->trace->ncomms)
            return;
        w->comm = (uint32_t)comm;
        call->comm = sx_c_comm_name(w, (uint32_t)comm);
        call->comm_address = address_of(w, (uint32_t)comm);
        return;
    }
    const char *execution = sx_c_times(w, call->node);
    sx_c_line(w, "comm_row = %s;",
              sx_c_value(w, &param->value, call->around, execution, &sx_c_no_row));
    call->comm = choice_of_comms(w, sx_c_comm_name, "MPI_COMM_NULL");
    call->comm_address = choice_of_comms(w, address_of, "NULL");
    const char *rank = choice_of_comms(w, sx_c_comm_rank_name, "-1");
    const char *size = choice_of_comms(w, sx_c_comm_size_name, "0");
    w->comm_rank = rank;
    w->comm_size = size;
    w->comm = UINT32_MAX;
}

/* A probe that finds something is an event, and the others are none. */
static bool probe(sx_c_call *call)
{
    sx_op op = call->node->op;
    if (op != SX_OP_Iprobe && op != SX_OP_Improbe)
        return false;
    sx_c_line(
        call->w, "for (flag = 0; !flag; MPI_%s(%s, %s, %s, &flag, %sMPI_STATUS_IGNORE))",
        sx_op_name(op), sx_c_param(call, SX_PARAM_PEER), sx_c_param(call, SX_PARAM_TAG),
        call->comm, op == SX_OP_Improbe ? "&message, " : "");
    sx_c_line(call->w, "    continue;");
    return true;
}

void sx_c_make_call(sx_c_writer *w, const sx_node *node)
{
    const sx_domain all = { .kind = SX_DOMAIN_ALL };
    sx_c_call call = { .w = w, .node = node, .around = &all, .comm = "MPI_COMM_WORLD" };
    choose_comm(&call);
    by_form(&call, forms[node->op]);
    w->comm = 0;
    w->comm_rank = w->comm_size = NULL;
}

/* An event for which there is no code. */
static void miss(sx_c_writer *w, const sx_node *node)
{
    const bool is_opaque = node->op == SX_OP_Opaque;
    w->missing++;
    if (w->options->allow_missing)
        sx_c_line(w, "/* missing: %s%s */", is_opaque ? "" : "MPI_",
                  is_opaque ? "a call that could not be recorded" : sx_op_name(node->op));
    else if (is_opaque)
        sx_c_fail(w, "a call that could not be recorded (Opaque) cannot be generated");
    else
        sx_c_fail(w, "MPI_%s cannot be generated yet", sx_op_name(node->op));
}

void sx_c_event(sx_c_writer *w, const sx_node *node, const sx_domain *around)
{
    sx_c_call call = { .w = w, .node = node, .around = around, .comm = "MPI_COMM_WORLD" };
    sx_c_comment(w, node);
    sx_c_compute(w, node);
    choose_comm(&call);
    if (forms[node->op])
        by_form(&call, forms[node->op]);
    else if (!probe(&call) && !sx_c_completion(&call) && !sx_c_comm_call(&call) &&
             !sx_c_control(&call))
        miss(w, node);
    count_executions(&call);
    sx_c_remember(w, node);
    w->comm = 0;
    w->comm_rank = w->comm_size = NULL;
}
