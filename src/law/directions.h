/* Loops over the neighbours that a rank has: the i-th trip is for the i-th of a list of directions in which
 * there is a neighbour, so that ranks at a boundary make fewer trips, each for another direction than the
 * ranks inside. Found from end points whose trips differ from rank to rank. */
#ifndef SX_LAW_DIRECTIONS_H
#define SX_LAW_DIRECTIONS_H

#include "law/sample.h"

enum { SX_DIRECTIONS = 64 };

typedef struct sx_directions {
    uint32_t grid;
    size_t n;
    const sx_expr *exists[SX_DIRECTIONS]; /* is there a neighbour in this direction? */
    const sx_expr *peer[SX_DIRECTIONS]; /* which */
    sx_evidence evidence;
    bool around; /* steps by one along the axes of a grid that goes around */
    bool
        narrow; /* along those of two ranks only, or of more only: their number is one of trips */
    uint32_t axis[SX_DIRECTIONS]; /* then: which */
} sx_directions;

/* Tries to explain the end points of one event by directions in a grid of these dims per run, of which some axes, not all, may go around. *ret_found
 * tells; the grid's number is left to the caller. Errors: SX_NOMEM. */
sx_status sx_directions_find(sx_arena *arena, const sx_runs *runs,
                             const sx_samples *samples, int64_t (*dims)[SX_MAX_DIMS],
                             uint32_t ndims, uint32_t grid, sx_directions *ret_directions,
                             bool *ret_found, sx_error *err);

/* The same in a grid that goes around: directions are those along axes of more than one rank, which are other ones in each run. */
sx_status sx_directions_around(sx_arena *arena, const sx_runs *runs,
                               const sx_samples *samples, int64_t (*dims)[SX_MAX_DIMS],
                               uint32_t ndims, uint32_t grid,
                               sx_directions *ret_directions, bool *ret_found,
                               sx_error *err);

/* A total order of n <= 64 directions, of which after[i] has a bit for each that comes after i somewhere; among those that are
 * free, first seen first. False when there is none. */
bool sx_directions_order(const uint64_t *after, size_t n, uint8_t *ret_order);

/* pick(counter, exists, value, ..) over all directions. NULL when out of memory. */
const sx_expr *sx_directions_pick(sx_arena *arena, const sx_directions *directions,
                                  const sx_expr *counter, const sx_expr *const *value);

/* Is this their end point, trip by trip? */
bool sx_directions_are(const sx_directions *directions, const sx_expr *peer);

#endif
