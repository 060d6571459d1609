/* Nodes of a block in place of others. */
#ifndef SX_ALIGN_SPLICE_H
#define SX_ALIGN_SPLICE_H

#include "trace/trace.h"

/* Puts n nodes in place of those from `from` to `end` (behind the last); the block has room of its own then, in the arena. Errors: SX_NOMEM. O(nodes). */
sx_status sx_block_splice(sx_arena *arena, sx_block *block, size_t from, size_t end,
                          sx_node *const *node, size_t n);

#endif
