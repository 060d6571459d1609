/* What else would fit all inputs. A value that is one number for each input is told by few numbers: parts of the scale that are
 * rounded and logarithms are laws as short as a line. And a distance between ranks may be an extent that happens to be the same
 * in all inputs. */
#ifndef SX_LAW_LOOKALIKES_H
#define SX_LAW_LOOKALIKES_H

#include "law/law.h"

/* Where a * f + b differs from a law that is proved, f being P, a communicator's size or an extent, its logarithm or (without
 * a) a part of it, rounded down or up, and all samples of the inputs have that value too, nothing is proved: adds that to the law's
 * doubts. The same of end points at one distance for each input, unless no number is chosen in the law. Leaves laws alone that are
 * not proved, or have several numbers in an input. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_scale(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, sx_law *law, sx_error *err);

/* End points that are one rank in each input, some ranks before the last: where that is whose an item is, of those dealt out in turn, adds to the law's doubts
 * where it is not; so for sizes and tags that are so many less than all ranks, which may be what is left of a number. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_items(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, sx_law *law, sx_error *err);

/* A number of the scale that leaves the same rest by another one in all inputs: adds to the law's doubts where it leaves another. Errors: SX_NOMEM. */
sx_status sx_lookalikes_doubt_rest(sx_arena *arena, const sx_runs *runs,
                                   const sx_samples *samples, const sx_expr *scale,
                                   const sx_expr *by, sx_law *law, sx_error *err);

/* The same of those that are divided in the law. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_rests(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, sx_law *law, sx_error *err);

/* Values with a line over an extent and a hidden number beside it, where the extent is one of two in all samples: inputs of the same extent
 * predict each other, and none the line. Adds to the law's doubts where it is a third one; those of lines that fall, wherever it is none of few. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_lines(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, sx_law *law, sx_error *err);

/* Values, and distances to other ranks, of one number for each input, which is so many times the root of the number of ranks, rounded, and a number: adds to
 * the law's doubts where it is not. Not where all inputs are powers of two. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_roots(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, sx_law *law, sx_error *err);

/* Laws with the number of ranks, where three inputs show them in a grid of two axes and that number is a sum of both extents there, with three numbers
 * that are chosen: adds to the law's doubts where it is none. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_products(sx_arena *arena, const sx_runs *runs,
                                    const sx_samples *samples, sx_law *law,
                                    sx_error *err);

/* A place and a number: where two numbers of the scale, so many times each, add up to the same in all inputs, the number may be of these: adds to
 * the law's doubts where they do not. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_sums(sx_arena *arena, const sx_runs *runs,
                                const sx_samples *samples, sx_law *law, sx_error *err);

/* A condition on the place in a law of sizes, tags or trips: where another one, that a rank is at an end of all or of an axis, fits all samples, adds to the law's doubts where that
 * differs. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_conditions(sx_arena *arena, const sx_runs *runs,
                                      const sx_samples *samples, sx_law *law,
                                      sx_error *err);

/* Blocks over all ranks, and what the last place of an axis has more or less of, where there are grids: all forms that fit, products over two axes
 * among them, are weighed against the law, too. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_blocks(sx_arena *arena, sx_runs *runs,
                                  const sx_samples *samples, sx_law *law, sx_error *err);

/* Products of points that are dealt out over axes: where one of these may be so many times another number of points, by another rule or with another rim, that
 * fits all samples, adds to the law's doubts where that differs. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_factors(sx_arena *arena, sx_runs *runs,
                                   const sx_samples *samples, sx_law *law, sx_error *err);

/* End points: a neighbour in a grid, or the other side of its diagonal, that fits all samples, too, is a doubt wherever it
 * differs; and a distance of several ranks may be an extent. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_peer(sx_arena *arena, const sx_runs *runs,
                                const sx_samples *samples, sx_law *law, sx_error *err);

/* End points that programs have, in each grid and along the communicator, on one axis or two, are a doubt where they fit all samples
 * and differ from the law. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_end_points(sx_arena *arena, const sx_runs *runs,
                                      const sx_samples *samples, sx_law *law,
                                      sx_error *err);

/* Sizes, tags, trips: where a part of the law is a small function of another part of the place, or of counters, in all samples,
 * the law with that in its stead is a doubt wherever it differs. Leaves laws of the scale alone. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_place(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, sx_law *law, sx_error *err);

/* The same of who takes part among those within: `where` holds for these (NULL: not known). Nothing is proved that one input
 * alone shows. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_domain(sx_arena *arena, const sx_runs *runs, const bool *in,
                                  const bool *within, const sx_expr *where,
                                  sx_evidence *evidence, sx_error *err);

/* Sizes, tags, trips: where all samples are at one coordinate of an axis, nothing tells what of the law is that coordinate: adds to the law's doubts where who
 * has the value is at another. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_coordinates(sx_arena *arena, const sx_runs *runs,
                                       const sx_samples *samples, sx_law *law,
                                       sx_error *err);

/* A number of trips beside the logarithm of the number of ranks, or one in an end point that is a power of two next to it, may be that where it
 * is one number in all samples: adds to the law's doubts where it is another. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_logarithm(sx_arena *arena, const sx_runs *runs,
                                     const sx_samples *samples, sx_law *law,
                                     sx_error *err);

/* Sizes, tags, trips that are a number divided by two to the power of a counter, where that leaves no rest in any sample: adds to the law's doubts in trips beyond
 * those of all inputs, as long as something is left there. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_halves(sx_arena *arena, const sx_samples *samples, sx_law *law,
                                  sx_error *err);

/* Trips by a logarithm of the place: adds to the law's doubts where levels on which the first ranks alone take part, half as many on each, fit all inputs, too
 * (families/fewer.c). Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_fewer(sx_arena *arena, sx_runs *runs,
                                 const sx_samples *samples, sx_law *law, sx_error *err);

/* End points along an axis in a program in whose hierarchy of grids ranks fall idle: adds to the law's doubts where that axis is longer than
 * in all inputs, if another one is longer in some. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_levels(sx_arena *arena, const sx_runs *runs,
                                  const sx_samples *samples, sx_law *law, sx_error *err);

/* Where an extent is the same in all inputs that have samples, or in all in which a counter goes on, nothing tells what of the
 * law is that extent: adds to the law's doubts where it is another. Not of three places and more, where an end point has neither a grid nor a number. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_extents(sx_arena *arena, const sx_runs *runs,
                                   const sx_samples *samples, sx_law *law, sx_error *err);

/* Ranks that follow counters alone, or nothing, go no further in the inputs than their communicator, nor do those of one of several laws with counters: adds
 * to the law's doubts where it has not so many. Errors: SX_NOMEM. */
sx_status sx_lookalikes_of_ranks(sx_arena *arena, const sx_samples *samples, sx_law *law,
                                 sx_error *err);

/* Is there a policy of more than `ndims` dims whose first extent, or the product of the first two of three, is `width` in all inputs of more than `beyond` ranks, but
 * need not be? */
bool sx_lookalikes_are_wide(const sx_runs *runs, uint32_t ndims, int64_t width,
                            int64_t beyond);

/* Is there a policy of more than `ndims` dims that has the extents of the grid up to axis a, and `width` there, in all inputs? */
bool sx_lookalikes_are_rows(const sx_runs *runs, uint32_t g, uint32_t ndims, uint32_t a,
                            int64_t width);

/* Is a distance of several ranks one row, or half of one, or one plane, of a grid in which these are as large in all inputs by some policy? In communicators
 * other than the world, whose policies nobody knows, it always may be. */
bool sx_lookalikes_may_be_rows(const sx_runs *runs, const sx_samples *samples,
                               int64_t distance);

/* The same as a doubt: where these rows and planes are not as large. Not of those past whose ends somebody goes by that distance. False when out of memory. */
bool sx_lookalikes_of_rows(sx_arena *arena, const sx_runs *runs,
                           const sx_samples *samples, int64_t distance,
                           sx_evidence *evidence);

/* Some policy gives an axis no more than so many places in all inputs, so that the next one along it is the own rank, or nobody: adds to the
 * doubts where it has more. Without `any`, of policies of boxes whose other axes are those of a grid that shows. False when out of memory. */
bool sx_lookalikes_of_short_axes(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, bool any, int64_t places,
                                 const char *reason, sx_evidence *evidence);

#endif
