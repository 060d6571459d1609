/* Small functions of a rank's place, of counters and of the scale, one after another: what a part of a law may be mistaken for
 * where few places show. Simple ones come first. */
#ifndef SX_LAW_ATOMS_H
#define SX_LAW_ATOMS_H

#include "law/sample.h"

/* Sees one atom, which lives in the scratch arena; false stops. */
typedef bool sx_atom_visitor(void *context, const sx_expr *atom);

/* Ranks (in the world and the communicator), coordinates, counters and extents by themselves; parts, remainders, digits and
 * thresholds of each; sums and comparisons of two. False when it was stopped. O(variables^2) atoms. */
bool sx_atoms_visit(sx_arena *scratch, const sx_runs *runs, const sx_samples *samples,
                    sx_atom_visitor *visit, void *context);

/* Functions of the scale alone: numbers of ranks, extents, and products of these, their parts, rounded down and up, logarithms, and the powers of two next
 * to them. */
bool sx_atoms_visit_scale(sx_arena *scratch, const sx_runs *runs,
                          const sx_samples *samples, sx_atom_visitor *visit,
                          void *context);

/* Places that come before a border, or are no further from the end: as many as a function of the scale says, unless that, or what it leaves
 * of the axis, is the same in all inputs. For who takes part. */
bool sx_atoms_visit_borders(sx_arena *scratch, const sx_runs *runs,
                            const sx_samples *samples, sx_atom_visitor *visit,
                            void *context);

/* The expression with the rank for the rank in the communicator, and all ranks for its size, where that is the world: imaginary
 * places do not know that these are the same. NULL when out of memory. */
const sx_expr *sx_atoms_on_world(sx_arena *arena, const sx_samples *samples,
                                 const sx_expr *expr);

#endif
