/* Sizes made of extents of block distributions: constant * extent * extent .., and constant * (sum over
 * the cells of a diagonal of extent * extent, less the cell at the end). The number of points N that is
 * distributed is hidden; it is recovered from totals over all ranks, which remainders cannot blur,
 * and from the step between larger and smaller blocks. */
#include "extrap/column.h"
#include "extrap/extent.h"
#include "extrap/growth.h"
#include "extrap/law.h"

#include "base/checked.h"
#include "base/rational.h"
#include "fit/product.h"

#include <string.h>

enum {
    CANDIDATES = 48, /* values of N that are tried */
    FORMS = 1200,
    TRIPLE_BLOCKS = 150, /* three factors are searched among so many blocks that divide */
    HITS = 8,
    ROUNDS = 4 /* times that a sample which contradicts is added to the probe */
};

typedef struct hunt {
    sx_arena *arena, *scratch; /* of laws; of the search */
    sx_runs *runs;
    const sx_samples *samples;
    sx_samples probe;
    const sx_extent_axis *axis;
    uint32_t naxes;
    const sx_extent *form;
    size_t nforms;
    const sx_extent_view *view;
    int64_t *want; /* values of the probe */
    /* What the indices of the search mean. */
    size_t nblocks, nsums;
    sx_extent *block;
    struct diagonal {
        sx_extent at; /* its index plus or minus t is the second factor's */
        int sign;
    } * sum;
} hunt;

/* ---- candidates for N ---- */

typedef struct candidates {
    size_t n;
    const int64_t *value[CANDIDATES]; /* each by run */
} candidates;

/* Copies a candidate, unless it is there or is no number of points. */
static bool add_candidate(const hunt *h, candidates *c, const int64_t *value)
{
    size_t size = h->runs->n * sizeof *value;
    for (size_t run = 0; run < h->runs->n; run++)
        if (value[run] < 1 || value[run] > INT32_MAX)
            return true;
    for (size_t i = 0; i < c->n; i++)
        if (memcmp(c->value[i], value, size) == 0)
            return true;
    if (c->n == CANDIDATES)
        return true;
    c->value[c->n] = sx_arena_copy(h->scratch, value, h->runs->n, sizeof *value);
    return c->value[c->n++] != NULL;
}

static bool add_number(const hunt *h, candidates *c, int64_t number)
{
    int64_t value[SX_RUNS];
    for (size_t run = 0; run < h->runs->n; run++)
        value[run] = number;
    return add_candidate(h, c, value);
}

/* C = K N^e for the K that divide every value: N of each run, which is one for all or follows from their scales. */
static bool split_total(const hunt *h, candidates *c, const int64_t *total, int64_t gcd)
{
    int64_t value[SX_RUNS];
    sx_growth growth;
    for (unsigned e = 3; e >= 1; e--)
        for (int64_t k = 1; k <= gcd && k <= 1 << 16; k++) {
            bool whole = gcd % k == 0;
            for (size_t run = 0; whole && run < h->runs->n; run++) {
                whole = total[run] % k == 0 &&
                        (value[run] = sx_exact_root(total[run] / k, e)) > 0;
            }
            if (whole && sx_growth_find(h->scratch, h->runs, value, &growth) &&
                !add_candidate(h, c, value))
                return false;
        }
    return true;
}

/* Sums over the ranks of each run in the first execution. */
static void totals(const sx_samples *samples, size_t nruns, int64_t *total, bool *has)
{
    for (size_t i = 0; i < nruns; i++)
        total[i] = has[i] = 0;
    int64_t rank = -1;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (s->rank != rank || (samples->lists && s->element > 0)) {
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

static sx_status from_totals(hunt *h, candidates *c, sx_error *err)
{
    int64_t total[SX_RUNS], divided[SX_RUNS];
    bool has[SX_RUNS], done = true;
    totals(h->samples, h->runs->n, total, has);
    int64_t gcd = gcd_of(h->samples);
    for (uint32_t g = 0; g < h->runs->ngrids; g++) {
        unsigned codes = 1;
        for (uint32_t a = 0; a < h->runs->grid[g].ndims && a < 4; a++)
            codes *= 3;
        for (unsigned code = 0; done && code < codes; code++)
            if (divided_total(h->runs, g, code, total, has, divided))
                done = split_total(h, c, divided, gcd);
    }
    if (h->runs->ngrids == 0) {
        for (size_t i = 0; done && i < h->runs->n; i++)
            if (has[i] && total[i] > 0) {
                for (size_t k = 0; k < h->runs->n; k++)
                    divided[k] = total[i];
                done = split_total(h, c, divided, gcd);
            }
        bool all = true;
        for (size_t i = 0; i < h->runs->n; i++)
            all = all && has[i] && total[i] > 0;
        if (done && all)
            done = split_total(h, c, total, gcd);
    }
    return done ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

/* What parameters leave after a rim, or together. */
static bool from_params(const hunt *h, candidates *c)
{
    static const int64_t rim[] = { 0, -1, 1, -2, 2 };
    const sx_runs *runs = h->runs;
    int64_t value[SX_RUNS];
    for (uint32_t i = 0; i < runs->nparams; i++) {
        for (size_t r = 0; r < sizeof rim / sizeof *rim; r++) {
            for (size_t run = 0; run < runs->n; run++)
                value[run] = runs->constant_value[run][i] + rim[r];
            if (!add_candidate(h, c, value))
                return false;
        }
        for (uint32_t k = 0; k <= i; k++) {
            bool fits = true;
            for (size_t run = 0; run < runs->n; run++)
                fits =
                    fits && !sx_mul_overflows(runs->constant_value[run][i],
                                              runs->constant_value[run][k], &value[run]);
            if (fits && !add_candidate(h, c, value))
                return false;
        }
    }
    return true;
}

/* Along one axis, blocks of f + 1 and then of f points: f is the smaller value over the step, and the
 * number of larger ones is the remainder. Needs no total, and no other axis. */
static bool from_steps(const hunt *h, candidates *c)
{
    for (uint32_t a = 0; a < h->naxes; a++)
        for (size_t i = 0; i < h->probe.n; i++) {
            int64_t dim = h->view[a].dim[i], here = h->view[a].var[0][i],
                    value = h->want[i];
            if (here != 0)
                continue;
            /* The last place of the same line: same run, same other variables. */
            for (size_t j = 0; j < h->probe.n; j++) {
                int64_t step = value - h->want[j];
                if (h->probe.sample[j].run != h->probe.sample[i].run || step <= 0 ||
                    h->view[a].var[0][j] != dim - 1 || h->want[j] % step != 0)
                    continue;
                for (int64_t rest = 1; rest < dim && dim <= 64; rest++)
                    if (!add_number(h, c, h->want[j] / step * dim + rest))
                        return false;
                j = h->probe.n;
            }
        }
    return true;
}

/* ---- the search for given N ---- */

/* The extent at the probe. False where it must divide the values and does not, as a factor does: most extents
 * are found out by the first samples. */
static bool extent_values(const hunt *h, const sx_extent *x, bool divides, int64_t *value)
{
    for (size_t i = 0; i < h->probe.n; i++) {
        value[i] = sx_extent_at(x, h->axis, h->view, i);
        if (divides && (value[i] <= 0 || h->want[i] % value[i] != 0))
            return false;
    }
    return true;
}

/* All extents, or those that divide the values. */
static sx_status add_blocks(hunt *h, sx_product_search *search, const int64_t *const *n,
                            size_t count, bool divide, sx_error *err)
{
    int64_t *vector = SX_NEW_ARRAY(h->scratch, int64_t, h->probe.n);
    h->block = SX_NEW_ARRAY(h->scratch, sx_extent, h->nforms * count);
    if (!vector || !h->block)
        return sx_fail(err, SX_NOMEM, "out of memory");
    h->nblocks = 0;
    for (size_t f = 0; f < h->nforms; f++)
        for (size_t k = 0; k < count; k++) {
            sx_extent x = h->form[f];
            if (sx_extent_is_fixed(&x, h->axis))
                continue; /* one block for all ranks: three scales fit it with some N */
            x.n = n[k];
            if (!extent_values(h, &x, divide, vector))
                continue;
            uint32_t index;
            sx_status st = sx_product_add_block(search, vector, &index);
            if (st == SX_NOMEM)
                return sx_fail(err, st, "out of memory");
            if (!st && index == h->nblocks)
                h->block[h->nblocks++] = x;
        }
    return SX_OK;
}

/* The sum over t of block(t) * block(C + sign t), what all cells of a diagonal add up to: blocks have q
 * or q + 1 points, those below the remainder r have more, and so have both factors where C + sign t passes
 * through 0 .. r - 1 while t does. */
static int64_t diagonal_at(const hunt *h, const struct diagonal *d, size_t i)
{
    const sx_extent_view *view = &h->view[d->at.axis];
    int64_t dim = view->dim[i], n = d->at.n[view->run[i]], q = n / dim, r = n % dim;
    int64_t start = sx_extent_index(&d->at, h->axis, h->view, i);
    if (d->sign < 0)
        start = sx_floor_mod(start - r + 1, dim);
    int64_t both = (start < r ? r - start : 0) + (start + r > dim ? start + r - dim : 0);
    return q * q * dim + 2 * q * r + both;
}

static sx_status add_sums(hunt *h, sx_product_search *search, const int64_t *n,
                          sx_error *err)
{
    int64_t *vector = SX_NEW_ARRAY(h->scratch, int64_t, h->probe.n);
    h->sum = SX_NEW_ARRAY(h->scratch, struct diagonal, 2 * h->nforms);
    if (!vector || !h->sum)
        return sx_fail(err, SX_NOMEM, "out of memory");
    h->nsums = 0;
    for (size_t f = 0; f < h->nforms; f++) {
        const sx_extent *x = &h->form[f];
        const sx_extent_axis *on = &h->axis[x->axis];
        bool plain = on->round && !x->grow && !x->first_less && !x->last_less;
        for (uint32_t v = on->ncoords; v < on->nvars; v++)
            plain = plain && x->sign[v] == 0;
        for (int sign = -1; plain && sign <= 1; sign += 2) {
            struct diagonal d = { *x, sign };
            d.at.n = n;
            for (size_t i = 0; i < h->probe.n; i++)
                vector[i] = diagonal_at(h, &d, i);
            uint32_t index;
            sx_status st = sx_product_add_sum(search, vector, &index);
            if (st == SX_NOMEM)
                return sx_fail(err, st, "out of memory");
            if (!st && index == h->nsums)
                h->sum[h->nsums++] = d;
        }
    }
    return SX_OK;
}

/* ---- from a hit to a law ---- */

static const sx_expr *constant_expr(hunt *h, const int64_t *n)
{
    sx_growth growth;
    sx_law law;
    if (sx_runs_has_constant(h->runs, n))
        return sx_expr_var(h->arena, SX_VAR_CONSTANT, 0,
                           sx_runs_number(h->arena, h->runs, n, NULL));
    if (!sx_growth_find(h->arena, h->runs, n, &growth))
        return NULL;
    law = sx_growth_law(h->arena, h->runs, n, &growth);
    if (!law.expr)
        return NULL;
    uint32_t index = sx_runs_number(h->arena, h->runs, n, growth.rate ? &law : NULL);
    return index == UINT32_MAX ? NULL : sx_expr_var(h->arena, SX_VAR_CONSTANT, 0, index);
}

static const sx_expr *diagonal_expr(hunt *h, const struct diagonal *d)
{
    const sx_expr *dim = h->axis[d->at.axis].dim, *n = constant_expr(h, d->at.n);
    const sx_expr *t = sx_expr_var(h->arena, SX_VAR_TERM, 0, 0);
    const sx_expr *index = sx_extent_index_expr(h->arena, &d->at, h->axis);
    index =
        sx_expr_make(h->arena, d->sign > 0 ? SX_EXPR_ADD : SX_EXPR_SUB, index, t, NULL);
    index = sx_expr_make(h->arena, SX_EXPR_MOD, index, dim, NULL);
    const sx_expr *cell = sx_expr_make(
        h->arena, SX_EXPR_MUL, sx_expr_make(h->arena, SX_EXPR_BLOCK, n, dim, t),
        sx_expr_make(h->arena, SX_EXPR_BLOCK, n, dim, index), NULL);
    return sx_expr_make(h->arena, SX_EXPR_SUM, dim, cell, NULL);
}

static const sx_expr *hit_expr(hunt *h, const sx_product *hit)
{
    const sx_expr *product = NULL;
    for (uint32_t f = 0; f < hit->factors; f++) {
        const sx_extent *x = &h->block[hit->block[f]];
        const sx_expr *factor =
            sx_extent_expr(h->arena, x, h->axis, constant_expr(h, x->n));
        product =
            product ? sx_expr_make(h->arena, SX_EXPR_MUL, product, factor, NULL) : factor;
    }
    if (hit->has_sum) {
        const sx_expr *sum = diagonal_expr(h, &h->sum[hit->sum]);
        product = product ? sx_expr_make(h->arena, SX_EXPR_SUB, sum, product, NULL) : sum;
    }
    return sx_expr_make(h->arena, SX_EXPR_MUL, sx_expr_int(h->arena, hit->factor),
                        product, NULL);
}

/* Does some input show a remainder of this N? Otherwise it cannot be told from a factor. */
static bool shows_remainder(const hunt *h, const int64_t *n, uint32_t axis)
{
    const sx_extent_view *view = &h->view[axis];
    for (size_t i = 0; i < h->probe.n; i++)
        if (n[view->run[i]] % view->dim[i] != 0)
            return true;
    return false;
}

static bool believable(const hunt *h, const sx_product *hit)
{
    if (hit->has_sum)
        return sx_runs_has_constant(h->runs, h->sum[hit->sum].at.n) ||
               shows_remainder(h, h->sum[hit->sum].at.n, h->sum[hit->sum].at.axis);
    for (uint32_t f = 0; f < hit->factors; f++) {
        const sx_extent *x = &h->block[hit->block[f]];
        if (!sx_runs_has_constant(h->runs, x->n) && !shows_remainder(h, x->n, x->axis))
            return false;
    }
    return true;
}

/* Takes the first hit that holds on all samples; else *ret_against is a sample that contradicts. */
static void judge(hunt *h, const sx_product *hit, size_t n, sx_law *ret_law,
                  size_t *ret_against)
{
    for (size_t i = 0; i < n && !ret_law->expr; i++) {
        if (!believable(h, &hit[i]))
            continue;
        uint32_t constants = h->runs->nconstants;
        const sx_expr *expr = hit_expr(h, &hit[i]);
        size_t first;
        if (expr && sx_column_matches(h->runs, h->samples, expr, &first)) {
            *ret_law = (sx_law) { expr, { .label = SX_LABEL_EXACT } };
            return;
        }
        h->runs->nconstants = constants;
        if (expr)
            *ret_against = first;
    }
}

/* One round with the given N together: products. */
static sx_status search_products(hunt *h, const int64_t *const *n, size_t count,
                                 sx_law *ret_law, size_t *ret_against, sx_error *err)
{
    sx_product_search *search = sx_product_create(h->probe.n);
    if (!search)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_product hit[HITS];
    sx_status st = add_blocks(h, search, n, count, true, err);
    if (!st) {
        size_t hits = sx_product_find(search, h->want,
                                      h->nblocks <= TRIPLE_BLOCKS ? 3 : 2, HITS, hit);
        judge(h, hit, hits, ret_law, ret_against);
    }
    sx_product_destroy(search);
    return st;
}

/* The same: sums over a diagonal, less a product. */
static sx_status search_sums(hunt *h, const int64_t *n, sx_law *ret_law,
                             size_t *ret_against, sx_error *err)
{
    sx_product_search *search = sx_product_create(h->probe.n);
    if (!search)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_product hit[HITS];
    sx_status st = add_sums(h, search, n, err);
    if (!st && h->nsums)
        st = add_blocks(h, search, &n, 1, false, err);
    if (!st && h->nsums) {
        size_t hits = sx_product_find_sum(search, h->want, HITS, hit);
        judge(h, hit, hits, ret_law, ret_against);
    }
    sx_product_destroy(search);
    return st;
}

static sx_status search_round(hunt *h, const int64_t *const *n, size_t count,
                              sx_law *ret_law, size_t *ret_against, sx_error *err)
{
    sx_status st = search_products(h, n, count, ret_law, ret_against, err);
    if (!st && !ret_law->expr && count == 1 && h->samples->varying == 0)
        st = search_sums(h, n[0], ret_law, ret_against, err);
    return st;
}

/* The probe, with its values, and the axes' variables at it. */
static bool look(hunt *h)
{
    h->view = sx_extent_views(h->scratch, h->runs, &h->probe, h->axis, h->naxes);
    h->want = SX_NEW_ARRAY(h->scratch, int64_t, h->probe.n);
    for (size_t i = 0; h->want && i < h->probe.n; i++)
        h->want[i] = h->probe.sample[i].value;
    return h->view && h->want;
}

static bool add_to_probe(hunt *h, size_t index)
{
    sx_sample *sample = SX_NEW_ARRAY(h->scratch, sx_sample, h->probe.n + 1);
    if (!sample)
        return false;
    memcpy(sample, h->probe.sample, h->probe.n * sizeof *sample);
    sample[h->probe.n++] = h->samples->sample[index];
    h->probe.sample = sample;
    return look(h);
}

static sx_status search_n(hunt *h, const int64_t *const *n, size_t count, sx_law *ret_law,
                          sx_error *err)
{
    for (unsigned round = 0; round < ROUNDS && count > 0; round++) {
        size_t against = SIZE_MAX;
        sx_status st = search_round(h, n, count, ret_law, &against, err);
        if (st || ret_law->expr || against == SIZE_MAX)
            return st;
        if (!add_to_probe(h, against))
            return sx_fail(err, SX_NOMEM, "out of memory");
    }
    return SX_OK;
}

/* All of the same sign and no specials: a size. */
static bool all_sizes(const sx_samples *samples)
{
    bool positive = false;
    for (size_t i = 0; i < samples->n; i++) {
        if (sx_is_special(samples->sample[i].value) || samples->sample[i].value < 0)
            return false;
        positive = positive || samples->sample[i].value > 0;
    }
    return positive;
}

/* Each alone, until there is a law. */
static sx_status search_each(hunt *h, const candidates *c, sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && !ret_law->expr && i < c->n; i++)
        st = search_n(h, &c->value[i], 1, ret_law, err);
    return st;
}

static sx_status search_all(hunt *h, sx_law *ret_law, sx_error *err)
{
    candidates known = { 0 }, params = { 0 }, steps = { 0 }, total = { 0 };
    int64_t value[SX_RUNS];
    bool done = true;
    for (uint32_t i = 0; done && i < h->runs->nconstants; i++) {
        for (size_t run = 0; run < h->runs->n; run++)
            value[run] = h->runs->constant_value[run][i];
        done = add_candidate(h, &known, value);
    }
    if (!done || !from_params(h, &params))
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = search_each(h, &known, ret_law, err);
    if (!st && !ret_law->expr)
        st = from_totals(h, &total, err);
    if (!st && !ret_law->expr)
        st = search_each(h, &total, ret_law, err);
    if (!st && !ret_law->expr)
        st = search_each(h, &params, ret_law, err);
    if (st || ret_law->expr)
        return st;
    if (!from_steps(h, &known) || !from_steps(h, &steps))
        return sx_fail(err, SX_NOMEM, "out of memory");
    return steps.n ? search_n(h, known.value, known.n, ret_law, err) : SX_OK;
}

static sx_status search(hunt *h, sx_law *ret_law, sx_error *err)
{
    h->probe = sx_samples_probe(h->scratch, h->samples);
    if (!h->probe.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st =
        sx_extent_axes(h->arena, h->runs, h->samples, &h->axis, &h->naxes, err);
    if (!st)
        st = sx_extent_forms(h->scratch, h->axis, h->naxes, FORMS, &h->form, &h->nforms,
                             err);
    if (st || !look(h))
        return st;
    return search_all(h, ret_law, err);
}

sx_status sx_law_blocks(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    if (!samples->is_size || sx_samples_runs(samples) < 2 || !all_sizes(samples))
        return SX_OK;
    hunt h = {
        .arena = arena, .scratch = sx_arena_create(), .runs = runs, .samples = samples
    };
    sx_status st =
        h.scratch ? search(&h, ret_law, err) : sx_fail(err, SX_NOMEM, "out of memory");
    sx_arena_destroy(h.scratch);
    return st;
}
