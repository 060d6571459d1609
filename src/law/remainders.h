/* Which remainders of what is distributed the inputs show. Without any, or with those of 1 point too many or too few
 * alone, different distributions are alike. */
#ifndef SX_LAW_REMAINDERS_H
#define SX_LAW_REMAINDERS_H

#include "align/runs.h"

/* Where a law that divides parameters has a remainder unlike those of all inputs; NULL where there is no such place, or
 * an input has one that is no edge (and when out of memory). */
const sx_expr *sx_remainders_unseen(sx_arena *arena, const sx_runs *runs,
                                    const sx_expr *law);

#endif
