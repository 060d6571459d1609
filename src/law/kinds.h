/* Numbers of ranks of one kind: what a program does with the divisors of P, or with what is beyond a power of two, shows in no input
 * where all of them are prime, or powers of two in a program whose end points go through these. */
#ifndef SX_LAW_KINDS_H
#define SX_LAW_KINDS_H

#include "law/law.h"

/* Adds to *beyond (NULL: nowhere), with *why, the numbers of ranks of another kind than those of all inputs: nothing is proved there. Errors:
 * SX_NOMEM. */
sx_status sx_kinds_find(sx_arena *arena, const sx_runs *runs, const sx_expr **beyond,
                        const char **why, sx_error *err);

/* The same of a law with powers of two, where all inputs have as many ranks. Errors: SX_NOMEM. */
sx_status sx_kinds_doubt(sx_arena *arena, const sx_runs *runs, sx_law *law,
                         sx_error *err);

#endif
