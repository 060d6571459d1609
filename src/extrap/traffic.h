/* What a call costs by what it sends: how many messages one after the other, and bytes in them. Of point-to-point calls that is theirs; of a
 * collective call what a rank sends by the usual algorithms: a message to each other rank where everybody has something else for
 * everybody, else log2 P rounds (Thakur, Rabenseifner and Gropp, Optimization of collective communication operations in MPICH, 2005). */
#ifndef SX_EXTRAP_TRAFFIC_H
#define SX_EXTRAP_TRAFFIC_H

#include "trace/walk.h"

typedef struct sx_traffic {
    double messages, bytes;
} sx_traffic;

/* Of one execution. bytes: of its buffer, as sx_walk_bytes says, >= 0. Receives cost nothing beside the sends, and neighbourhoods as much as a
 * collective call of all. O(1). */
sx_traffic sx_traffic_of(const sx_event *event, int64_t bytes);

#endif
