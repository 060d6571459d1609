/* Communicators: making and freeing them; beginning and end of the program. */
#include "generate/c_call.h"
#include "generate/c_grid.h"

#include <inttypes.h>

/* A list as an array: one by one where it is short. */
static const char *list_of(sx_c_call *call, sx_param_id id, int which)
{
    sx_c_writer *w = call->w;
    const sx_param *length = sx_node_param(call->node, sx_param_list_length(id));
    const sx_param *of = sx_node_param(call->node, id);
    const char *n = sx_c_list_length(call, id), *text = NULL;
    if (length && of && length->value.kind == SX_VALUE_EXPR &&
        of->value.kind == SX_VALUE_EXPR)
        text = sx_c_literal(w, length->value.expr, of->value.expr, "int", "%");
    if (text)
        return text;
    sx_c_need(w, SX_C_LIST);
    sx_c_line(w, "for (int e = 0; e < %s; e++)", n);
    sx_c_line(w, "    room_of_list(%d, %s)[e] = (int)(%s);", which, n,
              sx_c_param(call, id));
    return sx_c_text(w->arena, "room_of_list(%d, 0)", which);
}

static void make_group(sx_c_call *call, const char *made)
{
    const char *n = sx_c_list_length(call, SX_PARAM_RANKS);
    sx_c_writer *w = call->w;
    const char *ranks = list_of(call, SX_PARAM_RANKS, 0);
    sx_c_line(w, "MPI_Comm_group(%s, &all);", call->comm);
    sx_c_line(w, "MPI_Group_incl(all, %s, %s, &group);", n, ranks);
    if (call->node->op == SX_OP_Comm_create)
        sx_c_line(w, "MPI_Comm_create(%s, group, &%s);", call->comm, made);
    else
        sx_c_line(w, "MPI_Comm_create_group(%s, group, %s, &%s);", call->comm,
                  sx_c_param(call, SX_PARAM_TAG), made);
    sx_c_line(w, "MPI_Group_free(&group);");
    sx_c_line(w, "MPI_Group_free(&all);");
}

static void make_cart(sx_c_call *call, const char *made)
{
    const char *dims = list_of(call, SX_PARAM_DIMS, 0);
    const char *periods = list_of(call, SX_PARAM_PERIODS, 1);
    sx_c_line(call->w, "MPI_Cart_create(%s, %s, %s, %s, %s, &%s);", call->comm,
              sx_c_param(call, SX_PARAM_NDIMS), dims, periods,
              sx_c_param(call, SX_PARAM_REORDER), made);
}

static void make_graph(sx_c_call *call, const char *made)
{
    sx_c_writer *w = call->w;
    const char *ndests = sx_c_param(call, SX_PARAM_NDESTS);
    const char *reorder = sx_c_param(call, SX_PARAM_REORDER);
    const char *dests = list_of(call, SX_PARAM_DESTS, 0);
    if (call->node->op == SX_OP_Graph_create) {
        const sx_param *param = sx_node_param(call->node, SX_PARAM_NEWCOMM);
        const char *row = sx_c_value(w, &param->value, call->around,
                                     sx_c_times(w, call->node), &sx_c_no_row);
        sx_c_need(w, SX_C_MAKE_GRAPH);
        sx_c_line(w, "make_graph(%s, (%s) >= 0, %s, %s, %s, &%s);", call->comm, row,
                  ndests, dests, reorder, made);
        return;
    }
    if (call->node->op == SX_OP_Dist_graph_create) {
        sx_c_line(w,
                  "MPI_Dist_graph_create(%s, 1, (int[]) { %s }, (int[]) { %s }, %s, "
                  "MPI_UNWEIGHTED, MPI_INFO_NULL, %s, &%s);",
                  call->comm, sx_c_comm_rank_name(w, w->comm), ndests, dests, reorder,
                  made);
        return;
    }
    const char *sources = list_of(call, SX_PARAM_SOURCES, 1);
    sx_c_line(w,
              "MPI_Dist_graph_create_adjacent(%s, %s, %s, MPI_UNWEIGHTED, %s, %s, "
              "MPI_UNWEIGHTED, MPI_INFO_NULL, %s, &%s);",
              call->comm, sx_c_param(call, SX_PARAM_NSOURCES), sources, ndests, dests,
              reorder, made);
}

static void make(sx_c_call *call, const char *made)
{
    sx_c_writer *w = call->w;
    switch (call->node->op) {
    case SX_OP_Comm_split:
        sx_c_line(w, "MPI_Comm_split(%s, %s, %s, &%s);", call->comm,
                  sx_c_param(call, SX_PARAM_COLOR), sx_c_param(call, SX_PARAM_KEY), made);
        return;
    case SX_OP_Comm_split_type:
        sx_c_line(
            w, "MPI_Comm_split_type(%s, MPI_COMM_TYPE_SHARED, %s, MPI_INFO_NULL, &%s);",
            call->comm, sx_c_param(call, SX_PARAM_KEY), made);
        return;
    case SX_OP_Comm_dup_with_info:
        sx_c_line(w, "MPI_Comm_dup_with_info(%s, MPI_INFO_NULL, &%s);", call->comm, made);
        return;
    case SX_OP_Comm_create:
    case SX_OP_Comm_create_group:
        make_group(call, made);
        return;
    case SX_OP_Cart_create:
        make_cart(call, made);
        return;
    case SX_OP_Cart_sub:
        sx_c_line(w, "MPI_Cart_sub(%s, %s, &%s);", call->comm,
                  list_of(call, SX_PARAM_REMAIN, 0), made);
        return;
    case SX_OP_Comm_idup:
        sx_c_line(w, "MPI_Comm_idup(%s, &%s, %s);", call->comm, made, sx_c_post(w));
        return;
    case SX_OP_Graph_create:
    case SX_OP_Dist_graph_create:
    case SX_OP_Dist_graph_create_adjacent:
        make_graph(call, made);
        return;
    default:
        sx_c_line(w, "MPI_Comm_dup(%s, &%s);", call->comm, made);
    }
}

/* Which communicators the event makes, in some rank or trip. */
static void note_row(sx_c_call *call, bool *made, int64_t row)
{
    if (row > 1 && (uint64_t)row < call->w->trace->ncomms)
        made[row] = true;
}

static void note_rows_of_expression(sx_c_call *call, bool *made, const sx_expr *expr)
{
    if (expr->op == SX_EXPR_INT) {
        note_row(call, made, expr->value);
    } else if (expr->op == SX_EXPR_IF) {
        note_rows_of_expression(call, made, expr->arg[1]);
        note_rows_of_expression(call, made, expr->arg[2]);
    } else {
        for (uint32_t i = 2; i < call->w->trace->ncomms; i++)
            made[i] = made[i] || call->w->comm == UINT32_MAX ||
                      call->w->trace->comm[i].parent == call->w->comm;
    }
}

static void note_rows_of_sequence(sx_c_call *call, bool *made, const sx_seq *seq)
{
    const sx_seq *plain = sx_seq_plain(call->w->arena, seq);
    for (uint64_t k = 0; plain && k < plain->length; k++)
        note_row(call, made, sx_seq_at(plain, k));
}

static void note_rows(sx_c_call *call, bool *made, const sx_value *value)
{
    switch (value->kind) {
    case SX_VALUE_EXPR:
        note_rows_of_expression(call, made, value->expr);
        break;
    case SX_VALUE_PIECES:
        for (size_t i = 0; i < value->npieces; i++)
            note_rows_of_sequence(call, made, value->piece[i].seq);
        break;
    case SX_VALUE_BY_RANK:
        note_rows_of_sequence(call, made, value->by_rank);
        break;
    case SX_VALUE_BY_STEP:
        for (size_t i = 0; i < value->nsteps; i++)
            note_rows(call, made, &value->step[i]);
        break;
    default:
        sx_c_fail(call->w, "communicators that are drawn cannot be generated");
    }
}

static bool makes(sx_op op)
{
    return op == SX_OP_Comm_split || op == SX_OP_Comm_split_type ||
           op == SX_OP_Comm_dup || op == SX_OP_Comm_dup_with_info ||
           op == SX_OP_Comm_create || op == SX_OP_Comm_create_group ||
           op == SX_OP_Comm_idup || op == SX_OP_Graph_create ||
           op == SX_OP_Dist_graph_create || op == SX_OP_Dist_graph_create_adjacent ||
           op == SX_OP_Cart_create || op == SX_OP_Cart_sub;
}

static bool has_special(const sx_expr *expr)
{
    if (expr->op == SX_EXPR_INT)
        return sx_is_special(expr->value);
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        if (has_special(expr->arg[i]))
            return true;
    return false;
}

/* May a rank that makes the call get no communicator? */
static bool may_be_null(const sx_c_call *call)
{
    const sx_param *color = sx_node_param(call->node, SX_PARAM_COLOR);
    switch (call->node->op) {
    case SX_OP_Comm_split:
        return !color || color->value.kind != SX_VALUE_EXPR ||
               has_special(color->value.expr);
    case SX_OP_Comm_dup:
    case SX_OP_Comm_dup_with_info:
    case SX_OP_Cart_sub:
        return false;
    default:
        return true;
    }
}

/* The rank or the size, where the program names it. */
static void ask_place(sx_c_call *call, uint32_t index, const char *what,
                      const char *(*name)(sx_c_writer *w, uint32_t comm),
                      const bool *used)
{
    sx_c_writer *w = call->w;
    if (!used[index])
        return;
    if (may_be_null(call))
        sx_c_line(w, "if (%s != MPI_COMM_NULL)", sx_c_comm_name(w, index));
    sx_c_line(w, "%sMPI_Comm_%s(%s, &%s);", may_be_null(call) ? "    " : "", what,
              sx_c_comm_name(w, index), name(w, index));
}

/* The own rank in a communicator that was just made, and its grids. */
static void join(sx_c_call *call, uint32_t index)
{
    sx_c_writer *w = call->w;
    if (sx_c_comm_is_world(w, index)) {
        sx_c_place(w, index);
        return;
    }
    if (call->node->op == SX_OP_Comm_idup) { /* not there yet: as in its parent */
        if (w->comm_rank_used[index])
            sx_c_line(w, "%s = %s;", sx_c_comm_rank_name(w, index),
                      sx_c_comm_rank_name(w, w->comm));
        if (w->comm_size_used[index])
            sx_c_line(w, "%s = %s;", sx_c_comm_size_name(w, index),
                      sx_c_comm_size_name(w, w->comm));
        return;
    }
    ask_place(call, index, "rank", sx_c_comm_rank_name, w->comm_rank_used);
    ask_place(call, index, "size", sx_c_comm_size_name, w->comm_size_used);
    sx_c_place(w, index);
}

/* The one that was just made, in a branch that is open. */
static void keep(sx_c_call *call, uint32_t index)
{
    call->w->indent++;
    sx_c_line(call->w, "%s = made;", sx_c_comm_name(call->w, index));
    join(call, index);
    call->w->indent--;
    sx_c_line(call->w, "}");
}

/* One of several, by rank or trip. */
static void make_one_of(sx_c_call *call, const bool *made)
{
    sx_c_writer *w = call->w;
    const sx_param *param = sx_node_param(call->node, SX_PARAM_NEWCOMM);
    const char *execution = sx_c_times(w, call->node);
    if (call->node->op == SX_OP_Comm_idup)
        sx_c_fail(w,
                  "MPI_Comm_idup of a communicator that differs cannot be generated yet");
    make(call, "made");
    sx_c_line(w, "newcomm_row = %s;",
              sx_c_value(w, &param->value, call->around, execution, &sx_c_no_row));
    for (uint32_t i = 2; i < w->trace->ncomms && !sx_c_is_in_row(w, i); i++)
        if (made[i]) {
            sx_c_line(w, "if (newcomm_row == %" PRIu32 ") {", i);
            keep(call, i);
        }
    const uint32_t last = (uint32_t)w->trace->ncomms - 1;
    if (sx_c_is_in_row(w, last)) {
        const uint32_t first = sx_c_first_in_row(w);
        w->row_index = sx_c_text(w->arena, "newcomm_row - %" PRIu32, first);
        sx_c_line(w, "if (newcomm_row >= %" PRIu32 ") {", first);
        keep(call, last);
        w->row_index = NULL;
    }
}

/* How many there are, from the first one on, where the program runs. */
static const char *length_of_rows(sx_c_writer *w)
{
    const uint32_t n = (uint32_t)w->trace->ncomms, first = sx_c_first_in_row(w);
    const uint32_t rows = (uint32_t)sx_comm_rows(w->trace);
    const sx_expr *length = sx_expr_int(w->arena, n - rows - first);
    for (uint32_t c = n - rows; c < n; c++)
        length =
            sx_expr_two(w->arena, SX_EXPR_MAX, length,
                        sx_expr_two(w->arena, SX_EXPR_MUL, sx_expr_int(w->arena, rows),
                                    w->trace->comm[c].row->count.expr));
    return length ? sx_c_expr(w, length, &sx_c_numbers) : "0";
}

void sx_c_make_room_for_row(sx_c_writer *w)
{
    static const char *const what[] = { "comm", "rank", "size" };
    const uint32_t last = (uint32_t)w->trace->ncomms - 1;
    if (!sx_c_is_in_row(w, last) || !w->comm_used[last])
        return;
    const char *n = length_of_rows(w);
    const bool used[] = { true, w->comm_rank_used[last], w->comm_size_used[last] };
    for (int i = 0; i < 3; i++)
        if (used[i])
            sx_c_line(w, "row_%s = malloc((size_t)(%s) * sizeof *row_%s);", what[i], n,
                      what[i]);
    sx_c_line(w, "for (long k = 0; k < %s; k++)", n);
    sx_c_line(w, "    row_comm[k] = MPI_COMM_NULL;");
}

bool sx_c_comm_call(sx_c_call *call)
{
    sx_c_writer *w = call->w;
    const sx_param *param = sx_node_param(call->node, SX_PARAM_NEWCOMM);
    bool *made = SX_NEW_ARRAY(w->arena, bool, w->trace->ncomms + 2);
    uint32_t n = 0, last = 0;
    if (call->node->op == SX_OP_Comm_free) {
        sx_c_line(w, "MPI_Comm_free(%s);",
                  call->comm_address ? call->comm_address : "NULL");
        return true;
    }
    if (!makes(call->node->op))
        return false;
    if (!made)
        w->status = SX_NOMEM;
    else if (param)
        note_rows(call, made, &param->value);
    for (uint32_t i = 2; made && i < w->trace->ncomms; i++)
        if (made[i]) {
            n++;
            last = i;
        }
    if (n > 1) {
        make_one_of(call, made);
    } else {
        make(call, n ? sx_c_comm_name(w, last) : "nobody");
        if (n)
            join(call, last);
    }
    return true;
}

/* The marks of the recorder, which MPI ignores (record/scalatrace.h). */
static void mark_region(sx_c_call *call)
{
    const sx_param *param = sx_node_param(call->node, SX_PARAM_REGION);
    int64_t index = 0;
    if (!param || !sx_c_value_is_int(&param->value, &index) || index < 0 ||
        (uint64_t)index >= call->w->trace->nregions)
        return;
    sx_c_pass_mark(call->w, call->node->op == SX_OP_Region_begin, (uint32_t)index);
    sx_c_line(call->w, "MPI_Pcontrol(%d, %s);",
              call->node->op == SX_OP_Region_begin ? 1507001 : 1507002,
              sx_c_string(call->w, call->w->trace->region[index]));
}

bool sx_c_control(sx_c_call *call)
{
    sx_c_writer *w = call->w;
    switch (call->node->op) {
    case SX_OP_Init:
    case SX_OP_Init_thread:
        sx_c_begin(w, call->node->op == SX_OP_Init
                          ? "MPI_Init(&argc, &argv);"
                          : "MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &flag);");
        return true;
    case SX_OP_Finalize:
        sx_c_finish(w);
        sx_c_line(w, "MPI_Finalize();");
        return true;
    case SX_OP_Region_begin:
    case SX_OP_Region_end:
        mark_region(call);
        return true;
    default:
        return false;
    }
}
