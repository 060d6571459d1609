/* Exact laws for sizes as vectors: given the values of building blocks (the extents of a block
 * distribution, say) at m sample points, find products and differences of them that equal a given
 * vector of values up to a constant factor. Knows numbers only: what a block means is the caller's.
 *
 * The search meets in the middle: vectors are hashed over the field of integers mod 2^61 - 1, so that a
 * partner of a block is looked up instead of tried, whatever the constant is; every hit is then
 * verified in exact integers. */
#ifndef SX_FIT_PRODUCT_H
#define SX_FIT_PRODUCT_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sx_product_search sx_product_search;

enum { SX_PRODUCT_FACTORS = 3 };

/* v = factor * block[0] * .. (factors of them, sorted by index) or, where has_sum,
 * v = factor * (sum[sum] - block[0] * ..), with factors = 0 for the sum alone. */
typedef struct sx_product {
    int64_t factor;
    uint32_t factors;
    uint32_t block[SX_PRODUCT_FACTORS];
    bool has_sum;
    uint32_t sum;
} sx_product;

/* For vectors of m >= 1 values. NULL when out of memory. */
sx_product_search *sx_product_create(size_t m);
void sx_product_destroy(sx_product_search *search);

/* Adds a block or a sum: m values in [0, 2^31). Copies them. A vector that is there already is
 * not added again. Errors: SX_NOMEM, SX_INVALID (a value out of range). */
sx_status sx_product_add_block(sx_product_search *search, const int64_t *value,
                               uint32_t *ret_index);
sx_status sx_product_add_sum(sx_product_search *search, const int64_t *value,
                             uint32_t *ret_index);

/* The products of at most max_factors blocks with a positive integer factor that equal v at all
 * points, fewest factors first; stops at the first number of factors that has any. v must be > 0
 * everywhere, and so must a block to take part. Returns how many were written, at most capacity.
 * O((blocks + factors) m) for up to two factors, O(factors^2 m) for three, of blocks that divide v. */
size_t sx_product_find(const sx_product_search *search, const int64_t *v,
                       uint32_t max_factors, size_t capacity, sx_product *ret_product);

/* The same for factor * (sum - product of up to two blocks), factor dividing all of v; v >= 0, not all 0.
 * O((divisors + m) blocks^2). */
size_t sx_product_find_sum(const sx_product_search *search, const int64_t *v,
                           size_t capacity, sx_product *ret_product);

#endif
