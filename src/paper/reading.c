#include "paper/reading.h"

#include "base/checked.h"

#include <stdlib.h>

static sx_status nomem(sx_error *err)
{
    return sx_fail(err, SX_NOMEM, "out of memory");
}

int64_t sx_paper_reading_value(const sx_runs *runs, const sx_paper_reading *reading,
                               size_t i)
{
    const sx_sample *s = &reading->samples.sample[i];
    int64_t size = runs->comm_size[s->comm][s->rank];
    if (!reading->relative || sx_is_special(s->value) || size <= 0)
        return s->value;
    return sx_floor_mod(sx_floor_mod(s->value, size) - runs->comm_rank[s->comm][s->rank],
                        size);
}

bool sx_paper_reading_is_constant(const sx_runs *runs, const sx_paper_reading *reading,
                                  size_t from, size_t to)
{
    for (size_t i = from; i + 1 < to; i++)
        if (sx_paper_reading_value(runs, reading, i) !=
            sx_paper_reading_value(runs, reading, i + 1))
            return false;
    return true;
}

static int by_number(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/* How many different values the largest run has. */
static size_t count_values(const sx_runs *runs, const sx_paper_reading *reading,
                           int64_t *value)
{
    size_t n = 0, different = 0;
    for (size_t i = 0; i < reading->samples.n; i++)
        if (reading->samples.sample[i].run == runs->n - 1)
            value[n++] = sx_paper_reading_value(runs, reading, i);
    if (n > 0)
        qsort(value, n, sizeof *value, by_number);
    for (size_t i = 0; i < n; i++)
        different += i == 0 || value[i] != value[i - 1];
    return different;
}

sx_status sx_paper_reading_index(sx_arena *arena, const sx_runs *runs,
                                 sx_paper_reading *reading, sx_error *err)
{
    size_t *from = SX_NEW_ARRAY(arena, size_t, (size_t)runs->total);
    size_t *to = SX_NEW_ARRAY(arena, size_t, (size_t)runs->total);
    int64_t *value = SX_NEW_ARRAY(arena, int64_t, reading->samples.n);
    if (!from || !to || !value)
        return nomem(err);
    for (size_t i = 0; i < reading->samples.n; i++) {
        int64_t rank = reading->samples.sample[i].rank;
        if (to[rank] == 0)
            from[rank] = i;
        to[rank] = i + 1;
    }
    reading->from = from;
    reading->to = to;
    bool may_be_relative = reading->id != SX_PARAM_NONE &&
                           (sx_param_is_rank(reading->id) || reading->id == SX_PARAM_KEY);
    if (!may_be_relative)
        return SX_OK;
    size_t absolute = count_values(runs, reading, value);
    reading->relative = true;
    reading->relative = absolute > 1 && count_values(runs, reading, value) <= absolute;
    return SX_OK;
}

/* ---- groups ---- */

typedef struct grouping {
    const sx_runs *runs;
    const sx_paper_reading *reading;
    size_t n;
    sx_paper_grouping by;
} grouping;

static bool counts(const grouping *g, const sx_paper_reading *r)
{
    if (r->whole || r->claimed.expr || (g->by > SX_PAPER_BY_ALL && r->is_size))
        return false;
    return g->by < SX_PAPER_BY_END_POINTS ||
           (r->id != SX_PARAM_TAG && r->id != SX_PARAM_RTAG);
}

/* Of one rank: hash of all that is compared. */
static uint64_t signature(const grouping *g, int64_t rank)
{
    uint64_t h = 0;
    for (size_t k = 0; k < g->n; k++) {
        const sx_paper_reading *r = &g->reading[k];
        if (!counts(g, r))
            continue;
        h = sx_hash_add(h, r->to[rank] - r->from[rank]);
        for (size_t i = r->from[rank]; i < r->to[rank]; i++) {
            h = sx_hash_add(h, (uint64_t)sx_paper_reading_value(g->runs, r, i));
            h = sx_hash_add(h, (uint64_t)r->samples.sample[i].element);
        }
    }
    return h;
}

static bool alike(const grouping *g, int64_t a, int64_t b)
{
    for (size_t k = 0; k < g->n; k++) {
        const sx_paper_reading *r = &g->reading[k];
        if (!counts(g, r))
            continue;
        if (r->to[a] - r->from[a] != r->to[b] - r->from[b])
            return false;
        for (size_t i = r->from[a], j = r->from[b]; i < r->to[a]; i++, j++)
            if (sx_paper_reading_value(g->runs, r, i) !=
                    sx_paper_reading_value(g->runs, r, j) ||
                r->samples.sample[i].element != r->samples.sample[j].element)
                return false;
    }
    return true;
}

/* The groups of one run: group_of[rank of the run], those that take part only. More than SX_PAPER_GROUPS: 0. */
static size_t group_run(const grouping *g, const bool *in, size_t run, uint32_t *group_of,
                        size_t *size)
{
    int64_t first[SX_PAPER_GROUPS];
    uint64_t hash[SX_PAPER_GROUPS];
    size_t n = 0;
    for (int64_t r = 0; r < g->runs->p[run]; r++) {
        int64_t rank = g->runs->offset[run] + r;
        size_t k = 0;
        if (!in[rank])
            continue;
        uint64_t h = signature(g, rank);
        while (k < n && (hash[k] != h || !alike(g, first[k], rank)))
            k++;
        if (k == SX_PAPER_GROUPS)
            return 0;
        if (k == n) {
            first[k] = rank;
            hash[k] = h;
            size[n++] = 0;
        }
        group_of[r] = (uint32_t)k;
        size[k]++;
    }
    return n;
}

/* The ranks of each group of one run. */
static sx_status list_ranks(sx_arena *arena, const sx_runs *runs, const bool *in,
                            size_t run, const uint32_t *group_of, const size_t *size,
                            sx_paper_group *group, size_t n, sx_error *err)
{
    int64_t *rank[SX_PAPER_GROUPS];
    for (size_t k = 0; k < n; k++) {
        group[k].rank[run] = rank[k] = SX_NEW_ARRAY(arena, int64_t, size[k]);
        group[k].n[run] = size[k];
        if (!rank[k])
            return nomem(err);
    }
    for (int64_t r = 0; r < runs->p[run]; r++)
        if (in[runs->offset[run] + r])
            *rank[group_of[r]]++ = r;
    return SX_OK;
}

sx_status sx_paper_groups(sx_arena *arena, const sx_runs *runs, const bool *in,
                          const sx_paper_reading *reading, size_t n, sx_paper_grouping by,
                          sx_paper_group **ret_group, size_t *ret_n, sx_error *err)
{
    grouping g = { runs, reading, n, by };
    uint32_t *group_of = SX_NEW_ARRAY(arena, uint32_t, (size_t)runs->total);
    sx_paper_group *group = SX_NEW_ARRAY(arena, sx_paper_group, SX_PAPER_GROUPS);
    size_t size[SX_PAPER_GROUPS], ngroups = 0;
    if (!group_of || !group)
        return nomem(err);
    *ret_n = 0;
    for (size_t run = 0; run < runs->n; run++) {
        size_t own = group_run(&g, in, run, group_of, size);
        if (own == 0 || (run > 0 && own != ngroups))
            return SX_OK;
        ngroups = own;
        for (size_t k = 0; run == 0 && k < ngroups; k++) {
            group[k].rank = SX_NEW_ARRAY(arena, const int64_t *, runs->n);
            group[k].n = SX_NEW_ARRAY(arena, size_t, runs->n);
            if (!group[k].rank || !group[k].n)
                return nomem(err);
        }
        sx_status st =
            list_ranks(arena, runs, in, run, group_of, size, group, ngroups, err);
        if (st)
            return st;
    }
    *ret_group = group;
    *ret_n = ngroups;
    return SX_OK;
}
