/* What taking statements out of a program works on: its functions, their statements, and what is equal (c_statements.c); what differs
 * and becomes parameters (c_filling.c) or rows of a table (c_rows.c); which of it pays (c_outline.c). */
#ifndef SX_GENERATE_C_OUTLINE_PARTS_H
#define SX_GENERATE_C_OUTLINE_PARTS_H

#include "generate/c_holes.h"
#include "generate/c_writer.h"

enum {
    SX_C_MOST_STATEMENTS = 2000, /* a program with more has functions enough to write */
    SX_C_MOST_HOLES = 96, /* of a run */
    SX_C_MOST_PARAMETERS = 6, /* of a function, beside counters */
    SX_C_NONE = -1
};

typedef struct sx_c_text_line {
    unsigned indent;
    const char *text;
    int callee; /* the function that it calls */
} sx_c_text_line;

/* Main, or a function. */
typedef struct sx_c_unit {
    sx_c_text_line *line;
    size_t n;
    int loops; /* its parameters, which are the counters of loops around */
    const char *name, *parameters;
    bool has_holes; /* it has further parameters: nothing is taken out of it any more */
    bool is_written;
} sx_c_unit;

typedef struct sx_c_statement {
    int unit, next, previous; /* in its block, or SX_C_NONE */
    size_t first, end; /* lines */
    int loops; /* around it */
    int id; /* of equal ones */
    unsigned lines; /* that it takes when written */
} sx_c_statement;

typedef struct sx_c_outlining {
    sx_c_writer *w;
    sx_arena *arena; /* of what is looked through at a time */
    sx_c_unit *unit;
    int nunits, nexchanges, ntables;
    sx_c_statement *of;
    int n;
    const char **known; /* canonical texts, by id */
    int nknown, *times; /* times: statements of an id */
    uint64_t steps;
    bool with_holes; /* are statements equal whatever is in their holes? */
} sx_c_outlining;

/* A run of statements that is there several times. */
typedef struct sx_c_run {
    int first, length, times;
    int64_t saved;
} sx_c_run;

/* The holes of a run: which are parameters of the function, and which of these. */
typedef struct sx_c_filling {
    int n, nparameters;
    int parameter[SX_C_MOST_HOLES]; /* SX_C_NONE: it is the same everywhere */
    int first[SX_C_MOST_PARAMETERS]; /* the first hole of each */
    const char *name[SX_C_MOST_PARAMETERS];
} sx_c_filling;

typedef struct sx_c_hole_text {
    const char *own, *common, *role; /* common: with counters as seen from the run */
} sx_c_hole_text;

static inline bool sx_c_is_mark(const sx_c_text_line *of)
{
    return *of->text == SX_C_MARK;
}

/* The statement that a run of them ends with. */
static inline int sx_c_last_of(const sx_c_outlining *o, int first, int length)
{
    while (--length > 0 && first != SX_C_NONE)
        first = o->of[first].next;
    return first;
}

/* Counters by how many loops they are from the statement; `how` is how many are around it. */
const char *sx_c_relative(sx_arena *arena, int counter, const void *how);

/* Lines that the line takes when it is written. */
unsigned sx_c_lines_of(sx_c_outlining *o, const sx_c_text_line *of);

/* All statements of all units, and which are equal. */
void sx_c_find_statements(sx_c_outlining *o);

/* The texts of a run's holes at a place; SX_C_MOST_HOLES at most, else SX_C_NONE. */
int sx_c_hole_texts(sx_c_outlining *o, int first, int length, sx_c_hole_text *ret_text);

/* False where a function would have too many parameters. */
bool sx_c_fill_run(sx_c_outlining *o, const sx_c_run *of, const int *place,
                   sx_c_filling *ret_filling);

/* A line of a run with parameters in its holes; `hole` counts these. */
const char *sx_c_filled(sx_c_outlining *o, const sx_c_filling *with,
                        const sx_c_text_line *of, int loops, int *hole);

/* Messages one after the other that are alike become a loop over a table, where that saves lines (c_rows.c). */
void sx_c_fold_rows(sx_c_outlining *o, sx_c_unit *u);

/* Which counters of loops around a run are in it, but for its holes; a bit for each loop. */
uint64_t sx_c_counters_in(sx_c_outlining *o, const sx_c_filling *with, int first,
                          int length);

#endif
