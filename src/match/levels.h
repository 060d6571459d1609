/* Many sequences, of which only fingerprints are kept, that grow by elements and by loops: what is appended between
 * enter and leave comes as many times as leave says. */
#ifndef SX_MATCH_LEVELS_H
#define SX_MATCH_LEVELS_H

#include "base/status.h"
#include "match/stream.h"

#include <stddef.h>

typedef struct sx_levels sx_levels;

/* NULL when out of memory. */
sx_levels *sx_levels_create(void);
void sx_levels_destroy(sx_levels *levels);

/* Sequence `cell` with an element more; it begins to be, empty, where it was not used before.
 * Errors: SX_NOMEM. */
sx_status sx_levels_append(sx_levels *levels, size_t cell, uint64_t element,
                           sx_error *err);
sx_status sx_levels_enter(sx_levels *levels, sx_error *err);
/* Errors: SX_NOMEM; SX_OVERFLOW where a length does not fit. O(sequences that grew since enter). */
sx_status sx_levels_leave(sx_levels *levels, uint64_t times, sx_error *err);

/* Outside of all loops. */
sx_stream sx_levels_stream(const sx_levels *levels, size_t cell);
void sx_levels_reset(sx_levels *levels, size_t cell);

#endif
