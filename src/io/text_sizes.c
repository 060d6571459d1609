#include "io/text_sizes.h"

#include "io/text.h"

#include <string.h>

/* Reads off lines from the end of the program's part of a canonical text. */
typedef struct lines {
    const char *at, *end;
} lines;

static uint64_t next(lines *l)
{
    const char *newline = memchr(l->at, '\n', (size_t)(l->end - l->at));
    const char *after = newline ? newline + 1 : l->end;
    uint64_t length = (uint64_t)(after - l->at);
    l->at = after;
    return length;
}

static size_t indent(const lines *l)
{
    return strspn(l->at, " ");
}

/* Lines are in the order of the tree; an event's times follow it, indented more. */
static void size_block(lines *l, const sx_block *block, sx_text_sizes *sizes)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        size_t own = indent(l);
        sizes->node[node->id] = next(l);
        if (node->kind == SX_NODE_LOOP) {
            size_block(l, &node->body, sizes);
            sizes->node[node->id] += next(l);
            continue;
        }
        while (indent(l) > own)
            sizes->times[node->id] += next(l);
    }
}

sx_status sx_text_sizes_make(sx_arena *arena, const sx_trace *trace,
                             sx_text_sizes *ret_sizes, sx_error *err)
{
    static const char begin[] = "\nprogram\n";
    sx_buffer text = SX_BUFFER_INIT;
    sx_text_sizes sizes = { SX_NEW_ARRAY(arena, uint64_t, trace->nnodes),
                            SX_NEW_ARRAY(arena, uint64_t, trace->nnodes), 0 };
    sx_text_write(&text, trace);
    sx_status status = sizes.node && sizes.times ? sx_buffer_status(&text) : SX_NOMEM;
    const char *program = status ? NULL : strstr(text.data, begin);
    if (program) {
        lines l = { program + strlen(begin), text.data + text.size };
        size_block(&l, &trace->program, &sizes);
        sizes.tables = text.size;
        for (uint32_t i = 0; i < trace->nnodes; i++)
            sizes.tables -= sizes.node[i] + sizes.times[i];
    }
    sx_buffer_finish(&text);
    if (status)
        return sx_fail(err, status, "out of memory");
    *ret_sizes = sizes;
    return SX_OK;
}
