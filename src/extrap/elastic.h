/* Values and sets of ranks of the merged program, put together from what each rank has. */
#ifndef SX_EXTRAP_ELASTIC_H
#define SX_EXTRAP_ELASTIC_H

#include "extrap/runs.h"

/* The value whose sequence is seq[rank] for those who are in. Errors: SX_NOMEM. O(ranks x different sequences). */
sx_status sx_elastic_value(sx_arena *arena, const sx_runs *runs, const bool *in,
                           const sx_seq *const *seq, bool relative, sx_value *ret_value);

/* Who is in, among those within. Errors: SX_NOMEM. */
sx_status sx_elastic_domain(sx_arena *arena, const sx_runs *runs, const bool *in,
                            const bool *within, sx_domain *ret_domain);

#endif
