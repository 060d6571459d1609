/* Least squares with few columns, in fixed order and without any library: by Householder's reflections. */
#ifndef SX_FIT_LEAST_H
#define SX_FIT_LEAST_H

#include <stdbool.h>
#include <stddef.h>

enum { SX_LEAST_COLUMNS = 12 };

/* The coefficients of `columns` <= SX_LEAST_COLUMNS columns of n >= columns rows each.
 * [in,out] matrix  columns x n, one column after the other; overwritten
 * [in,out] value   n; overwritten
 * [out] ret_coefficient  columns
 * [out] ret_root     an upper triangle, column by column, with a positive diagonal, whose product with its own transpose is the inverse of the matrix of products of
 *                    columns, and so the covariance of the coefficients where values have a variance of 1; NULL: not wanted
 * [out] ret_square   the sum of the squared residuals
 * Returns false where the columns are not independent, to 13 digits. O(n columns^2). */
bool sx_least_squares(double *matrix, double *value, size_t n, size_t columns,
                      double *ret_coefficient, double *ret_root, double *ret_square);

#endif
