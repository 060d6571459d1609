/* What no more samples show than a law may fit by accident: one rank that has another value, one input in which somebody is at the other end, one number for each input
 * where the law has as many. */
#ifndef SX_LAW_FEW_SAMPLES_H
#define SX_LAW_FEW_SAMPLES_H

#include "law/law.h"

/* Joins the doubts, and labels of which a proof is no more than exact, to those of the law, where there is one. Linear in the samples. */
void sx_few_samples_doubt(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          sx_law *law);

#endif
