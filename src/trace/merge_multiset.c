/* The multisets of events, where traces are merged and brought to their shortest form. */
#include "trace/merge_parts.h"

#include <stdlib.h>

static sx_status no_memory(sx_error *err)
{
    return sx_fail(err, SX_NOMEM, "out of memory");
}

sx_status sx_merge_copy_multisets(sx_merge *merge, const sx_merge_side *side,
                                  const sx_node *from, sx_node *to)
{
    sx_status status = SX_OK;
    to->nmultisets = from->nmultisets;
    to->multiset = sx_arena_copy(merge->arena, from->multiset, from->nmultisets,
                                 sizeof *to->multiset);
    if (!to->multiset)
        return no_memory(merge->err);
    for (uint32_t i = 0; i < to->nmultisets && !status; i++) {
        sx_multiset *set = &to->multiset[i];
        set->item = sx_arena_copy(merge->arena, set->item, set->n, sizeof *set->item);
        if (!set->item)
            return no_memory(merge->err);
        if (set->all)
            set->ranks = to->ranks.ranks;
        else
            status = sx_rank_sets_add(merge->sets, &set->ranks, side->shift, &set->ranks,
                                      merge->err);
        set->all = false;
    }
    return status;
}

/* Puts one more set into *node's, which have room: into one of its kind where they are pooled, or are the
 * same for other ranks. */
static sx_status put(sx_merge *merge, sx_node *node, const sx_multiset *set)
{
    for (uint32_t i = 0; i < node->nmultisets; i++) {
        sx_multiset *other = &node->multiset[i];
        bool pooled = merge->pool_times && sx_multiset_is_pooled(set->kind);
        sx_status status = SX_OK;
        if (other->kind != set->kind || !(pooled || (!sx_multiset_is_pooled(set->kind) &&
                                                     sx_multiset_same_items(other, set))))
            continue;
        if (pooled)
            status = sx_multiset_add(merge->arena, other, set, other, merge->err);
        return status ? status
                      : sx_rank_sets_union(merge->sets, &other->ranks, &set->ranks,
                                           &other->ranks, merge->err);
    }
    node->multiset[node->nmultisets++] = *set;
    return SX_OK;
}

sx_status sx_merge_multisets(sx_merge *merge, sx_node *a, const sx_node *b)
{
    uint32_t room = a->nmultisets + b->nmultisets;
    sx_multiset *all = SX_NEW_ARRAY(merge->arena, sx_multiset, room);
    sx_status status = SX_OK;
    if (!all)
        return no_memory(merge->err);
    for (uint32_t i = 0; i < a->nmultisets; i++)
        all[i] = a->multiset[i];
    a->multiset = all;
    for (uint32_t i = 0; i < b->nmultisets && !status; i++)
        status = put(merge, a, &b->multiset[i]);
    return status;
}

static int by_kind_and_rank(const void *a, const void *b)
{
    const sx_multiset *x = a, *y = b;
    sx_rank i = sx_ranklist_first(&x->ranks), j = sx_ranklist_first(&y->ranks);
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (i > j) - (i < j);
}

/* Those of one kind: `all` where one is that of everybody. Who polled, and who completed how many at once,
 * is a matter of timing: of a single pooled set the ranks are not kept. */
static void mark_all(sx_node *node, const sx_ranklist *participants)
{
    for (uint32_t i = 0; i < node->nmultisets; i++) {
        sx_multiset *set = &node->multiset[i];
        bool alone = (i == 0 || set[-1].kind != set->kind) &&
                     (i + 1 == node->nmultisets || set[1].kind != set->kind);
        set->all = alone && (sx_multiset_is_pooled(set->kind) ||
                             sx_rank_sets_same(&set->ranks, participants));
    }
}

sx_status sx_canonical_multisets(const sx_canonical *canonical,
                                 const sx_ranklist *participants, sx_node *node)
{
    sx_status status = SX_OK;
    if (!participants || node->nmultisets == 0)
        return SX_OK;
    for (uint32_t i = 0; i < node->nmultisets && !status; i++) {
        sx_multiset *set = &node->multiset[i];
        if (set->all)
            set->ranks = *participants;
        else
            status = sx_rank_sets_add(canonical->sets, &set->ranks, 0, &set->ranks,
                                      canonical->err);
    }
    if (status)
        return status;
    qsort(node->multiset, node->nmultisets, sizeof *node->multiset, by_kind_and_rank);
    mark_all(node, participants);
    return SX_OK;
}
