/* What the numbers in two traces stand for, so that they can be compared: datatypes by
 * name and size, reduction operations by name, communicators by the order in which
 * they were made on their parents. */
#ifndef SX_REPORT_TABLES_H
#define SX_REPORT_TABLES_H

#include "trace/place.h"

typedef struct sx_tables {
    const sx_trace *trace[2];
    /* Equal numbers mean the same thing; indexed by the trace, then by the trace's own
     * number. */
    uint32_t *type[2], *redop[2], *comm[2];
    /* The own numbers mean the same in both traces. */
    bool types_alike, redops_alike, comms_alike;
    uint64_t
        grids_alike; /* bit of each grid where every rank has the same place in both */
    bool constants_alike;
    /* Communicators of the two that correspond and are not written the same: whether a
     * rank has the same size and rank in both is for the comparer to see. */
    size_t ndoubtful;
    struct sx_comm_pair {
        uint32_t index[2];
    } * doubtful;
} sx_tables;

/* Both bound, of one P. Lives in the arena. `place` are places of the two on any rank. */
sx_status sx_tables_make(sx_arena *arena, const sx_trace *a, const sx_trace *b,
                         sx_place_of *const place[2], sx_tables *ret_tables,
                         sx_error *err);

/* Whether number a of one trace and b of the other, both of parameter `id`, mean the
 * same. */
bool sx_tables_same(const sx_tables *tables, sx_param_id id, int64_t a, int64_t b);

/* Whether two values are the same for all ranks and executions as they stand: O(size),
 * no rank is looked at; false when that does not show. domain_alike: the same ranks
 * take part in both. */
bool sx_tables_alike(const sx_tables *tables, sx_place_of *const place[2], sx_param_id id,
                     const sx_value *a, const sx_value *b, bool domain_alike);

/* The same for sets of ranks. */
bool sx_tables_domain_alike(const sx_tables *tables, const sx_domain *a,
                            const sx_domain *b);

#endif
