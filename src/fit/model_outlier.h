/* Places whose values no form explains that explains all others: a bad run. */
#ifndef SX_FIT_MODEL_OUTLIER_H
#define SX_FIT_MODEL_OUTLIER_H

#include "fit/model_search.h"

/* Is a place further from the fit that values are relative to than what is usual? Cheap, and true more often than
 * there is reason to. */
bool sx_outlier_suspected(const sx_model_places *places);

/* Leaves out the places with which data are likelier to have a value of their own there than not: of five places one at
 * most, of ten two .. Values are relative to medians then. True when there are any. O(places) searches for each. */
bool sx_outlier_leave_out(sx_search *search, sx_model_places *places);

#endif
