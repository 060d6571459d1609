/* Other numbers of the ranks of a communicator, by which programs make trees and butterflies: counted from the root around, or
 * without those that are folded into others first, since there are more ranks than a power of two. */
#ifndef SX_LAW_NUMBERING_H
#define SX_LAW_NUMBERING_H

#include "law/sample.h"

typedef struct sx_numbering {
    const char *name;
    const sx_expr *to; /* the number of rank m among s */
    const sx_expr *size; /* how many have one */
    /* The rank with number x. NULL when out of memory, or x is. */
    const sx_expr *(*back)(sx_arena *arena, const struct sx_numbering *numbering,
                           const sx_expr *x);
    const sx_expr *root; /* of those that count from one; else NULL */
} sx_numbering;

/* Numbers from 0 on at the most: roots are looked for in the middle, and so far from either end. */
enum { SX_NUMBERING_FAR = 32, SX_NUMBERINGS = 2 * SX_NUMBERING_FAR + 9 };

/* All that differ from the ranks where s is `smallest`, and larger. *ret_n is 0 when out of
 * memory. */
void sx_numberings(sx_arena *arena, int64_t smallest,
                   sx_numbering ret_numbering[SX_NUMBERINGS], size_t *ret_n);

/* The largest power of two that is at most s, and how many ranks are beyond. */
const sx_expr *sx_numbering_power(sx_arena *arena);
const sx_expr *sx_numbering_rest(sx_arena *arena);

/* What is said of numbers, said of ranks: m and s replaced, and the end points of a law (not of a condition) brought back.
 * NULL when out of memory. */
const sx_expr *sx_numbering_expr(sx_arena *arena, const sx_numbering *numbering,
                                 const sx_expr *of_numbers, bool is_rank);

#endif
