/* The datatypes that rows with laws stand for at a target: a row for each, and which of them a rank has. */
#ifndef SX_EXTRAP_TYPE_ROWS_H
#define SX_EXTRAP_TYPE_ROWS_H

#include "trace/trace.h"

/* Different types that one row with laws may stand for, and its arguments that are no numbers. */
enum { SX_TYPE_ROWS = 64, SX_TYPE_ROWS_ARGUMENTS = 64 };

typedef struct sx_type_rows {
    sx_arena *arena;
    const sx_trace *bound;
    size_t first_law; /* rows before it are numbers already */
    size_t n, capacity;
    sx_type
        *type; /* those before first_law, and what the others stand for; all different */
    bool *in; /* by row with laws: is it in the one at hand? */
    int64_t *made; /* by row with laws: the row that it is with the values at hand */
} sx_type_rows;

/* The bound trace has rows with laws as its formula trace does. Errors: SX_NOMEM. */
sx_status sx_type_rows_open(sx_arena *arena, const sx_trace *bound,
                            sx_type_rows *ret_rows, sx_error *err);

/* Laws of a row and of the types in it, those that are no numbers, each once; 0 for a row without laws. */
uint32_t sx_type_rows_laws(const sx_type_rows *rows, int64_t row,
                           const sx_expr *ret_law[SX_TYPE_ROWS_ARGUMENTS]);

/* The number of the row that a rank has for this one in events on `comm`. *ret_expr is NULL where no number of rows can say
 * that: there are too many, or an argument that no constructor takes; *ret_reason says why. O(extents) where laws are of
 * places along the axes of one grid, else O(P). Errors: SX_NOMEM. */
sx_status sx_type_rows_choose(sx_type_rows *rows, int64_t row, uint32_t comm,
                              const sx_expr **ret_expr, const char **ret_reason,
                              sx_error *err);

#endif
