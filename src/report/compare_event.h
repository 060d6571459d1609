/* Two events, parameter by parameter. */
#ifndef SX_REPORT_COMPARE_EVENT_H
#define SX_REPORT_COMPARE_EVENT_H

#include "base/buffer.h"
#include "report/tables.h"
#include "trace/walk.h"

typedef struct sx_event_comparer {
    const sx_tables *tables;
    const char *const *name; /* of the two traces, for texts */
    bool sums; /* of counts of collectives the sums, of what is received nothing */
    bool wildcards; /* anybody is the same as somebody; .. */
    bool resolved[2]; /* .. and this is whether the trace has somebody */
    sx_rank rank; /* whose events are compared */
    int64_t *element[2]; /* room for lists */
    size_t capacity;
} sx_event_comparer;

void sx_event_comparer_finish(sx_event_comparer *comparer);

/* Compares the events that the two walks stand on. Of values that one of them has without their order, all
 * that the rank may draw from count, not what it draws here. *ret_same; where it is false and
 * `why` is not NULL, appends what differs. Errors: SX_NOMEM; of evaluation. */
sx_status sx_event_compare(sx_event_comparer *comparer, sx_walk *const walk[2],
                           const sx_event event[2], bool *ret_same, sx_buffer *why,
                           sx_error *err);

#endif
