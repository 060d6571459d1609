/* Whether what one side of messages says is answered by the other, for all ranks at once. */
#ifndef SX_MATCH_ANSWER_H
#define SX_MATCH_ANSWER_H

#include "match/over.h"

/* The loops around an event. */
typedef struct sx_context {
    uint32_t n;
    const sx_node *loop[SX_MAX_DEPTH];
    int64_t trip[SX_MAX_DEPTH]; /* the only one that is meant; -1: any of .. */
    int64_t trips[SX_MAX_DEPTH];
} sx_context;

/* One side of messages: an event, or one half of a Sendrecv. */
typedef struct sx_half {
    const sx_node *node;
    sx_context around;
    uint32_t comm;
    sx_message_params param;
    const struct sx_half *partner;
    uint32_t position; /* among those of its side */
} sx_half;

/* A value that is one number in the box. */
bool sx_over_constant(sx_over *over, const sx_value *value, int64_t *ret_value);

/* Variables of the box, behind `first` others, for the loops that are not taken trip by trip, in their order. */
void sx_context_count(sx_over *over, sx_box_of *box, const sx_context *around,
                      uint32_t first);

/* Whether wherever `here` leads, `there` takes part, with the same tag, and leads back; if `sends`, here sends and there has
 * room enough. The loops around both that are not taken trip by trip have as many trips, one by one. False also where
 * that cannot be told. The scratch is cleared. */
bool sx_half_answered(const sx_trace *trace, sx_arena *scratch, const sx_half *here,
                      const sx_half *there, bool sends);

#endif
