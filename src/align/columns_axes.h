/* Whether calls go along the axes of a grid. Inner to the columns. */
#ifndef SX_ALIGN_COLUMNS_AXES_H
#define SX_ALIGN_COLUMNS_AXES_H

#include "align/columns_calls.h"

/* Are the calls of a run that not everybody makes as often (counted[site] is false) those to neighbours in a grid, along axes that follow from how far away these are? No
 * other pattern stands still while ranks are added: stages of a tree, or of a prefix sum, cross rows. O(calls x 2^reaches). */
bool sx_columns_are_axes(const sx_calls *calls, const bool *counted, size_t run);

#endif
