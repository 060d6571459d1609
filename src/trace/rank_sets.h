/* The ranklists of one merge, each kept once in canonical form, so that equal sets are the same
 * pointer; unions are remembered. Many nodes share few sets. */
#ifndef SX_TRACE_RANK_SETS_H
#define SX_TRACE_RANK_SETS_H

#include "trace/ranklist.h"

typedef struct sx_rank_sets sx_rank_sets;

/* The canonical form of a list: sx_ranklist_from_ranks while sets grow, sx_ranklist_boxes for those that stay. */
typedef enum sx_rank_sets_form {
    SX_RANK_SETS_RUNS,
    SX_RANK_SETS_BOXES
} sx_rank_sets_form;

/* The lists live in the arena. NULL when out of memory. */
sx_rank_sets *sx_rank_sets_create(sx_arena *arena, sx_rank_sets_form form);
void sx_rank_sets_destroy(sx_rank_sets *sets);

/* The canonical list of these ranks, all shifted. Errors: SX_NOMEM, SX_OVERFLOW, SX_LIMIT. */
sx_status sx_rank_sets_add(sx_rank_sets *sets, const sx_ranklist *list, sx_rank shift,
                           sx_ranklist *ret_list, sx_error *err);

/* Of lists that were added or made here; they must be disjoint. */
sx_status sx_rank_sets_union(sx_rank_sets *sets, const sx_ranklist *a,
                             const sx_ranklist *b, sx_ranklist *ret_list, sx_error *err);

/* The same for lists that may share ranks. */
sx_status sx_rank_sets_cover(sx_rank_sets *sets, const sx_ranklist *a,
                             const sx_ranklist *b, sx_ranklist *ret_list, sx_error *err);

/* Equality of lists that were added or made here. O(1). */
static inline bool sx_rank_sets_same(const sx_ranklist *a, const sx_ranklist *b)
{
    return a->count == b->count && (a->count == 0 || a->term == b->term);
}

#endif
