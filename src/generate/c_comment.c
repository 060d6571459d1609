#include "generate/c_comment.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 72 };

static const char *known_site(const sx_c_writer *w, uint32_t site)
{
    return w->options->site && site < w->trace->nsites ? w->options->site[site] : NULL;
}

void sx_c_comment(sx_c_writer *w, const sx_node *node)
{
    const char *text = known_site(w, node->site);
    if (text && *text)
        sx_buffer_printf(&w->body, "%*s%c%" PRIu32 "\n", (int)(SX_C_INDENT * w->indent),
                         "", SX_C_MARK, node->site);
}

/* Names come from files that nobody has checked: nothing in them ends a comment, or begins one. */
static void put(sx_buffer *out, const char *text)
{
    sx_buffer_puts(out, "/* ");
    for (int i = 0; text[i] && i < LONGEST; i++) {
        unsigned char c = (unsigned char)text[i];
        bool plain = isalnum(c) || (c < 128 && strchr(" .,:;_+-()<>[]#~@=", c));
        sx_buffer_append(out, plain ? &text[i] : "_", 1);
    }
    sx_buffer_puts(out, " */");
}

const char *sx_c_site_of(const sx_c_writer *w, const char *mark)
{
    return known_site(w, (uint32_t)strtoul(mark + 1, NULL, 10));
}

static void append_line(const sx_c_writer *w, sx_buffer *out, const char *line,
                        size_t size)
{
    size_t indent = strspn(line, " ");
    if (line[indent] != SX_C_MARK) {
        sx_c_wrap(out, sx_c_text(w->arena, "%.*s", (int)(size - indent), line + indent),
                  indent);
        return;
    }
    sx_buffer_append(out, line, indent);
    put(out, sx_c_site_of(w, line + indent));
    sx_buffer_puts(out, "\n");
}

void sx_c_append(const sx_c_writer *w, sx_buffer *out, const char *text, size_t size)
{
    for (const char *end; size > 0; text = end + 1) {
        end = memchr(text, '\n', size);
        append_line(w, out, text, (size_t)(end - text));
        size -= (size_t)(end - text) + 1;
    }
}
