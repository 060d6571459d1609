#include "generate/c_outline.h"

#include "generate/c_comment.h"
#include "generate/c_outline_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_STEPS = 20000000,
    OVERHEAD = 3, /* lines of a function beside its statements */
    LEAST = 3, /* lines that are worth one */
    MARGIN = 3 /* more that are to be saved where it has parameters */
};

/* ---- the run that saves most ---- */

static bool is_within(const sx_c_statement *inner, const sx_c_statement *first,
                      size_t end)
{
    return inner->unit == first->unit && inner->first >= first->first &&
           inner->first < end;
}

/* How far both go on alike; not into one another. */
static int common_length(sx_c_outlining *o, int a, int b)
{
    const sx_c_statement *first = &o->of[a];
    int length = 0, other = b;
    for (; a != SX_C_NONE && other != SX_C_NONE;
         a = o->of[a].next, other = o->of[other].next) {
        if (o->of[a].id != o->of[other].id || is_within(&o->of[b], first, o->of[a].end))
            break;
        length++;
        o->steps++;
    }
    return length;
}

static bool is_run(sx_c_outlining *o, int first, const sx_c_run *of)
{
    int a = of->first;
    for (int i = 0; i < of->length; i++) {
        o->steps++;
        if (first == SX_C_NONE || o->of[first].id != o->of[a].id)
            return false;
        first = o->of[first].next;
        a = o->of[a].next;
    }
    return true;
}

/* Where it stands, no two in one another; how often. */
static int places(sx_c_outlining *o, const sx_c_run *of, int *ret_place)
{
    int n = 0;
    for (int s = 0; s < o->n; s++) {
        bool free = is_run(o, s, of);
        for (int i = 0; free && i < n; i++) {
            const sx_c_statement *other = &o->of[ret_place[i]], *own = &o->of[s];
            size_t end = o->of[sx_c_last_of(o, ret_place[i], of->length)].end;
            size_t own_end = o->of[sx_c_last_of(o, s, of->length)].end;
            free = !is_within(own, other, end) && !is_within(other, own, own_end);
        }
        if (free)
            ret_place[n++] = s;
    }
    return n;
}

/* In a function the counters around it are its parameters, which come first. */
typedef struct moved {
    sx_c_writer *w;
    uint64_t around;
    int loops;
} moved;

static const char *in_function(sx_arena *arena, int counter, const void *how)
{
    const moved *m = how;
    int before = counter < m->loops ? counter : m->loops, number = 0;
    for (int c = 0; c < before; c++)
        number += (int)(m->around >> c & 1);
    (void)arena;
    return sx_c_counter_name(m->w, (unsigned)(number + counter - before));
}

static bool has(const sx_c_unit *u, const char *word)
{
    for (size_t i = 0; i < u->n; i++)
        if (strstr(u->line[i].text, word))
            return true;
    return false;
}

static const char *name_of(sx_c_outlining *o, const sx_c_unit *u)
{
    bool sends = has(u, "send(") || has(u, "Send("),
         receives = has(u, "recv(") || has(u, "Recv(");
    return sx_c_text(o->w->arena, "%s%d",
                     sends && receives ? "exchange"
                     : sends           ? "send"
                     : receives        ? "receive"
                                       : "part",
                     ++o->nexchanges);
}

static const char *with_comma(sx_c_outlining *o, const char *list, const char *more)
{
    return sx_c_text(o->w->arena, "%s%s%s", list, *list ? ", " : "", more);
}

static const char *long_parameter(sx_c_outlining *o, const char *list, const char *name)
{
    return with_comma(o, list, sx_c_text(o->w->arena, "long %s", name));
}

static bool make_function(sx_c_outlining *o, const sx_c_run *of, const sx_c_filling *with)
{
    sx_arena *arena = o->w->arena;
    const sx_c_statement *first = &o->of[of->first];
    const sx_c_unit *from = &o->unit[first->unit];
    size_t end = o->of[sx_c_last_of(o, of->first, of->length)].end;
    sx_c_unit *made = &o->unit[o->nunits];
    moved how = { o->w, sx_c_counters_in(o, with, of->first, of->length), first->loops };
    const char *list = "";
    int hole = 0;
    *made = (sx_c_unit) { .line = SX_NEW_ARRAY(arena, sx_c_text_line, end - first->first),
                          .has_holes = with->nparameters > 0 };
    for (size_t i = first->first; made->line && i < end; i++) {
        const sx_c_text_line *own = &from->line[i];
        const char *text = sx_c_filled(o, with, own, first->loops, &hole);
        made->line[made->n++] = (sx_c_text_line) {
            own->indent - from->line[first->first].indent + 1,
            sx_c_is_mark(own) ? text : sx_c_rename(arena, text, in_function, &how),
            own->callee
        };
    }
    for (made->loops = 0; made->loops < __builtin_popcountll(how.around); made->loops++)
        list = long_parameter(o, list, sx_c_counter_name(o->w, (unsigned)made->loops));
    for (int k = 0; k < with->nparameters; k++)
        list = long_parameter(o, list, with->name[k]);
    made->parameters = *list ? list : "void";
    made->name = name_of(o, made);
    o->nunits++;
    return made->line != NULL;
}

/* What it is called with where that run stands. */
static const char *arguments_at(sx_c_outlining *o, const sx_c_filling *with, int first,
                                int length)
{
    uint64_t around = sx_c_counters_in(o, with, first, length);
    const char *list = "";
    sx_c_hole_text text[SX_C_MOST_HOLES];
    for (int c = 0; c < 64; c++)
        if (around >> c & 1)
            list = with_comma(o, list, sx_c_counter_name(o->w, (unsigned)c));
    if (with->nparameters > 0)
        sx_c_hole_texts(o, first, length, text);
    for (int k = 0; k < with->nparameters; k++)
        list = with_comma(o, list, text[with->first[k]].own);
    return list;
}

/* The last unit's call where that run stands. */
static sx_c_text_line call_at(sx_c_outlining *o, const sx_c_filling *with, int first,
                              int length)
{
    const sx_c_unit *u = &o->unit[o->of[first].unit];
    return (sx_c_text_line) { u->line[o->of[first].first].indent,
                              sx_c_text(o->w->arena, "%s(%s);",
                                        o->unit[o->nunits - 1].name,
                                        arguments_at(o, with, first, length)),
                              o->nunits - 1 };
}

/* Places of a unit go from the last to the first, so that lines before them stay where they are. */
static void replace(sx_c_outlining *o, const sx_c_run *of, const sx_c_filling *with,
                    const int *place, int n)
{
    for (int unit_number = 0; unit_number < o->nunits - 1; unit_number++)
        for (size_t at = o->unit[unit_number].n; at-- > 0;)
            for (int i = 0; i < n; i++) {
                const sx_c_statement *s = &o->of[place[i]];
                sx_c_unit *u = &o->unit[unit_number];
                if (s->unit != unit_number || s->first != at)
                    continue;
                size_t end = o->of[sx_c_last_of(o, place[i], of->length)].end;
                u->line[at] = call_at(o, with, place[i], of->length);
                memmove(u->line + at + 1, u->line + end, (u->n - end) * sizeof *u->line);
                u->n -= end - at - 1;
            }
}

/* ---- the run that saves most ---- */

/* Lines that its calls take. */
static int64_t lines_of_calls(sx_c_outlining *o, const sx_c_run *of,
                              const sx_c_filling *with, const int *place)
{
    int64_t lines = 0;
    for (int p = 0; p < of->times; p++) {
        sx_c_text_line call = {
            o->unit[o->of[place[p]].unit].line[o->of[place[p]].first].indent,
            sx_c_text(o->arena, "exchange1(%s);",
                      arguments_at(o, with, place[p], of->length)),
            SX_C_NONE
        };
        lines += sx_c_lines_of(o, &call);
    }
    return lines;
}

/* Lines that are saved by one function for statements that are there so often, when its calls take a line each. */
static int64_t saved_by(int64_t lines, int times)
{
    return (times - 1) * lines - times - OVERHEAD;
}

static void forget_arena(sx_c_outlining *o)
{
    if (o->arena && sx_arena_is_out(o->arena))
        sx_arena_note_out(o->w->arena);
    sx_arena_destroy(o->arena);
}

/* What parameters take of that: its calls take lines of their own. */
static int64_t taken_by_calls(sx_c_outlining *o, const sx_c_run *of, const int *place)
{
    sx_arena *around = o->arena;
    sx_c_filling with;
    int64_t lines = INT64_MAX / 2;
    o->arena = sx_arena_create();
    if (!o->arena)
        o->w->status = SX_NOMEM;
    else if (sx_c_fill_run(o, of, place, &with))
        lines = lines_of_calls(o, of, &with, place) - of->times + MARGIN;
    forget_arena(o);
    o->arena = around;
    return lines;
}

/* Sets what the run saves where that may be more than `least`. */
static void weigh(sx_c_outlining *o, sx_c_run *of, int *place, int64_t least)
{
    int64_t lines = 0, margin = o->with_holes ? MARGIN : 0;
    int s = of->first;
    for (int i = 0; i < of->length; i++, s = o->of[s].next)
        lines += o->of[s].lines;
    of->saved = 0;
    if (lines < LEAST || (o->with_holes && of->length == 1) ||
        saved_by(lines, o->times[o->of[of->first].id]) - margin <= least)
        return;
    of->times = places(o, of, place);
    of->saved = saved_by(lines, of->times);
    if (o->with_holes && of->saved - margin > least)
        of->saved -= taken_by_calls(o, of, place);
}

/* Does a longer run begin before both? */
static bool goes_back(const sx_c_outlining *o, int a, int b)
{
    int before = o->of[a].previous, other = o->of[b].previous;
    return before != SX_C_NONE && other != SX_C_NONE && before != b &&
           o->of[before].id == o->of[other].id;
}

static sx_c_run best_run(sx_c_outlining *o, int *place)
{
    sx_c_run best = { .saved = 0 };
    for (int a = 0; a < o->n; a++) {
        uint64_t weighed = 0; /* a bit for each length, longer ones together */
        for (int b = a + 1; b < o->n && o->steps < MOST_STEPS; b++) {
            bool alike = o->of[a].id == o->of[b].id && !goes_back(o, a, b);
            int length = alike ? common_length(o, a, b) : 0;
            uint64_t bit = UINT64_C(1) << (length < 63 ? length : 63);
            if (length == 0 || (length < 63 && weighed & bit))
                continue;
            weighed |= bit;
            sx_c_run of = { .first = a, .length = length };
            weigh(o, &of, place, best.saved);
            if (of.saved > best.saved)
                best = of;
        }
    }
    return best;
}

/* ---- from text and to text ---- */

static bool read_lines(sx_c_outlining *o, const char *text, size_t size)
{
    sx_c_unit *u = &o->unit[0];
    size_t n = 0;
    for (size_t i = 0; i < size; i++)
        n += text[i] == '\n';
    u->line = SX_NEW_ARRAY(o->w->arena, sx_c_text_line, n + 1);
    while (u->line && u->n < n) {
        size_t indent = strspn(text, " "), length = strcspn(text, "\n");
        u->line[u->n++] =
            (sx_c_text_line) { (unsigned)indent / SX_C_INDENT,
                               sx_c_text(o->w->arena, "%.*s", (int)(length - indent),
                                         text + indent),
                               SX_C_NONE };
        text += length + 1;
    }
    return u->line != NULL;
}

/* Without braces around what has become a single call. */
static void drop_braces(sx_c_outlining *o, sx_c_unit *u)
{
    for (size_t i = 0; i + 2 < u->n; i++) {
        size_t length = strlen(u->line[i].text);
        if (length < 2 || strcmp(u->line[i].text + length - 2, " {") != 0 ||
            u->line[i + 1].callee == SX_C_NONE || strcmp(u->line[i + 2].text, "}") != 0)
            continue;
        u->line[i].text =
            sx_c_text(o->w->arena, "%.*s", (int)length - 2, u->line[i].text);
        memmove(u->line + i + 2, u->line + i + 3, (u->n - i - 3) * sizeof *u->line);
        u->n--;
    }
}

static void put_lines(const sx_c_outlining *o, const sx_c_unit *u, sx_buffer *out)
{
    for (size_t i = 0; i < u->n; i++) {
        const char *text =
            sx_c_text(o->w->arena, "%*s%s\n", (int)(u->line[i].indent * SX_C_INDENT), "",
                      u->line[i].text);
        if (text)
            sx_c_append(o->w, out, text, strlen(text));
    }
}

/* Behind those that it calls. */
static void put_function(sx_c_outlining *o, int number, sx_buffer *out)
{
    sx_c_unit *u = &o->unit[number];
    if (u->is_written)
        return;
    u->is_written = true;
    for (size_t i = 0; i < u->n; i++)
        if (u->line[i].callee != SX_C_NONE)
            put_function(o, u->line[i].callee, out);
    sx_buffer_printf(out, "\nstatic void %s(%s)\n{\n", u->name, u->parameters);
    put_lines(o, u, out);
    sx_buffer_puts(out, "}\n");
}

/* What saves most becomes a function; false when nothing does. */
static bool take_out(sx_c_outlining *o, int *place)
{
    o->arena = sx_arena_create();
    if (!o->arena) {
        o->w->status = SX_NOMEM;
        return false;
    }
    sx_c_find_statements(o);
    sx_c_run best =
        o->n < SX_C_MOST_STATEMENTS ? best_run(o, place) : (sx_c_run) { .saved = 0 };
    sx_c_filling with;
    best.times = best.saved > 0 ? places(o, &best, place) : 0;
    bool pays = best.saved > 0 && o->steps < MOST_STEPS &&
                sx_c_fill_run(o, &best, place, &with) && make_function(o, &best, &with);
    if (pays)
        replace(o, &best, &with, place, best.times);
    forget_arena(o);
    return pays;
}

void sx_c_outline(sx_c_writer *w, const char *text, size_t size, sx_buffer *main,
                  sx_buffer *functions)
{
    sx_c_outlining o = { .w = w, .nunits = 1 };
    int *place = SX_NEW_ARRAY(w->arena, int, SX_C_MOST_STATEMENTS + 1);
    o.unit = SX_NEW_ARRAY(w->arena, sx_c_unit, SX_C_MOST_STATEMENTS + 1);
    o.of = SX_NEW_ARRAY(w->arena, sx_c_statement, SX_C_MOST_STATEMENTS + 1);
    o.times = SX_NEW_ARRAY(w->arena, int, SX_C_MOST_STATEMENTS + 1);
    o.known = SX_NEW_ARRAY(w->arena, const char *, SX_C_MOST_STATEMENTS + 1);
    if (!place || !o.unit || !o.of || !o.known || !o.times ||
        !read_lines(&o, text, size)) {
        w->status = SX_NOMEM;
        return;
    }
    for (int with_holes = 0; with_holes < 2; with_holes++) {
        o.with_holes = with_holes;
        while (o.nunits < SX_C_MOST_STATEMENTS && take_out(&o, place))
            continue;
    }
    for (int k = 0; k < o.nunits; k++)
        sx_c_fold_rows(&o, &o.unit[k]);
    for (int k = 0; k < o.nunits; k++)
        drop_braces(&o, &o.unit[k]);
    for (int k = 1; k < o.nunits; k++)
        put_function(&o, k, functions);
    put_lines(&o, &o.unit[0], main);
}
