/* Call sites as tables of a trace, from memory and from the file. */
#include "record/callsite_frames.h"

#include "base/checked.h"
#include "record/spill_number.h"

#include <stdlib.h>
#include <string.h>

enum { NO_MODULE = UINT32_MAX };

typedef struct tables {
    const sx_callsites *from;
    sx_arena *arena;
    sx_trace *trace;
    uint32_t *module; /* index in the trace of each module; NO_MODULE: not there yet */
} tables;

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool is_c_library(const char *module)
{
    return begins(module, "libc.so") || begins(module, "libc-") ||
           begins(module, "libpthread") || begins(module, "ld-linux");
}

static bool is_between(const char *module)
{
    return begins(module, "libmpi") || begins(module, "libsimgrid") ||
           begins(module, "libscalatrace");
}

/* The outermost frames are the loader's `_start`, in the program's module, and up to two of the C library
 * that called main (or a thread's function): they say nothing. */
static uint32_t without_start(const tables *to, const sx_callsite_frame *frame,
                              uint32_t n)
{
    uint32_t end = n;
    for (uint32_t i = n; i > 0 && n - i < 3; i--) {
        if (is_c_library(to->from->module[frame[i - 1].module]))
            end = i - 1;
    }
    return end ? end : n;
}

static bool module_index(const tables *to, uint32_t module, uint32_t *ret_index)
{
    sx_trace *trace = to->trace;
    if (to->module[module] == NO_MODULE) {
        const char *name = to->from->module[module];
        const char *copy = sx_arena_string(to->arena, name, strlen(name));
        if (!copy)
            return false;
        trace->module[trace->nmodules] = copy;
        to->module[module] = (uint32_t)trace->nmodules++;
    }
    *ret_index = to->module[module];
    return true;
}

static bool add_site(const tables *to, const sx_callsite_frame *from, uint32_t depth)
{
    uint32_t end = without_start(to, from, depth), n = 0;
    sx_frame *frame = SX_NEW_ARRAY(to->arena, sx_frame, end);
    bool done = frame;
    for (uint32_t i = 0; done && i < end; i++) {
        if (is_between(to->from->module[from[i].module]))
            continue;
        done = module_index(to, from[i].module, &frame[n].module);
        frame[n++].offset = from[i].offset;
    }
    to->trace->site[to->trace->nsites++] = (sx_site) { n, frame };
    return done;
}

/* Sites that are in the file come before those in memory. */
static bool read_sites(const tables *to)
{
    sx_callsite_frame frame[SX_CALLSITE_MAX_DEPTH];
    FILE *file = to->from->file;
    bool done = to->from->first == 0 || fseeko(file, 0, SEEK_SET) == 0;
    for (uint32_t s = 0; done && s < to->from->first; s++) {
        uint64_t n = get_number(file);
        done = n <= SX_CALLSITE_MAX_DEPTH;
        for (uint64_t i = 0; done && i < n; i++) {
            frame[i].module = (uint32_t)get_number(file);
            frame[i].offset = get_number(file);
            done = frame[i].module < to->from->nmodules;
        }
        done = done && is_right(file) && add_site(to, frame, (uint32_t)n);
    }
    return done;
}

static bool same_frames(const sx_site *a, const sx_site *b)
{
    bool same = a->n == b->n;
    for (uint32_t i = 0; same && i < a->n; i++)
        same = a->frame[i].module == b->frame[i].module &&
               a->frame[i].offset == b->frame[i].offset;
    return same;
}

static uint64_t hash_of(const sx_site *site)
{
    uint64_t h = site->n;
    for (uint32_t i = 0; i < site->n; i++)
        h = sx_hash_add(sx_hash_add(h, site->frame[i].module), site->frame[i].offset);
    return h;
}

/* Leaves one of equal sites in the table, and says where each of them is. */
static bool unite(sx_arena *arena, sx_trace *trace, const uint32_t **ret_index)
{
    size_t nslots = 4;
    uint32_t *index = SX_NEW_ARRAY(arena, uint32_t, trace->nsites), n = 0;
    while (nslots < 2 * trace->nsites)
        nslots *= 2;
    uint32_t *slot = calloc(nslots, sizeof *slot); /* index + 1; 0 for none */
    if (!index || !slot) {
        free(slot);
        return false;
    }
    for (size_t s = 0; s < trace->nsites; s++) {
        size_t at = hash_of(&trace->site[s]) & (nslots - 1);
        while (slot[at] && !same_frames(&trace->site[slot[at] - 1], &trace->site[s]))
            at = (at + 1) & (nslots - 1);
        if (!slot[at]) {
            trace->site[n] = trace->site[s];
            slot[at] = ++n;
        }
        index[s] = slot[at] - 1;
    }
    free(slot);
    trace->nsites = n;
    *ret_index = index;
    return true;
}

sx_status sx_callsites_tables(const sx_callsites *sites, sx_arena *arena, sx_trace *trace,
                              const uint32_t **ret_index, sx_error *err)
{
    tables to = { sites, arena, trace, SX_NEW_ARRAY(arena, uint32_t, sites->nmodules) };
    trace->module = SX_NEW_ARRAY(arena, const char *, sites->nmodules);
    trace->site = SX_NEW_ARRAY(arena, sx_site, sites->n);
    if (!to.module || !trace->module || !trace->site)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t i = 0; i < sites->nmodules; i++)
        to.module[i] = NO_MODULE;
    if (!read_sites(&to))
        return sx_fail(err, SX_NOMEM, "call sites cannot be read back");
    bool done = true;
    for (uint32_t i = 0; done && i < sites->n - sites->first; i++)
        done = add_site(&to, sites->site[i].frame, sites->site[i].n);
    *ret_index = NULL;
    if (done && sites->first)
        done = unite(arena, trace, ret_index);
    return done ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}
