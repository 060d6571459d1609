/* Sizes that the inputs leave open, chosen so that both ends of a message say the same. The laws of a send and of its receive are
 * searched apart, and where several fit all inputs the two may be taken from different ones: a message would then be larger than the
 * buffer for it, at some scale that no input shows. */
#ifndef SX_EXTRAP_BOTH_ENDS_H
#define SX_EXTRAP_BOTH_ENDS_H

#include "trace/trace.h"

/* Of a formula trace: where buffers have just the size of their messages at all `n` scales of the inputs, and not at others, one of the
 * rivals (rivals.h) at one of the ends takes the place of its law, by which more of them do. Evidence stays as it is, but that the doubt
 * is then of what was the law. Looked at are ends of messages in the same loops, of communicators that are the world under some name,
 * at a few scales that are no inputs. Errors: SX_NOMEM.
 * O(open sizes x calls in the same loops x rivals), nothing that grows with the inputs. */
sx_status sx_both_ends_agree(sx_arena *arena, sx_trace *formula, const int64_t *p,
                             size_t n, sx_error *err);

#endif
