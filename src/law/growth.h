/* How a number of the whole program grows with its scale: along a line over an extent, the number of ranks, or
 * parameters. What is distributed in weak scaling does, with a remainder or without. */
#ifndef SX_LAW_GROWTH_H
#define SX_LAW_GROWTH_H

#include "law/law.h"

/* rate * (a scale variable, or the product of two parameters) + rest; rate 0: the same in all runs. */
typedef struct sx_growth {
    int64_t rate, rest;
    const sx_expr *over;
} sx_growth;

/* The first that gives all values, by run; a line must predict some. False when there is none. */
bool sx_growth_find(sx_arena *arena, const sx_runs *runs, const int64_t *value,
                    sx_growth *ret_growth);

/* The law of one, exact, with a doubt where another gives all values, too. expr NULL when out of memory. */
sx_law sx_growth_law(sx_arena *arena, const sx_runs *runs, const int64_t *value,
                     const sx_growth *growth);

/* Where the scale is not among those that the inputs span: they have one P, or a parameter follows from another scale
 * variable in all of them. NULL where they span all; *ret_why says what to record. Errors: SX_NOMEM. */
sx_status sx_growth_ties(sx_arena *arena, const sx_runs *runs, const sx_expr **ret_beyond,
                         const char **ret_why, sx_error *err);

#endif
