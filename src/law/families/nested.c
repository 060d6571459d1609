/* Blocks of blocks: N points in blocks over an axis, and each block in blocks once more over the places of an axis whose extent is a
 * multiple of the first: block(block(N, x, c), k, d mod k) with k = y div x, which is the whole block where the extents are
 * equal. The first block may also be that of the group which the second axis is in, c = d div k: on the other side of a diagonal. In a loop the first or the last trip may be that of the next place, as where halves change hands. */
#include "law/column.h"
#include "law/imagine.h"
#include "law/law.h"
#include "law/points.h"

#include "base/checked.h"

enum { SHIFTS = 4 };

typedef struct nesting {
    sx_arena *arena, *scratch; /* of laws; of the search */
    sx_runs *runs;
    const sx_samples *samples;
    sx_points points;
    int64_t factor; /* what divides all values */
    size_t nshifts;
    const sx_expr *shift[SHIFTS]; /* of the place */
} nesting;

/* Is the extent a multiple of the other in all runs, and a larger one in some? */
static bool is_multiple(const sx_runs *runs, uint32_t g, uint32_t of, uint32_t axis)
{
    bool larger = false;
    for (size_t run = 0; run < runs->n; run++) {
        const int64_t *dim = runs->place[runs->offset[run] * SX_MAX_GRIDS + g].dim;
        if (dim[axis] % dim[of] != 0)
            return false;
        larger = larger || dim[axis] > dim[of];
    }
    return larger;
}

/* 0, 1, and the first and last trip of the innermost loop. */
static void take_shifts(nesting *n)
{
    const sx_samples *s = n->samples;
    n->shift[n->nshifts++] = sx_expr_int(n->arena, 0);
    n->shift[n->nshifts++] = sx_expr_int(n->arena, 1);
    for (uint32_t c = s->ncounters; c-- > 0;) {
        if (s->varying >> c != 1)
            continue;
        const sx_expr *trip =
            sx_expr_var(n->arena, SX_VAR_COUNTER, 0, s->first_counter + c);
        n->shift[n->nshifts++] =
            sx_expr_two(n->arena, SX_EXPR_EQ, trip, sx_expr_int(n->arena, 0));
        if (s->trips)
            n->shift[n->nshifts++] = sx_expr_two(
                n->arena, SX_EXPR_EQ, trip,
                sx_expr_two(n->arena, SX_EXPR_SUB, s->trips, sx_expr_int(n->arena, 1)));
    }
}

static const sx_expr *expr_of(const nesting *n, const sx_expr *points,
                              const sx_extent_nested *d)
{
    const sx_expr *expr = sx_extent_nested_expr(n->arena, points, d);
    return n->factor > 1 ? sx_expr_two(n->arena, SX_EXPR_MUL,
                                       sx_expr_int(n->arena, n->factor), expr)
                         : expr;
}

enum {
    RULES = SX_EXTENT_RULES,
    WHOLE = 2 * RULES, /* ways to say how long a block is: whose, by which rule */
    PARTS = SHIFTS * RULES /* and a part of it: which, by which rule */
};

static sx_extent_nested way(const nesting *n, sx_extent_nested d, size_t whole,
                            size_t part)
{
    d.by_group = whole / RULES == 1;
    d.rule = (sx_extent_rule)(whole % RULES);
    d.shift = n->shift[part / RULES];
    d.inner = (sx_extent_rule)(part % RULES);
    return d;
}

/* Do several inputs show parts of blocks? One alone is not foretold by others. */
static bool are_shown(const sx_runs *runs, const sx_extent_nested *d)
{
    enum { SHOWING = 2 };
    size_t showing = 0;
    for (size_t run = 0; run < runs->n; run++) {
        const int64_t *dim = runs->place[runs->offset[run] * SX_MAX_GRIDS + d->g].dim;
        showing += dim[d->axis] > dim[d->of] && dim[d->of] > 1;
    }
    return showing >= SHOWING;
}

/* What fits as well of each kind, beside the other as the law has it. */
typedef struct rivals {
    bool wholes[WHOLE], parts[PARTS];
    size_t n;
    uint64_t signature[WHOLE * PARTS];
} rivals;

static bool is_new(rivals *r, uint64_t signature)
{
    size_t k = 0;
    while (k < r->n && r->signature[k] != signature)
        k++;
    if (k == r->n)
        r->signature[r->n++] = signature;
    return k + 1 == r->n;
}

/* Doubts the law where a rival says something else. Returns whether that has all samples. */
static bool fits(nesting *n, const sx_expr *points, const sx_extent_nested *d, rivals *r,
                 sx_law *law, sx_status *st, sx_error *err)
{
    static const char others[] =
        "blocks that are parted by another rule fit all inputs, and differ here: add an "
        "input";
    size_t first;
    const sx_expr *rival = *st ? NULL : expr_of(n, points, d);
    if (!*st && !rival)
        *st = sx_fail(err, SX_NOMEM, "out of memory");
    if (!rival || !sx_column_matches(n->runs, n->samples, rival, &first))
        return false;
    if (is_new(r, sx_imagined_signature(n->runs, rival)))
        *st = sx_law_doubt_other(n->arena, n->runs, rival, others, law, err);
    return true;
}

/* Other ways by which points are dealt out and parted that have all samples. Two that fit alone say no more together. */
static sx_status doubt(nesting *n, const sx_expr *points, sx_extent_nested d,
                       size_t whole, size_t part, sx_law *law, sx_error *err)
{
    const size_t parts = n->nshifts * RULES;
    rivals r = { .n = 0 };
    sx_status st = SX_OK;
    for (size_t i = 0; i < WHOLE; i++) {
        const sx_extent_nested one = way(n, d, i, part);
        r.wholes[i] = fits(n, points, &one, &r, law, &st, err);
    }
    for (size_t k = 0; k < parts; k++) {
        const sx_extent_nested one = way(n, d, whole, k);
        r.parts[k] = fits(n, points, &one, &r, law, &st, err);
    }
    for (size_t i = 0; i < WHOLE * parts; i++) {
        const sx_extent_nested one = way(n, d, i / parts, i % parts);
        const bool tried = i / parts == whole || i % parts == part;
        if (!tried && !(r.wholes[i / parts] && r.parts[i % parts]))
            (void)fits(n, points, &one, &r, law, &st, err);
    }
    return st;
}

/* The law with these points along these axes, where all samples have it. */
static sx_status try_points(nesting *n, const sx_expr *points, sx_extent_nested d,
                            sx_law *ret_law, sx_error *err)
{
    for (size_t k = 0; k < 2 * n->nshifts; k++) {
        const size_t whole = k % 2 * RULES, part = k / 2 * RULES;
        size_t first;
        const sx_extent_nested one = way(n, d, whole, part);
        const sx_expr *expr = expr_of(n, points, &one);
        if (!expr)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (!sx_column_matches(n->runs, n->samples, expr, &first))
            continue;
        *ret_law = (sx_law) { expr, { .label = SX_LABEL_PROVED } };
        if (!are_shown(n->runs, &d))
            ret_law->evidence = (sx_evidence) {
                SX_LABEL_EXACT, "one input alone has parts of blocks: add an input", NULL
            };
        return doubt(n, points, d, whole, part, ret_law, err);
    }
    return SX_OK;
}

static sx_status try_axes(nesting *n, sx_extent_nested d, sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    for (size_t i = 0; i < n->points.n && !st && !ret_law->expr; i++) {
        uint32_t constants = n->runs->nconstants;
        const sx_expr *points = sx_points_number(n->arena, n->runs, n->points.value[i]);
        if (points)
            st = try_points(n, points, d, ret_law, err);
        if (!ret_law->expr)
            n->runs->nconstants = constants;
    }
    return st;
}

/* Are they sizes? Then what they have in common. */
static bool are_parts(const sx_samples *samples, int64_t *ret_factor)
{
    *ret_factor = 0;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (sx_is_special(s->value) || s->value <= 0)
            return false;
        *ret_factor = sx_gcd(*ret_factor, s->value);
    }
    return true;
}

static sx_status search(nesting *n, sx_law *ret_law, sx_error *err)
{
    const sx_runs *runs = n->runs;
    const sx_points_sought sought = { .arena = n->scratch,
                                      .runs = runs,
                                      .samples = n->samples };
    take_shifts(n);
    if (!sx_points_from_constants(&sought, &n->points))
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = sx_points_from_totals(&sought, &n->points, err);
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t of = 0; of < runs->grid[g].ndims; of++)
            for (uint32_t axis = 0; axis < runs->grid[g].ndims; axis++)
                if (!st && !ret_law->expr && axis != of && is_multiple(runs, g, of, axis))
                    st =
                        try_axes(n, (sx_extent_nested) { .g = g, .of = of, .axis = axis },
                                 ret_law, err);
    return st;
}

sx_status sx_law_nested(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    nesting n = { .arena = arena, .runs = runs, .samples = samples };
    if (!samples->is_size || samples->lists || sx_samples_runs(samples) < 2 ||
        sx_samples_have_one_value(samples) || // those are quotients
        !are_parts(samples, &n.factor))
        return SX_OK;
    n.scratch = sx_arena_create();
    sx_status st =
        n.scratch ? search(&n, ret_law, err) : sx_fail(err, SX_NOMEM, "out of memory");
    sx_arena_destroy(n.scratch);
    return st;
}
