#include "report/profile.h"

#include "base/checked.h"
#include "report/times.h"

#include <stdlib.h>
#include <string.h>

typedef struct maker {
    sx_arena *arena;
    sx_profile *profile;
    sx_total *node; /* by the node's id */
} maker;

static sx_status add(void *context, const sx_share *share, sx_error *err)
{
    maker *m = context;
    sx_status status = sx_totals_add(&m->profile->totals, share, err);
    if (status)
        return status;
    sx_total_add(&m->node[share->node->id], share); /* fits, as the sum over all does */
    sx_sizes_add(&m->profile->sizes, share);
    return sx_loads_add(m->arena, &m->profile->loads, share, err);
}

static void join(sx_total *total, const sx_total *with)
{
    total->calls += with->calls;
    total->bytes += with->bytes;
    total->messages += with->messages;
    total->message_bytes += with->message_bytes;
    total->uncounted += with->uncounted;
}

static int by_site_order(const sx_site_total *a, const sx_site_total *b)
{
    if (a->site != b->site)
        return a->site < b->site ? -1 : 1;
    return (a->op > b->op) - (a->op < b->op);
}

static int by_site(const void *a, const void *b)
{
    return by_site_order(a, b);
}

/* One row for each operation at each call site. */
static void join_sites(sx_profile *profile)
{
    size_t n = 0;
    qsort(profile->site, profile->nsites, sizeof *profile->site, by_site);
    for (size_t i = 0; i < profile->nsites; i++) {
        const sx_site_total *next = &profile->site[i];
        if (n == 0 || by_site_order(&profile->site[n - 1], next) != 0) {
            profile->site[n++] = *next;
            continue;
        }
        join(&profile->site[n - 1].total, &next->total);
        profile->site[n - 1].mpi_ns += next->mpi_ns;
        profile->site[n - 1].computation_ns += next->computation_ns;
    }
    profile->nsites = n;
}

/* A row for every event of the program. */
static void add_sites(maker *m, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP) {
            add_sites(m, &node->body);
            continue;
        }
        sx_time_total time = sx_times_of(node);
        m->profile->site[m->profile->nsites++] =
            (sx_site_total) { node->op, node->site, m->node[node->id], time.comm_ns,
                              time.comp_ns };
        m->profile->mpi_ns += time.comm_ns;
        m->profile->computation_ns += time.comp_ns;
    }
}

sx_status sx_profile_make(sx_arena *arena, const sx_trace *trace,
                          const sx_census_options *options, sx_profile *ret_profile,
                          sx_error *err)
{
    sx_profile *profile = SX_NEW(arena, sx_profile);
    maker m = { arena, profile, SX_NEW_ARRAY(arena, sx_total, trace->nnodes) };
    if (!profile || !m.node)
        return sx_fail(err, SX_NOMEM, "out of memory");
    profile->site = SX_NEW_ARRAY(arena, sx_site_total, trace->nnodes);
    if (!profile->site)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_loads_init(&profile->loads, trace);
    sx_status status = sx_census(trace, options, add, &m, err);
    if (!status)
        status = sx_loads_pace(arena, trace, &profile->loads, err);
    if (status)
        return status;
    add_sites(&m, &trace->program);
    join_sites(profile);
    *ret_profile = *profile;
    return SX_OK;
}

static int by_time(const void *a, const void *b)
{
    const sx_site_total *x = a, *y = b;
    if (x->mpi_ns > y->mpi_ns || x->mpi_ns < y->mpi_ns)
        return x->mpi_ns > y->mpi_ns ? -1 : 1;
    return by_site_order(x, y);
}

static int by_bytes(const void *a, const void *b)
{
    const sx_site_total *x = a, *y = b;
    if (x->total.bytes != y->total.bytes)
        return x->total.bytes > y->total.bytes ? -1 : 1;
    return by_site_order(x, y);
}

void sx_profile_sort_by_time(sx_profile *profile)
{
    qsort(profile->site, profile->nsites, sizeof *profile->site, by_time);
}

void sx_profile_sort_by_bytes(sx_profile *profile)
{
    qsort(profile->site, profile->nsites, sizeof *profile->site, by_bytes);
}
