/* Call paths that were unwound before, so that the same one is recognised by looking at the stack where
 * its return addresses lay, without unwinding it again.
 *
 * That is no guess. A frame's end follows from the return address into it, the stack pointer and, in some
 * frames, the frame pointer (record/frame_rule.h; paths with any other frame are not kept). So when
 * the innermost stack pointer and return address are the same, the next return address lies at the
 * same place; when that place holds the same address, so does the next, and so on. The frame pointer is
 * compared where a frame needs it, at the place where an inner frame saved it. Whatever else happened
 * between, recursion, other threads' stacks, stale contents: equal means equal path. */
#ifndef SX_RECORD_PATHS_H
#define SX_RECORD_PATHS_H

#include "record/frame_rule.h"
#include "record/handles.h"

#include <stddef.h>

/* Longer paths than SX_PATHS_DEPTH are not kept. */
enum { SX_PATHS_DEPTH = 64, SX_PATHS_SETS = 128, SX_PATHS_WAYS = 4 };

/* All zero is an empty one. */
typedef struct sx_paths {
    struct sx_path *path[SX_PATHS_SETS][SX_PATHS_WAYS]; /* used last first */
    sx_handles rules; /* return addresses to `rule` */
    sx_frame_rule *rule;
} sx_paths;

void sx_paths_finish(sx_paths *paths);

/* The site of the path from the function with this __builtin_frame_address(0) outwards; -1 when it has
 * to be unwound. */
int64_t sx_paths_find(sx_paths *paths, const uintptr_t *frame);

/* Keeps a path of `n` return addresses, of which the first is that of the function with this frame,
 * if it can be recognised. `whole`: the last one is in the outermost frame. Paths that were not seen
 * for long are forgotten; so is this one when memory is out. */
void sx_paths_keep(sx_paths *paths, const uintptr_t *frame, void *const *address,
                   uint32_t n, bool whole, uint32_t site);

#endif
