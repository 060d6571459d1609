/* Where in the program a call was made: the return addresses on the stack, as a small number. Addresses
 * become module and offset when the trace is made, so that they agree between ranks and
 * runs whatever the loader did. */
#ifndef SX_RECORD_CALLSITE_H
#define SX_RECORD_CALLSITE_H

#include "record/paths.h"
#include "trace/trace.h"

enum { SX_CALLSITE_DEPTH = 16, SX_CALLSITE_MAX_DEPTH = 64 };

typedef struct sx_callsites {
    uint32_t
        depth; /* frames kept, innermost first; 0: all sites are one, which has none */
    uint32_t n, capacity, nslots;
    struct sx_callsite *site;
    uint32_t *slot; /* open addressing by hash: site + 1, 0 for none */
    uint64_t unloads; /* of libraries, in this process, as far as it was looked */
    sx_paths paths;
} sx_callsites;

void sx_callsites_finish(sx_callsites *sites);

/* sx_callsites_here of what is not known at once. */
int64_t sx_callsites_at(sx_callsites *sites, const void *caller, const uintptr_t *frame);
/* The call path outwards from the frame that `caller` returns to: what MPI wrappers have as
 * __builtin_return_address(0). `frame` is their __builtin_frame_address(0), or NULL. -1 when out of
 * memory. */
static inline int64_t sx_callsites_here(sx_callsites *sites, const void *caller,
                                        const uintptr_t *frame)
{
    if (!sites->depth && sites->n)
        return 0;
    bool followed = frame && sites->depth > 1;
    int64_t site = followed ? sx_paths_find(&sites->paths, frame) : -1;
    return site >= 0 ? site : sx_callsites_at(sites, caller, frame);
}

/* The tables `module` and `site` of a trace. Frames of the C library around main and of libraries between
 * the program and the recorder are left out. Errors: SX_NOMEM. */
sx_status sx_callsites_tables(const sx_callsites *sites, sx_arena *arena, sx_trace *trace,
                              sx_error *err);

#endif
