/* Which communicators of different inputs are one. A trace tells them apart by their parent and by which of its creating calls made them; where a
 * call is made at some scales only, or in a loop as often as the scale has it, that is another number for all that come after. */
#ifndef SX_ALIGN_SAME_COMMS_H
#define SX_ALIGN_SAME_COMMS_H

#include "trace/trace.h"

/* Gives the communicators of n traces serial numbers by the call site that makes them, so that the same ones have the same; .recorded is what
 * they had. Those of call sites that make different numbers of them, two or more somewhere, are marked so, and come last in the tables, if all that are made of them do, too, in the order in
 * which they are made; by turns where several sites make as many as each other in each trace. Where some communicator is made by no call of its
 * trace, serial numbers stay as they are. Nodes of the traces are their own, values are not changed but replaced. Errors: SX_NOMEM, SX_LIMIT (sx_seq_renumber). O(size of the
 * programs + communicators^2). */
sx_status sx_same_comms(sx_arena *arena, sx_trace *const *trace, size_t n, sx_error *err);

/* Puts those that are marked last in the table of the merged traces as well, where some that not all of them have stand behind, if all that are
 * made of them do. The trace's nodes are its own. Errors: SX_NOMEM, SX_LIMIT (sx_seq_renumber). O(size of the program). */
sx_status sx_same_comms_last(sx_arena *arena, sx_trace *merged, sx_error *err);

#endif
