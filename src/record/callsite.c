#include "record/callsite_frames.h"

#include "base/checked.h"
#include "record/spill_number.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

/* Frames of the recorder itself that may lie between the unwinder and the application. */
enum { OWN_FRAMES = 4 };

static void free_sites(sx_callsites *sites)
{
    for (uint32_t i = 0; i < sites->n - sites->first; i++)
        free(sites->site[i].frame);
    free(sites->site);
    free(sites->slot);
    sites->site = NULL;
    sites->slot = NULL;
    sites->capacity = sites->nslots = 0;
    sites->first = sites->n;
    sites->bytes = 0;
}

void sx_callsites_finish(sx_callsites *sites)
{
    free_sites(sites);
    for (uint32_t i = 0; i < sites->nmodules; i++)
        free(sites->module[i]);
    free(sites->module);
    free(sites->path);
    if (sites->file)
        fclose(sites->file);
    sx_paths_finish(&sites->paths);
    memset(sites, 0, sizeof *sites);
}

bool sx_callsites_limit(sx_callsites *sites, size_t bytes, const char *path,
                        void (*lost)(void *context, int why), void *context)
{
    sites->limit = bytes;
    sites->lost = lost;
    sites->context = context;
    sites->path = strdup(path);
    return sites->path;
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
    for (uint32_t i = 0; i < sites->n - sites->first; i++) {
        uint32_t at = (uint32_t)site[i].hash & (nslots - 1);
        while (slot[at])
            at = (at + 1) & (nslots - 1);
        slot[at] = i + 1;
    }
    free(sites->slot);
    sites->slot = slot;
    sites->bytes += (nslots - sites->nslots) * (sizeof *slot + sizeof *site / 2);
    sites->nslots = nslots;
    sites->capacity = nslots / 2;
    return true;
}

/* The index of a module of this name, which is new where there is none; -1 when out of memory. */
static int64_t module_named(sx_callsites *sites, const char *name)
{
    uint32_t n = sites->nmodules;
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(sites->module[i], name) == 0)
            return i;
    char *copy = strdup(name);
    char **all = copy ? realloc(sites->module, (n + 1) * sizeof *all) : NULL;
    if (!all) {
        free(copy);
        return -1;
    }
    sites->module = all;
    all[sites->nmodules++] = copy;
    return n;
}

/* What is loaded there, and where in it that is. */
static const char *locate(void *address, uint64_t *ret_offset)
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
    *ret_offset = (uintptr_t)address - base;
    return slash ? slash + 1 : name;
}

/* Is the address where it was when the site was made? Not if another library was loaded there. */
static bool is_there(const sx_callsites *sites, const sx_callsite_frame *frame)
{
    uint64_t offset;
    const char *name = locate(frame->address, &offset);
    return offset == frame->offset && strcmp(name, sites->module[frame->module]) == 0;
}

/* Is it the site of these addresses, in whatever is loaded now? */
static bool is_site_of(const sx_callsites *sites, struct sx_callsite *site,
                       void *const *address, uint32_t n)
{
    if (site->n != n)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (site->frame[i].address != address[i])
            return false;
    for (uint32_t i = 0; i < n && site->unloads != sites->unloads; i++)
        if (!is_there(sites, &site->frame[i]))
            return false;
    site->unloads = sites->unloads;
    return true;
}

static size_t frame_bytes(uint32_t n)
{
    return (n + 1) * sizeof(sx_callsite_frame);
}

static bool make_site(sx_callsites *sites, struct sx_callsite *site, uint64_t hash,
                      void *const *address, uint32_t n)
{
    *site = (struct sx_callsite) { .hash = hash, .n = n, .unloads = sites->unloads };
    site->frame = malloc(frame_bytes(n));
    if (!site->frame)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        sx_callsite_frame *frame = &site->frame[i];
        frame->address = address[i];
        int64_t module = module_named(sites, locate(address[i], &frame->offset));
        frame->module = (uint32_t)module;
        if (module < 0) {
            free(site->frame);
            return false;
        }
    }
    sites->bytes += frame_bytes(n) + 2 * sizeof(size_t); /* malloc's own */
    return true;
}

static void put_site(FILE *file, const struct sx_callsite *site)
{
    put_number(file, site->n);
    for (uint32_t i = 0; i < site->n; i++) {
        put_number(file, site->frame[i].module);
        put_number(file, site->frame[i].offset);
    }
}

/* Puts all that is in memory at the end of the file; false where that cannot be. */
static bool put_sites(sx_callsites *sites)
{
    if (!sites->file && (sites->file = fopen(sites->path, "w+xe")))
        unlink(sites->path);
    for (uint32_t i = 0; sites->file && i < sites->n - sites->first; i++)
        put_site(sites->file, &sites->site[i]);
    return sites->file && !ferror(sites->file) && fflush(sites->file) == 0;
}

/* Before a new site. */
static void look_at_limit(sx_callsites *sites)
{
    if (!sites->limit || sites->bytes <= sites->limit)
        return;
    if (put_sites(sites)) {
        free_sites(sites);
        return;
    }
    sites->limit = 0;
    if (sites->lost)
        sites->lost(sites->context, errno);
    if (sites->file)
        sx_spill_purge(sites->file);
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
        if (site->hash == hash && is_site_of(sites, site, address, n))
            return sites->first + sites->slot[at] - 1;
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
    look_at_limit(sites);
    uint32_t index = sites->n - sites->first;
    if (index == sites->capacity && !grow(sites))
        return -1;
    if (!make_site(sites, &sites->site[index], hash, address, n))
        return -1;
    uint32_t at = (uint32_t)hash & (sites->nslots - 1);
    while (sites->slot[at])
        at = (at + 1) & (sites->nslots - 1);
    sites->slot[at] = index + 1;
    return sites->n++;
}

typedef struct backtrace {
    sx_paths *paths;
    const void *caller;
    uint32_t depth, skipped; /* own frames, before `caller` */
    sx_call_path path;
} backtrace;

static _Unwind_Reason_Code take_frame(struct _Unwind_Context *context, void *data)
{
    backtrace *trace = data;
    void *address = (void *)_Unwind_GetIP(context);
    if (!address) /* it shows where nobody called as well */
        return _URC_END_OF_STACK;
    if (!trace->path.n && address != trace->caller)
        return trace->skipped++ < OWN_FRAMES ? _URC_NO_REASON : _URC_END_OF_STACK;
    const void *function = sx_paths_function(trace->paths, address);
    return sx_call_path_add(&trace->path, address, function, trace->depth)
               ? _URC_NO_REASON
               : _URC_END_OF_STACK;
}

/* Up to `depth` frames outwards from `caller`, as the compiler's runtime library unwinds the stack, or that one alone. */
static void unwind(sx_callsites *sites, const void *caller, sx_call_path *ret_path)
{
    backtrace all = { .paths = &sites->paths, .caller = caller, .depth = sites->depth };
    sx_call_path_init(&all.path);
    _Unwind_Backtrace(take_frame, &all);
    if (!all.path.n)
        sx_call_path_add(&all.path, (void *)caller, NULL, 1);
    *ret_path = all.path;
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
    sx_call_path path;
    look_for_unloads(sites);
    bool followed = frame && sx_paths_follow(&sites->paths, frame, sites->depth, &walk);
    int64_t site = -1;
    if (followed)
        site = find_site(sites, hash_of(walk.path.address, walk.path.n),
                         walk.path.address, walk.path.n);
    if (site < 0) {
        unwind(sites, caller, &path);
        followed = followed && sx_call_path_same(&path, &walk.path);
        site = site_of(sites, path.address, path.n);
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
