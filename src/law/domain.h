/* Who takes part, as a law: boxes of a process grid written as ranklists with expressions (paper 001,
 * 3.2 and figure 7), unions of boundary classes, and ranks by remainder. */
#ifndef SX_LAW_DOMAIN_H
#define SX_LAW_DOMAIN_H

#include "law/law.h"

/* `in` and `within` are flags per rank among all; in implies within. A set that no family explains becomes
 * that of the largest run, refused. Errors: SX_NOMEM. */
sx_status sx_domain_find(sx_arena *arena, sx_runs *runs, const bool *in,
                         const bool *within, sx_domain *ret_domain, sx_error *err);

/* The same as a condition, for those that are no event's; ret_law->expr NULL where no family explains the set. */
sx_status sx_domain_find_law(sx_arena *arena, sx_runs *runs, const bool *in,
                             const bool *within, sx_law *ret_law, sx_error *err);

/* Who has nobody behind, or before, may have nothing to send: where the first or the last rank makes such calls in no input, and would by
 * a condition, that is a doubt. `node` is what they take part in. Errors: SX_NOMEM. */
sx_status sx_domain_doubt_ends(sx_arena *arena, sx_runs *runs, const sx_node *node,
                               const bool *in, const bool *within, sx_domain *domain,
                               sx_error *err);

#endif
