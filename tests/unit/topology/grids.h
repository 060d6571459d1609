/* Slots of synthetic programs: the peers of every rank, made from dims and a neighbour.
 */
#ifndef SX_TESTS_TOPOLOGY_GRIDS_H
#define SX_TESTS_TOPOLOGY_GRIDS_H

#include "topology/topology.h"

#include <stdlib.h>
#include <string.h>

enum { GRID_MAX_SLOTS = 128 };

typedef struct grid {
    sx_topology_run run;
    uint32_t ndims;
    int64_t dim[SX_MAX_DIMS];
    size_t nslots;
    int64_t *peer[GRID_MAX_SLOTS];
} grid;

static inline grid *grid_make(uint32_t ndims, const int64_t *dim)
{
    grid *g = calloc(1, sizeof *g);
    g->ndims = ndims;
    g->run.p = 1;
    for (uint32_t a = 0; a < ndims; a++) {
        g->dim[a] = dim[a];
        g->run.p *= dim[a];
    }
    g->run.peer = (const int64_t *const *)g->peer;
    return g;
}

static inline void grid_free(grid *g)
{
    for (size_t k = 0; k < g->nslots; k++)
        free(g->peer[k]);
    free(g);
}

static inline int64_t *grid_slot(grid *g)
{
    return g->peer[g->nslots++] = calloc((size_t)g->run.p, sizeof(int64_t));
}

/* The neighbour at `shift`, around where periodic; `outside` for those beyond an open
 * boundary. */
static inline void grid_add(grid *g, const int64_t *shift, const bool *periodic,
                            int64_t outside)
{
    int64_t *peer = grid_slot(g);
    for (int64_t r = 0; r < g->run.p; r++) {
        int64_t rest = r, stride = 1;
        for (uint32_t a = 0; a < g->ndims; a++) {
            int64_t c = rest % g->dim[a] + shift[a];
            rest /= g->dim[a];
            if (periodic[a])
                c = ((c % g->dim[a]) + g->dim[a]) % g->dim[a];
            if (c < 0 || c >= g->dim[a] || peer[r] == outside)
                peer[r] = outside;
            else
                peer[r] += c * stride;
            stride *= g->dim[a];
        }
    }
}

/* All neighbours at distance 1: along the axes, or the diagonal ones too. */
static inline void grid_add_stencil(grid *g, bool diagonals, const bool *periodic,
                                    int64_t outside)
{
    int64_t boxes = 1;
    for (uint32_t a = 0; a < g->ndims; a++)
        boxes *= 3;
    for (int64_t box = 0; box < boxes; box++) {
        int64_t shift[SX_MAX_DIMS], rest = box, moved = 0;
        for (uint32_t a = 0; a < g->ndims; a++, rest /= 3) {
            shift[a] = rest % 3 - 1;
            moved += shift[a] != 0;
        }
        if (moved == 1 || (moved > 1 && diagonals))
            grid_add(g, shift, periodic, outside);
    }
}

#endif
