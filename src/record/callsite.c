#include "record/callsite.h"

#include "base/checked.h"

#define UNW_LOCAL_ONLY
#include <libunwind.h>

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

/* Module and offset are found when a site is new: a library may be unloaded before the end. */
typedef struct location {
    const char *module; /* owned: a base name */
    uint64_t offset;
} location;

struct sx_callsite {
    uint64_t hash;
    uint32_t n;
    void **address; /* owned */
    location *place; /* owned, n of them */
};

/* Frames of the recorder itself that may lie between unw_backtrace and the application. */
enum { OWN_FRAMES = 4 };

static void free_site(struct sx_callsite *site)
{
    for (uint32_t i = 0; site->place && i < site->n; i++)
        free((void *)site->place[i].module);
    free(site->place);
    free(site->address);
}

void sx_callsites_finish(sx_callsites *sites)
{
    for (uint32_t i = 0; i < sites->n; i++)
        free_site(&sites->site[i]);
    free(sites->site);
    free(sites->slot);
    sx_paths_finish(&sites->paths);
    memset(sites, 0, sizeof *sites);
}

static uint64_t hash_of(void *const *address, uint32_t n)
{
    uint64_t h = n;
    for (uint32_t i = 0; i < n; i++)
        h = (h ^ (uintptr_t)address[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return sx_hash_mix(h);
}

static bool grow(sx_callsites *sites)
{
    uint32_t nslots = sites->nslots ? 2 * sites->nslots : 256;
    uint32_t *slot = calloc(nslots, sizeof *slot);
    struct sx_callsite *site = realloc(sites->site, nslots / 2 * sizeof *site);
    if (site)
        sites->site = site;
    if (!slot || !site) {
        free(slot);
        return false;
    }
    for (uint32_t i = 0; i < sites->n; i++) {
        uint32_t at = (uint32_t)site[i].hash & (nslots - 1);
        while (slot[at])
            at = (at + 1) & (nslots - 1);
        slot[at] = i + 1;
    }
    free(sites->slot);
    sites->slot = slot;
    sites->nslots = nslots;
    sites->capacity = nslots / 2;
    return true;
}

static bool locate(void *address, location *ret_place)
{
    struct dl_find_object object; /* dladdr would look for the symbol too, for long */
    const char *name = "";
    uintptr_t base = 0;
    /* A return address may lie behind the last instruction of a function that never returns. */
    if (_dl_find_object((char *)address - 1, &object) == 0) {
        name = object.dlfo_link_map->l_name;
        name = *name ? name : program_invocation_short_name;
        base = (uintptr_t)object.dlfo_map_start;
    }
    const char *slash = strrchr(name, '/');
    ret_place->module = strdup(slash ? slash + 1 : name);
    ret_place->offset = (uintptr_t)address - base;
    return ret_place->module != NULL;
}

static bool make_site(struct sx_callsite *site, uint64_t hash, void *const *address,
                      uint32_t n)
{
    *site = (struct sx_callsite) { .hash = hash, .n = n };
    site->address = malloc((n + 1) * sizeof *site->address);
    site->place = calloc(n + 1, sizeof *site->place);
    if (!site->address || !site->place)
        return false;
    memcpy(site->address, address, n * sizeof *address);
    for (uint32_t i = 0; i < n; i++) {
        if (!locate(address[i], &site->place[i]))
            return false;
    }
    return true;
}

/* The site of a call path; -1 when out of memory. */
static int64_t site_of(sx_callsites *sites, void *const *address, uint32_t n)
{
    if (sites->n == sites->capacity && !grow(sites))
        return -1;
    uint64_t hash = hash_of(address, n);
    uint32_t at = (uint32_t)hash & (sites->nslots - 1);
    for (; sites->slot[at]; at = (at + 1) & (sites->nslots - 1)) {
        const struct sx_callsite *site = &sites->site[sites->slot[at] - 1];
        if (site->hash == hash && site->n == n &&
            (!n || memcmp(site->address, address, n * sizeof *address) == 0))
            return sites->slot[at] - 1;
    }
    if (!make_site(&sites->site[sites->n], hash, address, n)) {
        free_site(&sites->site[sites->n]);
        return -1;
    }
    sites->slot[at] = ++sites->n;
    return sites->n - 1;
}

static int64_t unwind(sx_callsites *sites, void *caller, const uintptr_t *frame)
{
    void *all[SX_CALLSITE_MAX_DEPTH + OWN_FRAMES], **address = &caller;
    uint32_t depth = sites->depth;
    int got = unw_backtrace(all, (int)depth + OWN_FRAMES), from = 0;
    while (from < got && from <= OWN_FRAMES && all[from] != caller)
        from++;
    uint32_t n = from < got && from <= OWN_FRAMES ? (uint32_t)(got - from) : 0;
    if (!n)
        return site_of(sites, address, 1);
    address = all + from;
    bool whole = n < depth;
    n = whole ? n : depth;
    int64_t site = site_of(sites, address, n);
    if (site >= 0 && frame)
        sx_paths_keep(&sites->paths, frame, address, n, whole, (uint32_t)site);
    return site;
}

int64_t sx_callsites_here(sx_callsites *sites, const void *caller, const uintptr_t *frame)
{
    void *single = (void *)caller;
    if (sites->depth <= 1)
        return sites->depth || !sites->n ? site_of(sites, &single, sites->depth) : 0;
    int64_t site = frame ? sx_paths_find(&sites->paths, frame) : -1;
    return site >= 0 ? site : unwind(sites, single, frame);
}

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
static uint32_t without_start(const location *place, uint32_t n)
{
    uint32_t end = n;
    for (uint32_t i = n; i > 0 && n - i < 3; i--) {
        if (is_c_library(place[i - 1].module))
            end = i - 1;
    }
    return end ? end : n;
}

static sx_status module_index(sx_arena *arena, sx_trace *trace, const char *name,
                              uint32_t *ret_index)
{
    for (size_t i = 0; i < trace->nmodules; i++) {
        if (strcmp(trace->module[i], name) == 0) {
            *ret_index = (uint32_t)i;
            return SX_OK;
        }
    }
    /* Doubled at powers of two, the arena keeps what was. */
    if ((trace->nmodules & (trace->nmodules + 1)) == 0) {
        const char **list = SX_NEW_ARRAY(arena, const char *, 2 * trace->nmodules + 2);
        if (!list)
            return SX_NOMEM;
        if (trace->nmodules)
            memcpy(list, trace->module, trace->nmodules * sizeof *list);
        trace->module = list;
    }
    const char *copy = sx_arena_string(arena, name, strlen(name));
    if (!copy)
        return SX_NOMEM;
    trace->module[trace->nmodules] = copy;
    *ret_index = (uint32_t)trace->nmodules++;
    return SX_OK;
}

sx_status sx_callsites_tables(const sx_callsites *sites, sx_arena *arena, sx_trace *trace,
                              sx_error *err)
{
    sx_status status = SX_OK;
    trace->nsites = sites->n;
    trace->site = SX_NEW_ARRAY(arena, sx_site, sites->n);
    if (!trace->site)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t s = 0; s < sites->n; s++) {
        const struct sx_callsite *from = &sites->site[s];
        uint32_t end = without_start(from->place, from->n), n = 0;
        sx_frame *frame = SX_NEW_ARRAY(arena, sx_frame, end);
        if (!frame)
            return sx_fail(err, SX_NOMEM, "out of memory");
        for (uint32_t i = 0; i < end && status == SX_OK; i++) {
            if (is_between(from->place[i].module))
                continue;
            status = module_index(arena, trace, from->place[i].module, &frame[n].module);
            frame[n++].offset = from->place[i].offset;
        }
        if (status != SX_OK)
            return sx_fail(err, status, "out of memory");
        trace->site[s] = (sx_site) { n, frame };
    }
    return SX_OK;
}
