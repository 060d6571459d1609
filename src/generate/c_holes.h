/* What a call of a message says that may differ from one use of a function to the next: counts, partners and tags. */
#ifndef SX_GENERATE_C_HOLES_H
#define SX_GENERATE_C_HOLES_H

#include "generate/c_writer.h"

typedef struct sx_c_hole {
    size_t at, length; /* in the line */
    const char *role; /* what a parameter in its place is called after */
} sx_c_hole;

enum { SX_C_LINE_HOLES = 6 };

/* Those of a line that stands in so many loops of its function: none with a counter of another loop. Returns how many there are, 0 for
 * any line but that of a message. */
int sx_c_holes(const char *text, int loops, sx_c_hole ret_hole[SX_C_LINE_HOLES]);

/* The line with names in place of holes; where one is NULL the hole stays. */
const char *sx_c_fill(sx_arena *arena, const char *text, const sx_c_hole *hole, int n,
                      const char *const *name);

#endif
