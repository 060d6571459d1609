/* Call paths without recursion. Of a function that has called itself, directly or through a few others, what is on the
 * stack between its outermost frame and its innermost one is left out, and of both only the innermost is kept: a call
 * in it has one call site, however deep the recursion was, as in ScalaTrace. A path on which no function comes twice is
 * what it was.
 * @source Noeth, Ratn, Mueller, Schulz and de Supinski, ScalaTrace (JPDC 69, 2009), on recursion-folding signatures. There
 * return addresses that repeat are folded; here functions are, so that calls of itself from several places are one. */
#ifndef SX_RECORD_RECURSION_H
#define SX_RECORD_RECURSION_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    SX_PATH_FRAMES = 64, /* at most kept */
    SX_PATH_LONGEST = 4096, /* on the stack; what is further out is not looked at */
    SX_RECURSION_PERIOD = 4 /* functions that call each other in a ring, at most */
};

typedef struct sx_call_path {
    uint32_t n; /* kept */
    uint32_t seen; /* on the stack */
    void *address[SX_PATH_FRAMES]; /* return addresses, innermost first */
    const void *function[SX_PATH_FRAMES];
} sx_call_path;

static inline void sx_call_path_init(sx_call_path *path)
{
    path->n = path->seen = 0;
}

/* Goes a frame outwards: into `function`, by where it begins, at `address`. Where the function is not known, NULL, only equal
 * addresses are one. False where that is all: `depth` frames are kept, at least one and at most SX_PATH_FRAMES, or SX_PATH_LONGEST are
 * looked at. O(SX_RECURSION_PERIOD). */
static inline bool sx_call_path_add(sx_call_path *path, void *address,
                                    const void *function, uint32_t depth)
{
    const void *of = function ? function : address;
    uint32_t last = path->n > SX_RECURSION_PERIOD ? path->n - SX_RECURSION_PERIOD : 0;
    uint32_t i = path->n;
    while (i > last && path->function[i - 1] != of)
        i--;
    if (i > last) { /* the frame that is kept of it is further in */
        path->n = i;
    } else {
        path->address[path->n] = address;
        path->function[path->n++] = of;
    }
    return ++path->seen < SX_PATH_LONGEST && path->n < depth;
}

/* Are frames kept at the same addresses, of as many on the stack? */
static inline bool sx_call_path_same(const sx_call_path *a, const sx_call_path *b)
{
    return a->n == b->n && a->seen == b->seen &&
           memcmp(a->address, b->address, a->n * sizeof *a->address) == 0;
}

#endif
