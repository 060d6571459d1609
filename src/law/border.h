/* Where ranks in a row begin to do something else: a number of ranks in each run, by a law of the scale. */
#ifndef SX_LAW_BORDER_H
#define SX_LAW_BORDER_H

#include "law/law.h"

/* The law of the number at[run], in P: a part of all rather than what is no more certain; expr NULL where there is none. Errors: SX_NOMEM. */
sx_status sx_border_find(sx_arena *arena, sx_runs *runs, const int64_t *at,
                         sx_law *ret_border, sx_error *err);

/* Of n places in a row, of which the first is at 0: the laws of at[1] .. at[n - 1], of each run, and what they stand on together, exact from fewer than three
 * inputs. *ret_found is false where one has none. Errors: SX_NOMEM. */
sx_status sx_borders_find(sx_arena *arena, sx_runs *runs, int64_t (*at)[SX_RUNS],
                          size_t n, sx_law *ret_border, sx_evidence *ret_evidence,
                          bool *ret_found, sx_error *err);

/* Halves, thirds, quarters, fifths, sixths and eighths of all ranks, or one such of all but one or two, rounded down or up, that are at[run] in all runs; none where that is one
 * number, or all of them but one or two, in all. Errors: SX_NOMEM, those of the visitor, which end it. */
typedef sx_status (*sx_part_visitor)(void *context, const sx_expr *part, sx_error *err);
sx_status sx_border_each_part(sx_arena *arena, const sx_runs *runs, const int64_t *at,
                              sx_part_visitor visit, void *context, sx_error *err);

/* Why another part is a doubt. */
extern const char sx_border_other_part[];

#endif
