/* What is known of a bound trace without going from rank to rank: values that are the
 * same number for every rank and every execution, and how many ranks a domain has. */
#ifndef SX_REPORT_UNIFORM_H
#define SX_REPORT_UNIFORM_H

#include "trace/place.h"

/* Whether the value is one number everywhere. `place` stands on any rank. O(size of
 * the value). */
bool sx_uniform_value(const sx_place_of *place, const sx_value *value,
                      int64_t *ret_value);

/* The sum of the value over `nranks` ranks that take part, for the first `times`
 * executions of each. False when that needs every rank, follows a loop counter, or
 * does not fit. O(size of the value). */
bool sx_uniform_sum(const sx_place_of *place, const sx_value *value, int64_t nranks,
                    uint64_t times, int64_t *ret_sum);

/* How many of the `outer` ranks, which are those of `outer_domain`, are in the domain.
 * False when that needs every rank. */
bool sx_uniform_ranks(const sx_place_of *place, const sx_domain *domain,
                      const sx_domain *outer_domain, int64_t outer, int64_t *ret_ranks);

/* Whether two domains are written the same. O(size). */
bool sx_domain_equal(const sx_domain *a, const sx_domain *b);

#endif
