/* Values of the second degree in one number of the scale, of the place, or of the trip: all pairs of ranks, tables of everybody with everybody,
 * rows of a triangle. Three values tell one, others test it. */
#include "law/column.h"
#include "law/law.h"

#include "base/checked.h"

enum { MOST = 64, LARGEST = 1 << 20, FEWEST = 4, ENOUGH = 5 };

/* What the values are where the number is x: ascending in neither, each x once. */
typedef struct points {
    size_t n;
    int64_t x[MOST], value[MOST];
} points;

/* False where one x has two values, or numbers are too large. More than MOST are not looked at. */
static bool read_points(const sx_runs *runs, const sx_samples *samples,
                        const sx_expr *number, points *ret)
{
    ret->n = 0;
    for (size_t i = 0; i < samples->n; i++) {
        int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], x;
        const int64_t value = samples->sample[i].value;
        const sx_expr_env env = sx_sample_env(runs, samples, i, counter);
        size_t k = 0;
        if (sx_expr_eval(number, &env, &x, NULL) || x > LARGEST || x < 0 ||
            sx_is_special(value) || value > INT32_MAX || value < INT32_MIN)
            return false;
        while (k < ret->n && ret->x[k] != x)
            k++;
        if (k < ret->n && ret->value[k] != value)
            return false;
        if (k == ret->n && ret->n < MOST) {
            ret->x[ret->n] = x;
            ret->value[ret->n++] = value;
        }
    }
    return ret->n >= FEWEST;
}

/* (a x^2 + b x + c) div d, with d > 0 and nothing that divides all. */
typedef struct quadratic {
    int64_t a, b, c, d;
} quadratic;

/* Through three points by Newton's divided differences; false where it is no quadratic, or overflows. */
static bool through(const points *p, quadratic *ret)
{
    const int64_t *x = p->x, *v = p->value;
    const int64_t x01 = x[1] - x[0], x02 = x[2] - x[0], x12 = x[2] - x[1],
                  v01 = v[1] - v[0], v12 = v[2] - v[1];
    int64_t d, left, right, slope, t;
    if (sx_mul_overflows(x01, x12, &d) || sx_mul_overflows(d, x02, &d) ||
        sx_mul_overflows(v12, x01, &left) || sx_mul_overflows(v01, x12, &right))
        return false;
    int64_t a;
    if (sx_sub_overflows(left, right, &a))
        return false;
    if (sx_mul_overflows(v01, x12, &slope) || sx_mul_overflows(slope, x02, &slope) ||
        sx_mul_overflows(a, x[0] + x[1], &t) || sx_sub_overflows(slope, t, &slope))
        return false;
    const int64_t b = slope;
    int64_t c, square, line;
    if (sx_mul_overflows(v[0], d, &c) || sx_mul_overflows(a, x[0], &square) ||
        sx_mul_overflows(square, x[0], &square) || sx_mul_overflows(b, x[0], &line) ||
        sx_sub_overflows(c, square, &c) || sx_sub_overflows(c, line, &c) || a == 0)
        return false;
    int64_t by = sx_gcd(sx_gcd(a, b), sx_gcd(c, d));
    by = d < 0 ? -by : by;
    *ret = (quadratic) { a / by, b / by, c / by, d / by };
    return true;
}

static const sx_expr *times(sx_arena *arena, int64_t by, const sx_expr *of)
{
    return by == 1 ? of : sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, by), of);
}

static const sx_expr *written(sx_arena *arena, const quadratic *q, const sx_expr *x)
{
    const sx_expr *all = times(arena, q->a, sx_expr_two(arena, SX_EXPR_MUL, x, x));
    if (q->b)
        all = sx_expr_two(arena, q->b < 0 ? SX_EXPR_SUB : SX_EXPR_ADD, all,
                          times(arena, q->b < 0 ? -q->b : q->b, x));
    all = sx_expr_plus(arena, all, q->c);
    return q->d == 1 ? all
                     : sx_expr_two(arena, SX_EXPR_DIV, all, sx_expr_int(arena, q->d));
}

/* Does the number leave one rest over k in all samples? For k = 0: is it a power of two? */
static bool is_alike(const points *p, int64_t k)
{
    bool is = true;
    for (size_t i = 0; i < p->n && is; i++)
        is = k ? p->x[i] % k == p->x[0] % k
               : p->x[i] > 0 && (p->x[i] & (p->x[i] - 1)) == 0;
    return is;
}

/* What else it is then: so many times what it has of k, and that rest, or the power. */
static const sx_expr *alike(sx_arena *arena, const points *p, const sx_expr *number,
                            int64_t k)
{
    const sx_expr *by = sx_expr_int(arena, k ? k : 2);
    return k ? sx_expr_plus(arena,
                            sx_expr_two(arena, SX_EXPR_MUL, by,
                                        sx_expr_two(arena, SX_EXPR_DIV, number, by)),
                            p->x[0] % k)
             : sx_expr_two(arena, SX_EXPR_POW, by,
                           sx_expr_two(arena, SX_EXPR_LOG, by, number));
}

/* Half of an even number of ranks may be what is squared. */
static sx_status doubt_alike(sx_arena *arena, const sx_runs *runs, const points *p,
                             const quadratic *q, const sx_expr *number, sx_law *law,
                             sx_error *err)
{
    enum { PARTS = 8 };
    static const char reason[] =
        "a part of the scale leaves one rest in all inputs, and another here: add an "
        "input";
    sx_status st = SX_OK;
    for (int64_t k = 0; k <= PARTS && !st; k++)
        if (k != 1 && is_alike(p, k))
            st = sx_law_doubt_other(arena, runs,
                                    written(arena, q, alike(arena, p, number, k)), reason,
                                    law, err);
    return st;
}

/* Samples, and a few of them that most numbers are dismissed by. */
typedef struct tried {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_samples *samples, *probe;
} tried;

static sx_status try_number(const tried *t, const sx_expr *number, sx_law *ret_law,
                            sx_error *err)
{
    sx_arena *arena = t->arena;
    const sx_runs *runs = t->runs;
    const sx_samples *samples = t->samples;
    points p;
    quadratic q;
    size_t first;
    if (!number)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!read_points(runs, t->probe, number, &p) ||
        !read_points(runs, samples, number, &p) || !through(&p, &q))
        return SX_OK;
    const sx_expr *law = written(arena, &q, number);
    if (!law)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_matches(runs, samples, law, &first))
        return SX_OK;
    const bool tested = p.n >= ENOUGH && sx_samples_runs(samples) > 1;
    if (!tested && q.a < 0) /* it would rise and fall */
        return SX_OK;
    if (!tested && ret_law->expr)
        return SX_OK;
    *ret_law = (sx_law) {
        law,
        { .label = tested ? SX_LABEL_PROVED : SX_LABEL_EXACT,
          .reason = tested ? NULL
                           : "a square through three values, which one other tests: add "
                             "an input" }
    };
    return doubt_alike(arena, runs, &p, &q, number, ret_law, err);
}

static bool is_open(const sx_law *law)
{
    return !law->expr || law->evidence.label != SX_LABEL_PROVED;
}

sx_status sx_law_quadratic(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           sx_law *ret_law, sx_error *err)
{
    static const sx_var_kind plain[] = { SX_VAR_P, SX_VAR_COMM_SIZE, SX_VAR_RANK,
                                         SX_VAR_COMM_RANK };
    sx_status st = SX_OK;
    if (samples->beat || !samples->is_size)
        return SX_OK;
    const sx_samples probe = sx_samples_probe(arena, samples);
    if (!probe.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    const tried t = { arena, runs, samples, &probe };
    for (size_t i = 0; i < sizeof plain / sizeof *plain && !st && is_open(ret_law); i++)
        st = try_number(&t, sx_expr_var(arena, plain[i], 0, 0), ret_law, err);
    for (uint32_t c = 0; c < samples->ncounters && !st && is_open(ret_law); c++)
        if (samples->varying >> c & 1)
            st = try_number(
                &t, sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + c),
                ret_law, err);
    if (samples->lists && !st && is_open(ret_law))
        st = try_number(&t, sx_expr_var(arena, SX_VAR_ELEMENT, 0, 0), ret_law, err);
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; a < runs->grid[g].ndims && !st && is_open(ret_law); a++) {
            st = try_number(&t, sx_expr_var(arena, SX_VAR_DIM, g, a), ret_law, err);
            if (!st && is_open(ret_law))
                st = try_number(&t, sx_expr_var(arena, SX_VAR_COORD, g, a), ret_law, err);
        }
    return st;
}
