/* The search for sizes made of extents of block distributions (families/blocks.c), and what may be said of a law that it
 * finds (blocks_evidence.c). */
#ifndef SX_LAW_BLOCKS_H
#define SX_LAW_BLOCKS_H

#include "fit/product.h"
#include "law/extent.h"
#include "law/law.h"

typedef struct sx_block_hunt {
    sx_arena *arena, *scratch; /* of laws; of the search */
    sx_runs *runs;
    const sx_samples *samples;
    bool any_rule; /* few places, but every rule by which points are dealt out */
    sx_samples probe;
    const sx_extent_axis *axis;
    uint32_t naxes;
    const sx_extent *form;
    size_t nforms;
    const sx_extent_view *view;
    int64_t *want; /* values of the probe */
    /* What the indices of the search mean. */
    size_t nblocks, nsums;
    sx_extent *block;
    struct sx_diagonal {
        sx_extent at; /* its index plus or minus t is the second factor's */
        int sign;
    } * sum;
} sx_block_hunt;

/* The sum over t of block(t) * block(C + sign t), what all cells of a diagonal add up to. */
int64_t sx_diagonal_at(const sx_block_hunt *h, const sx_extent_view *view,
                       const struct sx_diagonal *d, size_t i);

const sx_expr *sx_diagonal_expr(sx_block_hunt *h, const struct sx_diagonal *d);

/* Is this an index that a diagonal may go along: of equal extents, with coordinates alone? */
bool sx_diagonal_goes_along(const sx_block_hunt *h, const sx_extent *x);

/* What the search found, as an expression. NULL when out of memory or names. */
const sx_expr *sx_block_hit_expr(sx_block_hunt *h, const sx_product *hit);

/* Is N the same in all inputs? */
bool sx_block_is_one_number(const sx_block_hunt *h, const int64_t *n);

/* Does some input show a remainder of every N in it, or another value the N? */
bool sx_block_believable(const sx_block_hunt *h, const sx_product *hit);

/* The evidence for the law `expr`, which is hit `taken` of n that fit the probe, and gives all samples. It is proved where
 * the blocks' axes have three different extents, of which two leave a remainder; with a doubt wherever other
 * hits, other extents in place of its own, or other numbers of points, that give all samples differ, where blocks leave a remainder unlike
 * those of the inputs, and where extents stand in a ratio unlike the one of all inputs. Settles its numbers of points where it is proved and leaves no others. Errors: SX_NOMEM. */
sx_status sx_block_evidence(sx_block_hunt *h, const sx_product *hit, size_t n,
                            size_t taken, const sx_expr *expr, sx_evidence *ret_evidence,
                            sx_error *err);

#endif
