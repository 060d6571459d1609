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

/* A box of a grid; ranks lo .. hi in every run, whatever the grids; a few rows of ranks. */
sx_domain_finder sx_domain_of_box, sx_domain_of_range, sx_domain_of_rows;

/* The best founded set of all families, with the doubts there are in it; *ret_have is false where none has one. *ret_where is its condition. Errors:
 * SX_NOMEM. */
sx_status sx_domain_of_one(sx_domain_question *q, sx_domain *ret_best,
                           const sx_expr **ret_where, bool *ret_have, sx_error *err);

/* The same of two conditions at once, where there is none. */
sx_status sx_domain_of_two(sx_domain_question *q, sx_domain *ret_best,
                           const sx_expr **ret_where, bool *ret_have, sx_error *err);

#endif
