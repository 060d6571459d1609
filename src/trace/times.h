/* The delta times of an event: distributions told apart by what came before and by whether it was the rank's
 * first time there (paper 003, 4.3: each timing record names the event before). */
#ifndef SX_TRACE_TIMES_H
#define SX_TRACE_TIMES_H

#include "trace/hist.h"
#include "trace/ranklist.h"

/* Computation before a call, since the call before; and time in the call. */
typedef enum sx_times_kind { SX_TIMES_COMP, SX_TIMES_COMM, SX_TIMES_KINDS } sx_times_kind;

const char *sx_times_kind_name(sx_times_kind kind); /* "comp", "comm" */

/* Not told apart by the event before; also where there is none. */
#define SX_AFTER_ANY UINT32_MAX

/* The key is kind, first and after. In a merged set of traces each scale has its own entry of a key. */
typedef struct sx_times {
    sx_times_kind kind;
    bool
        first; /* each rank's first execution of the event; else those that no other entry has */
    uint32_t
        after; /* call site of the rank's event before; of COMM always SX_AFTER_ANY */
    bool all; /* of everybody who executed the event so; else of `ranks` */
    sx_ranklist ranks;
    uint32_t repeat; /* while scales are aligned: of which run of that scale; else 0 */
    sx_hist hist;
} sx_times;

/* The order of two entries by their keys, as in the text: negative, 0 or positive. */
int sx_times_order(const sx_times *a, const sx_times *b);

/* The first entry with the key of `like`; NULL when there is none. */
sx_times *sx_times_find(sx_times *times, uint32_t n, const sx_times *like);

/* Pools the entries of `more` into those of *times by key; what is new comes behind. The entries are then of
 * all who take part. *times may be NULL with *n = 0, and is replaced. Errors: SX_NOMEM, SX_INVALID. */
sx_status sx_times_pool(sx_arena *arena, const sx_times *more, uint32_t nmore,
                        sx_times **times, uint32_t *n, sx_error *err);

#endif
