#include "trace/merge_parts.h"

#include "base/checked.h"

#include <string.h>

/* Tables of ranks of one program are nearly the same in nearly the same order, so an entry is first
 * looked for at its own index, and then everywhere: of call sites, of which there may be very many, by a hash. */

static sx_status no_memory(const sx_merge *merge)
{
    return sx_fail(merge->err, SX_NOMEM, "out of memory");
}

/* One table of b against that of a, in terms of indices. */
typedef struct table {
    size_t na, nb;
    bool (*same)(const struct table *table, size_t in_a, size_t in_b);
    uint64_t (*hash)(const struct table *table, bool of_b, size_t index); /* or NULL */
    size_t nslots; /* with a hash: open addressing of the entries of a */
    uint32_t *slot; /* index + 1; 0 for none */
    const sx_trace *a, *b;
    const uint32_t *module; /* for sites: the map of modules */
    bool identity;
    size_t n; /* united entries */
    uint32_t *map; /* of b */
} table;

static bool make_slots(sx_merge *merge, table *t)
{
    t->nslots = 4;
    while (t->nslots < 2 * t->na)
        t->nslots *= 2;
    t->slot = SX_NEW_ARRAY(merge->arena, uint32_t, t->nslots);
    for (size_t i = 0; t->slot && i < t->na; i++) {
        size_t at = t->hash(t, false, i) & (t->nslots - 1);
        while (t->slot[at])
            at = (at + 1) & (t->nslots - 1);
        t->slot[at] = (uint32_t)i + 1;
    }
    return t->slot;
}

/* The first entry of a that is entry j of b, or na. */
static size_t find_entry(const table *t, size_t j)
{
    size_t i = 0;
    if (j < t->na && t->same(t, j, j))
        return j;
    if (t->hash) {
        size_t at = t->hash(t, true, j) & (t->nslots - 1);
        while (t->slot[at] && !t->same(t, t->slot[at] - 1, j))
            at = (at + 1) & (t->nslots - 1);
        return t->slot[at] ? t->slot[at] - 1 : t->na;
    }
    while (i < t->na && !t->same(t, i, j))
        i++;
    return i;
}

/* Fills map, n and identity; entries of b that a lacks come after those of a, in their order. */
static sx_status unite(sx_merge *merge, table *t)
{
    t->map = SX_NEW_ARRAY(merge->arena, uint32_t, t->nb);
    if (!t->map || (t->hash && !make_slots(merge, t)))
        return no_memory(merge);
    t->n = t->na;
    t->identity = true;
    for (size_t j = 0; j < t->nb; j++) {
        size_t i = find_entry(t, j);
        if (i == t->na)
            i = t->n++;
        t->map[j] = (uint32_t)i;
        t->identity = t->identity && i == j;
    }
    return SX_OK;
}

static bool same_module(const table *t, size_t i, size_t j)
{
    return strcmp(t->a->module[i], t->b->module[j]) == 0;
}

static bool same_site(const table *t, size_t i, size_t j)
{
    const sx_site *a = &t->a->site[i], *b = &t->b->site[j];
    if (a->n != b->n)
        return false;
    for (uint32_t f = 0; f < a->n; f++)
        if (a->frame[f].offset != b->frame[f].offset ||
            a->frame[f].module != t->module[b->frame[f].module])
            return false;
    return true;
}

/* Modules as a has them. */
static uint64_t site_hash(const table *t, bool of_b, size_t index)
{
    const sx_site *site = of_b ? &t->b->site[index] : &t->a->site[index];
    uint64_t hash = site->n;
    for (uint32_t f = 0; f < site->n; f++) {
        const sx_frame *frame = &site->frame[f];
        hash = sx_hash_add(hash, of_b ? t->module[frame->module] : frame->module);
        hash = sx_hash_add(hash, frame->offset);
    }
    return hash;
}

static bool same_type(const table *t, size_t i, size_t j)
{
    /* what it is made of comes before it, so that its place is known */
    return sx_type_same(&t->a->type[i], &t->b->type[j], t->map);
}

static bool same_redop(const table *t, size_t i, size_t j)
{
    return strcmp(t->a->redop[i], t->b->redop[j]) == 0;
}

static bool same_unrecorded(const table *t, size_t i, size_t j)
{
    return strcmp(t->a->unrecorded[i].name, t->b->unrecorded[j].name) == 0;
}

static bool same_meta(const table *t, size_t i, size_t j)
{
    return strcmp(t->a->meta[i].key, t->b->meta[j].key) == 0;
}

/* Appends to the copy *to[0 .. na) the entries of b that are new. All strings are copied. */
static bool copy_strings(sx_merge *merge, const table *t, const char *const *a,
                         const char *const *b, const char ***to)
{
    const char **all = SX_NEW_ARRAY(merge->arena, const char *, t->n);
    if (!all)
        return false;
    bool fits = true;
    for (size_t i = 0; i < t->na; i++)
        fits = (all[i] = sx_arena_string(merge->arena, a[i], strlen(a[i]))) && fits;
    for (size_t j = 0; j < t->nb; j++)
        if (t->map[j] >= t->na)
            fits = (all[t->map[j]] = sx_arena_string(merge->arena, b[j], strlen(b[j]))) &&
                   fits;
    *to = all;
    return fits;
}

static sx_status unite_modules(sx_merge *merge, table *t, sx_trace *out)
{
    t->na = t->a->nmodules;
    t->nb = t->b->nmodules;
    t->same = same_module;
    sx_status status = unite(merge, t);
    out->nmodules = t->n;
    if (!status && !copy_strings(merge, t, t->a->module, t->b->module, &out->module))
        status = no_memory(merge);
    t->module = t->map;
    return status;
}

static bool copy_site(sx_merge *merge, const sx_site *from, const uint32_t *module,
                      sx_site *to)
{
    sx_frame *frame = sx_arena_copy(merge->arena, from->frame, from->n, sizeof *frame);
    for (uint32_t f = 0; frame && module && f < from->n; f++)
        frame[f].module = module[frame[f].module];
    *to = (sx_site) { from->n, frame };
    return frame;
}

static sx_status unite_sites(sx_merge *merge, table *t, sx_trace *out)
{
    t->na = t->a->nsites;
    t->nb = t->b->nsites;
    t->same = same_site;
    t->hash = site_hash;
    sx_status status = unite(merge, t);
    t->hash = NULL;
    if (status)
        return status;
    out->nsites = t->n;
    out->site = SX_NEW_ARRAY(merge->arena, sx_site, t->n);
    bool fits = out->site;
    for (size_t i = 0; fits && i < t->na; i++)
        fits = copy_site(merge, &t->a->site[i], NULL, &out->site[i]);
    for (size_t j = 0; fits && j < t->nb; j++)
        if (t->map[j] >= t->na)
            fits = copy_site(merge, &t->b->site[j], t->module, &out->site[t->map[j]]);
    return fits ? SX_OK : no_memory(merge);
}

static const sx_seq *copy_list(sx_merge *merge, const sx_seq *from, const uint32_t *index)
{
    int64_t *value = SX_NEW_ARRAY(merge->arena, int64_t, from->length);
    if (!value)
        return NULL;
    sx_seq_expand(from, 0, from->length, value);
    for (uint64_t i = 0; index && i < from->length; i++)
        value[i] = index[value[i]];
    return sx_seq_from_values(merge->arena, value, from->length, false);
}

/* `index` is the map of types, or NULL. */
static bool copy_type(sx_merge *merge, const sx_type *from, const uint32_t *index,
                      sx_type *to)
{
    *to = *from;
    to->name = sx_arena_string(merge->arena, from->name, strlen(from->name));
    if (from->ints)
        to->ints = copy_list(merge, from->ints, NULL);
    if (from->addresses)
        to->addresses = copy_list(merge, from->addresses, NULL);
    if (from->types)
        to->types = copy_list(merge, from->types, index);
    return to->name && !from->ints == !to->ints && !from->addresses == !to->addresses &&
           !from->types == !to->types;
}

static sx_status unite_types(sx_merge *merge, table *t, sx_trace *out)
{
    t->na = t->a->ntypes;
    t->nb = t->b->ntypes;
    t->same = same_type;
    sx_status status = unite(merge, t);
    if (status)
        return status;
    out->ntypes = t->n;
    out->type = SX_NEW_ARRAY(merge->arena, sx_type, t->n);
    bool fits = out->type;
    for (size_t k = 0; fits && k < t->na + t->nb; k++) {
        const sx_type *from = k < t->na ? &t->a->type[k] : &t->b->type[k - t->na];
        size_t to = k < t->na ? k : t->map[k - t->na];
        if (k >= t->na && to < t->na)
            continue;
        fits = copy_type(merge, from, k < t->na ? NULL : t->map, &out->type[to]);
    }
    return fits ? SX_OK : no_memory(merge);
}

static sx_status unite_redops(sx_merge *merge, table *t, sx_trace *out)
{
    t->na = t->a->nredops;
    t->nb = t->b->nredops;
    t->same = same_redop;
    sx_status status = unite(merge, t);
    out->nredops = t->n;
    if (!status && !copy_strings(merge, t, t->a->redop, t->b->redop, &out->redop))
        status = no_memory(merge);
    return status;
}

static bool same_region(const table *t, size_t i, size_t j)
{
    return strcmp(t->a->region[i], t->b->region[j]) == 0;
}

static sx_status unite_regions(sx_merge *merge, table *t, sx_trace *out)
{
    t->na = t->a->nregions;
    t->nb = t->b->nregions;
    t->same = same_region;
    sx_status status = unite(merge, t);
    out->nregions = t->n;
    if (!status && !copy_strings(merge, t, t->a->region, t->b->region, &out->region))
        status = no_memory(merge);
    return status;
}

/* Calls are summed by name. */
static sx_status unite_unrecorded(sx_merge *merge, table *t, sx_trace *out)
{
    t->na = t->a->nunrecorded;
    t->nb = t->b->nunrecorded;
    t->same = same_unrecorded;
    sx_status status = unite(merge, t);
    if (status)
        return status;
    out->nunrecorded = t->n;
    out->unrecorded = SX_NEW_ARRAY(merge->arena, sx_unrecorded, t->n);
    bool fits = out->unrecorded;
    for (size_t k = 0; fits && k < t->na + t->nb; k++) {
        const sx_unrecorded *from =
            k < t->na ? &t->a->unrecorded[k] : &t->b->unrecorded[k - t->na];
        sx_unrecorded *to = &out->unrecorded[k < t->na ? k : t->map[k - t->na]];
        if (!to->name)
            to->name = sx_arena_string(merge->arena, from->name, strlen(from->name));
        to->calls += from->calls;
        fits = to->name;
    }
    return fits ? SX_OK : no_memory(merge);
}

/* Of a key that both have, a's value stays: who compares them does so before a merge. */
static sx_status unite_meta(sx_merge *merge, table *t, sx_trace *out)
{
    t->na = t->a->nmeta;
    t->nb = t->b->nmeta;
    t->same = same_meta;
    sx_status status = unite(merge, t);
    if (status)
        return status;
    out->nmeta = t->n;
    out->meta = SX_NEW_ARRAY(merge->arena, sx_meta, t->n);
    bool fits = out->meta;
    for (size_t k = 0; fits && k < t->na + t->nb; k++) {
        const sx_meta *from = k < t->na ? &t->a->meta[k] : &t->b->meta[k - t->na];
        sx_meta *to = &out->meta[k < t->na ? k : t->map[k - t->na]];
        if (to->key)
            continue;
        to->key = sx_arena_string(merge->arena, from->key, strlen(from->key));
        to->value = sx_arena_string(merge->arena, from->value, strlen(from->value));
        fits = to->key && to->value;
    }
    return fits ? SX_OK : no_memory(merge);
}

sx_status sx_merge_tables(sx_merge *merge, sx_merge_side *a, sx_merge_side *b,
                          sx_trace *out)
{
    table t = { .a = a->trace, .b = b->trace };
    sx_status status = unite_meta(merge, &t, out);
    if (!status)
        status = unite_unrecorded(merge, &t, out);
    if (!status)
        status = unite_modules(merge, &t, out);
    if (!status)
        status = unite_sites(merge, &t, out);
    b->site = t.identity ? NULL : t.map;
    if (!status)
        status = unite_types(merge, &t, out);
    b->type = t.identity ? NULL : t.map;
    if (!status)
        status = unite_redops(merge, &t, out);
    b->redop = t.identity ? NULL : t.map;
    if (!status)
        status = unite_regions(merge, &t, out);
    b->region = t.identity ? NULL : t.map;
    return status;
}

static sx_status copy_comm(sx_merge *merge, const sx_merge_side *side,
                           const sx_comm *from, sx_comm *to)
{
    *to =
        (sx_comm) { .kind = from->kind, .parent = from->parent, .serial = from->serial };
    to->grows = from->grows;
    if (from->name &&
        !(to->name = sx_arena_string(merge->arena, from->name, strlen(from->name))))
        return no_memory(merge);
    if (sx_comm_is_given(from))
        return SX_OK;
    if (side->comm)
        to->parent = side->comm[from->parent];
    sx_status status =
        sx_merge_copy_domain(merge, side, &from->members, side->everybody, &to->members);
    if (!status)
        status = sx_merge_copy_value(merge, side, &from->size, &to->members.ranks, NULL,
                                     0, &to->size);
    if (!status)
        status = sx_merge_copy_value(merge, side, &from->rank, &to->members.ranks, NULL,
                                     0, &to->rank);
    return status;
}

static sx_status merge_comm(sx_merge *merge, sx_comm *a, const sx_comm *b)
{
    if (a->kind != b->kind)
        a->kind = SX_COMM_UNKNOWN;
    sx_status status = sx_merge_domain(merge, &a->members, &b->members);
    if (!status)
        status = sx_merge_value(merge, &a->size, &b->size);
    return status ? status : sx_merge_value(merge, &a->rank, &b->rank);
}

sx_status sx_merge_comms(sx_merge *merge, sx_merge_side *a, sx_merge_side *b,
                         sx_trace *out)
{
    size_t na = a->trace->ncomms, nb = b->trace->ncomms;
    out->comm = SX_NEW_ARRAY(merge->arena, sx_comm, na + nb);
    uint32_t *map = SX_NEW_ARRAY(merge->arena, uint32_t, nb);
    if (!out->comm || !map)
        return no_memory(merge);
    b->comm = map;
    bool identity = true;
    sx_status status = SX_OK;
    for (size_t i = 0; i < na && !status; i++)
        status = copy_comm(merge, a, &a->trace->comm[i], &out->comm[i]);
    out->ncomms = na;
    for (size_t j = 0; j < nb && !status; j++) {
        sx_comm copy;
        status = copy_comm(merge, b, &b->trace->comm[j], &copy);
        if (status)
            return status;
        size_t i = sx_comm_find(out->comm, out->ncomms, &copy);
        map[j] = (uint32_t)i;
        identity = identity && i == j;
        if (i < out->ncomms && !out->comm[i].name)
            out->comm[i].name = copy.name;
        if (i == out->ncomms)
            out->comm[out->ncomms++] = copy;
        else if (!sx_comm_is_given(&copy))
            status = merge_comm(merge, &out->comm[i], &copy);
    }
    if (identity)
        b->comm = NULL;
    return status;
}
