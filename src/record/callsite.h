/* Where in the program a call was made: the return addresses on the stack, without recursion, as a small number. Addresses
 * become module and offset when the trace is made, so that they agree between ranks and
 * runs whatever the loader did. */
#ifndef SX_RECORD_CALLSITE_H
#define SX_RECORD_CALLSITE_H

#include "record/paths.h"
#include "trace/trace.h"

#include <stdio.h>

enum { SX_CALLSITE_DEPTH = 16, SX_CALLSITE_MAX_DEPTH = SX_PATH_FRAMES };

typedef struct sx_callsites {
    uint32_t
        depth; /* frames kept, innermost first; 0: all sites are one, which has none */
    uint32_t n; /* sites so far */
    uint32_t first; /* those from here on are in memory, the others in the file */
    uint32_t capacity, nslots;
    struct sx_callsite *site;
    uint32_t *slot; /* open addressing by hash: place in `site` + 1, 0 for none */
    uint32_t nmodules;
    char **module; /* base names, owned */
    uint64_t unloads; /* of libraries, in this process, as far as it was looked */
    size_t bytes, limit; /* of what is in memory, but for `paths`; limit 0: none */
    char *path; /* where the file is made */
    FILE *file;
    void (*lost)(void *context, int why);
    void *context;
    sx_paths paths;
} sx_callsites;

void sx_callsites_finish(sx_callsites *sites);

/* Past so many bytes all sites go into a file that is made at `path` and has no name, and those that come again,
 * but for those that `paths` knows, are others. Where there can be no such file, `lost` is told the errno, and there is
 * no limit any more. False when out of memory. */
bool sx_callsites_limit(sx_callsites *sites, size_t bytes, const char *path,
                        void (*lost)(void *context, int why), void *context);

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
 * the program and the recorder are left out. *ret_index tells where in the table a site is, where some are one that came
 * again when the first was in the file; else it is NULL. Errors: SX_NOMEM, also where the file cannot be read. */
sx_status sx_callsites_tables(const sx_callsites *sites, sx_arena *arena, sx_trace *trace,
                              const uint32_t **ret_index, sx_error *err);

#endif
