#include "generate/c_comment.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MARK = '\1', INDENT = 4, LONGEST = 72 };

static const char *known_site(const sx_c_writer *w, uint32_t site)
{
    return w->options->site && site < w->trace->nsites ? w->options->site[site] : NULL;
}

void sx_c_comment(sx_c_writer *w, const sx_node *node)
{
    const char *text = known_site(w, node->site);
    if (text && *text)
        sx_buffer_printf(&w->body, "%*s%c%" PRIu32 "\n", (int)(INDENT * w->indent), "",
                         MARK, node->site);
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

void sx_c_append(const sx_c_writer *w, sx_buffer *out, const char *text, size_t size)
{
    for (const char *mark; (mark = memchr(text, MARK, size)) != NULL;) {
        char *end;
        uint32_t site = (uint32_t)strtoul(mark + 1, &end, 10);
        sx_buffer_append(out, text, (size_t)(mark - text));
        put(out, known_site(w, site));
        size -= (size_t)(end - text);
        text = end;
    }
    sx_buffer_append(out, text, size);
}
