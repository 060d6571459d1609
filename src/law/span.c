#include "law/span.h"

#include "fit/echelon.h"
#include "fit/linear.h"
#include "law/column.h"

#include <string.h>

typedef struct rows {
    const sx_basis *basis;
    sx_column column;
    bool lacks[SX_LINEAR_COLUMNS]; /* a value somewhere: 0 from there on */
    int64_t at[SX_COLUMN_LANES][SX_LINEAR_COLUMNS + 1]; /* and the value of the sample */
} rows;

/* Those of the samples from `from` up to the end of the column's. */
static void fill(rows *r, size_t from)
{
    size_t n;
    sx_column_move(&r->column, from, &n);
    const uint64_t all = UINT64_MAX >> (SX_COLUMN_LANES - n);
    for (size_t c = 0; c < r->basis->n; c++) {
        int64_t value[SX_COLUMN_LANES];
        r->lacks[c] = r->lacks[c] ||
                      sx_column_eval(&r->column, r->basis->column[c], all, value) != all;
        for (size_t i = 0; i < n; i++)
            r->at[i][c] = r->lacks[c] ? 0 : value[i];
    }
    for (size_t i = 0; i < n; i++)
        r->at[i][r->basis->n] = r->column.samples->sample[from + i].value;
}

/* Is the row's value independent of the basis, given the rows before? */
static bool contradicts(sx_echelon *e, const int64_t *row, size_t columns)
{
    return sx_echelon_add(e, row, 0) && e->lead[e->rank - 1] == columns;
}

bool sx_span_misses(const sx_runs *runs, const sx_samples *samples, const sx_basis *b)
{
    enum { FIRST = 16 }; /* mostly they tell */
    rows r;
    bool misses = false;
    sx_samples open = *samples;
    sx_echelon *e =
        b->failed || b->n > SX_LINEAR_COLUMNS ? NULL : sx_echelon_create(b->n + 1);
    r.basis = b;
    memset(r.lacks, 0, sizeof r.lacks);
    sx_column_init(&r.column, runs, &open);
    for (size_t from, most = FIRST; e && !misses && open.n > 0; open.n = from) {
        from = open.n > most ? open.n - most : 0;
        fill(&r, from);
        for (size_t i = open.n - from; i-- > 0 && !misses;)
            misses = contradicts(e, r.at[i], b->n);
        most = SX_COLUMN_LANES;
    }
    sx_echelon_destroy(e);
    return misses;
}
