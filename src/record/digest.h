/* The digest of the events of one rank: every event as a line of numbers, hashed in order, with
 * counters. Kept of what the application called and computed again from a trace, it tells whether the trace
 * has these events and no others, and, since the hash is kept at up to 4,096 points on the way, where the
 * first difference is. It shares no code with the compressor, nor with what merges and writes traces. */
#ifndef SX_RECORD_DIGEST_H
#define SX_RECORD_DIGEST_H

#include "base/status.h"
#include "trace/trace.h"

/* What is compared of an event: the columns of `scalastat --events`, and what they leave out but
 * for the order in which requests were over and who sent what was received from anybody. */
typedef enum sx_line_field {
    SX_LINE_OP,
    SX_LINE_PEER, /* or root: a rank of the communicator, SX_NULL, SX_ANY */
    SX_LINE_BYTES,
    SX_LINE_TAG,
    SX_LINE_COMM_SIZE,
    SX_LINE_COMM_RANK,
    SX_LINE_COUNT, /* of messages */
    SX_LINE_SOURCE, /* of Sendrecv, with the two that follow */
    SX_LINE_RCOUNT,
    SX_LINE_RTAG,
    SX_LINE_NREQS,
    SX_LINE_LISTS, /* a hash of the lists of counts that mean something to the rank */
    SX_LINE_FIELDS
} sx_line_field;

enum { SX_LINE_NONE = -1 }; /* the field has no meaning for the event */

typedef struct sx_line {
    int64_t field[SX_LINE_FIELDS];
} sx_line;

void sx_line_init(sx_line *line, sx_op op);
/* Adds an element to the hash of a line's lists. */
void sx_line_list(sx_line *line, int64_t element);

/* What a trace may lose, as bits, and so is compared by nobody: tags; bytes and lists of counts of collectives
 * that are given such lists, and no lists of types; whatever may be drawn (trace/draw.h), of which only the
 * bytes of all ranks are compared. */
enum { SX_LOST_TAGS = 1, SX_LOST_COUNTS = 2, SX_LOST_ORDER = 4 };

typedef struct sx_mark {
    uint64_t a, b;
} sx_mark;

/* All zero is that of no events, of which nothing was lost. */
typedef struct sx_digest {
    unsigned lost; /* set before the first event */
    uint64_t events;
    sx_mark now;
    uint64_t
        step; /* events between two marks: a power of 2, doubled when there is no room */
    uint32_t nmarks, capacity;
    sx_mark *mark; /* after step, 2 step, .. events */
    struct sx_digest_count {
        uint64_t events, bytes;
    } op[SX_OPS];
} sx_digest;

/* False when out of memory. */
bool sx_digest_add(sx_digest *digest, const sx_line *line);
/* The same without marks. */
void sx_digest_count(sx_digest *digest, const sx_line *line);
void sx_digest_finish(sx_digest *digest);

/* Compares with the events that the trace has of a rank. ret_difference [out]: what is different, for a
 * person, events counted from 1 as the lines of `scalastat --events --rank`; "" when nothing is.
 * O(events of the rank). Errors: of reading the trace's values, which the text names too; SX_NOMEM. */
typedef struct sx_difference {
    char text[256];
    uint64_t bytes[SX_OPS]; /* of the trace's events, as far as they were read */
} sx_difference;

sx_status sx_digest_compare(const sx_digest *digest, const sx_trace *bound, sx_rank rank,
                            sx_difference *ret_difference, sx_error *err);

#endif
