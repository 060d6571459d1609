#include "generate/c_calls.h"

#include "generate/c_replace.h"

#include "support_text.h"

#include <string.h>

/* Parts that functions stand on. In the order of the text. */
enum {
    BYTES = 1,
    LETTERS = 2,
    OPEN = 4,
    DONE = 8,
    COPIES = 16,
    PARTS = 32,
    SENT = 64,
    NUMBERS = 128
};

static const struct {
    unsigned part;
    const char *text;
} parts[] = {
    { BYTES, text_check_bytes },     { LETTERS, text_check_letters },
    { OPEN, text_check_open },       { DONE, text_check_done },
    { COPIES, text_check_copies },   { PARTS, text_check_parts },
    { SENT, text_check_send_parts }, { NUMBERS, text_check_numbers },
};

/* What functions for several calls have in place of words. */
typedef struct words {
    const char *word, *text;
} words;

static const words none[] = { { NULL, NULL } };
static const words sends[] = { { "CONST", "const" },
                               { "RECEIVES", "0" },
                               { NULL, NULL } };
static const words receives[] = { { "CONST ", "" }, { "RECEIVES", "1" }, { NULL, NULL } };
static const words even[] = {
    { "SCOUNTS", "int count" },
    { "SEACH", "count, NULL, NULL" },
    { "SLIST", "count" },
    { "RCOUNTS", "int rcount" },
    { "EACH", "rcount, NULL, NULL" },
    { "RLIST", "rcount" },
    { NULL, NULL },
};
static const words uneven[] = {
    { "SCOUNTS", "const int *count, const int *begin" },
    { "SEACH", "0, count, begin" },
    { "SLIST", "count, begin" },
    { "RCOUNTS", "const int *rcount, const int *rbegin" },
    { "EACH", "0, rcount, rbegin" },
    { "RLIST", "rcount, rbegin" },
    { NULL, NULL },
};
static const words of_all[] = { { "RANKS", "of->ranks" }, { NULL, NULL } };
static const words up_to_own[] = { { "RANKS", "of->own + 1" }, { NULL, NULL } };
static const words below_own[] = { { "RANKS", "of->own" }, { NULL, NULL } };

typedef struct call_text {
    sx_op op;
    unsigned parts;
    const char *text;
    const words *words;
} call_text;

static const call_text calls[] = {
    { SX_OP_Send, BYTES | LETTERS, text_check_send, none },
    { SX_OP_Bsend, BYTES | LETTERS, text_check_send, none },
    { SX_OP_Ssend, BYTES | LETTERS, text_check_send, none },
    { SX_OP_Rsend, BYTES | LETTERS, text_check_send, none },
    { SX_OP_Isend, BYTES | LETTERS | OPEN, text_check_post, sends },
    { SX_OP_Ibsend, BYTES | LETTERS | OPEN, text_check_post, sends },
    { SX_OP_Issend, BYTES | LETTERS | OPEN, text_check_post, sends },
    { SX_OP_Irsend, BYTES | LETTERS | OPEN, text_check_post, sends },
    { SX_OP_Irecv, BYTES | LETTERS | OPEN, text_check_post, receives },
    { SX_OP_Send_init, BYTES | LETTERS | OPEN, text_check_init, sends },
    { SX_OP_Bsend_init, BYTES | LETTERS | OPEN, text_check_init, sends },
    { SX_OP_Ssend_init, BYTES | LETTERS | OPEN, text_check_init, sends },
    { SX_OP_Rsend_init, BYTES | LETTERS | OPEN, text_check_init, sends },
    { SX_OP_Recv_init, BYTES | LETTERS | OPEN, text_check_init, receives },
    { SX_OP_Recv, BYTES | LETTERS, text_check_Recv, none },
    { SX_OP_Mrecv, BYTES | LETTERS, text_check_Mrecv, none },
    { SX_OP_Imrecv, BYTES | LETTERS | OPEN, text_check_Imrecv, none },
    { SX_OP_Sendrecv, BYTES | LETTERS, text_check_Sendrecv, none },
    { SX_OP_Sendrecv_replace, BYTES | LETTERS, text_check_Sendrecv_replace, none },
    { SX_OP_Start, BYTES | LETTERS | OPEN, text_check_Start, none },
    { SX_OP_Startall, BYTES | LETTERS | OPEN, text_check_Startall, none },
    { SX_OP_Request_free, OPEN, text_check_Request_free, none },
    { SX_OP_Cancel, BYTES | LETTERS | OPEN, text_check_Cancel, none },
    { SX_OP_Wait, OPEN | DONE, text_check_Wait, none },
    { SX_OP_Test, OPEN | DONE, text_check_Test, none },
    { SX_OP_Waitall, OPEN | DONE | COPIES, text_check_Waitall, none },
    { SX_OP_Testall, OPEN | DONE | COPIES, text_check_Testall, none },
    { SX_OP_Waitany, OPEN | DONE | COPIES, text_check_Waitany, none },
    { SX_OP_Testany, OPEN | DONE | COPIES, text_check_Testany, none },
    { SX_OP_Waitsome, OPEN | DONE | COPIES, text_check_some, none },
    { SX_OP_Testsome, OPEN | DONE | COPIES, text_check_some, none },
    { SX_OP_Bcast, BYTES | PARTS, text_check_bcast, none },
    { SX_OP_Gather, BYTES | PARTS | SENT, text_check_gather, even },
    { SX_OP_Gatherv, BYTES | PARTS | SENT, text_check_gather, uneven },
    { SX_OP_Scatter, BYTES | PARTS | SENT, text_check_scatter, even },
    { SX_OP_Scatterv, BYTES | PARTS | SENT, text_check_scatter, uneven },
    { SX_OP_Allgather, BYTES | PARTS | SENT, text_check_allgather, even },
    { SX_OP_Allgatherv, BYTES | PARTS | SENT, text_check_allgather, uneven },
    { SX_OP_Alltoall, BYTES | PARTS | SENT, text_check_alltoall, even },
    { SX_OP_Alltoallv, BYTES | PARTS | SENT, text_check_alltoall, uneven },
    { SX_OP_Reduce, NUMBERS, text_check_reduce, none },
    { SX_OP_Allreduce, NUMBERS, text_check_allreduce, of_all },
    { SX_OP_Scan, NUMBERS, text_check_allreduce, up_to_own },
    { SX_OP_Exscan, NUMBERS, text_check_allreduce, below_own },
    { SX_OP_Reduce_scatter_block, NUMBERS, text_check_share_block, none },
    { SX_OP_Reduce_scatter, NUMBERS, text_check_share, none },
    { SX_OP_Ibcast, OPEN | BYTES | PARTS, text_check_bcast, none },
    { SX_OP_Igather, OPEN | BYTES | PARTS | SENT, text_check_gather, even },
    { SX_OP_Igatherv, OPEN | BYTES | PARTS | SENT, text_check_gather, uneven },
    { SX_OP_Iscatter, OPEN | BYTES | PARTS | SENT, text_check_scatter, even },
    { SX_OP_Iscatterv, OPEN | BYTES | PARTS | SENT, text_check_scatter, uneven },
    { SX_OP_Iallgather, OPEN | BYTES | PARTS | SENT, text_check_allgather, even },
    { SX_OP_Iallgatherv, OPEN | BYTES | PARTS | SENT, text_check_allgather, uneven },
    { SX_OP_Ialltoall, OPEN | BYTES | PARTS | SENT, text_check_alltoall, even },
    { SX_OP_Ialltoallv, OPEN | BYTES | PARTS | SENT, text_check_alltoall, uneven },
    { SX_OP_Ireduce, OPEN | NUMBERS, text_check_reduce, none },
    { SX_OP_Iallreduce, OPEN | NUMBERS, text_check_allreduce, of_all },
    { SX_OP_Iscan, OPEN | NUMBERS, text_check_allreduce, up_to_own },
    { SX_OP_Iexscan, OPEN | NUMBERS, text_check_allreduce, below_own },
    { SX_OP_Ireduce_scatter_block, OPEN | NUMBERS, text_check_share_block, none },
    { SX_OP_Ireduce_scatter, OPEN | NUMBERS, text_check_share, none },
    { SX_OP_Comm_free, BYTES, text_check_Comm_free, none },
};
enum { CALLS = sizeof calls / sizeof *calls };
_Static_assert(CALLS <= 64, "a bit for each");

bool sx_c_makes(const sx_c_writer *w, sx_op op)
{
    const char *word = sx_c_text(w->arena, "MPI_%s(", sx_op_name(op));
    return word && w->body.data && strstr(w->body.data, word);
}

/* What all the calls stand on; requests are looked for only where there are any, and communicators where bytes are numbered. */
static unsigned parts_of(const sx_c_writer *w)
{
    unsigned needed = 0;
    for (size_t i = 0; i < CALLS; i++)
        if (w->called >> i & 1)
            needed |= calls[i].parts;
    return needed;
}

static bool opens(const call_text *call)
{
    return call->parts & (LETTERS | PARTS | NUMBERS);
}

void sx_c_find_calls(sx_c_writer *w)
{
    sx_c_find_replaced(w);
    unsigned needed = 0;
    w->called = 0;
    for (size_t i = 0; i < CALLS; i++)
        if (opens(&calls[i]) && sx_c_makes(w, calls[i].op)) {
            w->called |= UINT64_C(1) << i;
            needed |= calls[i].parts;
        }
    if (!w->called || !sx_c_can_be_told(w, SX_C_CHECK)) {
        w->called = 0;
        return;
    }
    for (size_t i = 0; i < CALLS; i++)
        if (!opens(&calls[i]) && sx_c_makes(w, calls[i].op) &&
            (calls[i].parts & needed & (OPEN | BYTES)))
            w->called |= UINT64_C(1) << i;
    if (needed & BYTES)
        sx_c_need(w, SX_C_MIXED);
}

static const char *replaced(const sx_c_writer *w, const char *text, const char *word,
                            const char *by)
{
    size_t n = strlen(word);
    for (const char *at = text ? strstr(text, word) : NULL; at && by;) {
        size_t before = (size_t)(at - text);
        text = sx_c_text(w->arena, "%.*s%s%s", (int)before, text, by, at + n);
        at = *text ? strstr(text + before + strlen(by), word) : NULL; /* "": no memory */
    }
    return text;
}

/* The function in the stead of the call. One that makes a request looks at what it brings when that is complete. */
static const char *function_of(const sx_c_writer *w, const call_text *call)
{
    const char *name = sx_op_name(call->op), *text = call->text;
    bool posts = (call->parts & OPEN) != 0;
    text = replaced(w, text, "NAME", name);
    text = replaced(w, text, " REQUEST_PARAMETER", posts ? ", MPI_Request *request" : "");
    text = replaced(w, text, " REQUEST", posts ? ", request" : "");
    text = replaced(w, text, "END(look_parts, x)",
                    posts ? "keep(*request, look_parts, x, 0)" : "look_parts(x, NULL)");
    text = replaced(w, text, "END(look_numbers, of)",
                    posts ? "keep(*request, look_numbers, of, 0)"
                          : "look_numbers(of, NULL)");
    for (int i = 0; call->words[i].word; i++)
        text = replaced(w, text, call->words[i].word, call->words[i].text);
    return text ? text : "";
}

/* The function that the name is for. */
static const char *choice(const sx_c_writer *w, sx_op op, bool is_checked)
{
    const char *name = sx_op_name(op);
    const char *text = sx_c_text(w->arena, "MPI_%s", name);
    const char *synchronous = op == SX_OP_Send        ? "MPI_Ssend"
                              : op == SX_OP_Isend     ? "MPI_Issend"
                              : op == SX_OP_Send_init ? "MPI_Ssend_init"
                                                      : NULL;
    if (synchronous && w->told >> SX_C_SYNC & 1)
        text = sx_c_text(w->arena, "synchronous ? %s : %s", synchronous, text);
    if (sx_c_is_replaced(w, op))
        text = sx_c_text(w->arena, "way_%s ? replaced_%s : MPI_%s", name, name, name);
    return is_checked ? sx_c_text(w->arena, "check ? check_%s : %s", name, text) : text;
}

static void write_functions(const sx_c_writer *w, sx_buffer *out)
{
    unsigned needed = parts_of(w);
    sx_buffer_printf(out, "\n%s", text_check);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (needed & parts[i].part)
            sx_buffer_printf(out, "\n%s", parts[i].text);
    for (size_t i = 0; i < CALLS; i++)
        if (w->called >> i & 1)
            sx_buffer_printf(out, "\n%s", function_of(w, &calls[i]));
}

static bool is_checked(const sx_c_writer *w, sx_op op)
{
    for (size_t i = 0; i < CALLS; i++)
        if (calls[i].op == op)
            return w->called >> i & 1;
    return false;
}

static bool measures(const sx_c_writer *w)
{
    return w->told >> SX_C_REPORT_FILE & 1;
}

void sx_c_write_calls(const sx_c_writer *w, sx_buffer *out)
{
    sx_c_write_replaced(w, out);
    if (w->called)
        write_functions(w, out);
    if (!measures(w))
        return;
    sx_buffer_puts(out, "\n#define CALL(function, ...) (enter(__LINE__), "
                        "leave((function)(__VA_ARGS__)))\n");
    for (int op = 0; op < SX_OPS; op++) {
        const char *name = sx_op_name((sx_op)op);
        if (op == SX_OP_Init || op == SX_OP_Init_thread || op == SX_OP_Finalize ||
            !sx_c_makes(w, (sx_op)op))
            continue;
        const char *delayed = op == SX_OP_Barrier && w->support >> SX_C_DELAY & 1
                                  ? "(delay(), __VA_ARGS__)"
                                  : "__VA_ARGS__";
        sx_buffer_printf(out, "#undef MPI_%s\n#define MPI_%s(...) CALL(%s, %s)\n", name,
                         name, choice(w, (sx_op)op, is_checked(w, (sx_op)op)), delayed);
    }
    if (w->body.data && strstr(w->body.data, "MPI_Pcontrol("))
        sx_buffer_puts(out, "#define MPI_Pcontrol(level, name) mark(level, name)\n");
}

void sx_c_declare_calls(sx_c_writer *w, sx_buffer *out)
{
    if (!measures(w))
        return;
    sx_buffer_printf(out, "static const char model[] = %s;\n",
                     sx_c_string(w, w->options->model ? w->options->model : ""));
    sx_buffer_puts(out,
                   "#ifdef __VERSION__\nstatic const char build[] = __VERSION__;\n#else\n"
                   "static const char build[] = \"\";\n#endif\n");
    sx_buffer_printf(out,
                     "enum { REGIONS = %zu };\nstatic const char *const "
                     "region_name[REGIONS + 1] = {\n",
                     w->trace->nregions);
    for (size_t i = 0; i < w->trace->nregions; i++)
        sx_buffer_printf(out, "    %s,\n", sx_c_string(w, w->trace->region[i]));
    sx_buffer_printf(out, "    \"\",\n};\n\n%s\n%s", text_times, text_report_parts);
    sx_buffer_printf(out, "\n%s", text_pingpong);
    if (w->told >> SX_C_MESSAGE_SCALE & 1 && !w->is_large)
        sx_buffer_printf(out, "\n%s", text_message_limit);
}
