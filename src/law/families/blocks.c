/* Sizes made of extents of block distributions: constant * extent * extent .., and constant * (sum over
 * the cells of a diagonal of extent * extent, less the cell at the end). The number of points N that is
 * distributed is hidden (law/points.h). */
#include "law/blocks.h"
#include "law/column.h"
#include "law/points.h"
#include "trace/expr_diagonal.h"

#include <string.h>

enum {
    FORMS = 4096,
    TRIPLE_BLOCKS = 150, /* three factors are searched among so many blocks that divide */
    HITS = 64,
    ROUNDS = 4 /* times that a sample which contradicts is added to the probe */
};

/* ---- the search for given N ---- */

/* Keeps the block if none has these values yet. */
static sx_status add_block(sx_block_hunt *h, sx_product_search *search,
                           const sx_extent *x, const int64_t *value, sx_error *err)
{
    uint32_t index;
    sx_status st = sx_product_add_block(search, value, &index);
    if (!st && index == h->nblocks)
        h->block[h->nblocks++] = *x;
    return st == SX_NOMEM ? sx_fail(err, st, "out of memory") : SX_OK;
}

/* All extents at the probe, or those that divide the values, as factors do: most are found out by the first sample. */
static sx_status add_blocks(sx_block_hunt *h, sx_product_search *search,
                            const int64_t *const *n, size_t count, bool divide,
                            sx_error *err)
{
    sx_status st = SX_OK;
    int64_t *vector = SX_NEW_ARRAY(h->scratch, int64_t, h->probe.n);
    sx_extent_divisor d = { .axis = h->axis,
                            .view = h->view,
                            .n = h->probe.n,
                            .index = SX_NEW_ARRAY(h->scratch, int64_t, h->probe.n) };
    h->block = SX_ROOM_ARRAY(h->scratch, sx_extent, h->nforms * count);
    if (!vector || !d.index || !h->block)
        return sx_fail(err, SX_NOMEM, "out of memory");
    h->nblocks = 0;
    for (size_t f = 0; f < h->nforms; f++) {
        d.extent = h->form[f];
        d.known = 0;
        if (sx_extent_is_fixed(&d.extent, h->axis))
            continue; /* one block for all ranks: three scales fit it with some N */
        for (size_t k = 0; k < count && !st; k++) {
            d.extent.n = n[k];
            if (divide && !sx_extent_divides(&d, h->want, vector))
                continue;
            if (!divide)
                sx_extent_column(&d.extent, h->axis, h->view, d.n, vector);
            st = add_block(h, search, &d.extent, vector, err);
        }
    }
    return st;
}

int64_t sx_diagonal_at(const sx_block_hunt *h, const sx_extent_view *views,
                       const struct sx_diagonal *d, size_t i)
{
    const sx_extent_view *view = &views[d->at.axis];
    return sx_diagonal_sum(d->at.n[view->run[i]], view->dim[i],
                           sx_extent_index(&d->at, h->axis, views, i), d->sign < 0);
}

bool sx_diagonal_goes_along(const sx_block_hunt *h, const sx_extent *x)
{
    const sx_extent_axis *on = &h->axis[x->axis];
    bool plain = on->round && !x->grow && !x->first_less && !x->last_less;
    for (uint32_t v = on->ncoords; v < on->nvars; v++)
        plain = plain && x->sign[v] == 0;
    return plain;
}

static sx_status add_sums(sx_block_hunt *h, sx_product_search *search, const int64_t *n,
                          sx_error *err)
{
    int64_t *vector = SX_NEW_ARRAY(h->scratch, int64_t, h->probe.n);
    h->sum = SX_NEW_ARRAY(h->scratch, struct sx_diagonal, 2 * h->nforms);
    if (!vector || !h->sum)
        return sx_fail(err, SX_NOMEM, "out of memory");
    h->nsums = 0;
    for (size_t f = 0; f < h->nforms; f++) {
        const sx_extent *x = &h->form[f];
        bool plain = sx_diagonal_goes_along(h, x);
        for (int sign = -1; plain && sign <= 1; sign += 2) {
            struct sx_diagonal d = { *x, sign };
            d.at.n = n;
            for (size_t i = 0; i < h->probe.n; i++)
                vector[i] = sx_diagonal_at(h, h->view, &d, i);
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

const sx_expr *sx_diagonal_expr(sx_block_hunt *h, const struct sx_diagonal *d)
{
    const sx_expr *dim = h->axis[d->at.axis].dim,
                  *n = sx_points_number(h->arena, h->runs, d->at.n);
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

const sx_expr *sx_block_hit_expr(sx_block_hunt *h, const sx_product *hit)
{
    const sx_expr *product = NULL;
    for (uint32_t f = 0; f < hit->factors; f++) {
        const sx_extent *x = &h->block[hit->block[f]];
        const sx_expr *factor = sx_extent_expr(h->arena, x, h->axis,
                                               sx_points_number(h->arena, h->runs, x->n));
        product =
            product ? sx_expr_make(h->arena, SX_EXPR_MUL, product, factor, NULL) : factor;
    }
    if (hit->has_sum) {
        const sx_expr *sum = sx_diagonal_expr(h, &h->sum[hit->sum]);
        product = product ? sx_expr_make(h->arena, SX_EXPR_SUB, sum, product, NULL) : sum;
    }
    return sx_expr_make(h->arena, SX_EXPR_MUL, sx_expr_int(h->arena, hit->factor),
                        product, NULL);
}

/* Does some input show a remainder of this N? Otherwise it cannot be told from a factor. Of the rules that bend to much
 * there must be something for everybody, too. */
static bool shows_remainder(const sx_block_hunt *h, const int64_t *n, uint32_t axis)
{
    const sx_extent_view *view = &h->view[axis];
    bool shows = false;
    for (size_t i = 0; i < h->probe.n; i++) {
        int64_t points = n[view->run[i]];
        shows = shows || points % view->dim[i] != 0;
        if (h->any_rule && points < view->dim[i])
            return false;
    }
    return shows;
}

/* What all of a collective call have alike is no block of each: other values that have such points tell nothing of it. */
static bool are_points(const sx_block_hunt *h, const int64_t *n, uint32_t axis)
{
    return (!h->samples->is_agreed && sx_runs_has_constant(h->runs, n)) ||
           shows_remainder(h, n, axis);
}

bool sx_block_believable(const sx_block_hunt *h, const sx_product *hit)
{
    if (hit->has_sum)
        return are_points(h, h->sum[hit->sum].at.n, h->sum[hit->sum].at.axis);
    for (uint32_t f = 0; f < hit->factors; f++) {
        const sx_extent *x = &h->block[hit->block[f]];
        if (!are_points(h, x->n, x->axis))
            return false;
    }
    return true;
}

bool sx_block_is_one_number(const sx_block_hunt *h, const int64_t *n)
{
    size_t run = 0;
    while (run < h->runs->n && n[run] == n[0])
        run++;
    return run == h->runs->n;
}

/* Takes the first hit that holds on all samples; else *ret_against is a sample that contradicts. */
static sx_status judge(sx_block_hunt *h, const sx_product *hit, size_t n, sx_law *ret_law,
                       size_t *ret_against, sx_error *err)
{
    for (size_t i = 0; i < n && !ret_law->expr; i++) {
        if (!sx_block_believable(h, &hit[i]))
            continue;
        uint32_t constants = h->runs->nconstants;
        const sx_expr *expr = sx_block_hit_expr(h, &hit[i]);
        size_t first;
        if (expr && sx_column_matches(h->runs, h->samples, expr, &first)) {
            *ret_law = (sx_law) { expr, { .label = SX_LABEL_EXACT } };
            sx_status st = h->any_rule ? SX_OK
                                       : sx_block_evidence(h, hit, n, i, expr,
                                                           &ret_law->evidence, err);
            if (!sx_law_wanted(h->samples, &ret_law->evidence))
                h->runs->nconstants = constants; /* nobody will use it */
            return st;
        }
        h->runs->nconstants = constants;
        if (expr)
            *ret_against = first;
    }
    return SX_OK;
}

/* One round with the given N together: products. */
static sx_status search_products(sx_block_hunt *h, const int64_t *const *n, size_t count,
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
        st = judge(h, hit, hits, ret_law, ret_against, err);
    }
    sx_product_destroy(search);
    return st;
}

/* The same: sums over a diagonal, less a product. */
static sx_status search_sums(sx_block_hunt *h, const int64_t *n, sx_law *ret_law,
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
        st = judge(h, hit, hits, ret_law, ret_against, err);
    }
    sx_product_destroy(search);
    return st;
}

static sx_status search_round(sx_block_hunt *h, const int64_t *const *n, size_t count,
                              sx_law *ret_law, size_t *ret_against, sx_error *err)
{
    sx_status st = search_products(h, n, count, ret_law, ret_against, err);
    if (!st && !ret_law->expr && count == 1 && !h->any_rule && h->samples->varying == 0)
        st = search_sums(h, n[0], ret_law, ret_against, err);
    return st;
}

/* The probe, with its values, and the axes' variables at it. */
static bool look(sx_block_hunt *h)
{
    h->view = sx_extent_views(h->scratch, h->runs, &h->probe, h->axis, h->naxes);
    h->want = SX_NEW_ARRAY(h->scratch, int64_t, h->probe.n);
    for (size_t i = 0; h->want && i < h->probe.n; i++)
        h->want[i] = h->probe.sample[i].value;
    return h->view && h->want;
}

static bool add_to_probe(sx_block_hunt *h, size_t index)
{
    sx_sample *sample = SX_NEW_ARRAY(h->scratch, sx_sample, h->probe.n + 1);
    if (!sample)
        return false;
    memcpy(sample, h->probe.sample, h->probe.n * sizeof *sample);
    sample[h->probe.n++] = h->samples->sample[index];
    h->probe.sample = sample;
    return look(h);
}

static sx_status search_n(sx_block_hunt *h, const int64_t *const *n, size_t count,
                          sx_law *ret_law, sx_error *err)
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

/* Do blocks as they are, without rims or places that have less, give the probe? Then it is this number rather than another one of the program with such. */
static sx_status fits_plainly(sx_block_hunt *h, const int64_t *n, bool *ret_fits,
                              sx_error *err)
{
    const size_t all = h->nforms;
    sx_product hit[1];
    sx_product_search *search = sx_product_create(h->probe.n);
    if (!search)
        return sx_fail(err, SX_NOMEM, "out of memory");
    h->nforms = h->naxes < all ? h->naxes : all;
    sx_status st = add_blocks(h, search, &n, 1, true, err);
    *ret_fits = !st && sx_product_find(search, h->want, 2, 1, hit) > 0;
    h->nforms = all;
    sx_product_destroy(search);
    return st;
}

/* Each alone, until there is a law: one number first, what grows with the scale then. */
static sx_status search_each(sx_block_hunt *h, const sx_points *c, sx_law *ret_law,
                             sx_error *err)
{
    sx_status st = SX_OK;
    for (int same = 1; same >= 0; same--)
        for (int plain = 1; plain >= 0; plain--)
            for (size_t i = 0; !st && !ret_law->expr && i < c->n; i++) {
                bool is_plain = false;
                if (sx_block_is_one_number(h, c->value[i]) != same)
                    continue;
                st = fits_plainly(h, c->value[i], &is_plain, err);
                if (!st && is_plain == plain)
                    st = search_n(h, &c->value[i], 1, ret_law, err);
            }
    return st;
}

/* As the probe is now: it grows while laws are searched. */
static sx_points_sought sought_of(const sx_block_hunt *h)
{
    return (sx_points_sought) { .arena = h->scratch,
                                .runs = h->runs,
                                .samples = h->samples,
                                .probe = &h->probe,
                                .naxes = h->naxes,
                                .view = h->view,
                                .want = h->want };
}

/* Those that many forms fit are tried with the known ones, all together. */
static sx_status search_loose(sx_block_hunt *h, sx_points *known, sx_law *ret_law,
                              sx_error *err)
{
    const sx_points_sought sought = sought_of(h);
    sx_points loose = { 0 };
    bool done = sx_points_from_steps(&sought, &loose) &&
                (!h->any_rule || sx_points_from_bounds(&sought, &loose));
    for (size_t i = 0; done && i < loose.n; i++)
        done = sx_points_add(&sought, known, loose.value[i]);
    if (!done)
        return sx_fail(err, SX_NOMEM, "out of memory");
    return loose.n ? search_n(h, known->value, known->n, ret_law, err) : SX_OK;
}

static sx_status search_all(sx_block_hunt *h, sx_law *ret_law, sx_error *err)
{
    const sx_points_sought sought = sought_of(h);
    sx_points known = { 0 }, params = { 0 }, total = { 0 };
    if (!sx_points_from_constants(&sought, &known) ||
        !sx_points_from_params(&sought, &params))
        return sx_fail(err, SX_NOMEM, "out of memory");
    /* What one rank has shows one block of all: three scales fit that with some N. */
    const bool shows_others =
        h->samples->varying || h->samples->lists || !sx_extent_is_of_one(h->samples);
    sx_status st = shows_others ? sx_points_from_totals(&sought, &total, err) : SX_OK;
    const sx_points *const each[] = { &known, &total, &params };
    for (size_t i = 0; i < 3 && !st && !ret_law->expr; i++)
        st = search_each(h, each[i], ret_law, err);
    return st || ret_law->expr || !shows_others ? st
                                                : search_loose(h, &known, ret_law, err);
}

static sx_status search(sx_block_hunt *h, sx_law *ret_law, sx_error *err)
{
    h->probe = sx_samples_probe(h->scratch, h->samples);
    if (!h->probe.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st =
        sx_extent_axes(h->arena, h->runs, h->samples, &h->axis, &h->naxes, err);
    if (!st)
        st = (h->any_rule ? sx_extent_rule_forms : sx_extent_forms)(
            h->scratch, h->axis, h->naxes, FORMS, &h->form, &h->nforms, err);
    if (st || !look(h))
        return st;
    return search_all(h, ret_law, err);
}

static sx_status find(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      bool any_rule, sx_law *ret_law, sx_error *err)
{
    if (!samples->is_size || sx_samples_runs(samples) < 2 || !all_sizes(samples))
        return SX_OK;
    sx_block_hunt h = { .arena = arena,
                        .scratch = sx_arena_create(),
                        .runs = runs,
                        .samples = samples,
                        .any_rule = any_rule };
    sx_status st =
        h.scratch ? search(&h, ret_law, err) : sx_fail(err, SX_NOMEM, "out of memory");
    sx_arena_destroy(h.scratch);
    return st;
}

sx_status sx_law_blocks(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    return find(arena, runs, samples, false, ret_law, err);
}

sx_status sx_law_dealt(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    return find(arena, runs, samples, true, ret_law, err);
}
