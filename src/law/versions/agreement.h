/* Where laws agree that are more than can be kept. */
#ifndef SX_LAW_VERSIONS_AGREEMENT_H
#define SX_LAW_VERSIONS_AGREEMENT_H

#include "law/sample.h"

/* Numbers of ranks that are looked at, at the most, and the ranks of the largest: laws are compared on every rank. */
enum { SX_AGREED = 8, SX_AGREED_RANKS = 128 };

/* A number of ranks at which no input is, but where grids have extents that inputs show, each on its axis. */
typedef struct sx_agreed {
    int64_t p;
    uint64_t grids; /* a bit each: those whose extents are shown */
    sx_expr_env *env; /* of each rank */
    int64_t *value; /* by rank, what the law says that others are compared with */
} sx_agreed;

/* The numbers of ranks at which all laws that were noted say what the first one says, on every rank. Of a copy others are taken away; what the first one says is
 * shared. */
typedef struct sx_agreement {
    const sx_runs *runs;
    uint64_t grids; /* that the laws name, a bit each */
    size_t n;
    sx_agreed at[SX_AGREED];
} sx_agreement;

/* All numbers of ranks that may be told of, with the first law: none where values are not of the world itself, depend on trips or elements, or
 * where programs have parameters. False when out of memory. O(SX_AGREED_RANKS^2 * grids). */
bool sx_agreement_init(sx_agreement *agreement, sx_arena *scratch, const sx_runs *runs,
                       const sx_samples *samples, const sx_expr *law);

/* Does the law say the same as the first one at all numbers of ranks that are left? */
bool sx_agreement_has(const sx_agreement *agreement, const sx_expr *law);

/* Takes away those at which it does not. */
void sx_agreement_note(sx_agreement *agreement, const sx_expr *law);

/* 1 where the laws may differ: at all numbers of ranks but these, in the dims that were looked at, and those of inputs. NULL where no numbers are left, or when out of memory. */
const sx_expr *sx_agreement_doubt(sx_arena *arena, const sx_agreement *agreement);

#endif
