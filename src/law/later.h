/* Trips that hardly any input shows. */
#ifndef SX_LAW_LATER_H
#define SX_LAW_LATER_H

#include "law/law.h"

/* What trips beyond the first have shows in no input, or in one alone where the law is a number: a law that has nothing of the trip may be
 * another there; of end points only where it has none of another loop either. Adds that to its doubts, for each loop around. Errors: SX_NOMEM. */
sx_status sx_later_doubt(sx_arena *arena, const sx_samples *samples, const sx_nest *nest,
                         sx_law *law, sx_error *err);

#endif
