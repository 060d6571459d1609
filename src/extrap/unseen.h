/* What no input shows of grids: dims by hand, and extents that were the same in all inputs. Any number of a law may be made of such an
 * extent, and be another where the extent is; but 0 and 1 are what they are, unless it is so short that its first place, its last and the
 * others are two. */
#ifndef SX_EXTRAP_UNSEEN_H
#define SX_EXTRAP_UNSEEN_H

#include "trace/trace.h"

/* Dims that were given by hand are no law of the inputs, unless they are those of the law of grid `g` of the formula: why; NULL where they are. */
const char *sx_unseen_dims(const sx_trace *formula, const sx_grid *grid, size_t g,
                           int64_t p);

/* Has the expression variables, and no numbers but 0, 1 and -1, and 2 as the base of digits? */
bool sx_unseen_is_numberless(const sx_expr *expr);

/* Does the doubt of extents that are the same in all inputs spare such laws, each part of it that `holds`? */
bool sx_unseen_spares_numberless(const sx_expr *doubt,
                                 bool (*holds)(const void *of, const sx_expr *part),
                                 const void *of);

#endif
