/* What is known of a bound trace without going from rank to rank: values that are the
 * same number for every rank and every execution, and how many ranks a domain has. */
#ifndef SX_REPORT_UNIFORM_H
#define SX_REPORT_UNIFORM_H

#include "trace/place.h"

/* Whether the value is one number everywhere. `place` stands on any rank. O(size of
 * the value). */
bool sx_uniform_value(const sx_place_of *place, const sx_value *value,
                      int64_t *ret_value);

/* first, first + stride, .., `steps` of them, each in `times` executions of each rank. */
typedef struct sx_line {
    const sx_ranklist *set; /* the ranks; NULL: all that take part */
    int64_t first, stride;
    uint64_t steps, times;
} sx_line;

typedef sx_status (*sx_line_sink)(void *context, const sx_line *line);

/* first + (first + stride) + .. of n numbers. False when that does not fit. */
bool sx_line_sum(int64_t first, int64_t stride, uint64_t n, int64_t *ret_sum);

/* Whether sx_uniform_lines can tell the values of the first `times` executions of the
 * `nranks` ranks that take part. False when that needs every rank or follows a loop
 * counter. O(size of the value). */
bool sx_uniform_covers(const sx_place_of *place, const sx_value *value, int64_t nranks,
                       uint64_t times);

/* These values, as few lines. What the sink returns ends it. O(size of the value). */
sx_status sx_uniform_lines(const sx_place_of *place, const sx_value *value,
                           uint64_t times, sx_line_sink sink, void *context);

/* The ranks of a domain that sx_uniform_ranks can count, and that is not ALL. NULL when
 * out of memory. */
const sx_ranklist *sx_uniform_set(sx_arena *arena, const sx_place_of *place,
                                  const sx_domain *domain);

/* How many of the `outer` ranks, which are those of `outer_domain`, are in the domain.
 * False when that needs every rank. */
bool sx_uniform_ranks(const sx_place_of *place, const sx_domain *domain,
                      const sx_domain *outer_domain, int64_t outer, int64_t *ret_ranks);

/* What looking at one execution of an event costs, in evaluations of short expressions:
 * sums take as long as they have terms. `place` stands on any rank. */
uint64_t sx_uniform_effort(const sx_place_of *place, const sx_node *node);

/* Whether two domains are written the same. O(size). */
bool sx_domain_equal(const sx_domain *a, const sx_domain *b);

#endif
