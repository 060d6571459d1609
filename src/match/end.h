/* One end of messages in a formula trace, and whether another end answers it. */
#ifndef SX_MATCH_END_H
#define SX_MATCH_END_H

#include "match/anywhere.h"

/* An event, or one half of a Sendrecv, in one trip of the loops around that are taken trip by trip. */
typedef struct sx_end {
    const sx_node *node;
    uint32_t comm;
    uint32_t position; /* in the program, trip by trip */
    uint32_t context; /* the entry into loops not taken trip by trip that it is in */
    uint32_t depth;
    int64_t trip[SX_MAX_DEPTH]; /* -1: any of them */
    sx_param_id peer, tag, count, type;
    struct sx_end *partner;
} sx_end;

/* Counters as they are at that end. */
void sx_end_count(sx_anywhere *at, const sx_end *end);

/* Whether wherever `here` leads, from any place at any scale, `there` takes part, with the same tag and as many bytes, and
 * leads back; both in the same trips. False also where that cannot be told. */
bool sx_end_answered(const sx_trace *trace, sx_arena *scratch, const sx_end *here,
                     const sx_end *there);

/* Whether messages of these two sends, of one rank, never go to the same rank. False where that cannot be told. */
bool sx_end_apart(const sx_trace *trace, sx_arena *scratch, const sx_end *a,
                  const sx_end *b);

#endif
