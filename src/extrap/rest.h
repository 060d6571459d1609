/* What a run takes beside what its busiest rank computes: communication, and waiting. It is linear in messages, their bytes, and in computation times
 * log^2 P, since who waits for the slowest of P ranks waits longer the more there are, and collective calls wait so in each of their log P rounds.
 *
 * Inputs say what all of it takes together, and what calls take in which everybody has something else for everybody. The whole alone cannot tell
 * what a message of these costs: at small scales, where bytes and waiting are most of the rest, both fall with P, as computation does. How long ranks wait in them is not
 * asked: whatever goes with what they compute before, or with that times log^2 P, is taken out of what they take. Other calls are in the whole alone, since ranks wait
 * in them for what others computed before other calls. */
#ifndef SX_EXTRAP_REST_H
#define SX_EXTRAP_REST_H

#include "align/runs.h"
#include "base/model.h"
#include "extrap/busiest.h"
#include "trace/measured.h"

enum {
    SX_REST_QUANTITIES = 3, /* messages, bytes, computation times log^2 P */
    SX_REST_OTHERS = 2, /* what ranks wait in calls of everybody with everybody */
    SX_REST_ROWS = SX_RUNS * (1 + SX_MEASURED_OPS)
};

/* A row for the whole of each input, and for each of its operations; all relative to the time that it is part of. */
typedef struct sx_rest {
    size_t n;
    double quantity[SX_REST_QUANTITIES][SX_REST_ROWS], value[SX_REST_ROWS],
        other[SX_REST_OTHERS][SX_REST_ROWS];
} sx_rest;

/* What a model of the rest is over, where the busiest rank computes so long; all are positive. */
void sx_rest_at(const sx_traffic *traffic, int64_t p, double computation_ns,
                double ret_quantity[SX_REST_QUANTITIES]);

/* An input, and what its ranks do by structure; beyond SX_REST_ROWS rows they have no say. */
void sx_rest_add(sx_rest *rest, const sx_measured *input, const sx_busiest *busiest);

/* The model, ns, of n >= 1 rows, which are used up. [out] ret_noise  of one run, relative to its time. O(rows). */
void sx_rest_fit(sx_rest *rest, sx_model *ret_model, double *ret_noise);

#endif
