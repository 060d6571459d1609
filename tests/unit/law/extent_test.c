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
    return tap_done();
}
