/* What the parts of a trace take in the text format. */
#ifndef SX_IO_TEXT_SIZES_H
#define SX_IO_TEXT_SIZES_H

#include "trace/trace.h"

typedef struct sx_text_sizes {
    uint64_t *node; /* by node: its line; of a loop also that which closes it */
    uint64_t *times; /* by node: the lines of its times */
    uint64_t tables; /* everything else */
} sx_text_sizes;

/* In bytes of the canonical text; the trace is numbered. Lives in the arena. O(size of the
 * text). Errors: SX_NOMEM. */
sx_status sx_text_sizes_make(sx_arena *arena, const sx_trace *trace,
                             sx_text_sizes *ret_sizes, sx_error *err);

#endif
