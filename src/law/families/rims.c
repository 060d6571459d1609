/* Sizes on the levels of a hierarchy of grids: products of up to three extents with their rims, each a share of the number of
 * points that the level has along an axis, which halves or doubles from trip to trip. The points of the finest level are
 * one of the constants recovered before. */
#include "law/column.h"
#include "law/extent.h"
#include "law/hierarchy.h"
#include "law/law.h"

enum { FACTORS = 3, RIM = 4, TIMES = 64, SHIFTS = 40 };

/* How points are shared among the places of an axis: the first ones have one more, or at least so many each, or as evenly as can
 * be. */
typedef enum share { BLOCKS, AT_LEAST, EVENLY, SHARES } share;

/* times * product of (share of N / 2^(k +- e) + rim); e = 0 where nothing counts levels. */
typedef struct shape {
    share how;
    bool grows, counted, from_last, known; /* known: N is that constant; else points */
    uint32_t counter, constant;
    int64_t k, times, points, least; /* least: of AT_LEAST */
    unsigned n;
    struct {
        uint32_t axis;
        int64_t rim;
    } factor[FACTORS];
} shape;

typedef struct view {
    const sx_runs *runs;
    uint32_t
        face; /* axes, a bit each, of which a product has one factor each, and no other; 0: any */
    sx_hierarchy_view on; /* of the probe */
    int64_t *extent[SX_HIERARCHY_AXES];
} view;

static bool view_of(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                    uint32_t g, view *v)
{
    *v = (view) { .runs = runs };
    bool whole = sx_hierarchy_look(arena, runs, samples, g, &v->on);
    for (uint32_t a = 0; whole && a < v->on.n; a++) {
        v->extent[a] = SX_NEW_ARRAY(arena, int64_t, samples->n);
        whole = v->extent[a] != NULL;
    }
    return whole;
}

/* ---- what a shape gives ---- */

static sx_extent_rule rule_of(share how)
{
    return how == EVENLY ? SX_EXTENT_SPREAD : SX_EXTENT_BLOCK;
}

static int64_t shared(const shape *s, int64_t points, int64_t dim, int64_t coord)
{
    if (s->how == AT_LEAST)
        return points / dim > s->least ? points / dim : s->least;
    return sx_extent_dealt(rule_of(s->how), points, dim, coord);
}

/* How often the points of the level that sample i is on were halved. */
static int64_t shift_at(const view *v, const shape *s, size_t i)
{
    return s->grows ? s->k - v->on.e[i] : s->k + v->on.e[i];
}

/* The points of that level; 0: none, or there is no such level. */
static int64_t points_at(const view *v, const shape *s, size_t i)
{
    int64_t shift = shift_at(v, s, i);
    int64_t points =
        s->known ? v->runs->constant_value[v->on.samples->sample[i].run][s->constant]
                 : s->points;
    return shift < 0 || shift > SHIFTS ? 0 : points >> shift;
}

static void spread_at(const view *v, const shape *s, size_t i, int64_t points)
{
    for (uint32_t a = 0; a < v->on.n; a++)
        v->extent[a][i] = shared(s, points, v->on.dim[a][i], v->on.coord[a][i]);
}

/* The extents of every axis at the samples. False when a level has no points. */
static bool spread_out(const view *v, const shape *s)
{
    for (size_t i = 0; i < v->on.samples->n; i++) {
        int64_t points = points_at(v, s, i);
        if (points == 0)
            return false;
        spread_at(v, s, i, points);
    }
    return true;
}

static int64_t product(const view *v, const shape *s, size_t i)
{
    int64_t value = 1;
    for (unsigned f = 0; f < s->n; f++)
        value *= v->extent[s->factor[f].axis][i] + s->factor[f].rim;
    return value;
}

static bool holds(const view *v, shape *s)
{
    const sx_sample *sample = v->on.samples->sample;
    int64_t first = product(v, s, 0);
    if (first <= 0 || sample[0].value % first || sample[0].value / first > TIMES ||
        sample[0].value <= 0)
        return false;
    s->times = sample[0].value / first;
    if (v->face && s->times != 1)
        return false;
    for (size_t i = 1; i < v->on.samples->n; i++)
        if (s->times * product(v, s, i) != sample[i].value)
            return false;
    return true;
}

/* ---- expressions ---- */

static const sx_expr *points_expr(sx_arena *arena, const sx_samples *samples,
                                  const shape *s)
{
    const sx_expr *e = s->counted
                           ? sx_samples_trip(arena, samples, s->counter, s->from_last)
                           : sx_expr_int(arena, 0);
    const sx_expr *k = sx_expr_int(arena, s->k);
    const sx_expr *shift = s->grows ? sx_expr_two(arena, SX_EXPR_SUB, k, e)
                                    : sx_expr_two(arena, SX_EXPR_ADD, e, k);
    return sx_expr_two(arena, SX_EXPR_DIV,
                       sx_expr_var(arena, SX_VAR_CONSTANT, 0, s->constant),
                       sx_expr_two(arena, SX_EXPR_POW, sx_expr_int(arena, 2), shift));
}

static const sx_expr *share_expr(sx_arena *arena, const sx_samples *samples,
                                 const shape *s, const sx_hierarchy_axis *axis)
{
    const sx_expr *points = points_expr(arena, samples, s);
    if (s->how == AT_LEAST)
        return sx_expr_two(arena, SX_EXPR_MAX, sx_expr_int(arena, s->least),
                           sx_expr_two(arena, SX_EXPR_DIV, points, axis->dim));
    return sx_extent_dealt_expr(arena, rule_of(s->how), points, axis->dim, axis->coord);
}

static const sx_expr *shape_expr(sx_arena *arena, const sx_samples *samples,
                                 const view *v, const shape *s)
{
    const sx_expr *value = sx_expr_int(arena, s->times);
    for (unsigned f = 0; f < s->n; f++) {
        const sx_expr *extent =
            share_expr(arena, samples, s, &v->on.axis[s->factor[f].axis]);
        value = sx_expr_two(arena, SX_EXPR_MUL, value,
                            sx_expr_two(arena, SX_EXPR_ADD, extent,
                                        sx_expr_int(arena, s->factor[f].rim)));
    }
    return value;
}

/* ---- search ---- */

/* Products of up to n factors, of choices from `from` on: small rims first. */
static bool find_factors(const view *v, shape *s, unsigned n, uint32_t from)
{
    if (s->n == n)
        return holds(v, s);
    for (uint32_t c = from; c < v->on.n * RIM; c++) {
        s->factor[s->n].axis = c % v->on.n;
        s->factor[s->n].rim = c / v->on.n;
        s->n++;
        bool found = find_factors(v, s, n, c);
        if (found)
            return true;
        s->n--;
    }
    return false;
}

/* One factor for each axis of the face. */
static bool find_face(const view *v, shape *s, uint32_t axis)
{
    while (axis < v->on.n && !(v->face >> axis & 1))
        axis++;
    if (axis == v->on.n)
        return holds(v, s);
    if (s->n == FACTORS)
        return false;
    for (int64_t rim = 0; rim < RIM; rim++) {
        s->factor[s->n].axis = axis;
        s->factor[s->n].rim = rim;
        s->n++;
        if (find_face(v, s, axis + 1))
            return true;
        s->n--;
    }
    return false;
}

static bool find_product(const view *v, shape *s)
{
    s->n = 0;
    if (v->face)
        return find_face(v, s, 0);
    for (unsigned n = 1; n <= FACTORS; n++, s->n = 0)
        if (find_factors(v, s, n, 0))
            return true;
    return false;
}

/* Shared in any way. */
static bool find_shares(const view *v, shape *s)
{
    for (int how = 0; how < SHARES; how++) {
        s->how = (share)how;
        if (spread_out(v, s) && find_product(v, s))
            return true;
    }
    return false;
}

/* As it is. */
static bool fits(const view *v, shape *s)
{
    return spread_out(v, s) && holds(v, s);
}

/* With the constants recovered so far. */
static bool find_known(const sx_runs *runs, const view *v, shape *s,
                       bool (*find)(const view *, shape *))
{
    enum { LEVELS = 12, KNOWN = 16 };
    s->known = true;
    for (uint32_t c = 0; c < runs->nconstants && c < KNOWN; c++)
        for (s->k = 0; s->k < LEVELS; s->k++) {
            s->constant = c;
            if (find(v, s))
                return true;
        }
    return false;
}

/* At sample i, with enough points for every level. */
static int64_t product_of(const view *v, shape *s, size_t i, int64_t points)
{
    s->points = points;
    spread_at(v, s, i, points_at(v, s, i));
    return product(v, s, i);
}

/* The first of the largest values, and the least of all. */
static size_t largest(const view *v, int64_t *ret_least)
{
    const sx_sample *sample = v->on.samples->sample;
    size_t best = 0;
    *ret_least = sample[0].value;
    for (size_t i = 1; i < v->on.samples->n; i++) {
        best = sample[i].value > sample[best].value ? i : best;
        *ret_least = sample[i].value < *ret_least ? sample[i].value : *ret_least;
    }
    return best;
}

/* The fewest points that leave some on every level; 0 when there are levels that cannot be. */
static int64_t fewest_points(const view *v, const shape *s)
{
    int64_t deepest = 0;
    for (size_t i = 0; i < v->on.samples->n; i++) {
        int64_t shift = shift_at(v, s, i);
        if (shift < 0 || shift > SHIFTS)
            return 0;
        deepest = shift > deepest ? shift : deepest;
    }
    return INT64_C(1) << deepest;
}

/* The fewest points whose product of those rims is the largest sample, if the others agree: NEAR as many may share alike. */
static bool solve(const view *v, shape *s)
{
    enum { NEAR = 8 };
    int64_t least;
    const size_t at = largest(v, &least);
    int64_t low = fewest_points(v, s), high = INT64_C(1) << 20,
            want = v->on.samples->sample[at].value;
    if (low == 0 || low > high)
        return false;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (product_of(v, s, at, middle) < want)
            low = middle + 1;
        else
            high = middle;
    }
    for (int64_t points = low; points < low + NEAR; points++)
        if (product_of(v, s, at, points) == want && spread_out(v, s) && holds(v, s))
            return true;
    return false;
}

/* Rims of a product of which nothing is known but the axes; the points are as many along all of them. */
static bool find_rims(const view *v, shape *s)
{
    uint32_t combos = 1;
    for (uint32_t f = 0; f < s->n; f++)
        combos *= RIM;
    for (uint32_t code = 0; code < combos; code++)
        for (int how = 0; how < SHARES; how++) {
            for (uint32_t f = 0, rest = code; f < s->n; f++, rest /= RIM)
                s->factor[f].rim = rest % RIM;
            s->how = (share)how;
            if (solve(v, s))
                return true;
        }
    return false;
}

/* Over all axes of the face, if there are several; on levels over a single axis else. */
static bool find_unknown(const view *v, shape *s)
{
    s->known = false;
    s->n = 0;
    for (uint32_t a = 0; a < v->on.n && s->n < FACTORS; a++)
        if (v->face >> a & 1)
            s->factor[s->n++].axis = a;
    if (v->face)
        return s->n > 1 && s->n == (unsigned)__builtin_popcount(v->face) &&
               find_rims(v, s);
    s->n = 1;
    for (uint32_t a = 0; s->counted && a < v->on.n; a++) {
        s->factor[0].axis = a;
        if (find_rims(v, s))
            return true;
    }
    return false;
}

/* Of one axis, without a rim, and no less than the least value: fewer ranks are active on a level where they would have fewer points. */
static bool find_least(const sx_runs *runs, const view *v, int64_t most, shape *s)
{
    (void)largest(v, &s->least);
    if (!s->counted || v->face || s->least < 2)
        return false;
    s->how = AT_LEAST;
    s->n = 1;
    for (s->factor[0].axis = 0; s->factor[0].axis < v->on.n; s->factor[0].axis++) {
        s->factor[0].rim = 0;
        if (find_known(runs, v, s, fits))
            return true;
        s->known = false;
        s->k = s->grows ? most : 0;
        if (solve(v, s))
            return true;
    }
    return false;
}

/* Values of which one number of points could be told by accident. */
static bool are_few(const view *v, const shape *s)
{
    enum { FEW = 3 };
    int64_t seen[FEW];
    size_t n = 0, k;
    for (size_t i = 0; i < v->on.samples->n && n < FEW; i++) {
        for (k = 0; k < n && seen[k] != v->on.samples->sample[i].value; k++) {
        }
        if (k == n)
            seen[n++] = v->on.samples->sample[i].value;
    }
    return n < FEW || (!s->counted && sx_samples_runs(v->on.samples) < FEW);
}

/* Does some run have fewer levels? Where points grow from level to level, to as many as there are at all, a run of more
 * levels would have none. */
static bool differ_in_levels(const view *v)
{
    int64_t deepest[SX_RUNS] = { 0 };
    const sx_sample *sample = v->on.samples->sample;
    uint64_t has = 0;
    for (size_t i = 0; i < v->on.samples->n; i++) {
        const uint32_t run = sample[i].run;
        deepest[run] = v->on.e[i] > deepest[run] ? v->on.e[i] : deepest[run];
        has |= UINT64_C(1) << run;
    }
    for (uint32_t run = 0; run < SX_RUNS; run++)
        if ((has >> run & 1) && deepest[run] != deepest[sample[0].run])
            return true;
    return false;
}

static bool find_shape(const sx_runs *runs, const view *v, int64_t most, shape *s)
{
    if (s->counted && s->grows && differ_in_levels(v))
        return false;
    s->least = 1;
    if (find_known(runs, v, s, find_shares))
        return true;
    s->k = s->grows ? most : 0;
    return (!are_few(v, s) && find_unknown(v, s)) || find_least(runs, v, most, s);
}

/* On levels, of points that are known, places of axes as long as those of the inputs have what they have there. */
static sx_evidence evidence_of(sx_arena *arena, const sx_runs *runs,
                               const sx_samples *samples, const view *v, const shape *s)
{
    static const char reason[] =
        "how the points of a coarse level are shared may be otherwise at another scale";
    const uint32_t naxes = s->counted && s->known && s->least == 1 ? v->on.n : 0;
    return sx_hierarchy_as_shown(arena, runs, samples, v->on.axis, naxes, reason);
}

static sx_status try_counter(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                             view *v, shape s, sx_law *ret_law, sx_error *err)
{
    const sx_hierarchy like = { .counted = s.counted,
                                .counter = s.counter,
                                .from_last = s.from_last };
    int64_t most = 0;
    size_t first;
    enum { LEVELS = 2 }; /* beyond the first */
    if (!sx_hierarchy_exponents(arena, runs, v->on.samples, &like, v->on.e))
        return SX_OK;
    for (size_t i = 0; i < v->on.samples->n; i++)
        most = v->on.e[i] > most ? v->on.e[i] : most;
    if ((s.counted && most < LEVELS) || !find_shape(runs, v, most, &s))
        return SX_OK;
    if (!s.known)
        s.constant = sx_runs_constant(arena, runs, s.points);
    const sx_expr *expr =
        s.constant == UINT32_MAX ? NULL : shape_expr(arena, samples, v, &s);
    if (!expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_column_matches(runs, samples, expr, &first))
        *ret_law = (sx_law) { expr, evidence_of(arena, runs, samples, v, &s) };
    return SX_OK;
}

static sx_status try_grid(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          view *v, sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    if (!samples->varying)
        return try_counter(arena, runs, samples, v, (shape) { .counted = false }, ret_law,
                           err);
    for (uint32_t c = samples->ncounters; !st && !ret_law->expr && c-- > 0;)
        for (unsigned code = 0; !st && !ret_law->expr && code < 4; code++) {
            shape s = {
                .counted = true, .counter = c, .from_last = code & 1, .grows = code >> 1
            };
            bool innermost = (samples->varying >> c) == 1;
            if ((samples->varying >> c & 1) &&
                (!s.from_last || (samples->trips && innermost)))
                st = try_counter(arena, runs, samples, v, s, ret_law, err);
        }
    return st;
}

static sx_status try_grids(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           uint32_t face, sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    sx_samples probe = sx_samples_probe(arena, samples);
    if (!probe.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t g = 0; !st && !ret_law->expr && g <= runs->ngrids; g++) {
        view v;
        bool elsewhere =
            samples->grids && (g == runs->ngrids || !(samples->grids >> g & 1));
        if (elsewhere || !view_of(arena, runs, &probe, g, &v))
            continue;
        v.face = face;
        st = try_grid(arena, runs, samples, &v, ret_law, err);
    }
    return st;
}

static bool may_have_rims(const sx_samples *samples)
{
    return samples->is_size && !samples->lists && sx_samples_runs(samples) > 1;
}

sx_status sx_law_rims(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      sx_law *ret_law, sx_error *err)
{
    return may_have_rims(samples) ? try_grids(arena, runs, samples, 0, ret_law, err)
                                  : SX_OK;
}

sx_status sx_law_face(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      uint32_t axes, sx_law *ret_law, sx_error *err)
{
    return may_have_rims(samples) ? try_grids(arena, runs, samples, axes, ret_law, err)
                                  : SX_OK;
}
