/* Independent rows, found one by one: a row echelon form modulo a prime. Rows that are
 * independent here are independent over the rationals; the opposite is as good as
 * certain, and is for the caller to verify. The pivot columns are the greedy choice from
 * the left. */
#ifndef SX_FIT_ECHELON_H
#define SX_FIT_ECHELON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sx_echelon {
    size_t columns, rank;
    uint64_t *row; /* rank x columns, fully reduced: row i has 1 at lead[i], where the
                      others have 0 */
    size_t *lead, *source; /* rank: pivot column; the tag the row came with */
    uint64_t *probe; /* columns: a random combination of the null vectors */
} sx_echelon;

/* 1 to 64 columns; NULL when out of memory. */
sx_echelon *sx_echelon_create(size_t columns);
void sx_echelon_destroy(sx_echelon *echelon);

/* Adds the row if it is independent of those before, and says whether it was.
 * O(columns) when not, O(rank x columns) else. */
bool sx_echelon_add(sx_echelon *echelon, const int64_t *row, size_t source);

/* The row that has the given pivot column; NULL when none has. */
const uint64_t *sx_echelon_row(const sx_echelon *echelon, size_t column);

#endif
