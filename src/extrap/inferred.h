/* All inferred values of a trace in a row, with the names by which a person asks for them. A formula trace and
 * what it becomes at a target have the same ones in the same order. */
#ifndef SX_EXTRAP_INFERRED_H
#define SX_EXTRAP_INFERRED_H

#include "base/buffer.h"
#include "trace/place.h"

typedef struct sx_inferred {
    const sx_node *node; /* NULL: of a communicator */
    uint32_t comm; /* without a node: which one */
    uint32_t loop; /* of a loop: its number in the program, from 1 */
    uint32_t on; /* the communicator whose size and rank the expressions mean */
    uint32_t depth; /* loops around, outermost first */
    const sx_node *const *around;
    const char *what; /* "count", "ranks", "trips", "members" .. */
    const sx_evidence *evidence;
    const sx_value *value; /* NULL: a set of ranks */
    const sx_domain *domain; /* of the value, or the set itself */
} sx_inferred;

/* Errors: SX_NOMEM. O(size of the trace). */
sx_status sx_inferred_list(sx_arena *arena, const sx_trace *trace,
                           const sx_inferred **ret_list, size_t *ret_n, sx_error *err);

/* The expression that gives it: of a value, or the condition on who takes part; NULL where it is none. */
const sx_expr *sx_inferred_expr(const sx_inferred *inferred);

/* Does the rank take part in what it is of? False where that cannot be told. */
bool sx_inferred_is_of(const sx_inferred *inferred, const sx_place_of *place);

/* "3.count": of the events at call site 3; "loop2.trips"; "comm4.size". */
void sx_inferred_name(sx_buffer *out, const sx_inferred *inferred);

/* Is it meant by a name: "all", the name above, its first part alone, an operation with or without what is asked
 * of it ("Isend", "Isend.peer"), or what alone ("count")? */
bool sx_inferred_is_named(const sx_inferred *inferred, const char *name);

#endif
