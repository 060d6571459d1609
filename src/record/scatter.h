/* How much of what differs from one execution of a call to the next in computation before it is the rank's own, and how much all ranks share that make
 * the call: a sketch of a rank, of fixed size, that adds up over ranks.
 *
 * Values before a call site, after the same other one, are turned into differences from the mean of those before, times sqrt((k - 1) / k) (Helmert): numbers that
 * know nothing of what the rank computes on the mean, and whose squares add up to those of the deviations from it. The k-th has the same
 * sign in all ranks and goes into the same of a few sums, so that the product of the sums of two ranks is, but for noise of mean 0, the covariance of
 * their values (the sketch of Alon, Matias, Szegedy 1996).
 *
 * Ranks that make their 1st, 2nd, 3rd, 5th, 9th .. call at a place at the same numbers of all their calls are of a kind: those at an edge of a grid make fewer, and
 * do other things at the same execution. Only ranks of a kind are compared. */
#ifndef SX_RECORD_SCATTER_H
#define SX_RECORD_SCATTER_H

#include "trace/trace.h"

#include <stdbool.h>

enum {
    SX_SCATTER_PARTS = 32, /* sums of a place */
    SX_SCATTER_PLACES = 2048, /* those that come later are left out */
    SX_SCATTER_SUMS = 2048, /* of all ranks; those of larger keys are left out */
};

/* A call site after another one. */
typedef struct sx_scatter_place {
    uint32_t site, after, next; /* the place that came behind it the last time */
    uint64_t n, kind;
    double mean; /* of all but the first value, which is of its own kind */
    double part[SX_SCATTER_PARTS];
} sx_scatter_place;

/* All zero is an empty one. */
typedef struct sx_scatter {
    uint32_t n, nslots, last; /* the place found last */
    sx_scatter_place *place;
    uint32_t *slot; /* open addressing: place + 1, 0 for none */
} sx_scatter;

void sx_scatter_finish(sx_scatter *scatter);

/* The computation before a call, the rank's `call`-th. False when out of memory. */
bool sx_scatter_add(sx_scatter *scatter, uint64_t call, uint32_t site, uint32_t after,
                    uint64_t ns);

/* A place of any number of ranks of a kind, which send it to each other as bytes: machines of a job are alike, and it has no gaps. */
typedef struct sx_scatter_sum {
    uint64_t key; /* of its call sites and the kind, the same in all ranks */
    double part[SX_SCATTER_PARTS]; /* what ranks have, added up */
    double length, square; /* of the parts of single ranks: added up, and its square */
} sx_scatter_sum;

/* All zero is that of no rank. */
typedef struct sx_scatter_sums {
    size_t n;
    sx_scatter_sum *of; /* by ascending key */
} sx_scatter_sums;

void sx_scatter_sums_finish(sx_scatter_sums *sums);

/* Of one rank. Places are known by the frames of their call sites, which are index[s] of `trace`, or s where that is NULL. False when out of memory.
 * O(n log n) in the places. */
bool sx_scatter_sums_of(const sx_scatter *scatter, const sx_trace *trace,
                        const uint32_t *index, sx_scatter_sums *ret_sums);

/* Adds other ranks, as bytes that need not be aligned. False when out of memory. */
bool sx_scatter_sums_add(sx_scatter_sums *sums, const void *bytes, size_t size);

/* The part of the variance that two ranks of a kind do not share, from 0 to 1; negative where there is nothing to compare. */
double sx_scatter_own(const sx_scatter_sums *sums);

#endif
