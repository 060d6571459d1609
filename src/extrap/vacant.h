/* Values of calls that nobody makes at a target: of a loop along an axis that is too short for it, say. */
#ifndef SX_EXTRAP_VACANT_H
#define SX_EXTRAP_VACANT_H

#include "extrap/places.h"

/* Of a trace at a target all of whose ranks are among the places; else nothing is done. Where laws that are proved say of every rank that it does
 * not take part, or makes no trip, what is in the node is proved, whatever it is: there it is nothing. Changes labels in place. Errors: SX_NOMEM. */
sx_status sx_vacant_judge(const sx_places *places, sx_trace *trace, sx_error *err);

#endif
