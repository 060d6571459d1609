/* The peer on the other side of the diagonal of a 2D grid, also of one whose longer axis has a multiple of the
 * places of the shorter one: there the longer axis is read as two digits, of which one is exchanged with the
 * shorter axis and the other stays. */
#ifndef SX_LAW_TRANSPOSITION_H
#define SX_LAW_TRANSPOSITION_H

#include "trace/expr.h"

typedef struct sx_transposition {
    bool high; /* the high digit of the longer axis is exchanged; else the low one */
} sx_transposition;

/* The peer of a rank; -1 where no axis divides the other. */
int64_t sx_transposition_peer(const sx_transposition *form, const int64_t dim[2],
                              int64_t rank);

/* The same as an expression on grid g, on whose ranks' numbers nothing else is laid. NULL when out of memory. */
const sx_expr *sx_transposition_expr(sx_arena *arena, const sx_transposition *form,
                                     uint32_t g);

#endif
