/* Function, file and line of the frames of call sites, from the debugging information of the
 * modules, where these can be found on this machine. */
#ifndef SX_TOOLS_SYMBOLS_H
#define SX_TOOLS_SYMBOLS_H

#include "report/site.h"

typedef struct sx_symbols_result {
    sx_sources sources;
    size_t nresolved, nframes; /* how many of them are known now */
    /* By module of the trace: the file that was read, NULL where none was found. */
    const char **path;
    const char **why; /* NULL, or why it tells nothing */
} sx_symbols_result;

/* A module is looked for by its name in `folders` (a list with colons between; may be NULL), where
 * it is the first one that can be what was recorded, then in the current folder, on PATH, in
 * LD_LIBRARY_PATH and the loader's usual folders. What is not found, or has no debugging
 * information, stays unknown: no error. Lives in the arena. Errors: SX_NOMEM. */
sx_status sx_symbols_resolve(sx_arena *arena, const sx_trace *trace, const char *folders,
                             sx_symbols_result *ret_result, sx_error *err);

#endif
