/* The extents of block distributions as building blocks of sizes: N points in blocks over an axis, seen at an index that is the own coordinate, or a sum of
 * coordinates and counters around the axis (multipartitioned and skewed decompositions). */
#ifndef SX_LAW_EXTENT_H
#define SX_LAW_EXTENT_H

#include "law/sample.h"

enum { SX_EXTENT_VARS = SX_MAX_DIMS + SX_SAMPLE_LOOPS };

/* Something that is distributed over: an axis of a grid, a communicator, all of it but the first or the last, the elements of a list, the
 * trips in which one rank deals out. */
typedef struct sx_extent_axis {
    const sx_expr *dim;
    uint32_t grid; /* UINT32_MAX: no grid */
    bool round; /* other coordinates may be mixed in: all extents of the grid are equal */
    uint32_t nvars,
        ncoords; /* variables of the index: the own one first, counters last */
    const sx_expr *var[SX_EXTENT_VARS];
} sx_extent_axis;

/* How N points are dealt out to q places: what place c has. */
typedef enum sx_extent_rule {
    SX_EXTENT_BLOCK, /* the first N mod q places one more: block(N, q, c) */
    SX_EXTENT_SPREAD, /* from c N div q up to (c + 1) N div q */
    SX_EXTENT_CHUNK, /* as many as fit of (N + q - 1) div q each: the last places have fewer, or none */
    SX_EXTENT_LAST, /* N div q, and the last place the rest, too */
    SX_EXTENT_FIRST, /* the same, and the first place */
    SX_EXTENT_MIRRORED, /* the last N mod q places one more: block(N, q, q - 1 - c) */
    SX_EXTENT_RULES
} sx_extent_rule;

/* The number, for N and q below 2^31, and the expression, which is NULL when out of memory. */
int64_t sx_extent_dealt(sx_extent_rule rule, int64_t n, int64_t q, int64_t c);
const sx_expr *sx_extent_dealt_expr(sx_arena *arena, sx_extent_rule rule,
                                    const sx_expr *n, const sx_expr *q, const sx_expr *c);

/* Blocks of blocks in grid g: N points in blocks over axis `of`, and each block in blocks over the k = (extent of `axis`) div (extent
 * of `of`) places of `axis` that share it; at place + shift mod k there. Whose block it is the coordinate on `of` says, or by_group
 * that on `axis`, div k. For grids whose `axis` is no shorter than `of` alone: elsewhere k is 0. NULL when out of memory. */
typedef struct sx_extent_nested {
    uint32_t g, of, axis;
    bool by_group;
    const sx_expr *shift; /* NULL: 0 */
    sx_extent_rule rule, inner; /* of blocks, and of the blocks in each */
} sx_extent_nested;

const sx_expr *sx_extent_nested_expr(sx_arena *arena, const sx_expr *n,
                                     const sx_extent_nested *nested);

/* By the rule of N, dim and (sum of sign * var + add) mod dim; + grow, less 1 on the first and last place where
 * first_less, last_less. */
typedef struct sx_extent {
    uint32_t axis;
    sx_extent_rule rule;
    int8_t sign[SX_EXTENT_VARS];
    int8_t add, grow;
    bool first_less, last_less;
    const int64_t *n; /* N, by run */
} sx_extent;

/* Are the samples of one rank of each run, which may deal out to the others? And do they follow the trips of one loop? */
bool sx_extent_is_of_one(const sx_samples *samples);
bool sx_extent_is_dealing(const sx_samples *samples);

/* Are they of others than the first rank of their communicator, or than the last, which may deal out to them? */
bool sx_extent_is_without(const sx_runs *runs, const sx_samples *samples, bool first);

/* The axes that values of these samples may be distributed over: all of them have a place on each. Errors: SX_NOMEM. */
sx_status sx_extent_axes(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                         const sx_extent_axis **ret_axis, uint32_t *ret_n, sx_error *err);

/* The forms of extents over the axes with N open, by the first rule, simplest first. At most `limit`. */
sx_status sx_extent_forms(sx_arena *arena, const sx_extent_axis *axis, uint32_t naxes,
                          size_t limit, const sx_extent **ret_form, size_t *ret_n,
                          sx_error *err);

/* The forms of all rules but the mirrored one, at the place that one variable names, or that is one away from the first, and beside it. */
sx_status sx_extent_rule_forms(sx_arena *arena, const sx_extent_axis *axis,
                               uint32_t naxes, size_t limit, const sx_extent **ret_form,
                               size_t *ret_n, sx_error *err);

/* The values of an axis' extent and variables at the samples: dim[i], var[v][i]; and their runs. */
typedef struct sx_extent_view {
    const int64_t *run, *dim;
    const int64_t *var[SX_EXTENT_VARS];
} sx_extent_view;

/* NULL when out of memory, or when a variable cannot be evaluated. */
const sx_extent_view *sx_extent_views(sx_arena *arena, const sx_runs *runs,
                                      const sx_samples *samples,
                                      const sx_extent_axis *axis, uint32_t naxes);

/* Is its index the same for everybody? */
bool sx_extent_is_fixed(const sx_extent *extent, const sx_extent_axis *axis);

/* The index of an extent at sample i, and its value. */
int64_t sx_extent_index(const sx_extent *extent, const sx_extent_axis *axis,
                        const sx_extent_view *view, size_t i);
int64_t sx_extent_at(const sx_extent *extent, const sx_extent_axis *axis,
                     const sx_extent_view *view, size_t i);

/* The values at all of so many samples; and whether they are these, as far as that holds. */
void sx_extent_column(const sx_extent *extent, const sx_extent_axis *axis,
                      const sx_extent_view *view, size_t n, int64_t *ret_value);
bool sx_extent_gives(const sx_extent *extent, const sx_extent_axis *axis,
                     const sx_extent_view *view, size_t n, const int64_t *value);

/* One form with many N: where its index is at the samples is found out once, as far as it is asked for. */
typedef struct sx_extent_divisor {
    sx_extent extent; /* its N is set before each question */
    const sx_extent_axis *axis;
    const sx_extent_view *view;
    size_t n;
    int64_t *index; /* room for n */
    size_t known; /* indices; 0 of a new form */
} sx_extent_divisor;

/* The values at the samples; false as soon as one does not divide what is there. */
bool sx_extent_divides(sx_extent_divisor *divisor, const int64_t *multiple,
                       int64_t *ret_value);

/* As an expression; `n` is that of N. NULL when out of memory. */
const sx_expr *sx_extent_index_expr(sx_arena *arena, const sx_extent *extent,
                                    const sx_extent_axis *axis);
const sx_expr *sx_extent_expr(sx_arena *arena, const sx_extent *extent,
                              const sx_extent_axis *axis, const sx_expr *n);

#endif
