/* Why no law is found for a value: which samples contradict the laws, and which further input would tell. */
#ifndef SX_LAW_REFUSAL_H
#define SX_LAW_REFUSAL_H

#include "law/law.h"

enum { SX_REFUSALS = 12 }; /* that are explained in one inference: each costs searches */

/* The reason of a law that is none, as a sentence for a person, unless *explained, how many have been, is SX_REFUSALS.
 * Where one input alone contradicts a law of the others, its sample does; else what a rank has in each input stands
 * there. Errors: SX_NOMEM. Cost: a search by the simple families for each input. */
sx_status sx_refusal_explain(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                             sx_law *law, unsigned *explained, sx_error *err);

#endif
