/* Forms: what a number may be told by, beyond what is linear: who is where, digits, logarithms, turns, and powers of two over
 * counters. A law of a form f is a * f + b. */
#ifndef SX_LAW_FORMS_H
#define SX_LAW_FORMS_H

#include "law/sample.h"

/* Ranks in a row: an axis of a grid, or all of the world or the communicator. */
typedef struct sx_row {
    const sx_expr *extent, *index;
    uint32_t grid; /* UINT32_MAX: none */
} sx_row;

typedef struct sx_rows {
    size_t n;
    sx_row row[2 + SX_MAX_GRIDS * SX_MAX_DIMS];
} sx_rows;

/* An extent or an index is NULL when out of memory. */
void sx_rows_find(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                  sx_rows *ret_rows);

/* The others in a row, where the first rank of the communicator, or the last, is not among the samples: it may
 * deal out to them. */
void sx_rows_find_others(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                         sx_rows *ret_rows);

/* What a value may be linear in: extents, places, counters. */
typedef struct sx_singles {
    size_t n, ncounters; /* counters are the last */
    const sx_expr *of[2 * (2 + SX_MAX_GRIDS * SX_MAX_DIMS) + SX_SAMPLE_LOOPS];
} sx_singles;

void sx_singles_find(sx_arena *arena, const sx_samples *samples, const sx_rows *rows,
                     sx_singles *ret_singles);

typedef struct sx_forms {
    sx_arena *arena;
    size_t n, capacity;
    const sx_expr **form;
    size_t
        usual; /* the first so many are; programs seldom have others, which fit by accident as easily */
    bool failed; /* out of memory */
} sx_forms;

/* The forms that are more than one operation on one or two of the singles. */
void sx_forms_make(sx_arena *arena, const sx_samples *samples, const sx_rows *rows,
                   sx_forms *ret_forms);

#endif
