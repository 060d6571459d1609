/* How many ranks of a trace have as many points as another one, and stand on as many sides of the grid: of many, few are looked at closely, and those that have most
 * are few. */
#ifndef SX_EXTRAP_LOCAL_CLASSES_H
#define SX_EXTRAP_LOCAL_CLASSES_H

#include "extrap/local_volume.h"

enum { SX_LOCAL_CLASSES = 128, SX_LOCAL_RANKS = 4096 };

typedef struct sx_local_class {
    sx_local_points points;
    double ranks; /* of the trace */
} sx_local_class;

typedef struct sx_local_classes {
    size_t n;
    sx_local_class of[SX_LOCAL_CLASSES];
    double own, at_sides; /* points of a rank on the mean, and these once for each side */
} sx_local_classes;

/* Of up to SX_LOCAL_RANKS ranks, of more as many parts stand for all. The place is moved. Errors: of sx_place_move. O(ranks x (what it
 * costs to move there + classes)). */
sx_status sx_local_classes_count(const sx_local_volume *volume, sx_place_of *place,
                                 int64_t p, sx_local_classes *ret_classes, sx_error *err);

/* The number of that class, n where it was not seen. */
size_t sx_local_classes_find(const sx_local_classes *classes,
                             const sx_local_points *points);

#endif
