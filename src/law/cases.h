/* Laws of the cases of a counter, or of a list's index, that differ in one number only: one law in which that number follows the case. */
#ifndef SX_LAW_CASES_H
#define SX_LAW_CASES_H

#include "law/law.h"

/* The law of case 0 with an expression in `var`, which is the case, in place of the number in which the n laws differ: a line, or what is doubled
 * or halved from case to case. NULL where they differ otherwise, where there are less than three, or when out of memory. */
const sx_expr *sx_cases_unite(sx_arena *arena, const sx_runs *runs, const sx_law *law,
                              int64_t n, const sx_expr *var);

#endif
