#include "measure/names.h"

#include <string.h>

static int is_control(unsigned char c)
{
    return c < ' ' || c == 0x7f;
}

/* Appends what is plain at `name` at once; returns what is behind it. */
static const char *put_plain(sx_buffer *out, const char *name, const char *special)
{
    size_t n = 0;
    while (name[n] && !is_control((unsigned char)name[n]) && !strchr(special, name[n]))
        n++;
    sx_buffer_append(out, name, n);
    return name + n;
}

void sx_name_put(sx_buffer *out, const char *name)
{
    for (name = put_plain(out, name, "\\"); *name;
         name = put_plain(out, name + 1, "\\")) {
        if (*name == '\\')
            sx_buffer_puts(out, "\\\\");
        else if (*name == '\t')
            sx_buffer_puts(out, "\\t");
        else if (*name == '\n')
            sx_buffer_puts(out, "\\n");
        else if (*name == '\r')
            sx_buffer_puts(out, "\\r");
        else
            sx_buffer_printf(out, "\\x%02x", (unsigned char)*name);
    }
}

void sx_name_put_xml(sx_buffer *out, const char *name)
{
    for (name = put_plain(out, name, "<>&\""); *name;
         name = put_plain(out, name + 1, "<>&\"")) {
        sx_buffer_puts(out, *name == '<'   ? "&lt;"
                            : *name == '>' ? "&gt;"
                            : *name == '&' ? "&amp;"
                            : *name == '"' ? "&quot;"
                                           : "?");
    }
}

void sx_name_put_json(sx_buffer *out, const char *name)
{
    sx_buffer_puts(out, "\"");
    for (name = put_plain(out, name, "\\\""); *name;
         name = put_plain(out, name + 1, "\\\"")) {
        if (is_control((unsigned char)*name))
            sx_buffer_printf(out, "\\u%04x", (unsigned char)*name);
        else
            sx_buffer_printf(out, "\\%c", *name);
    }
    sx_buffer_puts(out, "\"");
}
