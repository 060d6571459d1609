#include "generate/c_outline.h"

#include "generate/c_comment.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_STATEMENTS = 2000, /* a program with more has functions enough to write */
    MOST_STEPS = 20000000,
    OVERHEAD = 3, /* lines of a function beside its statements */
    LEAST = 3, /* lines that are worth one */
    NONE = -1
};

typedef struct line {
    unsigned indent;
    const char *text;
    int callee; /* the function that it calls */
} line;

/* Main, or a function. */
typedef struct unit {
    line *line;
    size_t n;
    int loops; /* its parameters, which are the counters of loops around */
    const char *name, *parameters;
    bool is_written;
} unit;

typedef struct statement {
    int unit, next; /* next: behind it in its block, or NONE */
    size_t first, end; /* lines */
    int loops; /* around it */
    int id; /* of equal ones */
    unsigned lines; /* that it takes when written */
} statement;

typedef struct outline {
    sx_c_writer *w;
    sx_arena *arena; /* of what is looked through at a time */
    unit *unit;
    int nunits, nexchanges;
    statement *of;
    int n;
    const char **known; /* canonical texts, by id */
    int nknown;
    uint64_t steps;
} outline;

/* A run of statements that is there several times. */
typedef struct run {
    int first, length, times;
    int64_t saved;
} run;

/* ---- counters of loops, by their names ---- */

/* How many loops are around what is in the one that the line begins; NONE where it begins none. */
static int loops_within(const char *text)
{
    static const char head[] = "for (long ";
    if (strncmp(text, head, sizeof head - 1) != 0)
        return NONE;
    const char *word = text + sizeof head - 1;
    int counter = sx_c_counter_of(word, strcspn(word, " "));
    return counter == NONE ? NONE : counter + 1;
}

/* ---- statements, and which are equal ---- */

static bool is_mark(const line *of)
{
    return *of->text == SX_C_MARK;
}

/* Counters by how many loops they are from the statement. */
static const char *relative(sx_arena *arena, int counter, const void *how)
{
    return sx_arena_printf(arena, "\2%d", counter - *(const int *)how);
}

static const char *canonical(outline *o, const statement *s)
{
    const unit *u = &o->unit[s->unit];
    unsigned indent = u->line[s->first].indent;
    sx_buffer out = SX_BUFFER_INIT;
    for (size_t i = s->first; i < s->end; i++)
        sx_buffer_printf(&out, "%u %s\n", u->line[i].indent - indent,
                         is_mark(&u->line[i]) ? sx_c_site_of(o->w, u->line[i].text)
                                              : sx_c_rename(o->arena, u->line[i].text,
                                                            relative, &s->loops));
    const char *copy = sx_arena_printf(o->arena, "%s", out.data ? out.data : "");
    sx_buffer_finish(&out);
    return copy;
}

static int id_of(outline *o, const char *text)
{
    for (int id = 0; id < o->nknown; id++)
        if (strcmp(o->known[id], text) == 0)
            return id;
    o->known[o->nknown] = text;
    return o->nknown++;
}

static unsigned lines_of(const line *of)
{
    sx_buffer out = SX_BUFFER_INIT;
    unsigned n = 0;
    if (is_mark(of))
        return 0;
    sx_c_wrap(&out, of->text, (size_t)of->indent * SX_C_INDENT);
    for (size_t i = 0; i < out.size; i++)
        n += out.data[i] == '\n';
    sx_buffer_finish(&out);
    return n;
}

/* Does the line belong to the statement before it? */
static bool goes_on(const line *of)
{
    return *of->text == '}' || strncmp(of->text, "else", 4) == 0;
}

static size_t statement_end(const unit *u, size_t first, size_t end)
{
    unsigned indent = u->line[first].indent;
    while (first < end && is_mark(&u->line[first]))
        first++;
    for (first++; first < end; first++)
        if (u->line[first].indent <= indent && !goes_on(&u->line[first]))
            break;
    return first;
}

/* The statements of a block, and those in them. */
static void add_block(outline *o, int unit_number, size_t first, size_t end, int loops)
{
    const unit *u = &o->unit[unit_number];
    int last = NONE;
    for (size_t i = first; i < end && o->n < MOST_STATEMENTS; i = o->of[last].end) {
        size_t after = statement_end(u, i, end);
        if (last != NONE)
            o->of[last].next = o->n;
        last = o->n++;
        o->of[last] = (statement) { unit_number, NONE, i, after, loops, 0, 0 };
    }
}

static void measure(outline *o, statement *s)
{
    const unit *u = &o->unit[s->unit];
    s->id = id_of(o, canonical(o, s));
    for (size_t i = s->first; i < s->end; i++)
        s->lines += lines_of(&u->line[i]);
}

/* Blocks in statement s, which is in the list already. */
static void add_inner(outline *o, int s)
{
    const statement of = o->of[s];
    const unit *u = &o->unit[of.unit];
    int loops = of.loops;
    for (size_t i = of.first; i < of.end; i++) {
        const line *at = &u->line[i];
        if (is_mark(at) || at->indent != u->line[of.first].indent)
            continue;
        int within = loops_within(at->text);
        size_t last = i + 1;
        while (last < of.end && u->line[last].indent > at->indent)
            last++;
        if (last > i + 1)
            add_block(o, of.unit, i + 1, last, within == NONE ? loops : within);
    }
}

static void find_statements(outline *o)
{
    o->n = o->nknown = 0;
    for (int k = 0; k < o->nunits; k++)
        add_block(o, k, 0, o->unit[k].n, o->unit[k].loops);
    for (int s = 0; s < o->n; s++)
        add_inner(o, s);
    for (int s = 0; s < o->n; s++)
        measure(o, &o->of[s]);
}

/* ---- the run that saves most ---- */

static bool is_within(const statement *inner, const statement *first, size_t end)
{
    return inner->unit == first->unit && inner->first >= first->first &&
           inner->first < end;
}

/* How far both go on alike; not into one another. */
static int common_length(outline *o, int a, int b)
{
    const statement *first = &o->of[a];
    int length = 0, other = b;
    for (; a != NONE && other != NONE; a = o->of[a].next, other = o->of[other].next) {
        if (o->of[a].id != o->of[other].id || is_within(&o->of[b], first, o->of[a].end))
            break;
        length++;
        o->steps++;
    }
    return length;
}

static int last_of(const outline *o, int first, int length)
{
    while (--length > 0 && first != NONE)
        first = o->of[first].next;
    return first;
}

static bool is_run(outline *o, int first, const run *of)
{
    int a = of->first;
    for (int i = 0; i < of->length; i++) {
        o->steps++;
        if (first == NONE || o->of[first].id != o->of[a].id)
            return false;
        first = o->of[first].next;
        a = o->of[a].next;
    }
    return true;
}

/* Where it stands, no two in one another; how often. */
static int places(outline *o, const run *of, int *ret_place)
{
    int n = 0;
    for (int s = 0; s < o->n; s++) {
        bool free = is_run(o, s, of);
        for (int i = 0; free && i < n; i++) {
            const statement *other = &o->of[ret_place[i]], *own = &o->of[s];
            size_t end = o->of[last_of(o, ret_place[i], of->length)].end;
            size_t own_end = o->of[last_of(o, s, of->length)].end;
            free = !is_within(own, other, end) && !is_within(other, own, own_end);
        }
        if (free)
            ret_place[n++] = s;
    }
    return n;
}

static void weigh(outline *o, run *of, int *place)
{
    int64_t lines = 0;
    int s = of->first;
    for (int i = 0; i < of->length; i++, s = o->of[s].next)
        lines += o->of[s].lines;
    of->saved = 0;
    if (lines < LEAST)
        return;
    of->times = places(o, of, place);
    of->saved = (of->times - 1) * lines - of->times - OVERHEAD;
}

static run best_run(outline *o, int *place)
{
    run best = { .saved = 0 };
    for (int a = 0; a < o->n; a++) {
        int longest = 0, seen = 0;
        for (int b = a + 1; b < o->n && o->steps < MOST_STEPS; b++) {
            int length = o->of[a].id == o->of[b].id ? common_length(o, a, b) : 0;
            if (length == 0 || (length == seen && length <= longest))
                continue;
            run of = { .first = a, .length = seen = length };
            weigh(o, &of, place);
            longest = length > longest ? length : longest;
            if (of.saved > best.saved)
                best = of;
        }
    }
    return best;
}

/* ---- taking it out ---- */

/* Which counters of loops around it are in it; a bit for each distance. */
static const char *note(sx_arena *arena, int counter, const void *how)
{
    uint64_t *const *noted = how;
    (void)arena;
    **noted |= UINT64_C(1) << counter;
    return "";
}

static uint64_t counters_in(outline *o, int first, int length)
{
    uint64_t all = 0, *to = &all;
    const unit *u = &o->unit[o->of[first].unit];
    size_t end = o->of[last_of(o, first, length)].end;
    for (size_t i = o->of[first].first; i < end; i++)
        if (!is_mark(&u->line[i]))
            sx_c_rename(o->arena, u->line[i].text, note, &to);
    return o->of[first].loops < 64 ? all & ((UINT64_C(1) << o->of[first].loops) - 1)
                                   : all;
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

static bool has(const unit *u, const char *word)
{
    for (size_t i = 0; i < u->n; i++)
        if (strstr(u->line[i].text, word))
            return true;
    return false;
}

static const char *name_of(outline *o, const unit *u)
{
    bool sends = has(u, "send(") || has(u, "Send("),
         receives = has(u, "recv(") || has(u, "Recv(");
    return sx_arena_printf(o->w->arena, "%s%d",
                           sends && receives ? "exchange"
                           : sends           ? "send"
                           : receives        ? "receive"
                                             : "part",
                           ++o->nexchanges);
}

static bool make_function(outline *o, const run *of)
{
    sx_arena *arena = o->w->arena;
    const statement *first = &o->of[of->first];
    const unit *from = &o->unit[first->unit];
    size_t end = o->of[last_of(o, of->first, of->length)].end;
    unit *made = &o->unit[o->nunits];
    moved how = { o->w, counters_in(o, of->first, of->length), first->loops };
    const char *parameters = "";
    *made = (unit) { .line = SX_NEW_ARRAY(arena, line, end - first->first) };
    for (size_t i = first->first; made->line && i < end; i++)
        made->line[made->n++] =
            (line) { from->line[i].indent - from->line[first->first].indent + 1,
                     is_mark(&from->line[i])
                         ? from->line[i].text
                         : sx_c_rename(arena, from->line[i].text, in_function, &how),
                     from->line[i].callee };
    for (made->loops = 0; made->loops < __builtin_popcountll(how.around); made->loops++)
        parameters =
            sx_arena_printf(arena, "%s%slong %s", parameters, made->loops ? ", " : "",
                            sx_c_counter_name(o->w, (unsigned)made->loops));
    made->parameters = *parameters ? parameters : "void";
    made->name = name_of(o, made);
    o->nunits++;
    return made->line != NULL;
}

/* The last unit's call where that run stands. */
static line call_at(outline *o, int first, int length)
{
    uint64_t around = counters_in(o, first, length);
    const char *arguments = "";
    for (int c = 0; c < 64; c++)
        if (around >> c & 1)
            arguments =
                sx_arena_printf(o->w->arena, "%s%s%s", arguments, *arguments ? ", " : "",
                                sx_c_counter_name(o->w, (unsigned)c));
    const unit *u = &o->unit[o->of[first].unit];
    return (line) { u->line[o->of[first].first].indent,
                    sx_arena_printf(o->w->arena, "%s(%s);", o->unit[o->nunits - 1].name,
                                    arguments),
                    o->nunits - 1 };
}

/* Places of a unit go from the last to the first, so that lines before them stay where they are. */
static void replace(outline *o, const run *of, const int *place, int n)
{
    for (int unit_number = 0; unit_number < o->nunits - 1; unit_number++)
        for (size_t at = o->unit[unit_number].n; at-- > 0;)
            for (int i = 0; i < n; i++) {
                const statement *s = &o->of[place[i]];
                unit *u = &o->unit[unit_number];
                if (s->unit != unit_number || s->first != at)
                    continue;
                size_t end = o->of[last_of(o, place[i], of->length)].end;
                u->line[at] = call_at(o, place[i], of->length);
                memmove(u->line + at + 1, u->line + end, (u->n - end) * sizeof *u->line);
                u->n -= end - at - 1;
            }
}

/* ---- from text and to text ---- */

static bool read_lines(outline *o, const char *text, size_t size)
{
    unit *u = &o->unit[0];
    size_t n = 0;
    for (size_t i = 0; i < size; i++)
        n += text[i] == '\n';
    u->line = SX_NEW_ARRAY(o->w->arena, line, n + 1);
    while (u->line && u->n < n) {
        size_t indent = strspn(text, " "), length = strcspn(text, "\n");
        u->line[u->n++] = (line) { (unsigned)indent / SX_C_INDENT,
                                   sx_arena_printf(o->w->arena, "%.*s",
                                                   (int)(length - indent), text + indent),
                                   NONE };
        text += length + 1;
    }
    return u->line != NULL;
}

/* Without braces around what has become a single call. */
static void drop_braces(outline *o, unit *u)
{
    for (size_t i = 0; i + 2 < u->n; i++) {
        size_t length = strlen(u->line[i].text);
        if (length < 2 || strcmp(u->line[i].text + length - 2, " {") != 0 ||
            u->line[i + 1].callee == NONE || strcmp(u->line[i + 2].text, "}") != 0)
            continue;
        u->line[i].text =
            sx_arena_printf(o->w->arena, "%.*s", (int)length - 2, u->line[i].text);
        memmove(u->line + i + 2, u->line + i + 3, (u->n - i - 3) * sizeof *u->line);
        u->n--;
    }
}

static void put_lines(const outline *o, const unit *u, sx_buffer *out)
{
    for (size_t i = 0; i < u->n; i++) {
        const char *text =
            sx_arena_printf(o->w->arena, "%*s%s\n",
                            (int)(u->line[i].indent * SX_C_INDENT), "", u->line[i].text);
        if (text)
            sx_c_append(o->w, out, text, strlen(text));
    }
}

/* Behind those that it calls. */
static void put_function(outline *o, int number, sx_buffer *out)
{
    unit *u = &o->unit[number];
    if (u->is_written)
        return;
    u->is_written = true;
    for (size_t i = 0; i < u->n; i++)
        if (u->line[i].callee != NONE)
            put_function(o, u->line[i].callee, out);
    sx_buffer_printf(out, "\nstatic void %s(%s)\n{\n", u->name, u->parameters);
    put_lines(o, u, out);
    sx_buffer_puts(out, "}\n");
}

/* What saves most becomes a function; false when nothing does. */
static bool take_out(outline *o, int *place)
{
    o->arena = sx_arena_create();
    if (!o->arena) {
        o->w->status = SX_NOMEM;
        return false;
    }
    find_statements(o);
    run best = o->n < MOST_STATEMENTS ? best_run(o, place) : (run) { .saved = 0 };
    bool pays = best.saved > 0 && o->steps < MOST_STEPS && make_function(o, &best);
    if (pays)
        replace(o, &best, place, places(o, &best, place));
    sx_arena_destroy(o->arena);
    return pays;
}

void sx_c_outline(sx_c_writer *w, const char *text, size_t size, sx_buffer *main,
                  sx_buffer *functions)
{
    outline o = { .w = w, .nunits = 1 };
    int *place = SX_NEW_ARRAY(w->arena, int, MOST_STATEMENTS + 1);
    o.unit = SX_NEW_ARRAY(w->arena, unit, MOST_STATEMENTS + 1);
    o.of = SX_NEW_ARRAY(w->arena, statement, MOST_STATEMENTS + 1);
    o.known = SX_NEW_ARRAY(w->arena, const char *, MOST_STATEMENTS + 1);
    if (!place || !o.unit || !o.of || !o.known || !read_lines(&o, text, size)) {
        w->status = SX_NOMEM;
        return;
    }
    while (o.nunits < MOST_STATEMENTS && take_out(&o, place))
        continue;
    for (int k = 0; k < o.nunits; k++)
        drop_braces(&o, &o.unit[k]);
    for (int k = 1; k < o.nunits; k++)
        put_function(&o, k, functions);
    put_lines(&o, &o.unit[0], main);
}
