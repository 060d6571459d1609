#include "fit/echelon.h"

#include "base/checked.h"
#include "fit/modular.h"

#include <stdlib.h>
#include <string.h>

/* The null space is parametrised by the columns that are no pivots. With random values
 * there, the probe is orthogonal to a row outside the span with probability 2^-61. */
static void make_probe(sx_echelon *e)
{
    for (size_t j = 0; j < e->columns; j++)
        e->probe[j] = sx_modular_from((int64_t)(sx_hash_mix(j + 1) >> 3));
    for (size_t i = 0; i < e->rank; i++)
        e->probe[e->lead[i]] = 0;
    for (size_t i = 0; i < e->rank; i++) {
        sx_uint128 sum = 0;
        for (size_t j = 0; j < e->columns; j++)
            if (j != e->lead[i])
                sum += (sx_uint128)e->row[i * e->columns + j] * e->probe[j];
        /* Row i is 0 at the other pivots, so their values do not matter. */
        e->probe[e->lead[i]] = sx_modular_sub(0, sx_modular_reduce(sum));
    }
}

sx_echelon *sx_echelon_create(size_t columns)
{
    sx_echelon *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->columns = columns;
    e->row = malloc(columns * columns * sizeof *e->row);
    e->lead = malloc(columns * sizeof *e->lead);
    e->source = malloc(columns * sizeof *e->source);
    e->probe = malloc(columns * sizeof *e->probe);
    if (!e->row || !e->lead || !e->source || !e->probe) {
        sx_echelon_destroy(e);
        return NULL;
    }
    make_probe(e);
    return e;
}

void sx_echelon_destroy(sx_echelon *e)
{
    if (!e)
        return;
    free(e->row);
    free(e->lead);
    free(e->source);
    free(e->probe);
    free(e);
}

static void subtract(uint64_t *row, uint64_t factor, const uint64_t *other, size_t n)
{
    if (factor)
        for (size_t j = 0; j < n; j++)
            row[j] = sx_modular_sub(row[j], sx_modular_mul(factor, other[j]));
}

bool sx_echelon_add(sx_echelon *e, const int64_t *row, size_t source)
{
    size_t n = e->columns, lead = 0;
    if (e->rank == n || sx_modular_dot(row, e->probe, n) == 0)
        return false;
    uint64_t *new = e->row + e->rank *n;
    for (size_t j = 0; j < n; j++)
        new[j] = sx_modular_from(row[j]);
    for (size_t i = 0; i < e->rank; i++)
        subtract(new, new[e->lead[i]], e->row + i * n, n);
    while (new[lead] == 0) /* not all are 0: the probe is orthogonal to the old rows */
        lead++;
    uint64_t inverse = sx_modular_inverse(new[lead]);
    for (size_t j = 0; j < n; j++)
        new[j] = sx_modular_mul(new[j], inverse);
    for (size_t i = 0; i < e->rank; i++)
        subtract(e->row + i * n, e->row[i * n + lead], new, n);
    e->lead[e->rank] = lead;
    e->source[e->rank++] = source;
    make_probe(e);
    return true;
}

const uint64_t *sx_echelon_row(const sx_echelon *e, size_t column)
{
    for (size_t i = 0; i < e->rank; i++)
        if (e->lead[i] == column)
            return e->row + i * e->columns;
    return NULL;
}
