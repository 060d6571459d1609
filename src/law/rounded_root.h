/* The root of the number of ranks, rounded: how many groups, or how many ranks in each, programs make that need no grid. There is no
 * expression for it: it is told by what a law gives in its stead. */
#ifndef SX_LAW_ROUNDED_ROOT_H
#define SX_LAW_ROUNDED_ROOT_H

#include "trace/expr.h"

/* It is d where (d - a) (d - b) <= p - k < (d - a + 1) (d - b + 1). */
typedef struct sx_rounded_root {
    int64_t a, b, k;
} sx_rounded_root;

enum { SX_ROUNDED_ROOTS = 3 }; /* down, up, to the nearest */
extern const sx_rounded_root sx_rounded_roots[SX_ROUNDED_ROOTS];

bool sx_is_root(const sx_rounded_root *how, int64_t p, int64_t d);

/* The root of p. */
int64_t sx_root_of(const sx_rounded_root *how, int64_t p);

/* d is not the root of the number of ranks. NULL when out of memory. */
const sx_expr *sx_is_no_root(sx_arena *arena, const sx_rounded_root *how,
                             const sx_expr *d);

#endif
