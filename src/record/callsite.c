#include "record/callsite.h"

#include "base/checked.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

/* Module and offset are found when a site is new: a library may be unloaded before the end. */
typedef struct location {
    const char *module; /* owned: a base name */
    uint64_t offset;
} location;

struct sx_callsite {
    uint64_t hash;
    uint64_t unloads; /* when the places were those of the addresses */
    uint32_t n;
    void **address; /* owned */
    location *place; /* owned, n of them */
};

/* Frames of the recorder itself that may lie between the unwinder and the application. */
enum { OWN_FRAMES = 4 };

static void free_location(location *place)
{
    free((void *)place->module);
}

static void free_site(struct sx_callsite *site)
{
    for (uint32_t i = 0; site->place && i < site->n; i++)
        free_location(&site->place[i]);
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

/* Is the address where it was when the site was made? Not if another library was loaded there. */
static bool is_at(void *address, const location *place)
{
    location now;
    if (!locate(address, &now))
        return false;
    bool same = now.offset == place->offset && strcmp(now.module, place->module) == 0;
    free_location(&now);
    return same;
}

/* Is it the site of these addresses, in whatever is loaded now? */
static bool is_site_of(struct sx_callsite *site, uint64_t unloads, void *const *address,
                       uint32_t n)
{
    if (site->n != n || (n && memcmp(site->address, address, n * sizeof *address) != 0))
        return false;
    for (uint32_t i = 0; i < n && site->unloads != unloads; i++) {
        if (!is_at(address[i], &site->place[i]))
            return false;
    }
    site->unloads = unloads;
    return true;
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

/* The site of a call path; -1 for none yet. */
static int64_t find_site(const sx_callsites *sites, uint64_t hash, void *const *address,
                         uint32_t n)
{
    if (!sites->nslots)
        return -1;
    for (uint32_t at = (uint32_t)hash & (sites->nslots - 1); sites->slot[at];
         at = (at + 1) & (sites->nslots - 1)) {
        struct sx_callsite *site = &sites->site[sites->slot[at] - 1];
        if (site->hash == hash && is_site_of(site, sites->unloads, address, n))
            return sites->slot[at] - 1;
    }
    return -1;
}

/* The same, made where there is none; -1 when out of memory. */
static int64_t site_of(sx_callsites *sites, void *const *address, uint32_t n)
{
    uint64_t hash = hash_of(address, n);
    int64_t found = find_site(sites, hash, address, n);
    if (found >= 0)
        return found;
    if (sites->n == sites->capacity && !grow(sites))
        return -1;
    struct sx_callsite *site = &sites->site[sites->n];
    if (!make_site(site, hash, address, n)) {
        free_site(site);
        return -1;
    }
    site->unloads = sites->unloads;
    uint32_t at = (uint32_t)hash & (sites->nslots - 1);
    while (sites->slot[at])
        at = (at + 1) & (sites->nslots - 1);
    sites->slot[at] = ++sites->n;
    return sites->n - 1;
}

typedef struct backtrace {
    uint32_t n, wanted;
    void *address[SX_CALLSITE_MAX_DEPTH + OWN_FRAMES];
} backtrace;

static _Unwind_Reason_Code take_frame(struct _Unwind_Context *context, void *data)
{
    backtrace *trace = data;
    void *address = (void *)_Unwind_GetIP(context);
    if (!address) /* it shows where nobody called as well */
        return _URC_END_OF_STACK;
    trace->address[trace->n++] = address;
    return trace->n < trace->wanted ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/* Up to `depth` return addresses outwards from `caller`, as the compiler's runtime library unwinds the stack,
 * or that one alone. Returns how many. */
static uint32_t unwind(uint32_t depth, const void *caller, void **ret_address)
{
    backtrace all = { .wanted = depth + OWN_FRAMES };
    uint32_t from = 0;
    _Unwind_Backtrace(take_frame, &all);
    while (from < all.n && from <= OWN_FRAMES && all.address[from] != caller)
        from++;
    uint32_t n = from <= OWN_FRAMES ? all.n - from : 0;
    n = n < depth ? n : depth;
    memcpy(ret_address, all.address + from, n * sizeof *ret_address);
    if (!n)
        *ret_address = (void *)caller;
    return n ? n : 1;
}

static int take_unloads(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    *(uint64_t *)data = info->dlpi_subs;
    return 1; /* all say the same */
}

/* Rules are those of the code that was there. */
static void look_for_unloads(sx_callsites *sites)
{
    uint64_t before = sites->unloads;
    dl_iterate_phdr(take_unloads, &sites->unloads);
    if (sites->unloads != before)
        sx_paths_finish(&sites->paths);
}

/* Paths to known sites are followed by rules alone; a new one is a site only as the unwinder has it. */
static int64_t follow(sx_callsites *sites, const void *caller, const uintptr_t *frame)
{
    sx_walk walk;
    void *address[SX_CALLSITE_MAX_DEPTH];
    look_for_unloads(sites);
    bool followed = frame && sx_paths_follow(&sites->paths, frame, sites->depth, &walk);
    int64_t site = -1;
    if (followed)
        site = find_site(sites, hash_of(walk.address, walk.n), walk.address, walk.n);
    if (site < 0) {
        uint32_t n = unwind(sites->depth, caller, address);
        followed = followed && n == walk.n &&
                   memcmp(address, walk.address, n * sizeof *address) == 0;
        site = site_of(sites, address, n);
    }
    if (followed && site >= 0)
        sx_paths_keep(&sites->paths, &walk, (uint32_t)site);
    return site;
}

int64_t sx_callsites_at(sx_callsites *sites, const void *caller, const uintptr_t *frame)
{
    void *single = (void *)caller;
    return sites->depth > 1 ? follow(sites, caller, frame)
                            : site_of(sites, &single, sites->depth);
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
