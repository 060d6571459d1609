/* Who sends how much to whom: bytes and messages from rank to rank, or from block to block
 * of ranks where there are many. Messages only, no collectives. */
#ifndef SX_REPORT_MATRIX_H
#define SX_REPORT_MATRIX_H

#include "base/buffer.h"
#include "trace/trace.h"

typedef struct sx_matrix_options {
    size_t most_blocks; /* rows and columns at most */
    /* Sends that may be looked at one by one; where there are more, some ranks of every block
     * stand for the others. */
    uint64_t most_evaluations;
} sx_matrix_options;

typedef struct sx_matrix {
    int64_t p;
    sx_rank width; /* ranks in a block, the last one may have fewer */
    size_t n; /* blocks */
    uint64_t *bytes, *messages; /* n x n, [from * n + to] */
    uint64_t all_bytes, all_messages;
    /* To a rank that the trace does not tell: in no cell, but in the sums. */
    uint64_t unplaced_bytes, unplaced_messages;
    int64_t ranks_seen; /* p, or fewer: then the numbers are estimates */
} sx_matrix;

/* The trace must be bound. Lives in the arena. Memory of O(n^2 + P), time of O(P) or less.
 * Errors: SX_NOMEM, SX_OVERFLOW; of evaluation. */
sx_status sx_matrix_make(sx_arena *arena, const sx_trace *trace,
                         const sx_matrix_options *options, sx_matrix *ret_matrix,
                         sx_error *err);

/* As a table; of at most 32 blocks. */
void sx_matrix_print(sx_buffer *out, const sx_matrix *matrix);

/* What is summed, what is not, and how: a line or more. */
void sx_matrix_print_notes(sx_buffer *out, const sx_matrix *matrix);

/* As a picture: a whole SVG file, in colours on a logarithmic scale. */
void sx_matrix_draw(sx_buffer *out, const sx_matrix *matrix, const char *title);

#endif
