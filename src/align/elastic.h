/* Values and sets of ranks of the merged program, put together from what each rank has. */
#ifndef SX_ALIGN_ELASTIC_H
#define SX_ALIGN_ELASTIC_H

#include "align/runs.h"

/* The value whose sequence is seq[rank] for those who are in. Errors: SX_NOMEM. O(ranks x different sequences). */
sx_status sx_elastic_value(sx_arena *arena, const sx_runs *runs, const bool *in,
                           const sx_seq *const *seq, bool relative, sx_value *ret_value);

/* Who is in, among those within. Errors: SX_NOMEM. */
sx_status sx_elastic_domain(sx_arena *arena, const sx_runs *runs, const bool *in,
                            const bool *within, sx_domain *ret_domain);

/* A loop over the n nodes (NULL: with room for as many), of trips[rank] trips for those who are in, of those within. Errors: SX_NOMEM. */
sx_status sx_elastic_loop(sx_arena *arena, const sx_runs *runs, const bool *in,
                          const bool *within, const sx_seq *const *trips,
                          sx_node *const *node, size_t n, sx_node **ret_loop);

/* By rank of those who are in, so many in every execution. NULL when out of memory. */
const sx_seq **sx_elastic_constants(sx_arena *arena, const sx_runs *runs, const bool *in,
                                    const int64_t *number);

/* How often each rank that is in goes through the loop, by rank; false where that is not one number in all its entries, or when out of memory. */
bool sx_elastic_trips(sx_arena *arena, const sx_runs *runs, const sx_node *loop,
                      const bool *in, int64_t *ret_trips);

/* The same by rank, where ranks of a run differ in it, and all make 1 to `most` trips; *ret_common is the largest number that divides all. NULL elsewhere, and when
 * out of memory. */
const int64_t *sx_elastic_own_trips(sx_arena *arena, const sx_runs *runs,
                                    const sx_node *loop, const bool *in, int64_t most,
                                    int64_t *ret_common);

/* The loop has outer[rank] trips then, each of them through a new loop of inner[rank], which has its body. Errors: SX_NOMEM, which leaves it
 * as it is. */
sx_status sx_elastic_nest(sx_arena *arena, const sx_runs *runs, const bool *in,
                          const sx_seq *const *outer, const sx_seq *const *inner,
                          sx_node *loop);

/* The same of numbers. */
sx_status sx_elastic_nest_numbers(sx_arena *arena, const sx_runs *runs, const bool *in,
                                  const int64_t *outer, const int64_t *inner,
                                  sx_node *loop);

/* The value of a parameter that is one number for everybody; SX_NULL else. */
int64_t sx_elastic_number(const sx_node *node, sx_param_id id);

/* Elements of the p-th parameter in each execution: 1 unless it is a list; 0 when they are not one small number. */
size_t sx_elastic_elements(const sx_node *node, uint32_t p);

/* A call whose parameters have values in order, one number each in every execution? */
bool sx_elastic_is_plain(const sx_node *node);

/* Have ranks of one run, of those that are in and have one, other sequences? */
bool sx_elastic_differ(const sx_runs *runs, const sx_seq *const *seq, const bool *in);

/* Of a rank's values, every `by`-th from `first` on. NULL when they are too many, or out of memory. */
const sx_seq *sx_elastic_every(sx_arena *arena, const sx_seq *seq, uint64_t first,
                               uint64_t by);

#endif
