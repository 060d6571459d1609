/* Which versions predict an input. */
#ifndef SX_LAW_VERSIONS_FORETOLD_H
#define SX_LAW_VERSIONS_FORETOLD_H

#include "law/versions.h"

/* Adds all versions of some forms; .failed when out of memory. */
typedef void sx_versions_search(sx_versions *v);

/* Where none may be proved: those may be of which some input is predicted by the others, at least two: all laws of the same form that the search finds for these, with
 * whatever numbers, give it. Only where two inputs have two numbers each, on several ranks each, and all of them enough digits: of values of the scale, of one rank that has another, and of
 * numbers as small as those of conditions, too little tells a law from others. Costs a search for each input. */
void sx_versions_foretell(sx_versions *v, sx_versions_search *search);

#endif
