/* Which curve of base/curve.h describes a time that was measured at several numbers of
 * ranks. The fits of single models, and the selectors that choose among them, which are
 * rows of a table. Times come in any unit; thresholds that the paper gives in us are
 * converted inside. */
#ifndef SX_FIT_CURVE_FIT_H
#define SX_FIT_CURVE_FIT_H

#include "base/curve.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* How many of a field's units make one of the paper's: 1000 for ns (its times are in us),
 * 1 for numbers without a unit, such as the frequency of a histogram's bin. */
#define SX_CURVE_UNIT_NS 1000.0
#define SX_CURVE_UNIT_NONE 1.0

/* The fields of one histogram at several scales. */
typedef struct sx_curve_data {
    size_t points, fields;
    const double *n; /* points: ranks, > 0 */
    const double *const *t; /* fields x points; NaN where there is none (an empty bin) */
    const double *unit; /* fields; NULL: all SX_CURVE_UNIT_NS */
} sx_curve_data;

/* Linear slopes strictly between these are taken as 0, and the value is then b; in
 * units of t per rank. { 0, 0 }: none are. */
typedef struct sx_slope_range {
    double low, high;
} sx_slope_range;

/* Fits one form to the points where t is not NaN, without any comparison.
 * [out] ret_curve  the form (LINEAR also where its slope was taken as 0), its
 *                  parameters, and its deviation, infinite when the mean it is relative
 *                  to is 0 and the residual is not
 * Returns false, ret_curve untouched, when there are too few points: none for a form of
 * one parameter, no 2 different n for a form of two.
 * @source paper 001, 3.5. Constant and inverse leave out the value (of t, or of t n)
 * farthest from the mean, the first of several, when there are more than 2; d1 and d3
 * are the standard deviation (over all that is left: no n - 1) over the mean; d2 and d4
 * are the root of the mean squared residual over the mean of the estimates, of t and of
 * t n, with the slope as it is used. O(points). */
bool sx_curve_fit_form(sx_curve_form form, const double *n, const double *t,
                       size_t points, sx_slope_range flat, sx_curve *ret_curve);

/* Chooses a curve for every field.
 * [out] ret_curve  one curve a field; the constant 0 with deviation NaN where the field
 *                  has no value
 * Errors: SX_NOMEM; SX_INVALID when an n is not positive. */
typedef sx_status sx_curve_select(const sx_curve_data *data, sx_curve *ret_curve,
                                  sx_error *err);

/* The paper's: the smallest deviation wins if the next is more than dt = 0.05 larger,
 * else the field waits and takes the form that most decided fields of its histogram
 * have; with ties or none decided, the smallest deviation, then the fewest parameters.
 * @source paper 001, 3.5. It prints a < smin = 0.2 (us per rank), which makes every
 * falling line constant; here |a| < smin. A form that cannot be fitted takes no part.
 * O(points x fields). */
sx_curve_select sx_curve_select_paper;

/* The same with the threshold as printed, a < smin. */
sx_curve_select sx_curve_select_paper_printed;

typedef struct sx_curve_selector {
    const char *name, *description;
    sx_curve_select *select;
} sx_curve_selector;

extern const sx_curve_selector sx_curve_selectors[];
extern const size_t sx_curve_selector_count;

/* NULL when there is none of that name. */
const sx_curve_selector *sx_curve_selector_named(const char *name);

#endif
