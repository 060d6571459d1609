/* Forms of two pieces in the only parameter: other terms from some place on, as where a protocol changes. */
#ifndef SX_FIT_MODEL_SEGMENTS_H
#define SX_FIT_MODEL_SEGMENTS_H

#include "fit/model_search.h"

/* Are segments worth looking for? Where the form misses the places by more than their repeats tell, or where there are
 * none; from six places on. Values are relative to that form. */
bool sx_segments_suspected(const sx_model_places *places, const sx_found_form *form);

/* Adds segmented forms to those that sx_search_run found. O(places terms (places + terms)). */
void sx_segments_search(sx_search *search, sx_found *found);

#endif
