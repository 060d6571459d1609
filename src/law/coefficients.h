/* Laws by coefficient systems (fit/linear.h): solved over all ranks of all inputs, and labelled by what other
 * inputs predicted and by what the inputs leave open. */
#ifndef SX_LAW_COEFFICIENTS_H
#define SX_LAW_COEFFICIENTS_H

#include "law/basis.h"
#include "law/law.h"

/* The law over one basis, when there is one and some input was predicted by the others (want_predicted) or
 * none was; ret_law untouched otherwise. Proved when every input was
 * predicted, and for a law of the scale alone when two inputs are beyond those that determine it; with a doubt wherever a null vector is not 0.
 * Where some inputs are not predicted and two others are, a doubt wherever the inputs without one of them leave the value open. Errors: SX_NOMEM. */
sx_status sx_coefficients_try(sx_arena *arena, const sx_runs *runs,
                              const sx_samples *samples, const sx_basis *b,
                              bool want_predicted, sx_law *ret_law, sx_error *err);

/* Is it a parameter of the program, as it was told? Then nothing was fitted. */
bool sx_coefficients_told(const sx_runs *runs, const sx_expr *expr);

/* Is it the last rank of all, as an end point? No number is chosen in it. */
bool sx_coefficients_last(const sx_samples *samples, const sx_expr *expr);

#endif
