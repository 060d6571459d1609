#include "generate/c_replace.h"

#include "support_text.h"

#include <ctype.h>
#include <string.h>

/* What the functions of several stand on. In the order of the text. */
enum { APART = 1, ROWS = 2, EXCHANGE = 4, ROOTED = 8, ROOM = 16 };

static const struct {
    unsigned part;
    const char *text;
} parts[] = {
    { APART, text_replace_apart },       { ROWS, text_replace_rows },
    { EXCHANGE, text_replace_exchange }, { ROOTED, text_replace_rooted },
    { ROOM, text_replace_room },
};

static const struct {
    sx_op op; /* SX_OPS: none */
    const char *ways; /* with | between */
    const char *text;
    unsigned parts;
} replaceable[] = {
    { SX_OP_Alltoall, "isend|pairwise|grouped", text_replace_alltoall,
      APART | ROWS | EXCHANGE },
    { SX_OP_Alltoallv, "isend|pairwise|grouped", text_replace_alltoallv,
      APART | ROWS | EXCHANGE },
    { SX_OP_Allgather, "isend|pairwise|grouped|ring", text_replace_allgather,
      APART | ROWS | EXCHANGE },
    { SX_OP_Allgatherv, "isend|pairwise|grouped", text_replace_allgatherv,
      APART | ROWS | EXCHANGE },
    { SX_OP_Gather, "isend|pairwise|grouped", text_replace_gather,
      APART | ROWS | ROOTED },
    { SX_OP_Gatherv, "isend|pairwise|grouped", text_replace_gatherv,
      APART | ROWS | ROOTED },
    { SX_OP_Scatter, "isend|pairwise|grouped", text_replace_scatter,
      APART | ROWS | ROOTED },
    { SX_OP_Scatterv, "isend|pairwise|grouped", text_replace_scatterv,
      APART | ROWS | ROOTED },
    { SX_OP_Bcast, "isend|tree", text_replace_bcast, APART },
    { SX_OP_Reduce, "tree", text_replace_reduce, APART | ROOM },
    { SX_OP_Allreduce, "reduce", text_replace_allreduce, 0 },
    { SX_OP_Reduce_scatter, "reduce", text_replace_reduce_scatter, ROOM },
    { SX_OP_Reduce_scatter_block, "reduce", text_replace_reduce_scatter_block, ROOM },
    { SX_OPS, "bcast", NULL, 0 }, /* sends of one rank to all others (c_fan.h) */
};
enum { REPLACEABLE = sizeof replaceable / sizeof *replaceable };

/* As variables have it. */
static const char *name_of(unsigned i)
{
    return replaceable[i].op == SX_OPS ? "sends" : sx_op_name(replaceable[i].op);
}

static bool has_calls(const sx_c_writer *w, unsigned i)
{
    return replaceable[i].op == SX_OPS
               ? w->body.data && strstr(w->body.data, "!way_sends")
               : sx_c_makes(w, replaceable[i].op);
}

void sx_c_find_replaced(sx_c_writer *w)
{
    w->replaced = 0;
    for (unsigned i = 0; i < REPLACEABLE; i++)
        if (has_calls(w, i) && sx_c_can_be_told(w, SX_C_REPLACE))
            w->replaced |= 1U << i;
}

bool sx_c_is_replaced(const sx_c_writer *w, sx_op op)
{
    for (unsigned i = 0; i < REPLACEABLE; i++)
        if (replaceable[i].op == op)
            return w->replaced >> i & 1;
    return false;
}

/* Of the collective as the command line has it. */
static const char *small_name(const sx_c_writer *w, unsigned i)
{
    char *name = (char *)sx_c_text(w->arena, "%s", name_of(i));
    for (char *c = name; c && *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return name ? name : "";
}

const char *sx_c_ways(const sx_c_writer *w)
{
    const char *list = "";
    for (unsigned i = 0; i < REPLACEABLE; i++) {
        const char *name = small_name(w, i);
        for (const char *way = replaceable[i].ways; w->replaced >> i & 1 && *way;) {
            int n = (int)strcspn(way, "|");
            list =
                sx_c_text(w->arena, "%s%s%s=%.*s", list, *list ? "|" : "", name, n, way);
            way += n + (way[n] != '\0');
        }
    }
    return list;
}

void sx_c_declare_ways(const sx_c_writer *w, sx_buffer *out)
{
    for (unsigned i = 0; i < REPLACEABLE; i++)
        if (w->replaced >> i & 1)
            sx_buffer_printf(out, "static const char *way_%s;\n", name_of(i));
}

/* The options by which they are set. */
static void write_setting(const sx_c_writer *w, sx_buffer *out)
{
    sx_buffer_puts(out, "\nstatic const struct {\n    const char *name;\n"
                        "    const char **way;\n} ways[] = {\n");
    for (unsigned i = 0; i < REPLACEABLE; i++)
        if (w->replaced >> i & 1)
            sx_buffer_printf(out, "    { \"%s=\", &way_%s },\n", small_name(w, i),
                             name_of(i));
    sx_buffer_printf(out, "};\n\n%s", text_set_ways);
}

void sx_c_write_replaced(const sx_c_writer *w, sx_buffer *out)
{
    unsigned needed = 0;
    if (!w->replaced)
        return;
    write_setting(w, out);
    for (unsigned i = 0; i < REPLACEABLE; i++)
        needed |= w->replaced >> i & 1 ? replaceable[i].parts : 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (needed & parts[i].part)
            sx_buffer_printf(out, "\n%s", parts[i].text);
    for (unsigned i = 0; i < REPLACEABLE; i++) {
        const char *name = name_of(i);
        if (w->replaced >> i & 1 && replaceable[i].text)
            sx_buffer_printf(out,
                             "\n%s\n#define MPI_%s (way_%s ? replaced_%s : MPI_%s)\n",
                             replaceable[i].text, name, name, name, name);
    }
}
