/* Call paths read off the stack. A frame's end follows from the return address into it, the stack pointer and,
 * in some frames, the frame pointer (record/frame_rule.h), so that a path is followed by a look-up and an
 * addition a frame; and one that was followed before is recognised by looking where its return addresses lay.
 *
 * That is no guess. When the innermost stack pointer and return address are the same, the next return
 * address lies at the same place; when that place holds the same address, so does the next, and so on. The
 * frame pointer is compared where a frame needs it, at the place where an inner frame saved it. Whatever else
 * happened between, recursion, other threads' stacks, stale contents: equal means equal path. What it is
 * equal in is the whole stack, with its recursion, which is folded when the path is followed. */
#ifndef SX_RECORD_PATHS_H
#define SX_RECORD_PATHS_H

#include "record/frame_rule.h"
#include "record/handles.h"
#include "record/recursion.h"

#include <stddef.h>

/* Up to three slots for a frame, since where it ends may take two, and one for where the path ends. Recursion may take
 * more frames than are kept, of one slot each mostly. */
enum { SX_PATHS_SLOTS = 3 * SX_PATH_FRAMES + 1, SX_PATHS_SETS = 128, SX_PATHS_WAYS = 4 };

/* All zero is an empty one. */
typedef struct sx_paths {
    struct sx_path *path[SX_PATHS_SETS][SX_PATHS_WAYS]; /* used last first */
    sx_handles rules; /* return addresses to `rule` */
    sx_frame_rule *rule;
} sx_paths;

/* What a path was followed by: a slot may be looked at only when all before it hold what they should, since
 * only then it is known that there is a frame. */
typedef struct sx_path_slot {
    const uintptr_t *where;
    uintptr_t holds;
} sx_path_slot;

typedef struct sx_walk {
    const uintptr_t *frame;
    sx_call_path path;
    uint32_t nslots; /* that there would be, for those that have no place as well */
    sx_path_slot slot[SX_PATHS_SLOTS];
} sx_walk;

void sx_paths_finish(sx_paths *paths);

/* The site of the path from the function with this __builtin_frame_address(0) outwards; -1 when it is not
 * one of those that were kept. */
int64_t sx_paths_find(sx_paths *paths, const uintptr_t *frame);

/* The function with this return address in it; NULL where it is not known. */
const void *sx_paths_function(sx_paths *paths, const void *address);

/* Follows the path of that function outwards, to where it ends or until `depth` frames are kept, at least one and at most
 * SX_PATH_FRAMES. False when there is a frame without a rule, which is only known to an
 * unwinder, or when memory is out. */
bool sx_paths_follow(sx_paths *paths, const uintptr_t *frame, uint32_t depth,
                     sx_walk *ret_walk);

/* Keeps it. Paths that were not seen for long are forgotten; so is this one when memory is out, or when it has more slots
 * than there are places. */
void sx_paths_keep(sx_paths *paths, const sx_walk *walk, uint32_t site);

#endif
