/* The digest of the events of one rank: every event as a line of numbers, hashed in order, with
 * counters. Kept of what the application called and computed again from a trace, it tells whether the trace
 * has these events and no others, and, since the hash is kept at up to 4,096 points on the way, where the
 * first difference is. It shares no code with the compressor, nor with what merges and writes traces. */
#ifndef SX_RECORD_DIGEST_H
#define SX_RECORD_DIGEST_H

#include "base/status.h"
#include "trace/trace.h"

/* What is compared of an event: all parameters that MPI looks at, but for which requests were completed, who sent
 * what was received from anybody, the arguments that a datatype was made with, and which communicator was made. */
typedef enum sx_line_field {
    SX_LINE_OP,
    SX_LINE_PEER, /* or root: a rank of the communicator, SX_NULL, SX_ANY */
    SX_LINE_BYTES,
    SX_LINE_TAG,
    SX_LINE_COMM_SIZE,
    SX_LINE_COMM_RANK,
    SX_LINE_COUNT, /* of collectives where nothing is in place */
    SX_LINE_TYPE, /* sx_line_type */
    SX_LINE_SOURCE, /* of Sendrecv */
    SX_LINE_RCOUNT, /* what is received, or the other buffer where it means something to the rank */
    SX_LINE_RTYPE,
    SX_LINE_RTAG,
    SX_LINE_INPLACE,
    SX_LINE_REDOP, /* sx_line_name */
    SX_LINE_NREQS,
    SX_LINE_LISTS, /* a hash of the lists of counts and types that mean something to the rank */
    SX_LINE_COLOR,
    SX_LINE_KEY,
    SX_LINE_MADE, /* a hash of what else a communicator is made from, and of whether the rank got one */
    SX_LINE_FIELDS
} sx_line_field;

enum { SX_LINE_NONE = -1 }; /* the field has no meaning for the event */

typedef struct sx_line {
    int64_t field[SX_LINE_FIELDS];
} sx_line;

void sx_line_init(sx_line *line, sx_op op);
/* Adds an element to a field that is a hash: LISTS or MADE. */
void sx_line_add(sx_line *line, sx_line_field field, int64_t element);
int64_t sx_line_name(const char *name);

/* What is compared of a datatype. */
typedef struct sx_line_datatype {
    const char *
        maker; /* of a derived one (sx_combiner_name), "" where it is not known; else NULL */
    const char *name; /* of one that comes with MPI */
    int64_t size;
    int64_t lb, extent,
        n[3]; /* of a derived one; and how many integers, addresses, types it has */
} sx_line_datatype;

int64_t sx_line_type(const sx_line_datatype *type);

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
