/* What the families of sets of ranks share, inner to them. */
#ifndef SX_LAW_DOMAIN_PARTS_H
#define SX_LAW_DOMAIN_PARTS_H

#include "law/domain.h"

typedef struct sx_domain_question {
    sx_arena *arena;
    sx_runs *runs;
    const bool *in, *within;
    const sx_expr *where; /* of the set found last, where that is boxes */
} sx_domain_question;

/* Does the condition hold for exactly the members, among those within? */
bool sx_domain_holds(const sx_domain_question *q, const sx_expr *where);

/* One family: *ret_found tells whether it explains the set. Errors: SX_NOMEM. */
typedef sx_status sx_domain_finder(sx_domain_question *q, sx_domain *ret, bool *ret_found,
                                   sx_error *err);

/* A box of a grid; ranks lo .. hi in every run, whatever the grids. */
sx_domain_finder sx_domain_of_box, sx_domain_of_range;

#endif
