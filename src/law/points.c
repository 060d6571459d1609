#include "law/points.h"

#include "base/checked.h"
#include "base/rational.h"
#include "law/growth.h"

#include <string.h>

/* Copies a candidate, unless it is there or is no number of points. */
bool sx_points_add(const sx_points_sought *s, sx_points *c, const int64_t *value)
{
    size_t size = s->runs->n * sizeof *value;
    for (size_t run = 0; run < s->runs->n; run++)
        if (value[run] < 1 || value[run] > INT32_MAX)
            return true;
    for (size_t i = 0; i < c->n; i++)
        if (memcmp(c->value[i], value, size) == 0)
            return true;
    if (c->n == SX_POINTS)
        return true;
    c->value[c->n] = sx_arena_copy(s->arena, value, s->runs->n, sizeof *value);
    return c->value[c->n++] != NULL;
}

static bool add_number(const sx_points_sought *s, sx_points *c, int64_t number)
{
    int64_t value[SX_RUNS];
    for (size_t run = 0; run < s->runs->n; run++)
        value[run] = number;
    return sx_points_add(s, c, value);
}

/* C = K N^e for the K that divide every value: N of each run, which is one for all or follows from their scales. */
static bool split_total(const sx_points_sought *s, sx_points *c, const int64_t *total,
                        int64_t gcd)
{
    int64_t value[SX_RUNS];
    sx_growth growth;
    for (unsigned e = 3; e >= 1; e--)
        for (int64_t k = 1; k <= gcd && k <= 1 << 16; k++) {
            bool whole = gcd % k == 0;
            for (size_t run = 0; whole && run < s->runs->n; run++) {
                whole = total[run] % k == 0 &&
                        (value[run] = sx_exact_root(total[run] / k, e)) > 0;
            }
            if (whole && sx_growth_find(s->arena, s->runs, value, &growth) &&
                !sx_points_add(s, c, value))
                return false;
        }
    return true;
}

/* Sums over the ranks of each run in the first execution, or over the trips in which one rank deals out. */
static void totals(const sx_samples *samples, size_t nruns, int64_t *total, bool *has)
{
    for (size_t i = 0; i < nruns; i++)
        total[i] = has[i] = 0;
    int64_t rank = -1;
    const bool dealing = sx_extent_is_dealing(samples);
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (dealing) {
            if (sx_add_overflows(total[s->run], s->value, &total[s->run]))
                total[s->run] = 0;
        } else if (s->rank != rank || (samples->lists && s->element > 0)) {
            bool again =
                s->rank == rank && memcmp(s->counter, (int32_t[SX_SAMPLE_LOOPS]) { 0 },
                                          sizeof s->counter) != 0;
            if (!again && sx_add_overflows(total[s->run], s->value, &total[s->run]))
                total[s->run] = 0;
        }
        rank = s->rank;
        has[s->run] = true;
    }
}

/* total / (product of 1, d or d - 1 over the axes of grid g) in each run. Runs without such faces have the number that
 * the others have, if that is one. */
static bool divided_total(const sx_runs *runs, uint32_t g, unsigned code,
                          const int64_t *total, const bool *has, int64_t *ret_total)
{
    int64_t any = 0;
    bool alike = true, all = true;
    for (size_t i = 0; i < runs->n; i++) {
        const struct sx_place *place = &runs->place[runs->offset[i] * SX_MAX_GRIDS + g];
        int64_t below = 1;
        unsigned rest = code;
        ret_total[i] = 0;
        for (uint32_t a = 0; a < place->ndims; a++, rest /= 3)
            below *= rest % 3 == 0 ? 1 : place->dim[a] - (rest % 3 == 2);
        if (!has[i] || (below == 0 && total[i] == 0)) {
            all = false;
            continue;
        }
        if (below <= 0 || total[i] <= 0 || total[i] % below != 0)
            return false;
        ret_total[i] = total[i] / below;
        alike = alike && (!any || any == ret_total[i]);
        any = ret_total[i];
    }
    for (size_t i = 0; alike && i < runs->n; i++)
        ret_total[i] = any;
    return any && (alike || all);
}

static int64_t gcd_of(const sx_samples *samples)
{
    int64_t g = 0;
    for (size_t i = 0; i < samples->n; i++)
        g = sx_gcd(g, samples->sample[i].value);
    return g;
}

sx_status sx_points_from_totals(const sx_points_sought *s, sx_points *c, sx_error *err)
{
    int64_t total[SX_RUNS], divided[SX_RUNS];
    bool has[SX_RUNS], done = true;
    totals(s->samples, s->runs->n, total, has);
    int64_t gcd = gcd_of(s->samples);
    for (uint32_t g = 0; g < s->runs->ngrids; g++) {
        unsigned codes = 1;
        for (uint32_t a = 0; a < s->runs->grid[g].ndims && a < 4; a++)
            codes *= 3;
        for (unsigned code = 0; done && code < codes; code++)
            if (divided_total(s->runs, g, code, total, has, divided))
                done = split_total(s, c, divided, gcd);
    }
    if (s->runs->ngrids == 0) {
        for (size_t i = 0; done && i < s->runs->n; i++)
            if (has[i] && total[i] > 0) {
                for (size_t k = 0; k < s->runs->n; k++)
                    divided[k] = total[i];
                done = split_total(s, c, divided, gcd);
            }
        bool all = true;
        for (size_t i = 0; i < s->runs->n; i++)
            all = all && has[i] && total[i] > 0;
        if (done && all)
            done = split_total(s, c, total, gcd);
    }
    return done ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

bool sx_points_from_constants(const sx_points_sought *s, sx_points *c)
{
    const sx_runs *runs = s->runs;
    int64_t value[SX_RUNS];
    bool done = true;
    for (uint32_t i = 0; done && i < runs->nconstants; i++) {
        for (size_t run = 0; run < runs->n; run++)
            value[run] = runs->constant_value[run][i];
        done = sx_points_add(s, c, value);
    }
    return done;
}

/* What parameters leave after a rim, or together. */
bool sx_points_from_params(const sx_points_sought *s, sx_points *c)
{
    static const int64_t rim[] = { 0, -1, 1, -2, 2 };
    const sx_runs *runs = s->runs;
    int64_t value[SX_RUNS];
    for (uint32_t i = 0; i < runs->nparams; i++) {
        for (size_t r = 0; r < sizeof rim / sizeof *rim; r++) {
            for (size_t run = 0; run < runs->n; run++)
                value[run] = runs->constant_value[run][i] + rim[r];
            if (!sx_points_add(s, c, value))
                return false;
        }
        for (uint32_t k = 0; k <= i; k++) {
            bool fits = true;
            for (size_t run = 0; run < runs->n; run++)
                fits =
                    fits && !sx_mul_overflows(runs->constant_value[run][i],
                                              runs->constant_value[run][k], &value[run]);
            if (fits && !sx_points_add(s, c, value))
                return false;
        }
    }
    return true;
}

/* Along one axis, blocks of f + 1 and then of f points: f is the smaller value over the step, and the
 * number of larger ones is the remainder. Needs no total, and no other axis. */
bool sx_points_from_steps(const sx_points_sought *s, sx_points *c)
{
    for (uint32_t a = 0; a < s->naxes; a++)
        for (size_t i = 0; i < s->probe->n; i++) {
            int64_t dim = s->view[a].dim[i], here = s->view[a].var[0][i],
                    value = s->want[i];
            if (here != 0)
                continue;
            /* The last place of the same line: same run, same other variables. */
            for (size_t j = 0; j < s->probe->n; j++) {
                int64_t step = value - s->want[j];
                if (s->probe->sample[j].run != s->probe->sample[i].run || step <= 0 ||
                    s->view[a].var[0][j] != dim - 1 || s->want[j] % step != 0)
                    continue;
                for (int64_t rest = 1; rest < dim && dim <= 64; rest++)
                    if (!add_number(s, c, s->want[j] / step * dim + rest))
                        return false;
                j = s->probe->n;
            }
        }
    return true;
}

/* Every place but the last has N div q points, or one more or less: what all of them leave of N, where that is little. */
bool sx_points_from_bounds(const sx_points_sought *s, sx_points *c)
{
    enum { LEFT = 24 };
    for (uint32_t a = 0; a < s->naxes; a++) {
        int64_t least = 1, most = INT32_MAX;
        for (size_t i = 0; i < s->probe->n && least <= most; i++) {
            int64_t dim = s->view[a].dim[i], value = s->want[i];
            if (s->view[a].var[0][i] == dim - 1 || value > INT32_MAX)
                continue;
            int64_t below = dim * (value - 1) + 1, above = dim * (value + 1) - 1;
            least = below > least ? below : least;
            most = above < most ? above : most;
        }
        for (int64_t n = least; n <= most && most - least < LEFT; n++)
            if (!add_number(s, c, n))
                return false;
    }
    return true;
}

const sx_expr *sx_points_number(sx_arena *arena, sx_runs *runs, const int64_t *n)
{
    sx_growth growth;
    if (sx_runs_has_constant(runs, n))
        return sx_expr_var(arena, SX_VAR_CONSTANT, 0,
                           sx_runs_number(arena, runs, n, NULL));
    if (!sx_growth_find(arena, runs, n, &growth))
        return NULL;
    sx_law law = sx_growth_law(arena, runs, n, &growth);
    if (!law.expr)
        return NULL;
    uint32_t index = sx_runs_number(arena, runs, n, growth.rate ? &law : NULL);
    return index == UINT32_MAX ? NULL : sx_expr_var(arena, SX_VAR_CONSTANT, 0, index);
}
