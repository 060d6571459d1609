/* Whether a law gives values at a target that MPI takes. */
#ifndef SX_EXTRAP_VALID_H
#define SX_EXTRAP_VALID_H

#include "extrap/places.h"

typedef enum sx_number_kind {
    SX_NUMBER,
    SX_NUMBER_COUNT,
    SX_NUMBER_RANK,
    SX_NUMBER_TAG
} sx_number_kind;

sx_number_kind sx_number_kind_of(sx_param_id id);

/* Who is asked of an event. */
typedef struct sx_valid_event {
    const sx_places *places;
    const bool *in; /* by place: takes part */
    uint32_t comm;
    uint32_t depth; /* loops around it */
    const sx_node *const *around;
} sx_valid_event;

/* Weakens the evidence of an expression that gives other values, and refuses one that gives none somewhere: a number of the kind that does stands in
 * for it, which is 0 or nobody where all else fails. Errors: SX_NOMEM. */
sx_status sx_valid_check(sx_arena *arena, const sx_valid_event *event,
                         sx_number_kind kind, sx_value *value);

/* No longer proved, for this reason. */
void sx_evidence_weaken(sx_evidence *e, const char *reason);

/* Does nothing in it subtract? */
bool sx_valid_only_adds(const sx_expr *expr);

#endif
