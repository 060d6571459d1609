/* Integers that depend on where a rank is and on loop counters, in a normal form: sums of products of atoms. Variables
 * are known to be in ranges; what these decide is decided, so that forms are compared under a box of ranges.
 * Two forms that are the same are equal everywhere in the box; two that are not may be equal as well. */
#ifndef SX_MATCH_POLY_H
#define SX_MATCH_POLY_H

#include "base/arena.h"
#include "trace/expr.h"

/* Coordinates and counters, and what a sum runs over. */
enum {
    SX_BOX_VARIABLES = SX_MAX_DIMS + SX_MAX_DEPTH + 1,
    SX_BOX_TERM = SX_BOX_VARIABLES - 1
};

typedef struct sx_range {
    int64_t least, most;
} sx_range;

typedef struct sx_box_of {
    uint32_t n;
    sx_range range[SX_BOX_VARIABLES]; /* of each variable; none is empty */
} sx_box_of;

typedef struct sx_poly sx_poly;

/* Makes forms; valid for one box, which is the caller's. NULL is a form that cannot be made, and what is made of it:
 * too long, too large, or out of memory. */
typedef struct sx_algebra {
    sx_arena *arena;
    sx_box_of *box; /* of which a sum changes SX_BOX_TERM */
} sx_algebra;

const sx_poly *sx_poly_int(const sx_algebra *a, int64_t value);
const sx_poly *sx_poly_variable(const sx_algebra *a, uint32_t variable);
const sx_poly *sx_poly_add(const sx_algebra *a, const sx_poly *x, const sx_poly *y);
const sx_poly *sx_poly_sub(const sx_algebra *a, const sx_poly *x, const sx_poly *y);
const sx_poly *sx_poly_mul(const sx_algebra *a, const sx_poly *x, const sx_poly *y);
/* n > 0; rounded as in expressions. */
const sx_poly *sx_poly_div(const sx_algebra *a, const sx_poly *x, int64_t n);
const sx_poly *sx_poly_mod(const sx_algebra *a, const sx_poly *x, int64_t n);
const sx_poly *sx_poly_xor(const sx_algebra *a, const sx_poly *x, const sx_poly *y);
/* block(n, q, x), with q > 0. */
const sx_poly *sx_poly_block(const sx_algebra *a, int64_t n, int64_t q, const sx_poly *x);
/* x summed over SX_BOX_TERM = 0 .. n - 1. */
const sx_poly *sx_poly_sum(const sx_algebra *a, int64_t n, const sx_poly *x);
/* A function of which only the arguments are known: MIN, MAX, POW, LOG. */
const sx_poly *sx_poly_call(const sx_algebra *a, sx_expr_op op, const sx_poly *x,
                            const sx_poly *y);

bool sx_poly_equal(const sx_poly *x, const sx_poly *y);
bool sx_poly_constant(const sx_poly *x, int64_t *ret_value);
/* False when it may not fit. */
bool sx_poly_range(const sx_algebra *a, const sx_poly *x, sx_range *ret_range);
/* Whether it is factor * variable + offset, with a factor that is not 0. */
bool sx_poly_line(const sx_poly *x, uint32_t *ret_variable, int64_t *ret_factor,
                  int64_t *ret_offset);

#endif
