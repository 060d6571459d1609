#include "trace/rank_sets.h"

#include "base/checked.h"

#include <stdlib.h>

/* Ranks that one list may have where it must be expanded. */
#define EXPANDED_RANKS ((sx_rank)1 << 26)

/* What was asked, and the list that answers. `a` alone: the canonical list of a. */
typedef struct entry {
    uint64_t hash; /* 0: free */
    sx_ranklist a;
    const sx_ranklist_term *b;
    sx_ranklist answer;
} entry;

struct sx_rank_sets {
    sx_arena *arena;
    sx_rank_sets_form form;
    entry *entry;
    size_t n, size; /* size is a power of two */
};

sx_rank_sets *sx_rank_sets_create(sx_arena *arena, sx_rank_sets_form form)
{
    sx_rank_sets *sets = calloc(1, sizeof *sets);
    if (!sets)
        return NULL;
    sets->arena = arena;
    sets->form = form;
    sets->size = 64;
    sets->entry = calloc(sets->size, sizeof *sets->entry);
    if (!sets->entry) {
        free(sets);
        return NULL;
    }
    return sets;
}

void sx_rank_sets_destroy(sx_rank_sets *sets)
{
    if (sets)
        free(sets->entry);
    free(sets);
}

/* The entry of the question, or the free one where it belongs. A union is asked with pointers, a list by
 * its content. */
static entry *find(const sx_rank_sets *sets, uint64_t hash, const sx_ranklist *a,
                   const sx_ranklist_term *b)
{
    size_t i = hash & (sets->size - 1);
    for (;; i = (i + 1) & (sets->size - 1)) {
        entry *e = &sets->entry[i];
        if (e->hash == 0)
            return e;
        if (e->hash == hash && e->b == b &&
            (b ? e->a.term == a->term : sx_ranklist_equal(&e->a, a)))
            return e;
    }
}

static bool grow(sx_rank_sets *sets)
{
    if (sets->n < sets->size / 2)
        return true;
    entry *old = sets->entry;
    size_t size = sets->size;
    entry *bigger = calloc(2 * size, sizeof *bigger);
    if (!bigger)
        return false;
    sets->entry = bigger;
    sets->size = 2 * size;
    for (size_t i = 0; i < size; i++)
        if (old[i].hash)
            *find(sets, old[i].hash, &old[i].a, old[i].b) = old[i];
    free(old);
    return true;
}

static sx_status remember(sx_rank_sets *sets, uint64_t hash, const sx_ranklist *a,
                          const sx_ranklist_term *b, const sx_ranklist *answer,
                          sx_error *err)
{
    if (!grow(sets))
        return sx_fail(err, SX_NOMEM, "out of memory");
    entry *e = find(sets, hash, a, b);
    if (e->hash == 0) {
        *e = (entry) { hash, *a, b, *answer };
        sets->n++;
    }
    return SX_OK;
}

static uint64_t content_hash(const sx_ranklist *list)
{
    return sx_ranklist_hash(list) | 1;
}

/* Keeps a canonical list, or finds the one that is already kept. */
static sx_status keep(sx_rank_sets *sets, const sx_ranklist *canonical,
                      sx_ranklist *ret_list, sx_error *err)
{
    uint64_t hash = content_hash(canonical);
    entry *e = find(sets, hash, canonical, NULL);
    if (e->hash) {
        *ret_list = e->answer;
        return SX_OK;
    }
    *ret_list = *canonical;
    return remember(sets, hash, canonical, NULL, canonical, err);
}

static sx_status from_ranks(const sx_rank_sets *sets, const sx_rank *rank, size_t n,
                            sx_ranklist *ret_list, sx_error *err)
{
    return sets->form == SX_RANK_SETS_BOXES
               ? sx_ranklist_boxes(sets->arena, rank, n, ret_list, err)
               : sx_ranklist_from_ranks(sets->arena, rank, n, ret_list, err);
}

static sx_status canonical_of(const sx_rank_sets *sets, const sx_ranklist *list,
                              sx_ranklist *ret_list, sx_error *err)
{
    if (list->n == 1 && list->term->ndims <= 1)
        return sx_ranklist_shift(sets->arena, list, 0, ret_list, err);
    if (list->count > EXPANDED_RANKS)
        return sx_fail(err, SX_LIMIT, "a set of more than 2^26 ranks in several terms");
    sx_rank *rank = calloc((size_t)list->count, sizeof *rank);
    if (!rank)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_ranklist_expand(list, rank);
    sx_status status = from_ranks(sets, rank, (size_t)list->count, ret_list, err);
    free(rank);
    return status;
}

sx_status sx_rank_sets_add(sx_rank_sets *sets, const sx_ranklist *list, sx_rank shift,
                           sx_ranklist *ret_list, sx_error *err)
{
    sx_ranklist moved = *list, canonical, kept;
    sx_status status = SX_OK;
    if (list->count == 0) {
        *ret_list = (sx_ranklist) { 0, NULL, 0 };
        return SX_OK;
    }
    if (shift)
        status = sx_ranklist_shift(sets->arena, list, shift, &moved, err);
    if (status)
        return status;
    uint64_t hash = content_hash(&moved);
    entry *e = find(sets, hash, &moved, NULL);
    if (e->hash) {
        *ret_list = e->answer;
        return SX_OK;
    }
    status = canonical_of(sets, &moved, &canonical, err);
    if (!status)
        status = keep(sets, &canonical, &kept, err);
    if (!status && !sx_ranklist_equal(&moved, &kept)) {
        /* The question outlives the caller's list. */
        status = sx_ranklist_shift(sets->arena, &moved, 0, &moved, err);
        if (!status)
            status = remember(sets, hash, &moved, NULL, &kept, err);
    }
    if (!status)
        *ret_list = kept;
    return status;
}

static uint64_t pair_hash(const sx_ranklist *a, const sx_ranklist *b)
{
    return sx_hash_add(sx_hash_add(0, (uint64_t)(uintptr_t)a->term),
                       (uint64_t)(uintptr_t)b->term) |
           1;
}

sx_status sx_rank_sets_union(sx_rank_sets *sets, const sx_ranklist *a,
                             const sx_ranklist *b, sx_ranklist *ret_list, sx_error *err)
{
    if (a->count == 0 || b->count == 0) {
        *ret_list = a->count ? *a : *b;
        return SX_OK;
    }
    uint64_t hash = pair_hash(a, b);
    entry *e = find(sets, hash, a, b->term);
    if (e->hash) {
        *ret_list = e->answer;
        return SX_OK;
    }
    bool ranges = a->n == 1 && b->n == 1 && a->term->ndims <= 1 && b->term->ndims <= 1;
    if (!ranges && (a->count > EXPANDED_RANKS || b->count > EXPANDED_RANKS))
        return sx_fail(err, SX_LIMIT, "a set of more than 2^26 ranks in several terms");
    sx_ranklist both, kept;
    sx_status status = sx_ranklist_union(sets->arena, a, b, &both, err);
    if (!status && sets->form == SX_RANK_SETS_BOXES)
        status = canonical_of(sets, &both, &both, err);
    if (!status)
        status = keep(sets, &both, &kept, err);
    if (!status)
        status = remember(sets, hash, a, b->term, &kept, err);
    if (!status)
        *ret_list = kept;
    return status;
}

/* The ranks of b that are not in a, added to a. */
sx_status sx_rank_sets_cover(sx_rank_sets *sets, const sx_ranklist *a,
                             const sx_ranklist *b, sx_ranklist *ret_list, sx_error *err)
{
    if (b->count == 0 || sx_rank_sets_same(a, b)) {
        *ret_list = *a;
        return SX_OK;
    }
    if (b->count > EXPANDED_RANKS)
        return sx_fail(err, SX_LIMIT, "a set of more than 2^26 ranks in several terms");
    sx_rank *rank = calloc((size_t)b->count, sizeof *rank);
    if (!rank)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_ranklist_expand(b, rank);
    size_t n = 0;
    for (sx_rank i = 0; i < b->count; i++)
        if (!sx_ranklist_contains(a, rank[i]))
            rank[n++] = rank[i];
    sx_ranklist rest;
    sx_status status = sx_ranklist_from_ranks(sets->arena, rank, n, &rest, err);
    free(rank);
    if (!status)
        status = sx_rank_sets_add(sets, &rest, 0, &rest, err);
    return status ? status : sx_rank_sets_union(sets, a, &rest, ret_list, err);
}
