/* What a run takes beside what its busiest rank computes: communication, and waiting. It is linear in messages, their bytes, and in computation times
 * the root of log P, as the slowest of P ranks is later than the others by that (Fisher and Tippett, 1928: extrap/uneven.h), and log^2 P, since late ones are waited for in each of log P rounds,
 * the longer the more rounds there were. Which of both it is hardly shows at few scales, and what is foretold is between them.
 *
 * Inputs say what all of it takes together, and what calls take in which everybody has something else for everybody. The whole alone cannot tell
 * what a message of these costs: at small scales, where bytes and waiting are most of the rest, both fall with P, as computation does. How long ranks wait in them is not
 * asked: whatever goes with what they compute before, or with that times log^2 P, is taken out of what they take. Other calls are in the whole alone, since ranks wait
 * in them for what others computed before other calls.
 *
 * Nor does the whole tell waiting from what messages cost, where both have the same law. But a call takes about as long as the shortest at its place (of which a formula trace has the share of the mean) whoever waits in others: where messages
 * cost many times as much by a form as all calls of the busiest rank take at least, that form has less of a part in what is foretold; in the interval it has the one that inputs give it. */
#ifndef SX_EXTRAP_REST_H
#define SX_EXTRAP_REST_H

#include "align/runs.h"
#include "base/model.h"
#include "extrap/busiest.h"
#include "trace/measured.h"

enum {
    SX_REST_COSTS = 2, /* messages, bytes */
    SX_REST_QUANTITIES =
        4, /* these; computation times the root of log P, and times log^2 P */
    SX_REST_OTHERS = 2, /* what ranks wait in calls of everybody with everybody */
    SX_REST_ROWS = SX_RUNS * (1 + SX_MEASURED_OPS)
};

/* A row for the whole of each input, and for each of its operations; all relative to the time that it is part of. */
typedef struct sx_rest {
    size_t n;
    double quantity[SX_REST_QUANTITIES][SX_REST_ROWS], value[SX_REST_ROWS],
        other[SX_REST_OTHERS][SX_REST_ROWS];
    double cost[SX_REST_COSTS],
        least; /* of all inputs of which it is known what calls take at least: together */
} sx_rest;

/* What a model of the rest is over, where the busiest rank computes so long; all are positive. */
void sx_rest_at(const sx_traffic *traffic, int64_t p, double computation_ns,
                double ret_quantity[SX_REST_QUANTITIES]);

/* An input, and what its ranks do by structure; beyond SX_REST_ROWS rows they have no say. */
void sx_rest_add(sx_rest *rest, const sx_measured *input, const sx_busiest *busiest);

/* What messages and bytes cost by a form of the model, ns. */
double sx_rest_cost(const sx_model_form *form, const double amount[SX_REST_COSTS]);

/* The model, ns, of n >= 1 rows, which are used up. [out] ret_noise  of one run, relative to its time. O(rows). */
void sx_rest_fit(sx_rest *rest, sx_model *ret_model, double *ret_noise);

#endif
