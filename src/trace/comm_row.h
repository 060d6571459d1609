/* Communicators of which the scale decides how many there are (trace.h). */
#ifndef SX_TRACE_COMM_ROW_H
#define SX_TRACE_COMM_ROW_H

#include "trace/trace.h"

/* Are there some? */
bool sx_comm_row_is_open(const sx_trace *trace);

/* The last entry as it is for index k of the row, to stand at that place of the table. Errors: SX_NOMEM. */
sx_status sx_comm_row_entry(sx_arena *arena, const sx_comm *row, int64_t k,
                            sx_comm *ret_comm, sx_error *err);

/* Puts entries for all communicators of a row of `count` in place of the last one, which stands for them. *trace keeps its other
 * tables. Nothing happens where there is no row. Errors: SX_NOMEM; SX_LIMIT where there are more than SX_COMM_ROW_MOST. O(count). */
enum { SX_COMM_ROW_MOST = 1 << 16 };
sx_status sx_comm_row_expand(sx_arena *arena, int64_t count, sx_trace *trace,
                             sx_error *err);

/* The formula trace with as many entries as it has at a target, `there`. Errors: SX_NOMEM. */
sx_status sx_comm_row_as(sx_arena *arena, const sx_trace *formula, const sx_trace *there,
                         sx_trace *ret_formula, sx_error *err);

#endif
