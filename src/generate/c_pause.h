/* What a program computes before its calls, and how a program knows which of the times of an event is the one: by
 * counters of the loops around it where these tell what came before, else by a note of the last call. */
#ifndef SX_GENERATE_C_PAUSE_H
#define SX_GENERATE_C_PAUSE_H

#include "generate/c_writer.h"

enum { SX_C_OUTSIDE = -1 };

/* One of the times of an event, or several that differ too little to tell them apart. */
typedef struct sx_c_time {
    sx_hist hist;
    bool first; /* the first time that the rank gets there */
    uint32_t after; /* the call site before */
    int level; /* of the loop around whose first call this is, that the call before is in; or SX_C_OUTSIDE */
    double n, mean; /* at the largest of the sizes that are looked at */
} sx_c_time;

typedef struct sx_c_pause {
    uint32_t ntimes; /* 0: nothing to speak of */
    sx_c_time *time; /* the last one is of all that are none of the others */
    bool by_note; /* `after` decides, and not `level` */
    bool steady; /* do loops around make the same trips at each entry? */
    unsigned depth,
        outermost; /* loops around; the first of those whose first call this is */
    double share; /* of what the program computes */
} sx_c_pause;

typedef struct sx_c_pauses {
    sx_c_pause *of; /* by the number of the node */
    bool *noted; /* call sites that are remembered */
    bool has_notes;
} sx_c_pauses;

/* NULL, with an error in the writer, when out of memory. O(n log n + n d) in the events of the program. */
const sx_c_pauses *sx_c_find_pauses(sx_c_writer *w);

#endif
