/* Integers at a number of ranks that is open, in a normal form: sums of products of extents, coordinates, counters and
 * functions of such sums. Two forms that are the same are equal at every scale; two that are not may be equal as well. What is
 * known to be at least 0 decides conditions. */
#ifndef SX_MATCH_SUM_H
#define SX_MATCH_SUM_H

#include "base/arena.h"
#include "trace/expr.h"

enum { SX_SUM_FACTORS = 8, SX_SUM_ATOMS = 256, SX_SUM_FACTS = 24 };

typedef struct sx_product {
    int64_t times; /* not 0 */
    uint32_t n;
    uint32_t atom[SX_SUM_FACTORS]; /* ascending */
} sx_product;

/* NULL is a sum that cannot be made, and what is made of it: too long, too large, or out of memory. */
typedef struct sx_sum {
    uint32_t n;
    sx_product product[]; /* in an order of their own, no two of the same atoms */
} sx_sum;

typedef enum sx_atom_kind {
    SX_ATOM_ANY,
    SX_ATOM_NATURAL, /* at least 0, and below `below` where there is one */
    SX_ATOM_POSITIVE
} sx_atom_kind;

/* A name, or a function (`op`) of sums. */
typedef struct sx_atom {
    sx_atom_kind kind;
    sx_expr_op op; /* VAR: a name */
    uint32_t name;
    const sx_sum *arg[3];
    const sx_sum *below;
} sx_atom;

typedef struct sx_sums {
    sx_arena *arena;
    uint32_t natoms, nfacts;
    sx_atom atom[SX_SUM_ATOMS];
    const sx_sum *fact[SX_SUM_FACTS]; /* each at least 0 */
} sx_sums;

const sx_sum *sx_sum_int(const sx_sums *s, int64_t value);
/* `below` may be NULL. */
const sx_sum *sx_sum_name(sx_sums *s, uint32_t name, sx_atom_kind kind,
                          const sx_sum *below);
const sx_sum *sx_sum_add(const sx_sums *s, const sx_sum *x, const sx_sum *y);
const sx_sum *sx_sum_sub(const sx_sums *s, const sx_sum *x, const sx_sum *y);
const sx_sum *sx_sum_mul(const sx_sums *s, const sx_sum *x, const sx_sum *y);
/* Rounded as in expressions. NULL unless n is a positive number times extents. */
const sx_sum *sx_sum_div(sx_sums *s, const sx_sum *x, const sx_sum *n);
const sx_sum *sx_sum_mod(sx_sums *s, const sx_sum *x, const sx_sum *n);
const sx_sum *sx_sum_xor(sx_sums *s, const sx_sum *x, const sx_sum *y);
/* A function of which only the arguments are known; z may be NULL. */
const sx_sum *sx_sum_call(sx_sums *s, sx_expr_op op, const sx_sum *x, const sx_sum *y,
                          const sx_sum *z);

bool sx_sum_equal(const sx_sum *x, const sx_sum *y);
bool sx_sum_constant(const sx_sum *x, int64_t *ret_value);
/* Is x >= 0 by what is known? False where that cannot be told. */
bool sx_sum_is_natural(const sx_sums *s, const sx_sum *x);

/* x = factor * q + rest, the products of which rest has none with all atoms of the factor, a product of extents. */
bool sx_sum_split(const sx_sums *s, const sx_sum *x, const sx_product *factor,
                  const sx_sum **ret_q, const sx_sum **ret_rest);

/* Without the extents that all products of x have: of the same sign. */
const sx_sum *sx_sum_reduced(const sx_sums *s, const sx_sum *x);

#endif
