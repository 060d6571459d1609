/* What a value may be a linear combination of: dims and their products, coordinates, counters, list indices,
 * neighbours that there are, and indices around a grid. Column 0 is always the number 1, and simpler columns come
 * before those made of them. */
#ifndef SX_LAW_BASIS_H
#define SX_LAW_BASIS_H

#include "law/sample.h"

/* Columns of a pool from which terms are taken; a whole basis has at most SX_LINEAR_COLUMNS. */
enum { SX_BASIS_COLUMNS = 320 };

typedef struct sx_basis {
    size_t n;
    const sx_expr *column[SX_BASIS_COLUMNS];
    bool failed; /* out of memory */
} sx_basis;

/* Of a grid. level 0: dims; 1: and products; 2: dims, coordinates, counters; 3: everything, with coordinates
 * scaled by dims. */
void sx_basis_grid(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                   uint32_t g, unsigned level, sx_basis *b);

/* What is counted by neighbours. level 0: each side of each axis; 1: sums of both sides, and their products
 * over the axes (diagonal neighbours); 2, 3: of those, the ones with smaller ranks, and with larger ones. */
enum { SX_BASIS_BOUNDARIES = 4 };
void sx_basis_boundary(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                       uint32_t g, unsigned level, sx_basis *b);

/* Dims, coordinates, counters, and each side of each axis. */
void sx_basis_ends(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                   uint32_t g, sx_basis *b);

/* Of ranks alone, in the world or the communicator. level 0: counters and list index; 1: the number of ranks;
 * 2: both, and the own rank; 3: and counters times the number of ranks, which is the number of an item that is dealt out in turn. */
void sx_basis_line(sx_arena *arena, const sx_samples *samples, bool world, unsigned level,
                   sx_basis *b);

/* Adds to a pool what follows from parameters of the program, over the axes of a grid (g < ngrids) or over all
 * ranks of the world (ngrids) or the communicator. Nothing where runs have none, or ranks are wanted. */
void sx_basis_add_params(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                         uint32_t g, sx_basis *b);

/* Of parameters alone, as a whole. level 0: themselves, dims, and products; then for each, three levels: products of
 * what the axes have of it in blocks, rounded down, and rounded up. False when there is no such level. */
bool sx_basis_params(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                     uint32_t g, unsigned level, sx_basis *b);

/* The largest of a grid (g < ngrids), or of ranks alone in the world (ngrids) or the communicator. */
void sx_basis_pool(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                   uint32_t g, sx_basis *b);

/* Of that the columns that sums of three are made of: no products of places. */
void sx_basis_plain(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                    uint32_t g, sx_basis *b);

/* Indices around a grid of equal extents that mix coordinates and counters, and these times the extent:
 * where the cells of a skewed or multipartitioned decomposition are. Errors: SX_NOMEM. */
sx_status sx_basis_skewed(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          sx_basis *b, sx_error *err);

#endif
