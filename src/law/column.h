/* Expressions at many samples at once: node by node over up to 64 samples, the lanes, so that the tree is
 * walked once for all of them. Gives the values, and fails in the lanes, that sx_expr_eval would. */
#ifndef SX_LAW_COLUMN_H
#define SX_LAW_COLUMN_H

#include "law/sample.h"

enum {
    SX_COLUMN_LANES = 64,
    SX_COLUMN_KEPT = 8,
    SX_COLUMN_SUMS = 512,
    SX_COLUMN_FREE = 4
};

/* Where expressions are evaluated. Sums are kept by what they are made of: many samples see few different
 * ones. */
typedef struct sx_column {
    const sx_runs *runs;
    const sx_samples *samples;
    size_t from, n; /* lanes: samples from .. from + n - 1 */
    /* Variables in the lanes: most stand more than once in an expression. */
    size_t nkept;
    struct sx_column_variable {
        sx_var_kind var;
        uint32_t grid, axis;
        uint64_t ok;
        int64_t value[SX_COLUMN_LANES];
    } kept[SX_COLUMN_KEPT];
    bool has_sums; /* else the table is not even cleared */
    struct sx_column_sum {
        const sx_expr *expr; /* NULL: free */
        int64_t free[SX_COLUMN_FREE]; /* values of its parts that have no t in them */
        int64_t value;
    } sum[SX_COLUMN_SUMS];
} sx_column;

void sx_column_init(sx_column *column, const sx_runs *runs, const sx_samples *samples);

/* The lanes are the samples from `from` on; *ret_n is how many. */
void sx_column_move(sx_column *column, size_t from, size_t *ret_n);

/* The values in the lanes of `want`, a bit for each of the n; returns the lanes that have one. Where there are some, something is
 * written in all. */
uint64_t sx_column_eval(sx_column *column, const sx_expr *expr, uint64_t want,
                        int64_t value[SX_COLUMN_LANES]);

/* At all samples: value[i]. False when it cannot be evaluated at one. */
bool sx_column_values(const sx_runs *runs, const sx_samples *samples, const sx_expr *expr,
                      int64_t *ret_value);

/* True when the expression has the value of every sample. *ret_first is the first that differs. */
bool sx_column_matches(const sx_runs *runs, const sx_samples *samples,
                       const sx_expr *expr, size_t *ret_first);

#endif
