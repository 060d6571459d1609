/* Two events or loops of different ranks as one. */
#ifndef SX_MATCH_MEET_JOIN_H
#define SX_MATCH_MEET_JOIN_H

#include "trace/trace.h"

/* An event or a loop of a block and who takes part in it. */
typedef struct sx_meeting {
    sx_node *node;
    sx_ranklist ranks;
} sx_meeting;

/* What b does becomes part of a, whose ranks are then those of both; both are copies of their own. *ret_joined is false, and nothing
 * changes, where that cannot be said by one event or loop. Of loops b's body comes behind a's. Errors: SX_NOMEM. */
sx_status sx_meeting_join(sx_arena *arena, sx_meeting *a, const sx_meeting *b,
                          bool *ret_joined, sx_error *err);

#endif
