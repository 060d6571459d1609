/* Which messages of a formula trace meet at some scales: a send and a receive, each at a place, in a trip of its loops. */
#ifndef SX_EXTRAP_MEETING_H
#define SX_EXTRAP_MEETING_H

#include "extrap/places.h"

/* A send or a receive, or one half of a call that does both. */
typedef struct sx_message_end {
    sx_node *node;
    bool sends;
    uint32_t comm, depth;
    const sx_node *const *around; /* loops, outermost first */
    sx_message_params param;
} sx_message_end;

/* The ends of all messages whose parameters are laws, in the order of the program. Errors: SX_NOMEM. */
sx_status sx_message_ends(sx_arena *arena, const sx_trace *formula,
                          sx_message_end **ret_end, size_t *ret_n, sx_error *err);

/* A scale at which is looked: `receivers` are some of its ranks, and `place` all that were asked for, in no order. */
typedef struct sx_meeting_scale {
    sx_trace bound;
    sx_places receivers;
    size_t n, capacity;
    sx_place_of **place;
    sx_rank *rank;
} sx_meeting_scale;

/* `bound` is the formula trace there. Where communicators have no value there, nobody receives. The scale is closed also after a
 * failure. Errors: SX_NOMEM. */
sx_status sx_meeting_scale_open(const sx_trace *bound, sx_meeting_scale *ret_scale,
                                sx_error *err);
void sx_meeting_scale_close(sx_meeting_scale *scale);

/* One side of a message. */
typedef struct sx_meeting_side {
    size_t end; /* its index */
    const sx_place_of *place;
    const int64_t *counter; /* of its loops */
    int64_t type_bytes; /* of an element */
} sx_meeting_side;

typedef struct sx_meeting {
    sx_meeting_side side[2]; /* receive, send */
} sx_meeting;

/* What receive number `receive` of the `n` ends takes at that scale, from ends in the same loops, or in a loop of their own next to its
 * own; up to `room`, of ranks that are those of the world. *looks goes down by one for each end that is looked at, and nothing is found
 * where none are left. Errors: SX_NOMEM. */
sx_status sx_meetings_find(sx_arena *arena, sx_meeting_scale *scale,
                           const sx_message_end *end, size_t n, size_t receive,
                           size_t room, uint64_t *looks, sx_meeting *ret_meeting,
                           size_t *ret_n, sx_error *err);

/* The bytes that a side has by a law of the count; false where it has none. */
bool sx_meeting_bytes(const sx_message_end *end, const sx_meeting_side *side,
                      const sx_expr *law, int64_t *ret_bytes);

#endif
