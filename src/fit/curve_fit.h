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
    const double *n;        /* points: ranks, > 0 */
    const double *const *t; /* fields x points; NaN where there is none (an empty bin) */
    const double *unit;     /* fields; NULL: all SX_CURVE_UNIT_NS */
} sx_curve_data;

/* Fits one form to the points where t is not NaN, without any comparison.
 * [in] slope_min  a linear slope of smaller magnitude is taken as 0, and the value is
 * then b; in units of t per rank; 0: none is [out] ret_curve the form (LINEAR also where
 * its slope was taken as 0), its parameters, and its deviation; an infinite deviation
 * when the form cannot be judged because the mean it is relative to is 0 and the residual
 * is not Returns false, ret_curve untouched, when there are too few points: 1 for a form
 * of one parameter, 2 different n for a form of two.
 * @source paper 001, 3.5: constant and inverse leave out the value (of t, or of t n)
 * farthest from the mean when there are more than 2; the deviations are d1 .. d4.
 * O(points). */
bool sx_curve_fit_form(sx_curve_form form, const double *n, const double *t,
                       size_t points, double slope_min, sx_curve *ret_curve);

/* Chooses a curve for every field. A field without any value gets the constant 0 with
 * deviation NaN. [out] ret_curve  fields Errors: SX_NOMEM, SX_INVALID (an n that is not
 * positive). */
typedef sx_status sx_curve_select(const sx_curve_data *data, sx_curve *ret_curve,
                                  sx_error *err);

/* The paper's: the smallest deviation wins if the next is dt = 0.05 larger, else the
 * field waits and takes the form most decided fields of its histogram have; with ties or
 * none decided, the smallest deviation, then the fewest parameters.
 * @source paper 001, 3.5. Deviations: |a| < smin = 0.2 us per rank (the paper prints a <
 * smin, which makes every falling line constant); a form with no fit takes no part.
 * O(points x fields). */
sx_curve_select sx_curve_select_paper;

typedef struct sx_curve_selector {
    const char *name, *description;
    sx_curve_select *select;
} sx_curve_selector;

extern const sx_curve_selector sx_curve_selectors[];
extern const size_t sx_curve_selector_count;

/* NULL when there is none of that name. */
const sx_curve_selector *sx_curve_selector_named(const char *name);

#endif
