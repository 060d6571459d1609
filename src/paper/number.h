/* What the published method makes of one number per run: a linear combination of prefix products, or a curve. */
#ifndef SX_PAPER_NUMBER_H
#define SX_PAPER_NUMBER_H

#include "law/law.h"
#include "paper/space.h"

/* The combination of the columns of `space` with this value in every run; special values must be the same in all. `exact`; expr
 * NULL, with the reason, where there is none; `refused` where the inputs leave its coefficients open. value[run].
 * Errors: SX_NOMEM.
 * @source paper 001, 3.2. Of singular systems it says nothing: a constant is taken, and the rest is refused. */
sx_status sx_paper_number(sx_arena *arena, const sx_runs *runs,
                          const sx_paper_space *space, const int64_t *value,
                          sx_law *ret_law, sx_error *err);

/* A size, which may be an average, or a number of trips. Constant, or k/n or k/P^2, exactly; a combination as above, if inputs are left that it
 * predicts, or if its coefficients are integers and it is no size; else one of the four curves: one that reproduces all inputs, or the one
 * that deviates least, `fitted`. Never without a law. Errors: SX_NOMEM.
 * @source paper 001, 3.3 and 3.5 (deviations within dt are not told apart: then the fewest parameters). n is P there; here the other
 * prefix products are tried as well, without which LU, which it reports as exact, would not be. It does not say how a curve becomes an
 * integer: rounded to the nearest. */
sx_status sx_paper_size(sx_arena *arena, const sx_runs *runs, const sx_paper_space *space,
                        const double *value, bool is_size, sx_law *ret_law,
                        sx_error *err);

#endif
