/* What the versions of points that are dealt out begin with: an axis at the probe, and what divides the values. */
#ifndef SX_LAW_VERSIONS_AXIS_H
#define SX_LAW_VERSIONS_AXIS_H

#include "law/versions.h"

enum { SX_DIVISORS = 384 };

typedef struct sx_divisors {
    size_t n;
    bool more; /* there was no room for, nearest to the root */
    int64_t of[SX_DIVISORS]; /* in pairs d and x / d, the smallest d first */
} sx_divisors;

/* Points beside those that a place has: halos of up to four on each side, corners taken along, less the ends. Two factors have one rim, or one of them
 * alone has. More than two are seldom: a number of points and such a rim fit where another pair is meant, and prove nothing. */
enum { SX_RIMS = 10 };
extern const int64_t sx_rim[SX_RIMS];

bool sx_rims_go_together(int64_t x, int64_t y);
bool sx_rims_are_usual(int64_t x, int64_t y);

/* As many as there is room for; none of 0 and less. */
sx_divisors sx_divisors_of(int64_t x);

/* The extents q >= 1 and the coordinates c >= 0 of the row's axis, one for each row of the probe, in v->scratch. False where it
 * has none, and when out of memory. */
bool sx_versions_axis(const sx_versions *v, const sx_row *on, int64_t **ret_q,
                      int64_t **ret_c);

/* Is each coordinate a place of its axis? */
bool sx_versions_are_inside(const sx_versions *v, const int64_t *q, const int64_t *c);

#endif
