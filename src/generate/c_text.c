/* Lines of the program as they are written, and the braces around them. */
#include "generate/c_writer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 90, HANGING = 8 };

const char *sx_c_text(sx_arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = sx_arena_vprintf(arena, format, args);
    va_end(args);
    return text ? text : "";
}

const char *sx_c_take(sx_arena *arena, sx_buffer *buffer)
{
    if (sx_buffer_status(buffer))
        sx_arena_note_out(arena);
    const char *text = sx_c_text(arena, "%s", buffer->data ? buffer->data : "");
    sx_buffer_finish(buffer);
    return text;
}

/* Where a line of so many columns may end: the last place behind a comma or before an operator, outside of strings. */
static size_t break_at(const char *text, size_t columns)
{
    size_t best = 0;
    bool quoted = false;
    for (size_t i = 0; text[i] && i < columns; i++) {
        quoted = quoted != (text[i] == '"' && (i == 0 || text[i - 1] != '\\'));
        bool before = strchr("?:&|+", text[i + 1]) != NULL;
        if (!quoted && text[i] == ' ' && i > 0 && (text[i - 1] == ',' || before))
            best = i;
    }
    return best;
}

/* No line is longer than it need be. */
void sx_c_wrap(sx_buffer *out, const char *text, size_t indent)
{
    for (bool first = true; *text; first = false) {
        size_t column = indent + (first ? 0 : HANGING);
        size_t n =
            column + strlen(text) <= COLUMNS ? 0 : break_at(text, COLUMNS - column);
        sx_buffer_printf(out, "%*s", (int)column, "");
        if (n == 0) {
            sx_buffer_printf(out, "%s\n", text);
            return;
        }
        sx_buffer_append(out, text, n);
        sx_buffer_puts(out, "\n");
        text += n + 1;
    }
}

/* A line of main that ends with `end`. */
static void add_line(sx_c_writer *w, const char *end, const char *format, va_list args)
{
    char *text = NULL;
    if (vasprintf(&text, format, args) < 0) {
        sx_arena_note_out(w->arena);
        return;
    }
    sx_buffer_printf(&w->body, "%*s%s%s\n", (int)(SX_C_INDENT * w->indent), "", text,
                     end);
    free(text);
}

void sx_c_line(sx_c_writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_line(w, "", format, args);
    va_end(args);
}

/* ---- braces only where they are needed ---- */

static const char open_brace[] = " {";

size_t sx_c_open(sx_c_writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_line(w, open_brace, format, args);
    va_end(args);
    w->indent++;
    return w->body.size;
}

/* How many statements there are from there on. */
static unsigned statements(const sx_c_writer *w, size_t from)
{
    size_t indent = SX_C_INDENT * w->indent;
    unsigned n = 0;
    for (const char *line = w->body.data + from; *line; line = strchr(line, '\n') + 1) {
        size_t own = strspn(line, " ");
        const char *text = line + own;
        bool goes_on =
            *text == '}' || *text == SX_C_MARK || strncmp(text, "else", 4) == 0;
        n += own == indent && !goes_on;
    }
    return n;
}

/* Is there an else that would come to belong to another if? */
static bool has_else(const sx_c_writer *w, size_t from)
{
    return strstr(w->body.data + from, " else") != NULL;
}

void sx_c_close(sx_c_writer *w, size_t from)
{
    const size_t extra = sizeof open_brace - 1;
    if (w->status || sx_buffer_status(&w->body) || from <= sizeof open_brace)
        return;
    bool is_one = statements(w, from) == 1 && !has_else(w, from);
    w->indent--;
    if (!is_one) {
        sx_c_line(w, "}");
        return;
    }
    char *text = w->body.data;
    memmove(text + from - 1 - extra, text + from - 1, w->body.size - from + 2);
    w->body.size -= extra;
    w->setup_at -= w->setup_at >= from ? extra : 0;
}
