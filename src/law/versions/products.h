/* Versions that are products over two axes, or over one twice. */
#ifndef SX_LAW_VERSIONS_PRODUCTS_H
#define SX_LAW_VERSIONS_PRODUCTS_H

#include "law/versions/axis.h"
#include "law/versions/shares.h"

/* Adds all products of what places have along both rows, with rims, and one of these factors, that give the samples. */
void sx_versions_try_products(sx_versions *v, const sx_row_view *x, const sx_row_view *y,
                              const sx_divisors *factor);

#endif
