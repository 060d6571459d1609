/* Neighbours by rank alone: sign * m + (sum of signs of counters) + k, around the communicator or with
 * an open end where the peer is null. For rings, and for exchanges with every other rank in turn. */
#include "extrap/column.h"
#include "extrap/law.h"

#include "base/checked.h"

enum { COUNTERS = 2 };

typedef struct shape {
    int sign, counter[COUNTERS]; /* innermost counter first */
    bool open;
    int64_t k;
} shape;

static int64_t raw(const sx_runs *runs, const sx_samples *samples, size_t i,
                   const shape *s)
{
    const sx_sample *x = &samples->sample[i];
    int64_t value = s->k + s->sign * runs->comm_rank[x->comm][x->rank];
    for (uint32_t c = 0; c < COUNTERS && c < samples->ncounters; c++)
        value += s->counter[c] * x->counter[samples->ncounters - 1 - c];
    return value;
}

static bool holds(const sx_runs *runs, const sx_samples *samples, const shape *s)
{
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *x = &samples->sample[i];
        int64_t size = runs->comm_size[x->comm][x->rank],
                value = raw(runs, samples, i, s);
        if (size <= 0)
            return false;
        if (!s->open)
            value = sx_floor_mod(value, size);
        else if (value < 0 || value >= size)
            value = SX_NULL;
        if (value != x->value)
            return false;
    }
    return true;
}

static const sx_expr *shape_expr(sx_arena *arena, const sx_samples *samples,
                                 const shape *s)
{
    const sx_expr *m = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    const sx_expr *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    const sx_expr *sum =
        s->sign > 0 ? m
                    : sx_expr_make(arena, SX_EXPR_SUB, sx_expr_int(arena, 0), m, NULL);
    for (uint32_t c = 0; c < COUNTERS && c < samples->ncounters; c++)
        if (s->counter[c])
            sum = sx_expr_make(
                arena, s->counter[c] > 0 ? SX_EXPR_ADD : SX_EXPR_SUB, sum,
                sx_expr_var(arena, SX_VAR_COUNTER, 0,
                            samples->first_counter + samples->ncounters - 1 - c),
                NULL);
    sum = sx_expr_make(arena, s->k < 0 ? SX_EXPR_SUB : SX_EXPR_ADD, sum,
                       sx_expr_int(arena, s->k < 0 ? -s->k : s->k), NULL);
    if (!s->open)
        return sx_expr_make(arena, SX_EXPR_MOD, sum, size, NULL);
    const sx_expr *inside =
        sx_expr_make(arena, SX_EXPR_AND,
                     sx_expr_make(arena, SX_EXPR_GE, sum, sx_expr_int(arena, 0), NULL),
                     sx_expr_make(arena, SX_EXPR_LT, sum, size, NULL), NULL);
    return sx_expr_make(arena, SX_EXPR_IF, inside, sum, sx_expr_int(arena, SX_NULL));
}

/* The k that the first sample with a peer asks for, in (-size/2, size/2] of the largest run: a small
 * distance either way. */
static bool set_distance(const sx_runs *runs, const sx_samples *samples, shape *s)
{
    for (size_t i = samples->n; i-- > 0;) {
        const sx_sample *x = &samples->sample[i];
        if (sx_is_special(x->value))
            continue;
        int64_t size = runs->comm_size[x->comm][x->rank];
        s->k = 0;
        if (size <= 0)
            return false;
        s->k = x->value - raw(runs, samples, i, s);
        if (!s->open) {
            s->k = sx_floor_mod(s->k, size);
            s->k = s->k > size / 2 ? s->k - size : s->k;
        }
        return true;
    }
    return false;
}

sx_status sx_law_shift(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    static const int sign[] = { 0, 1, -1 };
    if (!samples->is_rank || samples->n == 0 || sx_samples_runs(samples) < 2)
        return SX_OK;
    for (unsigned code = 0; code < 36; code++) {
        shape s = { .sign = code % 2 ? -1 : 1,
                    .open = code / 2 % 2,
                    .counter = { sign[code / 4 % 3], sign[code / 12 % 3] } };
        if (!set_distance(runs, samples, &s) || !holds(runs, samples, &s))
            continue;
        const sx_expr *expr = shape_expr(arena, samples, &s);
        if (!expr)
            return sx_fail(err, SX_NOMEM, "out of memory");
        size_t first;
        if (sx_column_matches(runs, samples, expr, &first))
            *ret_law = (sx_law) { expr, { .label = SX_LABEL_EXACT } };
        return SX_OK;
    }
    return SX_OK;
}
