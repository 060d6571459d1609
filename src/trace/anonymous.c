#include "trace/anonymous.h"

#include "base/checked.h"
#include "trace/extremes.h"
#include "trace/measured.h"
#include "trace/own_share.h"
#include "trace/some_ranks.h"

#include <inttypes.h>
#include <string.h>

/* ---- tables ---- */

/* 60 bits: two paths of one program are as good as never the same. */
static uint64_t path_number(const sx_trace *trace, const sx_site *site)
{
    uint64_t hash = site->n;
    for (uint32_t i = 0; i < site->n; i++) {
        hash = sx_hash_add(hash, sx_hash_text(trace->module[site->frame[i].module]));
        hash = sx_hash_add(hash, site->frame[i].offset);
    }
    return hash >> 4;
}

/* What is anonymous already stays as it is, so that it may be made so at any step. */
static bool is_numbered(const sx_trace *trace, const sx_site *site)
{
    return site->n == 1 && trace->nmodules == 1 && strcmp(trace->module[0], "1") == 0;
}

static bool number_sites(sx_arena *arena, const sx_trace *from, sx_trace *to)
{
    static const char *const program = "1";
    sx_site *site = SX_NEW_ARRAY(arena, sx_site, from->nsites);
    sx_frame *frame = SX_NEW_ARRAY(arena, sx_frame, from->nsites);
    to->module = sx_arena_copy(arena, &program, 1, sizeof program);
    to->nmodules = 1;
    if (!site || !frame || !to->module)
        return false;
    for (size_t i = 0; i < from->nsites; i++)
        if (from->site[i].n) {
            frame[i].offset = is_numbered(from, &from->site[i])
                                  ? from->site[i].frame[0].offset
                                  : path_number(from, &from->site[i]);
            site[i] = (sx_site) { 1, &frame[i] };
        }
    to->site = site;
    return true;
}

/* What it is, without what it says of the application; NULL for none of it. */
static const char *harmless(const sx_meta *meta)
{
    static const char *const of_machine[] = {
        "recorder.version",
        "recorder.options",
        "recorder.spilled",
        "recorder.unlimited",
        "mpi.version",
        "ranks_per_node",
        "cores",
    };
    if (strcmp(meta->key, "program") == 0)
        return "1";
    if (strcmp(meta->key, "verify") == 0)
        return strncmp(meta->value, "failed", 6) == 0 ? "failed" : meta->value;
    if (sx_extremes_is_key(meta->key) || sx_measured_is_key(meta->key) ||
        strcmp(meta->key, sx_some_ranks_key) == 0 ||
        strcmp(meta->key, sx_own_share_key) == 0)
        return meta->value;
    for (size_t i = 0; i < sizeof of_machine / sizeof *of_machine; i++)
        if (strcmp(meta->key, of_machine[i]) == 0)
            return meta->value;
    return NULL;
}

static bool keep_meta(sx_arena *arena, const sx_trace *from, sx_trace *to)
{
    to->meta = SX_NEW_ARRAY(arena, sx_meta, from->nmeta);
    to->nmeta = 0;
    for (size_t i = 0; to->meta && i < from->nmeta; i++) {
        const char *value = harmless(&from->meta[i]);
        if (value)
            to->meta[to->nmeta++] = (sx_meta) { from->meta[i].key, value };
    }
    return to->meta != NULL;
}

static bool number_regions(sx_arena *arena, const sx_trace *from, sx_trace *to)
{
    to->region = SX_NEW_ARRAY(arena, const char *, from->nregions);
    bool fits = to->region != NULL;
    for (size_t i = 0; fits && i < from->nregions; i++)
        fits = (to->region[i] = sx_arena_printf(arena, "%zu", i + 1)) != NULL;
    return fits;
}

/* Programs may rename types of MPI's, too. */
static const char *name_in_mpi(const char *name, const char *other)
{
    bool whole = strncmp(name, "MPI_", 4) == 0 &&
                 name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] == '\0';
    return whole ? name : other;
}

static bool name_types(sx_arena *arena, const sx_trace *from, sx_trace *to)
{
    to->type = sx_arena_copy(arena, from->type, from->ntypes, sizeof *from->type);
    to->redop = SX_NEW_ARRAY(arena, const char *, from->nredops);
    if (!to->type || !to->redop)
        return false;
    for (size_t i = 0; i < from->ntypes; i++)
        to->type[i].name = name_in_mpi(from->type[i].name, "derived");
    for (size_t i = 0; i < from->nredops; i++)
        to->redop[i] = name_in_mpi(from->redop[i], "user");
    return true;
}

static bool is_taken(const sx_trace *trace, const char *name)
{
    bool taken = false;
    for (size_t i = 0; i < trace->nconstants; i++)
        taken = taken || (!trace->constant[i].is_param &&
                          strcmp(trace->constant[i].name, name) == 0);
    return taken;
}

static bool number_params(sx_arena *arena, const sx_trace *from, sx_trace *to)
{
    uint32_t number = 0;
    to->constant =
        sx_arena_copy(arena, from->constant, from->nconstants, sizeof *from->constant);
    if (!to->constant)
        return false;
    for (size_t i = 0; i < from->nconstants; i++) {
        sx_constant *c = &to->constant[i];
        c->evidence.reason = NULL;
        if (!c->is_param)
            continue;
        do
            c->name = sx_arena_printf(arena, "n%" PRIu32, ++number);
        while (c->name && is_taken(from, c->name));
        if (!c->name)
            return false;
    }
    return true;
}

/* ---- reasons ---- */

static bool forget_in_tables(sx_arena *arena, const sx_trace *from, sx_trace *to)
{
    to->comm = sx_arena_copy(arena, from->comm, from->ncomms, sizeof *from->comm);
    to->grid = sx_arena_copy(arena, from->grid, from->ngrids, sizeof *from->grid);
    if (!to->comm || !to->grid)
        return false;
    for (size_t i = 0; i < from->ncomms; i++) {
        to->comm[i].name = NULL;
        to->comm[i].members.evidence.reason = NULL;
        to->comm[i].size.evidence.reason = to->comm[i].rank.evidence.reason = NULL;
    }
    for (size_t i = 0; i < from->ngrids; i++)
        to->grid[i].evidence.reason = NULL;
    return true;
}

static void forget_in_program(const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node = block->node[i];
        node->ranks.evidence.reason = NULL;
        node->trips.evidence.reason = NULL;
        for (uint32_t k = 0; k < node->nparams; k++)
            node->param[k].value.evidence.reason = NULL;
        forget_in_program(&node->body);
    }
}

sx_status sx_trace_anonymous(sx_arena *arena, const sx_trace *trace, sx_trace *ret_trace,
                             sx_error *err)
{
    sx_trace result = *trace;
    if (!number_sites(arena, trace, &result) || !keep_meta(arena, trace, &result) ||
        !number_regions(arena, trace, &result) || !name_types(arena, trace, &result) ||
        !number_params(arena, trace, &result) ||
        !forget_in_tables(arena, trace, &result) ||
        sx_block_copy(arena, &trace->program, &result.program) != SX_OK)
        return sx_fail(err, SX_NOMEM, "out of memory");
    forget_in_program(&result.program);
    *ret_trace = result;
    return SX_OK;
}
