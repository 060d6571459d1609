/* Sets of ranks as the papers write them (paper 001, section 2): a term is a start rank and up to
 * SX_RANKLIST_DIMS pairs of iteration count and stride, outermost first; a ranklist is a union of
 * disjoint terms. It says who takes part, not in which order. */
#ifndef SX_TRACE_RANKLIST_H
#define SX_TRACE_RANKLIST_H

#include "base/arena.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A rank, or a number of ranks. */
typedef int64_t sx_rank;

enum { SX_RANKLIST_DIMS = 8 };

/* iters >= 2 and stride >= 1 for every dimension; the strides need not be sorted, but every rank of
 * the term is reached once. ndims 0 is the single rank `start`. */
typedef struct sx_ranklist_term {
    sx_rank start;
    uint32_t ndims;
    struct sx_ranklist_dim {
        sx_rank iters, stride;
    } dim[SX_RANKLIST_DIMS];
} sx_ranklist_term;

typedef struct sx_ranklist {
    size_t n;
    const sx_ranklist_term *term;
    sx_rank count; /* ranks in all terms together */
} sx_ranklist;

/* The canonical ranklist of `n` ascending, distinct ranks. Canonical: equal sets give equal terms.
 * Greedy from the smallest rank: the longest run of constant stride, then runs of equal runs.
 * O(n log n). Errors: SX_NOMEM, SX_INVALID (not ascending). */
sx_status sx_ranklist_from_ranks(sx_arena *arena, const sx_rank *rank, size_t n,
                                 sx_ranklist *ret_list, sx_error *err);

/* The same set in fewer terms where it is made of boxes that a run from the smallest rank tears, such as the edges
 * and faces of a grid. Equal sets give equal terms, in order of their starts, with strides that nest; never longer
 * than sx_ranklist_from_ranks, and up to some hundred times as slow. */
sx_status sx_ranklist_boxes(sx_arena *arena, const sx_rank *rank, size_t n,
                            sx_ranklist *ret_list, sx_error *err);

/* All of first .. first + n - 1 as one term; n >= 1. Needs no arena beyond one term. */
sx_status sx_ranklist_range(sx_arena *arena, sx_rank first, sx_rank n,
                            sx_ranklist *ret_list, sx_error *err);

/* O(terms). */
bool sx_ranklist_contains(const sx_ranklist *list, sx_rank rank);
bool sx_ranklist_equal(const sx_ranklist *a, const sx_ranklist *b);
uint64_t sx_ranklist_hash(const sx_ranklist *list);

/* The smallest and the largest rank; an empty list gives 0 and -1. */
sx_rank sx_ranklist_first(const sx_ranklist *list);
sx_rank sx_ranklist_last(const sx_ranklist *list);

/* How many ranks of the list are below `rank`: its position when it is a member.
 * O(terms x SX_RANKLIST_DIMS) when the term's strides nest (each outer stride at least the extent
 * of what it repeats), which canonical lists do; else O(count). */
sx_rank sx_ranklist_position(const sx_ranklist *list, sx_rank rank);

/* Writes the members, ascending, to rank[0 .. count - 1]. O(count log count). */
void sx_ranklist_expand(const sx_ranklist *list, sx_rank *rank);

/* Union of two disjoint lists, canonical. O((count of a + count of b) log), or O(terms) where
 * both are single ranges that touch. */
sx_status sx_ranklist_union(sx_arena *arena, const sx_ranklist *a, const sx_ranklist *b,
                            sx_ranklist *ret_list, sx_error *err);

/* The list with `by` added to every rank. */
sx_status sx_ranklist_shift(sx_arena *arena, const sx_ranklist *list, sx_rank by,
                            sx_ranklist *ret_list, sx_error *err);

#endif
