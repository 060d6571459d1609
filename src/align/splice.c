#include "align/splice.h"

#include <string.h>

sx_status sx_block_splice(sx_arena *arena, sx_block *block, size_t from, size_t end,
                          sx_node *const *node, size_t n)
{
    const size_t all = block->n - (end - from) + n;
    sx_node **to = SX_NEW_ARRAY(arena, sx_node *, all);
    if (!to)
        return SX_NOMEM;
    memcpy(to, block->node, from * sizeof *to);
    memcpy(to + from, node, n * sizeof *to);
    memcpy(to + from + n, block->node + end, (block->n - end) * sizeof *to);
    *block = (sx_block) { all, to };
    return SX_OK;
}
