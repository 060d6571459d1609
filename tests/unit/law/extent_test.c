/* Extents at all samples are what they are at one: random forms by every rule, where N and places change from run to run
 * and from sample to sample. */
#include "law/extent.h"

#include "base/checked.h"
#include "tap.h"

enum { SAMPLES = 200, VARS = 3, FORMS = 3000 };

static uint64_t drawn;

static int64_t draw(uint64_t below)
{
    return (int64_t)(sx_hash_mix(++drawn) % below);
}

static sx_extent draw_form(const int64_t *n)
{
    sx_extent form = { .rule = (sx_extent_rule)draw(SX_EXTENT_RULES),
                       .add = (int8_t)(draw(5) - 2),
                       .grow = (int8_t)(draw(3) - 1),
                       .first_less = draw(2),
                       .last_less = draw(2),
                       .n = n };
    for (int v = 0; v < VARS; v++)
        form.sign[v] = (int8_t)(draw(3) - 1);
    return form;
}

/* One form with each N in turn, at samples where its values, made positive by `grow`, divide what is there; and at the same but for one. */
static bool divides_its_multiples(sx_extent_divisor *d, const int64_t *const *n,
                                  size_t count)
{
    int64_t multiple[SAMPLES], value[SAMPLES];
    bool right = true;
    d->known = 0;
    for (size_t k = 0; k < count; k++) {
        d->extent.n = n[k];
        for (size_t i = 0; i < d->n; i++)
            multiple[i] = (1 + draw(3)) * sx_extent_at(&d->extent, d->axis, d->view, i);
        right = right && sx_extent_divides(d, multiple, value);
        for (size_t i = 0; i < d->n; i++)
            right = right && value[i] == sx_extent_at(&d->extent, d->axis, d->view, i);
        multiple[draw(d->n)]++; /* no extent is 1 */
        right = right && !sx_extent_divides(d, multiple, value);
    }
    return right;
}

static void test_divisors(const sx_extent_axis *axis, const sx_extent_view *view)
{
    enum { ABOVE = 5 };
    static const int64_t few[] = { 102, 404, 30 }, many[] = { 99, 1000, 7 };
    static const int64_t *const n[] = { few, many, few };
    int64_t index[SAMPLES], value[SAMPLES], nothing[SAMPLES] = { 0 };
    sx_extent_divisor d = { .axis = axis, .view = view, .n = SAMPLES, .index = index };
    unsigned right = 0;
    for (int f = 0; f < FORMS; f++) {
        d.extent = draw_form(NULL);
        d.extent.grow = ABOVE;
        right += divides_its_multiples(&d, n, sizeof n / sizeof *n);
    }
    is_int(right, FORMS,
           "an extent divides its multiples, and not those of which one is "
           "one more, whatever N was asked for before");
    d.extent = (sx_extent) { .n = many, .grow = -INT8_MAX };
    d.known = 0;
    ok(!sx_extent_divides(&d, nothing, value), "what is negative divides nothing");
}

/* Axes of two samples on two ranks of a grid of one row; the second rank may be behind the last of it. */
static uint32_t axes_of(bool behind)
{
    enum { RANKS = 2 };
    sx_arena *arena = sx_arena_create();
    static const int64_t p[] = { RANKS }, offset[] = { 0 };
    static int64_t size[] = { RANKS, RANKS }, rank[] = { 0, 1 };
    static int64_t *const sizes[] = { size }, *const ranks[] = { rank };
    struct sx_place place[RANKS * SX_MAX_GRIDS] = { 0 };
    sx_grid grid = { .ndims = 2, .dim = { RANKS, 1 } };
    for (int r = 0; r < RANKS; r++)
        place[r * SX_MAX_GRIDS] =
            (struct sx_place) { .ndims = 2, .dim = { RANKS, 1 }, .coord = { r, 0 } };
    if (behind)
        place[SX_MAX_GRIDS].coord[0] = -1;
    const sx_runs runs = { .n = 1,
                           .p = p,
                           .offset = offset,
                           .total = RANKS,
                           .comm_size = sizes,
                           .comm_rank = ranks,
                           .ngrids = 1,
                           .grid = &grid,
                           .place = place };
    sx_sample sample[RANKS] = { { .rank = 0 }, { .rank = 1 } };
    const sx_samples samples = { .n = RANKS, .sample = sample };
    const sx_extent_axis *axis;
    uint32_t n = 0;
    ok(!sx_extent_axes(arena, &runs, &samples, &axis, &n, NULL) &&
           sx_extent_views(arena, &runs, &samples, axis, n),
       "all axes can be looked along");
    sx_arena_destroy(arena);
    return n;
}

int main(void)
{
    static int64_t run[SAMPLES], dim[SAMPLES], var[VARS][SAMPLES];
    static const int64_t n[] = { 102, 404, 3 };
    const sx_extent_axis axis = { .nvars = VARS, .ncoords = 2 };
    const sx_extent_view view = { run, dim, { var[0], var[1], var[2] } };
    for (size_t i = 0; i < SAMPLES; i++) {
        run[i] = (int64_t)(3 * i / SAMPLES);
        dim[i] = run[i] == 1 ? 1 + draw(7) : 4 + run[i]; /* the middle run's changes */
        for (int v = 0; v < VARS; v++)
            var[v][i] = draw(12);
    }
    unsigned columns = 0, taken = 0, refused = 0;
    for (int f = 0; f < FORMS; f++) {
        const sx_extent form = draw_form(n);
        int64_t value[SAMPLES];
        size_t same = 0, changed = (size_t)draw(SAMPLES);
        sx_extent_column(&form, &axis, &view, SAMPLES, value);
        for (size_t i = 0; i < SAMPLES; i++)
            same += value[i] == sx_extent_at(&form, &axis, &view, i);
        columns += same == SAMPLES;
        taken += sx_extent_gives(&form, &axis, &view, SAMPLES, value);
        value[changed]++;
        refused += !sx_extent_gives(&form, &axis, &view, SAMPLES, value);
    }
    ok(columns == FORMS, "all samples at once as one by one");
    ok(taken == FORMS, "an extent gives its own values");
    ok(refused == FORMS, "and not those of which one is another");
    test_divisors(&axis, &view);
    const uint32_t all = axes_of(false), some = axes_of(true);
    is_int(all, 3, "both axes of a grid, and all ranks in a row");
    is_int(some, 1, "all ranks in a row");
    return tap_done();
}
