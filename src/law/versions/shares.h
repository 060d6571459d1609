/* What a place has of N points, for the versions of hidden numbers N: it never falls as N grows. */
#ifndef SX_LAW_VERSIONS_SHARES_H
#define SX_LAW_VERSIONS_SHARES_H

#include "law/versions.h"

typedef enum sx_points_share {
    SX_POINTS_BLOCK, /* block(N, q, c) */
    SX_POINTS_QUOTIENT, /* N div q, whatever the place */
    SX_POINTS_CEILING, /* the same, rounded up */
    SX_POINTS_SHARES
} sx_points_share;

/* A row at the probe: the extents q and places c, one for each row of it. */
typedef struct sx_row_view {
    sx_row on;
    int64_t *q, *c;
    size_t smallest, largest; /* samples with the extreme extents */
    bool predicted; /* sx_versions_predict of the extents */
    size_t
        inputs; /* with different extents: those of one extent say the same of points */
} sx_row_view;

/* False where the row has no extents, and when out of memory. */
bool sx_row_look(const sx_versions *v, const sx_row *on, sx_row_view *ret);

/* What place c of q has of n points; and how many more make it one larger in whole steps of q. */
int64_t sx_points_share_at(sx_points_share kind, int64_t n, int64_t q, int64_t c);
int64_t sx_points_share_lead(sx_points_share kind, int64_t q, int64_t c);

/* NULL when out of memory. */
const sx_expr *sx_points_share_expr(const sx_versions *v, sx_points_share kind, int64_t n,
                                    const sx_row *on);

#endif
