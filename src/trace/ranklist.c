#include "trace/ranklist.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

/* What a term reaches beyond its start: its largest rank is start + span. */
static sx_rank span_of(const sx_ranklist_term *term)
{
    sx_rank span = 0;
    for (uint32_t d = 0; d < term->ndims; d++)
        span += (term->dim[d].iters - 1) * term->dim[d].stride;
    return span;
}

static sx_rank count_of(const sx_ranklist_term *term)
{
    sx_rank count = 1;
    for (uint32_t d = 0; d < term->ndims; d++)
        count *= term->dim[d].iters;
    return count;
}

static int compare_shapes(const sx_ranklist_term *a, const sx_ranklist_term *b)
{
    if (a->ndims != b->ndims)
        return a->ndims < b->ndims ? -1 : 1;
    for (uint32_t d = a->ndims; d-- > 0;) {
        if (a->dim[d].stride != b->dim[d].stride)
            return a->dim[d].stride < b->dim[d].stride ? -1 : 1;
        if (a->dim[d].iters != b->dim[d].iters)
            return a->dim[d].iters < b->dim[d].iters ? -1 : 1;
    }
    return 0;
}

static int by_start(const void *a, const void *b)
{
    const sx_ranklist_term *x = a, *y = b;
    return (x->start > y->start) - (x->start < y->start);
}

static int by_shape_then_start(const void *a, const void *b)
{
    int order = compare_shapes(a, b);
    return order ? order : by_start(a, b);
}

/* Rounds over what earlier rounds left alone; bounds the time on hostile sets. */
enum { ROUNDS = 8 };

/* How many of the n terms of one shape, from term[0] on, make a run of constant stride. The
 * stride must pass the span, so that the ranks of a term nest. A pair is left apart when the
 * second of it is nearer to its other neighbour: 0, 10, 11, 12 is 0 and 10..12. */
static size_t run_length(const sx_ranklist_term *term, size_t n, sx_rank span,
                         bool last_round)
{
    if (n < 2 || term[1].start - term[0].start <= span)
        return 1;
    sx_rank stride = term[1].start - term[0].start;
    size_t length = 2;
    while (length < n && term[length].start - term[length - 1].start == stride)
        length++;
    bool torn = length == 2 && n > 2 && term[2].start - term[1].start < stride &&
                term[2].start - term[1].start > span;
    return torn && !last_round ? 1 : length;
}

/* Folds runs of the n terms of one shape at `term`. Terms of the next shape go to `folded`;
 * those that make no run are moved to the front of `term`, and *left is their number. */
static size_t fold_runs(sx_ranklist_term *term, size_t n, bool last_round,
                        sx_ranklist_term *folded, size_t *left)
{
    sx_rank span = span_of(&term[0]);
    size_t made = 0;
    *left = 0;
    for (size_t i = 0; i < n;) {
        size_t length = run_length(term + i, n - i, span, last_round);
        if (length == 1) {
            term[(*left)++] = term[i++];
            continue;
        }
        sx_ranklist_term *outer = &folded[made++];
        *outer = term[i];
        memmove(&outer->dim[1], &outer->dim[0], outer->ndims * sizeof outer->dim[0]);
        outer->dim[0].iters = (sx_rank)length;
        outer->dim[0].stride = term[i + 1].start - term[i].start;
        outer->ndims++;
        i += length;
    }
    return made;
}

/* One level: every group of equal shapes in term[0 .. n) is folded. Final terms go to `done`, the
 * new ones to `folded`; returns how many those are. */
static size_t fold_level(sx_ranklist_term *term, size_t n, sx_ranklist_term *folded,
                         sx_ranklist_term *done, size_t *ndone)
{
    size_t made = 0;
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && !compare_shapes(&term[i], &term[end]); end++)
            ;
        size_t left = end - i;
        for (int round = 1; round <= ROUNDS && left > 1; round++)
            made += fold_runs(term + i, left, round == ROUNDS, folded + made, &left);
        memcpy(done + *ndone, term + i, left * sizeof *term);
        *ndone += left;
    }
    return made;
}

/* Folds the n single ranks in `term`, level by level; all final terms end in `done`. */
static size_t fold(sx_ranklist_term *term, size_t n, sx_ranklist_term *folded,
                   sx_ranklist_term *done)
{
    size_t ndone = 0;
    for (int level = 0; level < SX_RANKLIST_DIMS && n > 0; level++) {
        size_t made = fold_level(term, n, folded, done, &ndone);
        qsort(folded, made, sizeof *folded, by_shape_then_start);
        sx_ranklist_term *swap = term;
        term = folded;
        folded = swap;
        n = made;
    }
    memcpy(done + ndone, term, n * sizeof *term);
    ndone += n;
    qsort(done, ndone, sizeof *done, by_start);
    return ndone;
}

/* The list of the one term. */
static sx_status single_term(sx_arena *arena, sx_rank start, sx_rank iters,
                             sx_rank stride, sx_ranklist *ret_list, sx_error *err)
{
    sx_ranklist_term *term = SX_NEW(arena, sx_ranklist_term);
    if (!term)
        return sx_fail(err, SX_NOMEM, "out of memory");
    term->start = start;
    if (iters > 1) {
        term->ndims = 1;
        term->dim[0].iters = iters;
        term->dim[0].stride = stride;
    }
    *ret_list = (sx_ranklist) { 1, term, iters };
    return SX_OK;
}

sx_status sx_ranklist_from_ranks(sx_arena *arena, const sx_rank *rank, size_t n,
                                 sx_ranklist *ret_list, sx_error *err)
{
    for (size_t i = 1; i < n; i++)
        if (rank[i] <= rank[i - 1])
            return sx_fail(err, SX_INVALID, "ranks do not ascend");
    if (n == 0) {
        *ret_list = (sx_ranklist) { 0, NULL, 0 };
        return SX_OK;
    }
    size_t run = 2;
    while (run < n && rank[run] - rank[run - 1] == rank[1] - rank[0])
        run++;
    if (run >= n)
        return single_term(arena, rank[0], (sx_rank)n, n > 1 ? rank[1] - rank[0] : 0,
                           ret_list, err);
    sx_ranklist_term *term = calloc(3 * n, sizeof *term);
    if (!term)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < n; i++)
        term[i].start = rank[i];
    size_t terms = fold(term, n, term + n, term + 2 * n);
    sx_ranklist_term *copy = sx_arena_copy(arena, term + 2 * n, terms, sizeof *term);
    free(term);
    if (!copy)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_list = (sx_ranklist) { terms, copy, (sx_rank)n };
    return SX_OK;
}

sx_status sx_ranklist_range(sx_arena *arena, sx_rank first, sx_rank n,
                            sx_ranklist *ret_list, sx_error *err)
{
    return single_term(arena, first, n, 1, ret_list, err);
}

/* Do the strides nest, so that the term's ranks ascend in the order of its iterations? */
static bool nests(const sx_ranklist_term *term)
{
    sx_rank span = 0;
    for (uint32_t d = term->ndims; d-- > 0;) {
        if (term->dim[d].stride <= span)
            return false;
        span += (term->dim[d].iters - 1) * term->dim[d].stride;
    }
    return true;
}

/* Does the sum of iterations from dimension d on reach `offset`? For strides that do not nest. */
static bool reaches(const sx_ranklist_term *term, uint32_t d, sx_rank offset)
{
    if (d == term->ndims)
        return offset == 0;
    for (sx_rank i = 0; i < term->dim[d].iters && offset >= 0; i++) {
        if (reaches(term, d + 1, offset))
            return true;
        offset -= term->dim[d].stride;
    }
    return false;
}

/* Ranks of a nesting term below start + offset; *ret_member: is that a rank of the term? */
static sx_rank below(const sx_ranklist_term *term, sx_rank offset, bool *ret_member)
{
    sx_rank count = count_of(term), position = 0;
    *ret_member = false;
    if (offset < 0)
        return 0;
    for (uint32_t d = 0; d < term->ndims; d++) {
        sx_rank i = offset / term->dim[d].stride;
        count /= term->dim[d].iters;
        if (i >= term->dim[d].iters)
            i = term->dim[d].iters - 1;
        position += i * count;
        offset -= i * term->dim[d].stride;
    }
    *ret_member = offset == 0;
    return offset == 0 ? position : position + 1;
}

bool sx_ranklist_contains(const sx_ranklist *list, sx_rank rank)
{
    for (size_t i = 0; i < list->n; i++) {
        const sx_ranklist_term *term = &list->term[i];
        bool member;
        if (!nests(term))
            member = reaches(term, 0, rank - term->start);
        else
            below(term, rank - term->start, &member);
        if (member)
            return true;
    }
    return false;
}

static bool terms_equal(const sx_ranklist_term *a, const sx_ranklist_term *b)
{
    return a->start == b->start && compare_shapes(a, b) == 0;
}

bool sx_ranklist_equal(const sx_ranklist *a, const sx_ranklist *b)
{
    if (a->n != b->n || a->count != b->count)
        return false;
    for (size_t i = 0; i < a->n && a->term != b->term; i++)
        if (!terms_equal(&a->term[i], &b->term[i]))
            return false;
    return true;
}

uint64_t sx_ranklist_hash(const sx_ranklist *list)
{
    uint64_t hash = sx_hash_add(0, list->n);
    for (size_t i = 0; i < list->n; i++) {
        const sx_ranklist_term *term = &list->term[i];
        hash = sx_hash_add(hash, (uint64_t)term->start);
        for (uint32_t d = 0; d < term->ndims; d++) {
            hash = sx_hash_add(hash, (uint64_t)term->dim[d].iters);
            hash = sx_hash_add(hash, (uint64_t)term->dim[d].stride);
        }
    }
    return hash;
}

sx_rank sx_ranklist_first(const sx_ranklist *list)
{
    if (!list->n)
        return 0;
    sx_rank first = list->term[0].start;
    for (size_t i = 1; i < list->n; i++)
        if (list->term[i].start < first)
            first = list->term[i].start;
    return first;
}

sx_rank sx_ranklist_last(const sx_ranklist *list)
{
    sx_rank last = -1;
    for (size_t i = 0; i < list->n; i++) {
        sx_rank end = list->term[i].start + span_of(&list->term[i]);
        if (end > last)
            last = end;
    }
    return last;
}

static sx_rank *expand_term(const sx_ranklist_term *term, uint32_t d, sx_rank start,
                            sx_rank *out)
{
    if (d == term->ndims) {
        *out = start;
        return out + 1;
    }
    for (sx_rank i = 0; i < term->dim[d].iters; i++)
        out = expand_term(term, d + 1, start + i * term->dim[d].stride, out);
    return out;
}

/* Ranks below start + offset of a term whose strides do not nest. */
static sx_rank below_by_trial(const sx_ranklist_term *term, uint32_t d, sx_rank offset)
{
    if (offset <= 0)
        return 0;
    if (d == term->ndims)
        return 1;
    sx_rank count = 0;
    for (sx_rank i = 0; i < term->dim[d].iters; i++)
        count += below_by_trial(term, d + 1, offset - i * term->dim[d].stride);
    return count;
}

sx_rank sx_ranklist_position(const sx_ranklist *list, sx_rank rank)
{
    sx_rank position = 0;
    for (size_t i = 0; i < list->n; i++) {
        const sx_ranklist_term *term = &list->term[i];
        bool member;
        position += nests(term) ? below(term, rank - term->start, &member)
                                : below_by_trial(term, 0, rank - term->start);
    }
    return position;
}

static int by_rank(const void *a, const void *b)
{
    const sx_rank *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

void sx_ranklist_expand(const sx_ranklist *list, sx_rank *rank)
{
    sx_rank *end = rank;
    bool sorted = true;
    for (size_t i = 0; i < list->n; i++) {
        sx_rank *begin = end;
        end = expand_term(&list->term[i], 0, list->term[i].start, end);
        sorted = sorted && nests(&list->term[i]) && (i == 0 || begin[0] > begin[-1]);
    }
    if (!sorted)
        qsort(rank, (size_t)(end - rank), sizeof *rank, by_rank);
}

/* Two terms of at most one dimension that continue each other with one stride: the usual case when
 * neighbouring groups of ranks are merged. Their union is one term, and so canonical. */
static bool joins(const sx_ranklist *a, const sx_ranklist *b, sx_rank *ret_stride)
{
    if (a->n != 1 || b->n != 1 || a->term->ndims > 1 || b->term->ndims > 1)
        return false;
    sx_rank gap = b->term->start - (a->term->start + span_of(a->term));
    *ret_stride = gap;
    return gap > 0 && (a->term->ndims == 0 || a->term->dim[0].stride == gap) &&
           (b->term->ndims == 0 || b->term->dim[0].stride == gap);
}

sx_status sx_ranklist_union(sx_arena *arena, const sx_ranklist *a, const sx_ranklist *b,
                            sx_ranklist *ret_list, sx_error *err)
{
    sx_rank stride;
    if (a->count == 0 || b->count == 0) {
        *ret_list = a->count ? *a : *b;
        return SX_OK;
    }
    if (joins(a, b, &stride))
        return single_term(arena, a->term->start, a->count + b->count, stride, ret_list,
                           err);
    if (joins(b, a, &stride))
        return single_term(arena, b->term->start, a->count + b->count, stride, ret_list,
                           err);
    size_t n = (size_t)a->count + (size_t)b->count;
    sx_rank *rank = calloc(n, sizeof *rank);
    if (!rank)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_ranklist_expand(a, rank);
    sx_ranklist_expand(b, rank + a->count);
    qsort(rank, n, sizeof *rank, by_rank);
    sx_status status = sx_ranklist_from_ranks(arena, rank, n, ret_list, err);
    free(rank);
    return status;
}

sx_status sx_ranklist_shift(sx_arena *arena, const sx_ranklist *list, sx_rank by,
                            sx_ranklist *ret_list, sx_error *err)
{
    sx_ranklist_term *term = sx_arena_copy(arena, list->term, list->n, sizeof *term);
    if (!term)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < list->n; i++)
        if (sx_add_overflows(term[i].start, by, &term[i].start))
            return sx_fail(err, SX_OVERFLOW, "a shifted rank does not fit");
    *ret_list = (sx_ranklist) { list->n, list->n ? term : NULL, list->count };
    return SX_OK;
}
