/* At which numbers of ranks a program can run, where its grids do not say: an end point such as r xor 1 is no rank at an odd number of them. */
#ifndef SX_MATCH_SCOPE_H
#define SX_MATCH_SCOPE_H

#include "trace/policy.h"
#include "trace/trace.h"

/* A policy of sx_policy_scope such that all messages of the formula trace arrive at each number of ranks that it has among the first
 * few, and some do not at any other, of which there are three at least; all inputs, of p[0 .. n) ranks, have to be of it. NULL: there is none,
 * as where a certificate holds for all numbers of ranks, or an end point is refused. Costs the events of a handful of ranks. Errors: SX_NOMEM. */
sx_status sx_scope_find(const sx_trace *formula, const int64_t *p, size_t n,
                        const sx_policy **ret_policy, sx_error *err);

/* Adds it to the grids, as one that no value is over and that is not proved. The trace's grids become the arena's. Errors: SX_NOMEM; SX_LIMIT: there
 * are as many grids as may be. */
sx_status sx_scope_add(sx_arena *arena, sx_trace *formula, const sx_policy *policy,
                       sx_error *err);

#endif
