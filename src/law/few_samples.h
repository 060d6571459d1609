/* What no more samples show than a law may fit by accident: one rank that has another value, one input in which somebody is at the other end, one number for each input
 * where the law has as many. */
#ifndef SX_LAW_FEW_SAMPLES_H
#define SX_LAW_FEW_SAMPLES_H

#include "law/law.h"

/* Makes a law that is proved exact where that may be an accident, and keeps its doubts. Linear in the samples. */
void sx_few_samples_doubt(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          sx_law *law);

#endif
