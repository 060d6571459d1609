/* What call sites are made of; private to callsite*.c. Module and offset are found when a site is new: a library may be
 * unloaded before the end. */
#ifndef SX_RECORD_CALLSITE_FRAMES_H
#define SX_RECORD_CALLSITE_FRAMES_H

#include "record/callsite.h"

typedef struct sx_callsite_frame {
    void *address;
    uint64_t offset;
    uint32_t module; /* of those of the sites */
} sx_callsite_frame;

struct sx_callsite {
    uint64_t hash;
    uint64_t unloads; /* when the frames were at those addresses */
    uint32_t n;
    sx_callsite_frame *frame; /* owned; in the file without addresses */
};

#endif
