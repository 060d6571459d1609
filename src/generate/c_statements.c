/* The statements of a program, and which of them are equal. */
#include "generate/c_comment.h"
#include "generate/c_outline_parts.h"

#include <string.h>

/* ---- counters of loops, by their names ---- */

/* How many loops are around what is in the one that the line begins; SX_C_NONE where it begins none. */
static int loops_within(const char *text)
{
    static const char head[] = "for (long ";
    if (strncmp(text, head, sizeof head - 1) != 0)
        return SX_C_NONE;
    const char *word = text + sizeof head - 1;
    int counter = sx_c_counter_of(word, strcspn(word, " "));
    return counter == SX_C_NONE ? SX_C_NONE : counter + 1;
}

/* ---- statements, and which are equal ---- */

/* Counters by how many loops they are from the statement. */
const char *sx_c_relative(sx_arena *arena, int counter, const void *how)
{
    return sx_c_text(arena, "\2%d", counter - *(const int *)how);
}

/* A line as others may have it. */
static const char *common_text(sx_c_outlining *o, const sx_c_statement *s,
                               const sx_c_text_line *of)
{
    static const char *const open[SX_C_LINE_HOLES] = {
        "\3", "\3", "\3", "\3", "\3", "\3"
    };
    sx_c_hole hole[SX_C_LINE_HOLES];
    if (sx_c_is_mark(of))
        return sx_c_site_of(o->w, of->text);
    int n = o->with_holes ? sx_c_holes(of->text, s->loops, hole) : 0;
    const char *text = sx_c_fill(o->arena, of->text, hole, n, open);
    return text ? sx_c_rename(o->arena, text, sx_c_relative, &s->loops) : "";
}

static const char *canonical(sx_c_outlining *o, const sx_c_statement *s)
{
    const sx_c_unit *u = &o->unit[s->unit];
    unsigned indent = u->line[s->first].indent;
    sx_buffer out = SX_BUFFER_INIT;
    for (size_t i = s->first; i < s->end; i++)
        sx_buffer_printf(&out, "%u %s\n", u->line[i].indent - indent,
                         common_text(o, s, &u->line[i]));
    return sx_c_take(o->arena, &out);
}

static int id_of(sx_c_outlining *o, const char *text)
{
    for (int id = 0; id < o->nknown; id++)
        if (strcmp(o->known[id], text) == 0)
            return id;
    o->known[o->nknown] = text;
    o->times[o->nknown] = 0;
    return o->nknown++;
}

unsigned sx_c_lines_of(sx_c_outlining *o, const sx_c_text_line *of)
{
    sx_buffer out = SX_BUFFER_INIT;
    unsigned n = 0;
    if (sx_c_is_mark(of))
        return 0;
    sx_c_wrap(&out, of->text, (size_t)of->indent * SX_C_INDENT);
    if (sx_buffer_status(&out))
        sx_arena_note_out(o->w->arena);
    for (size_t i = 0; i < out.size; i++)
        n += out.data[i] == '\n';
    sx_buffer_finish(&out);
    return n;
}

/* Does the line belong to the statement before it? */
static bool goes_on(const sx_c_text_line *of)
{
    return *of->text == '}' || strncmp(of->text, "else", 4) == 0;
}

static size_t statement_end(const sx_c_unit *u, size_t first, size_t end)
{
    unsigned indent = u->line[first].indent;
    while (first < end && sx_c_is_mark(&u->line[first]))
        first++;
    for (first++; first < end; first++)
        if (u->line[first].indent <= indent && !goes_on(&u->line[first]))
            break;
    return first;
}

/* The statements of a block, and those in them. */
static void add_block(sx_c_outlining *o, int unit_number, size_t first, size_t end,
                      int loops)
{
    const sx_c_unit *u = &o->unit[unit_number];
    int last = SX_C_NONE;
    for (size_t i = first; i < end && o->n < SX_C_MOST_STATEMENTS; i = o->of[last].end) {
        size_t after = statement_end(u, i, end);
        if (last != SX_C_NONE)
            o->of[last].next = o->n;
        o->of[o->n] = (sx_c_statement) { .unit = unit_number,
                                         .next = SX_C_NONE,
                                         .previous = last,
                                         .first = i,
                                         .end = after,
                                         .loops = loops };
        last = o->n++;
    }
}

static void measure(sx_c_outlining *o, sx_c_statement *s)
{
    const sx_c_unit *u = &o->unit[s->unit];
    s->id = id_of(o, canonical(o, s));
    o->times[s->id]++;
    for (size_t i = s->first; i < s->end; i++)
        s->lines += sx_c_lines_of(o, &u->line[i]);
}

/* Blocks in statement s, which is in the list already. */
static void add_inner(sx_c_outlining *o, int s)
{
    const sx_c_statement of = o->of[s];
    const sx_c_unit *u = &o->unit[of.unit];
    int loops = of.loops;
    for (size_t i = of.first; i < of.end; i++) {
        const sx_c_text_line *at = &u->line[i];
        if (sx_c_is_mark(at) || at->indent != u->line[of.first].indent)
            continue;
        int within = loops_within(at->text);
        size_t last = i + 1;
        while (last < of.end && u->line[last].indent > at->indent)
            last++;
        if (last > i + 1)
            add_block(o, of.unit, i + 1, last, within == SX_C_NONE ? loops : within);
    }
}

void sx_c_find_statements(sx_c_outlining *o)
{
    o->n = o->nknown = 0;
    for (int k = 0; k < o->nunits; k++)
        if (!o->unit[k].has_holes)
            add_block(o, k, 0, o->unit[k].n, o->unit[k].loops);
    for (int s = 0; s < o->n; s++)
        add_inner(o, s);
    for (int s = 0; s < o->n; s++)
        measure(o, &o->of[s]);
}
