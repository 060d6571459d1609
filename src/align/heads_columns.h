/* The calls at the heads of trips as columns: in which order they come, which of them stand together, and which go into the loop. */
#ifndef SX_ALIGN_HEADS_COLUMNS_H
#define SX_ALIGN_HEADS_COLUMNS_H

#include "align/heads_trips.h"

/* Columns, the kinds of calls in an order that every trip of every rank keeps, and groups of neighbours that are made in the same trips by every rank. */
typedef struct sx_heads_columns {
    size_t n, ngroups;
    uint32_t kind[SX_HEADS_KINDS]; /* by column */
    size_t
        group[SX_HEADS_KINDS + 1]; /* the first column of each, and the number of them */
    uint64_t *made; /* by kind, then rank: the trips, a bit each */
    size_t
        cut; /* nodes of the block before it stay where they are: ranks make them in the first trip only */
} sx_heads_columns;

/* Needs the trips. False where calls of a trip have no such order, in some trip something else is sent than received, or memory is out. O(executions + kinds^2
 * + kinds x ranks). */
bool sx_heads_find_columns(const sx_heads *heads, const sx_heads_ends *ends,
                           sx_heads_columns *ret_columns);

#endif
