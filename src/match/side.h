/* One side of messages in a formula trace, and whether another answers it. */
#ifndef SX_MATCH_SIDE_H
#define SX_MATCH_SIDE_H

#include "match/anywhere.h"

/* An event, or one half of a Sendrecv, in one trip of the loops around that are taken trip by trip. */
typedef struct sx_side {
    const sx_node *node;
    uint32_t comm;
    uint32_t position; /* in the program, trip by trip */
    uint32_t context; /* the entry into loops not taken trip by trip that it is in */
    uint32_t
        start; /* the call that starts it, with others perhaps; 0: the node is called itself */
    uint32_t depth;
    int64_t trip[SX_MAX_DEPTH]; /* -1: any of them */
    sx_message_params param;
    struct sx_side *partner;
} sx_side;

/* Counters as they are at that side. */
void sx_side_count(sx_anywhere *at, const sx_side *side);

/* Whether wherever `here` leads, from any place at any scale, `there` takes part, with the same tag and as many bytes, and
 * leads back; both in the same trips. False also where that cannot be told. */
bool sx_side_answered(const sx_trace *trace, sx_arena *scratch, const sx_side *here,
                      const sx_side *there);

/* Whether messages of these two sends, of one rank, never go to the same rank. False where that cannot be told. */
bool sx_side_apart(const sx_trace *trace, sx_arena *scratch, const sx_side *a,
                   const sx_side *b);

/* How far away the ranks are to whom a side may lead: in a box around the own place. Where it leads to nobody anywhere, the least
 * is SX_FAR. */
#define SX_FAR (INT64_C(1) << 40) /* there is no bound, or none is known */

typedef struct sx_reach {
    uint32_t axes;
    int64_t least[SX_MAX_DIMS], most[SX_MAX_DIMS];
} sx_reach;

/* Along the axes of that grid, or of the line. False where it cannot be told. */
bool sx_side_reaches(const sx_trace *trace, sx_arena *scratch, const sx_side *side,
                     int grid, sx_reach *ret_reach);

/* The grid that two sides speak of; SX_LINE: none. */
int sx_side_grid(const sx_trace *trace, const sx_side *a, const sx_side *b);

#endif
