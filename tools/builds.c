#include "builds.h"

#include "align/copies.h"
#include "align/moved.h"
#include "base/checked.h"
#include "symbols.h"

#include <string.h>

static const char *base_name(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path ? path : "";
}

/* The `main` that Fortran compilers put around the main program, which smpif90 leaves out. */
static bool is_fortran_main(const sx_source *source)
{
    const char *suffix = strrchr(base_name(source->file), '.');
    return suffix && (suffix[1] == 'f' || suffix[1] == 'F') &&
           strcmp(source->function, "main") == 0;
}

/* How many frames say where a site is; 0 when not all of them are known. */
static uint32_t frames_of(const sx_site *site, const sx_source *source)
{
    uint32_t n = site->n;
    for (uint32_t i = 0; i < n; i++) {
        if (!source[i].function || !source[i].line)
            return 0;
    }
    return n > 1 && is_fortran_main(&source[n - 1]) ? n - 1 : n;
}

/* How much of a file's name its user gave: smpif90 compiles a Fortran program with a main of its own from name.f90_XXXXXXXXXX.f90. */
static size_t given_length(const char *name)
{
    enum { DRAWN = 10 };
    const char *suffix = strrchr(name, '.');
    size_t n = strlen(name), of_suffix = suffix ? strlen(suffix) : n;
    size_t added = 1 + DRAWN + of_suffix;
    bool drawn = suffix && n > added + of_suffix && name[n - added] == '_' &&
                 strncmp(name + n - added - of_suffix, suffix, of_suffix) == 0;
    return drawn ? n - added : n;
}

static bool same_file(const char *x, const char *y)
{
    x = base_name(x);
    y = base_name(y);
    size_t n = given_length(x);
    return n == given_length(y) && strncmp(x, y, n) == 0;
}

/* The same n frames, at least one. */
static bool same_sources(const sx_source *x, const sx_source *y, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (x[i].line != y[i].line || strcmp(x[i].function, y[i].function) != 0 ||
            !same_file(x[i].file, y[i].file))
            return false;
    }
    return n > 0;
}

static sx_status module_index(sx_arena *arena, sx_trace *trace, const char *name,
                              uint32_t *ret_index)
{
    for (uint32_t i = 0; i < trace->nmodules; i++) {
        if (strcmp(trace->module[i], name) == 0) {
            *ret_index = i;
            return SX_OK;
        }
    }
    const char **module = SX_NEW_ARRAY(arena, const char *, trace->nmodules + 1);
    if (!module)
        return SX_NOMEM;
    if (trace->nmodules)
        memcpy(module, trace->module, trace->nmodules * sizeof *module);
    module[trace->nmodules] = name;
    trace->module = module;
    *ret_index = (uint32_t)trace->nmodules++;
    return SX_OK;
}

/* The frames of a site of `from`, in the modules of `to`. */
static sx_status take_site(sx_arena *arena, const sx_trace *from, const sx_site *site,
                           sx_trace *to, sx_site *ret_site)
{
    sx_status status = SX_OK;
    sx_frame *frame = SX_NEW_ARRAY(arena, sx_frame, site->n);
    if (!frame)
        return SX_NOMEM;
    for (uint32_t i = 0; status == SX_OK && i < site->n; i++) {
        frame[i].offset = site->frame[i].offset;
        status = module_index(arena, to, from->module[site->frame[i].module],
                              &frame[i].module);
    }
    *ret_site = (sx_site) { site->n, frame };
    return status;
}

/* The first site of a trace at these frames that is not taken; nsites when there is none. */
static size_t find_site(const sx_trace *trace, const sx_sources *sources,
                        const bool *taken, const sx_source *source, uint32_t n)
{
    size_t i = 0;
    while (i < trace->nsites &&
           (taken[i] || frames_of(&trace->site[i], sources->site[i]) != n ||
            !same_sources(sources->site[i], source, n)))
        i++;
    return i;
}

/* Gives the sites of `to` that are not found the frames that they have in `from`. */
static sx_status unite(sx_arena *arena, const sx_trace *from, const sx_sources *sources,
                       sx_trace *to, const sx_sources *to_sources, bool *found)
{
    sx_status status = SX_OK;
    size_t united = 0;
    bool *taken = SX_NEW_ARRAY(arena, bool, from->nsites);
    sx_site *site = sx_arena_copy(arena, to->site, to->nsites, sizeof *site);
    if (!taken || (to->nsites && !site))
        return SX_NOMEM;
    for (size_t k = 0; status == SX_OK && k < to->nsites; k++) {
        if (found[k])
            continue;
        const sx_source *source = to_sources->site[k];
        size_t i =
            find_site(from, sources, taken, source, frames_of(&to->site[k], source));
        if (i == from->nsites)
            continue;
        status = take_site(arena, from, &from->site[i], to, &site[k]);
        taken[i] = found[k] = true;
        united++;
    }
    to->site = site;
    for (size_t m = 0; united && m < to->nmeta; m++) {
        if (strcmp(to->meta[m].key, "program") == 0 && sx_trace_meta(from, "program"))
            to->meta[m].value = sx_trace_meta(from, "program");
    }
    return status;
}

sx_status sx_builds_unite(sx_arena *arena, sx_trace *trace, size_t n, const char *folders,
                          sx_error *err)
{
    sx_symbols_result *symbols = SX_NEW_ARRAY(arena, sx_symbols_result, n);
    bool *resolved = SX_NEW_ARRAY(arena, bool, n);
    if (!symbols || !resolved)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status status = SX_OK;
    for (size_t k = 1; status == SX_OK && k < n; k++) {
        if (sx_moved_is_same_build(&trace[0], &trace[k]))
            continue;
        for (size_t i = 0; status == SX_OK && i <= k; i++) {
            if (!resolved[i])
                status = sx_symbols_resolve(arena, &trace[i], folders, &symbols[i], err);
            resolved[i] = true;
        }
        bool *found = SX_NEW_ARRAY(arena, bool, trace[k].nsites);
        for (size_t i = 0; status == SX_OK && i < k; i++)
            if (!found || unite(arena, &trace[i], &symbols[i].sources, &trace[k],
                                &symbols[k].sources, found) != SX_OK)
                status = sx_fail(err, SX_NOMEM, "out of memory");
    }
    return status;
}

/* Where the calls of each site are in the source; 0 where a frame is not known. NULL when out of memory. */
static const uint64_t *places_of(sx_arena *arena, const sx_trace *trace,
                                 const sx_sources *sources)
{
    uint64_t *place = SX_NEW_ARRAY(arena, uint64_t, trace->nsites);
    for (size_t s = 0; place && s < trace->nsites; s++) {
        bool known = trace->site[s].n > 0;
        place[s] = 1;
        for (uint32_t i = 0; i < trace->site[s].n && known; i++) {
            known = sources->site[s][i].place != 0;
            place[s] = sx_hash_add(place[s], sources->site[s][i].place);
        }
        if (!known)
            place[s] = 0;
    }
    return place;
}

sx_status sx_builds_unite_copies(sx_arena *arena, sx_trace *trace, size_t n,
                                 const char *folders, sx_error *err)
{
    sx_copies *copies;
    sx_trace sites;
    sx_symbols_result symbols;
    sx_status status = sx_copies_find(arena, trace, n, &copies, &sites, err);
    if (status || sites.nsites == 0)
        return status;
    status = sx_symbols_resolve(arena, &sites, folders, &symbols, err);
    const uint64_t *place = status ? NULL : places_of(arena, &sites, &symbols.sources);
    if (status || !place)
        return status ? status : sx_fail(err, SX_NOMEM, "out of memory");
    return sx_copies_unite(arena, trace, n, copies, place, err);
}
