/* Counts of collectives as divisions of totals: what a rank sends to everybody, what everybody gets from a rank, what all
 * ranks bring together. Who holds a count, and for whom it is, may change places between the sides. */
#ifndef SX_LAW_DIVISION_H
#define SX_LAW_DIVISION_H

#include "law/sample.h"

typedef enum sx_division_kind {
    SX_DIVISION_OF_RANK, /* a rank's list: element e is the part of rank e */
    SX_DIVISION_BY_RANK, /* element e of rank m's list is what e has for m: the division is e's */
    SX_DIVISION_SHARED, /* every list is the same one: element e is the part of rank e */
    SX_DIVISION_ACROSS, /* no lists: each rank's number is its part */
    SX_DIVISION_KINDS
} sx_division_kind;

/* All divisions in the samples; each is as many parts in a row as its communicator has ranks. */
typedef struct sx_divisions {
    sx_division_kind kind;
    size_t n;
    const int64_t
        *part; /* of all divisions, by division, then by rank in the communicator */
    const size_t *first; /* n + 1 of them: where the parts of a division begin */
    const sx_sample *total; /* the sum of each, at the rank that owns the division */
    sx_samples totals; /* for a law: those of SHARED and ACROSS stand at every rank */
} sx_divisions;

/* The samples as divisions of this kind. n = 0 when they are none: parts are missing or negative, lists of a SHARED
 * division differ, or, unless it is of a rank, the communicator has not all ranks. Errors: SX_NOMEM. O(samples). */
sx_status sx_divisions_make(sx_arena *arena, const sx_runs *runs,
                            const sx_samples *samples, sx_division_kind kind,
                            sx_divisions *ret_divisions, sx_error *err);

/* The law of the totals as an expression where the parts are (the owner of a BY_RANK division is an element there);
 * NULL when it says something of the owner that cannot be said there, or when out of memory. */
const sx_expr *sx_division_total(sx_arena *arena, const sx_runs *runs,
                                 const sx_divisions *divisions, const sx_expr *law);

/* A law as the others see it who have a part of rank e's: the element in place of the rank. NULL: it says something of e's place that cannot
 * be told from e, which is its rank in the world only where `world` says so, or out of memory. */
const sx_expr *sx_division_seen(sx_arena *arena, const sx_expr *law, bool world);

/* k of the part and its division in share(T, n, k), without the executions: expressions. NULL when out of memory. */
const sx_expr *sx_division_part(sx_arena *arena, sx_division_kind kind);
const sx_expr *sx_division_owner(sx_arena *arena, sx_division_kind kind);

#endif
