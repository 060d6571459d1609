/* Candidates for the number of points N that is distributed, which sizes hide: what the samples of a size leave of it. */
#ifndef SX_LAW_POINTS_H
#define SX_LAW_POINTS_H

#include "law/extent.h"

enum { SX_POINTS = 48 }; /* candidates that are kept at the most */

typedef struct sx_points {
    size_t n;
    const int64_t *value[SX_POINTS]; /* each by run */
} sx_points;

/* What is looked at; the views and `want`, the values, are those of the probe. */
typedef struct sx_points_sought {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_samples *samples, *probe;
    uint32_t naxes;
    const sx_extent_view *view;
    const int64_t *want;
} sx_points_sought;

/* Copies a candidate, unless it is there or is no number of points. These are false when out of memory. */
bool sx_points_add(const sx_points_sought *sought, sx_points *points,
                   const int64_t *value);

/* From totals over all ranks, which remainders cannot blur. Errors: SX_NOMEM. */
sx_status sx_points_from_totals(const sx_points_sought *sought, sx_points *points,
                                sx_error *err);

/* Constants that are known, of all runs. */
bool sx_points_from_constants(const sx_points_sought *sought, sx_points *points);

/* What parameters leave after a rim, or together. */
bool sx_points_from_params(const sx_points_sought *sought, sx_points *points);

/* From the step between larger and smaller blocks along an axis. */
bool sx_points_from_steps(const sx_points_sought *sought, sx_points *points);

/* From the bounds that every block sets, where these leave little. */
bool sx_points_from_bounds(const sx_points_sought *sought, sx_points *points);

/* N, by run, as an expression; NULL when out of memory or names. */
const sx_expr *sx_points_number(sx_arena *arena, sx_runs *runs, const int64_t *n);

#endif
