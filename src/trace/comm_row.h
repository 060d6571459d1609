/* Communicators of which the scale decides how many there are (trace.h). Rows of them are the last entries of the table, as many as there are
 * by turns behind what inputs show. */
#ifndef SX_TRACE_COMM_ROW_H
#define SX_TRACE_COMM_ROW_H

#include "trace/trace.h"

/* At a scale that has more in a row, all others are unknown. */
enum { SX_COMM_ROW_MOST = 1 << 12 };

/* How many rows there are. O(their number). */
size_t sx_comm_rows(const sx_trace *trace);

/* The entry of a row as it is for index k. Errors: SX_NOMEM. */
sx_status sx_comm_row_entry(sx_arena *arena, const sx_comm *entry, int64_t k,
                            sx_comm *ret_comm, sx_error *err);

/* Puts entries for all communicators in place of the rows, so that the table has `all` of them, or what inputs show where that is more;
 * those beyond the end of their row have no members. *trace keeps its other tables. Nothing happens where there is no row. Errors: SX_NOMEM. O(all). */
sx_status sx_comm_row_expand(sx_arena *arena, size_t all, sx_trace *trace, sx_error *err);

/* The formula trace with as many entries as it has at a target, `there`. Errors: SX_NOMEM. */
sx_status sx_comm_row_as(sx_arena *arena, const sx_trace *formula, const sx_trace *there,
                         sx_trace *ret_formula, sx_error *err);

#endif
