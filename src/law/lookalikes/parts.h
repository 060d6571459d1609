/* What the searches for lookalikes share, inner to them. */
#ifndef SX_LAW_LOOKALIKES_PARTS_H
#define SX_LAW_LOOKALIKES_PARTS_H

#include "law/lookalikes.h"

/* Has it parts that are not the same for all ranks and executions? */
bool sx_lookalikes_is_of_place(const sx_expr *expr);

/* How the rivals of a law are kept. */
typedef struct sx_contest {
    sx_arena *arena, *scratch;
    const sx_runs *runs;
    const sx_samples *samples;
    unsigned most; /* rivals that are kept; with more of them nothing is proved */
    const char *reason;
    uint64_t
        unasked; /* grids that the law does not ask for, so that it may stand where these are in doubt */
} sx_contest;

/* A rival differs where `here` holds: adds that to the doubts, unless something else is in doubt wherever it does. Counts
 * the rivals. */
void sx_lookalikes_contest(const sx_contest *contest, const sx_expr *here,
                           unsigned *rivals, sx_evidence *evidence);

/* Has it a number that is further from 0 than `most`, other than null? */
bool sx_lookalikes_has_number_above(const sx_expr *expr, int64_t most);

/* Has it a number beyond those that programs count with, next to a number of ranks? */
bool sx_lookalikes_has_hidden_number(const sx_expr *expr);

/* The least item of those dealt out in turn, but for the first ranks' where `is_number`, that the rank each run's samples name owns in all of them; -1 where there
 * is none that is small, or all name the last rank. And what is in doubt where there is one. */
int64_t sx_lookalikes_item(const sx_runs *runs, const sx_samples *samples,
                           bool is_number);
extern const char sx_lookalikes_of_owners[];

/* Who is on the diagonal of a grid of two axes; turned: of the same ranks where the other axis is the faster one. NULL when out of memory. */
const sx_expr *sx_lookalikes_diagonal(sx_arena *arena, uint32_t grid, bool turned);
/* Doubts who takes part, as samples of truth, where a diagonal of a grid of the world has all of these. */
sx_status sx_lookalikes_of_diagonals(sx_arena *arena, const sx_runs *runs,
                                     const sx_samples *samples, sx_law *law,
                                     sx_error *err);

/* The same by how far ranks are from the last one, or from the largest power of two. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_ends(sx_arena *arena, const sx_runs *runs,
                                const sx_samples *samples, sx_law *law, sx_error *err);

/* Is it none of these numbers, of which there is one or more? NULL when out of memory. */
const sx_expr *sx_lookalikes_is_none_of(sx_arena *arena, const sx_expr *expr,
                                        const int64_t *number, size_t n);

#endif
