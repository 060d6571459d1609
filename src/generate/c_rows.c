/* Messages one after the other that differ in condition, count, partner and tag alone: a table of these, and a loop over its rows. What the
 * recorder saw of a loop over the sides of a place is one again. */
#include "generate/c_comment.h"
#include "generate/c_outline_parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_ROWS = 64,
    MOST_COLUMNS = 8,
    MOST_LOOPS = 4, /* over the same rows */
    ANYWHERE = 64, /* loops around: every counter in a message is of one of them */
    LEAST_ROWS = 3,
    LEAST = 3 /* lines that are worth a table */
};

/* A message: a condition, which may be there, a comment, which may be there, and the call. */
typedef struct row {
    const char *condition, *site; /* or NULL */
    const char *call, *common; /* common: with its holes open */
    sx_c_hole hole[SX_C_LINE_HOLES];
    int nholes;
    size_t first, end; /* lines */
} row;

typedef struct column {
    const char *name, *cell[MOST_ROWS];
} column;

/* Lines of a unit as rows, each read once. */
typedef struct reading {
    const sx_c_outlining *o;
    const sx_c_unit *unit;
    const row **at; /* from each line on; NULL where nobody asked */
} reading;

/* Rows, and the columns of what differs in them; in how many loops they are gone through. */
typedef struct table {
    row *row; /* of loop l from l n on */
    int n, nloops, ncolumns, number;
    column column[MOST_COLUMNS];
} table;

/* ---- a message ---- */

static const char *condition_of(sx_arena *arena, const char *line)
{
    size_t n = strlen(line);
    return strncmp(line, "if (", 4) == 0 && line[n - 1] == ')'
               ? sx_c_text(arena, "%.*s", (int)n - 5, line + 4)
               : NULL;
}

static bool read_row(const sx_c_outlining *o, const sx_c_unit *u, size_t at, row *ret_row)
{
    static const char *const open[SX_C_LINE_HOLES] = {
        "\3", "\3", "\3", "\3", "\3", "\3"
    };
    sx_arena *arena = o->w->arena;
    const unsigned indent = at < u->n ? u->line[at].indent : 0;
    *ret_row = (row) { .first = at };
    if (at < u->n && (ret_row->condition = condition_of(arena, u->line[at].text)))
        at++;
    if (at < u->n && sx_c_is_mark(&u->line[at]))
        ret_row->site = sx_c_site_of(o->w, u->line[at++].text);
    if (at >= u->n || u->line[at].indent != indent + (ret_row->condition != NULL))
        return false;
    ret_row->call = u->line[at].text;
    ret_row->end = at + 1;
    ret_row->nholes = sx_c_holes(ret_row->call, ANYWHERE, ret_row->hole);
    ret_row->common =
        sx_c_fill(arena, ret_row->call, ret_row->hole, ret_row->nholes, open);
    return ret_row->nholes > 0 && ret_row->common;
}

/* NULL where there is none, or no memory for it. */
static const row *row_at(const reading *rows, size_t at)
{
    if (at >= rows->unit->n)
        return NULL;
    if (!rows->at[at]) {
        row *made = SX_NEW(rows->o->w->arena, row);
        if (!made)
            rows->o->w->status = SX_NOMEM;
        else if (!read_row(rows->o, rows->unit, at, made))
            made->end = at; /* no row */
        rows->at[at] = made;
    }
    return rows->at[at] && rows->at[at]->end > at ? rows->at[at] : NULL;
}

static bool is_same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_alike(const row *a, const row *b)
{
    return strcmp(a->common, b->common) == 0 && !a->condition == !b->condition &&
           is_same(a->site, b->site);
}

/* ---- what may be evaluated where its condition does not hold ---- */

/* Is the word what is above 0 always: a number, how many ranks there are, or an extent? */
static bool is_divisor(sx_c_writer *w, const char *word, size_t n)
{
    if (isdigit((unsigned char)*word))
        return strspn(word, "0") < n;
    const char *own = sx_c_text(w->arena, "%.*s", (int)n, word);
    if (!own || strcmp(own, "nranks") == 0)
        return own != NULL;
    for (unsigned g = 0; g < w->trace->ngrids; g++)
        for (unsigned axis = 0; axis < w->trace->grid[g].ndims; axis++)
            if (w->trace->grid[g].comm == 0 &&
                strcmp(own, sx_c_dim_name(w, g, axis)) == 0)
                return true;
    return false;
}

static size_t word_at(const char *text)
{
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_')
        n++;
    return n;
}

bool sx_c_is_harmless(sx_c_writer *w, const char *text)
{
    while (text && *text) {
        size_t n = word_at(text);
        bool divides = strchr("/%", *text) != NULL;
        if ((n > 0 && text[n] == '(') || strncmp(text, "<<", 2) == 0 ||
            strncmp(text, ">>", 2) == 0)
            return false;
        text += n ? n : 1;
        if (divides) {
            text += strspn(text, " ");
            if (!is_divisor(w, text, word_at(text)))
                return false;
        }
    }
    return text != NULL;
}

/* ---- columns ---- */

static const char *hole_text(const sx_c_outlining *o, const row *of, int h)
{
    return sx_c_text(o->w->arena, "%.*s", (int)of->hole[h].length,
                     of->call + of->hole[h].at);
}

static bool is_column(const column *c, const char *const *cell, int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(c->cell[i], cell[i]) != 0)
            return false;
    return true;
}

/* The name of the column with these cells, which is new if need be; `none` where all are equal, and NULL where it cannot be one. */
static const char *name_of(sx_c_outlining *o, table *t, const char *const *cell,
                           const char *role, const char *none)
{
    int number = 1, i = 1;
    while (i < t->n && strcmp(cell[i], cell[0]) == 0)
        i++;
    if (i == t->n)
        return none;
    for (i = 0; i < t->ncolumns; i++) {
        if (is_column(&t->column[i], cell, t->n))
            return t->column[i].name;
        number += strncmp(t->column[i].name, role, strlen(role)) == 0;
    }
    for (i = 0; i < t->n; i++)
        if (!sx_c_is_harmless(o->w, cell[i]))
            return NULL;
    if (t->ncolumns == MOST_COLUMNS)
        return NULL;
    column *made = &t->column[t->ncolumns++];
    memcpy(made->cell, cell, (size_t)t->n * sizeof *cell);
    return made->name = number == 1 ? role : sx_c_text(o->w->arena, "%s%d", role, number);
}

/* The condition of loop l, "" where there is none; and its call. False where there can be no such loop. */
static bool loop_text(sx_c_outlining *o, table *t, int l, const char **ret_condition,
                      const char **ret_call)
{
    const row *of = t->row + l * t->n;
    const char *cell[MOST_ROWS], *name[SX_C_LINE_HOLES];
    sx_arena *arena = o->w->arena;
    *ret_condition = "";
    for (int i = 0; i < t->n && of[0].condition; i++)
        cell[i] = of[i].condition;
    if (of[0].condition) {
        const char *there = name_of(o, t, cell, "there", "");
        if (!there)
            return false;
        *ret_condition = *there ? sx_c_text(arena, "if (m->%s)", there)
                                : sx_c_text(arena, "if (%s)", cell[0]);
        if (!*ret_condition)
            return false;
    }
    for (int h = 0; h < of->nholes; h++) {
        for (int i = 0; i < t->n; i++)
            if (!(cell[i] = hole_text(o, &of[i], h)))
                return false;
        if (!(name[h] = name_of(o, t, cell, of->hole[h].role, "")))
            return false;
        name[h] = *name[h] ? sx_c_text(arena, "m->%s", name[h]) : NULL;
    }
    return (*ret_call = sx_c_fill(arena, of->call, of->hole, of->nholes, name)) != NULL;
}

/* ---- lines ---- */

typedef struct lines {
    sx_c_text_line *line;
    size_t n;
} lines;

static void add(lines *to, unsigned indent, const char *text)
{
    to->line[to->n++] = (sx_c_text_line) { indent, text ? text : "", SX_C_NONE };
}

static void add_table(sx_c_outlining *o, const table *t, unsigned indent, lines *to)
{
    sx_arena *arena = o->w->arena;
    const char *list = "";
    for (int c = 0; c < t->ncolumns; c++)
        list = sx_c_text(arena, "%s%s%s", list, c ? ", " : "", t->column[c].name);
    add(to, indent, sx_c_text(arena, "const struct message%d {", t->number));
    add(to, indent + 1, sx_c_text(arena, "long %s;", list));
    add(to, indent, sx_c_text(arena, "} message%d[] = {", t->number));
    for (int i = 0; i < t->n; i++) {
        list = "";
        for (int c = 0; c < t->ncolumns; c++)
            list = sx_c_text(arena, "%s%s%s", list, c ? ", " : "", t->column[c].cell[i]);
        add(to, indent + 1, sx_c_text(arena, "{ %s },", list));
    }
    add(to, indent, "};");
}

/* The table and its loops; false where there is none. */
static bool add_all(sx_c_outlining *o, table *t, const sx_c_unit *u, lines *to)
{
    const char *condition[MOST_LOOPS], *call[MOST_LOOPS];
    const unsigned indent = u->line[t->row->first].indent;
    for (int l = 0; l < t->nloops; l++)
        if (!loop_text(o, t, l, &condition[l], &call[l]))
            return false;
    if (t->ncolumns == 0)
        return false;
    add_table(o, t, indent, to);
    for (int l = 0; l < t->nloops; l++) {
        const row *of = t->row + l * t->n;
        unsigned within = indent + 1;
        add(to, indent,
            sx_c_text(o->w->arena,
                      "for (const struct message%d *m = message%d; m < message%d "
                      "+ %d; m++)",
                      t->number, t->number, t->number, t->n));
        if (*condition[l])
            add(to, within++, condition[l]);
        if (of->site)
            add(to, within, u->line[of->end - 2].text);
        add(to, within, call[l]);
    }
    return true;
}

static unsigned lines_of(sx_c_outlining *o, const sx_c_text_line *line, size_t n)
{
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += sx_c_lines_of(o, &line[i]);
    return sum;
}

/* ---- rows that follow one another ---- */

/* Rows from a line on that are alike, at most so many. */
static int rows_from(const reading *rows, size_t at, int most, row *ret_row)
{
    const sx_c_unit *u = rows->unit;
    const row *of;
    int n = 0;
    while (n < most && at < u->n && u->line[at].callee == SX_C_NONE &&
           (of = row_at(rows, at)) && is_alike(n ? &ret_row[0] : of, of) &&
           u->line[at].indent == u->line[n ? ret_row[0].first : at].indent) {
        ret_row[n++] = *of;
        at = of->end;
    }
    return n;
}

static bool has_conditions(const row *of, const row *as, int n)
{
    for (int i = 0; i < n; i++)
        if (!is_same(of[i].condition, as[i].condition))
            return false;
    return true;
}

/* The rows from a line on, and further loops over the same. */
static void find_table(const reading *rows, size_t at, table *t)
{
    const sx_c_unit *u = rows->unit;
    t->n = rows_from(rows, at, MOST_ROWS, t->row);
    t->nloops = t->n > 0;
    t->ncolumns = 0;
    while (t->n >= LEAST_ROWS && t->nloops < MOST_LOOPS) {
        row *next = t->row + t->nloops * t->n;
        if (rows_from(rows, next[-1].end, t->n, next) < t->n ||
            u->line[next->first].indent != u->line[at].indent ||
            !has_conditions(next, t->row, t->n))
            break;
        t->nloops++;
    }
}

void sx_c_fold_rows(sx_c_outlining *o, sx_c_unit *u)
{
    const size_t room = (size_t)MOST_ROWS * MOST_LOOPS;
    table t = { .row = SX_NEW_ARRAY(o->w->arena, row, room) };
    lines all = { .line = SX_NEW_ARRAY(o->w->arena, sx_c_text_line, 2 * u->n + room) };
    reading rows = { o, u, SX_NEW_ARRAY(o->w->arena, const row *, u->n + 1) };
    if (!t.row || !all.line || !rows.at) {
        o->w->status = SX_NOMEM;
        return;
    }
    for (size_t i = 0; i < u->n;) {
        const size_t from = all.n;
        find_table(&rows, i, &t);
        t.number = o->ntables + 1;
        const size_t end = t.n > 0 ? t.row[t.n * t.nloops - 1].end : i;
        if (t.n >= LEAST_ROWS && add_all(o, &t, u, &all) &&
            lines_of(o, all.line + from, all.n - from) + LEAST <=
                lines_of(o, u->line + i, end - i)) {
            o->ntables++;
            i = end;
            continue;
        }
        all.n = from;
        all.line[all.n++] = u->line[i++];
    }
    u->line = all.line;
    u->n = all.n;
}
