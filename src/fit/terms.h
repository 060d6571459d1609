/* Values that are a constant and one to three columns, each with a coefficient: value = a + b x + c y. To
 * pick such pairs out of many columns, a screen of a few rows refutes most of them before their
 * other rows are even evaluated. Knows numbers only. */
#ifndef SX_FIT_TERMS_H
#define SX_FIT_TERMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Rows of a screen: one to which the others are relative, and two triples. */
enum { SX_TERMS_ROWS = 7 };

/* The value and one column at the screen's rows. */
typedef struct sx_terms_screen {
    int64_t value[SX_TERMS_ROWS - 1], x[SX_TERMS_ROWS - 1];
    uint64_t normal[SX_TERMS_ROWS - 1]; /* cross products of these */
} sx_terms_screen;

sx_terms_screen sx_terms_screen_of(const int64_t value[SX_TERMS_ROWS],
                                   const int64_t x[SX_TERMS_ROWS]);

/* True when the rows show that no a, b, c exist; y NULL: no a, b. */
bool sx_terms_refuted(const sx_terms_screen *screen, const int64_t y[SX_TERMS_ROWS]);

/* Do the n rows have exactly one solution a, b, c (y NULL: a, b), with no coefficient of a column 0? Exact for
 * values up to 2^40 and columns up to 2^31. */
bool sx_terms_fit(const int64_t *value, const int64_t *x, const int64_t *y, size_t n);

/* The same of three columns. False, too, where one of them is beyond 2^20. */
bool sx_terms_fit_three(const int64_t *value, const int64_t *const column[3], size_t n);

#endif
