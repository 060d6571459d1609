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

/* The same n frames, at least one. */
static bool same_sources(const sx_source *x, const sx_source *y, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (x[i].line != y[i].line || strcmp(x[i].function, y[i].function) != 0 ||
            strcmp(base_name(x[i].file), base_name(y[i].file)) != 0)
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

/* Gives the sites of `to` the frames that they have in `from`. */
static sx_status unite(sx_arena *arena, const sx_trace *from, const sx_sources *sources,
                       sx_trace *to, const sx_sources *to_sources)
{
    sx_status status = SX_OK;
    size_t united = 0;
    bool *taken = SX_NEW_ARRAY(arena, bool, from->nsites);
    sx_site *site = SX_NEW_ARRAY(arena, sx_site, to->nsites);
    if (!taken || !site)
        return SX_NOMEM;
    for (size_t k = 0; status == SX_OK && k < to->nsites; k++) {
        const sx_source *source = to_sources->site[k];
        size_t i =
            find_site(from, sources, taken, source, frames_of(&to->site[k], source));
        site[k] = to->site[k];
        if (i == from->nsites)
            continue;
        status = take_site(arena, from, &from->site[i], to, &site[k]);
        taken[i] = true;
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
    sx_symbols_result first = { .path = NULL }, other;
    sx_status status = SX_OK;
    for (size_t k = 1; status == SX_OK && k < n; k++) {
        if (sx_moved_is_same_build(&trace[0], &trace[k]))
            continue;
        if (!first.path)
            status = sx_symbols_resolve(arena, &trace[0], folders, &first, err);
        if (status == SX_OK)
            status = sx_symbols_resolve(arena, &trace[k], folders, &other, err);
        if (status == SX_OK &&
            unite(arena, &trace[0], &first.sources, &trace[k], &other.sources) != SX_OK)
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
