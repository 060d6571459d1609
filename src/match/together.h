/* What the members of a communicator must agree on when they call a collective operation, and which bytes each sends to
 * which where that differs from pair to pair. */
#ifndef SX_MATCH_TOGETHER_H
#define SX_MATCH_TOGETHER_H

#include "match/act.h"

/* The same for all members of the group: a number of the field (match/stream.h) over operation, root, reduction
 * operation, and bytes or lists that must be equal. *ret_bytes: these bytes, SX_ACT_UNKNOWN where there are none;
 * *ret_other: those of the own other buffer, which must be as many where both are known. */
sx_status sx_together_item(const sx_trace *trace, sx_walk *walk, const sx_act *act,
                           uint64_t *ret_item, int64_t *ret_bytes, int64_t *ret_other,
                           sx_error *err);

/* Bytes to or from one member. */
typedef struct sx_part {
    int64_t member, bytes;
} sx_part;

typedef struct sx_parts {
    size_t nsent, nreceived;
    sx_part *sent, *received;
    size_t capacity; /* of each */
    int64_t *element, *type; /* scratch of as many */
} sx_parts;

void sx_parts_finish(sx_parts *parts);

/* What the call moves between pairs, for operations where that is not the same for all: the v and w forms. None for
 * others, and where the trace has no lists. O(members). */
sx_status sx_together_parts(const sx_trace *trace, sx_walk *walk, const sx_act *act,
                            sx_parts *parts, sx_error *err);

/* Of the two sides of all parts of a call, a number of the field that is 0 when summed over all members, if everybody
 * expects what is sent to it (and by chance, as a fingerprint). */
uint64_t sx_parts_residue(const sx_parts *parts, int64_t own);

#endif
