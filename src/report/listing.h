/* The events of ranks in program order, one a line: what other programs compare
 * against. */
#ifndef SX_REPORT_LISTING_H
#define SX_REPORT_LISTING_H

#include "base/buffer.h"
#include "trace/walk.h"

/* Takes `size` bytes of the listing; false stops it with SX_IO. */
typedef bool (*sx_listing_sink)(void *context, const char *text, size_t size);

typedef struct sx_listing_part {
    sx_rank first, nranks; /* ranks [first, first + nranks) */
    uint64_t from,
        events; /* of each rank: events [from, from + events), or those of them that there are */
} sx_listing_part;

/* Lists a part of the trace. Six columns separated by tabs: rank, operation, peer
 * or root (any, null, - when none), bytes, tag (any, - when none), size of the
 * communicator (- when none). Completions, Start and calls without communicator have -
 * in columns 3, 5 and 6, and bytes 0. Errors: SX_IO; of evaluation. O(events listed), and for each rank that of
 * sx_walk_skip. */
sx_status sx_listing(const sx_trace *trace, const sx_listing_part *part,
                     sx_listing_sink sink, void *context, sx_error *err);

#endif
