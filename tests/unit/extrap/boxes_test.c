/* Boxes and groups that inputs do not tell apart, and ranks that there are not. */
#include "fit/fit.h"
#include "labelled.h"
#include "largest_divisor.h"
#include "message.h"

/* ---- a box of three axes: the prime factors, the largest first, each to the shortest; the longest axis last ---- */

static void box_of(int64_t p, int64_t x[3])
{
    int64_t factor[64];
    size_t n = 0;
    x[0] = x[1] = x[2] = 1;
    for (int64_t d = 2; p > 1; p % d ? d++ : (factor[n++] = d, p /= d))
        ;
    while (n-- > 0) { /* x[0] is the shortest */
        x[0] *= factor[n];
        for (int i = 0; i < 2; i++)
            if (x[i] > x[i + 1]) {
                const int64_t swap = x[i];
                x[i] = x[i + 1];
                x[i + 1] = swap;
            }
    }
}

static int64_t next_along(const synth_at *at, int axis)
{
    int64_t x[3], stride = 1;
    box_of(at->p, x);
    for (int i = 0; i < axis; i++)
        stride *= x[i];
    return at->r / stride % x[axis] + 1 < x[axis] ? at->r + stride : SX_NULL;
}
static int64_t along_x(const synth_at *at)
{
    return next_along(at, 0);
}
static int64_t along_y(const synth_at *at)
{
    return next_along(at, 1);
}
static int64_t along_z(const synth_at *at)
{
    return next_along(at, 2);
}

#define BOX                                                                              \
    MESSAGE(NULL, along_x, zero), MESSAGE(NULL, along_y, zero),                          \
        MESSAGE(NULL, along_z, zero)

static const synth_item box[] = { BOX, { 0 } };
static const synth_item open_x[] = { BOX, MESSAGE(NULL, along_x, zero), { 0 } };

/* ---- of which steps show along the first axis only, and two of the others, one of which is as long in all inputs, are one ---- */

static int64_t back_along_x(const synth_at *at)
{
    int64_t x[3];
    box_of(at->p, x);
    return at->r % x[0] > 0 ? at->r - 1 : SX_NULL;
}
static int64_t of_a_side(const synth_at *at)
{
    int64_t x[3];
    box_of(at->p, x);
    return 29 * x[0] * x[2] + 42;
}

static const synth_item two_as_one[] = {
    MESSAGE(NULL, along_x, zero),
    MESSAGE(NULL, back_along_x, of_a_side),
    { 0 },
};

/* ---- in which groups of as many ranks as the root of all show, and sizes by that root ---- */

static int64_t root(int64_t p)
{
    int64_t d = 1;
    while ((d + 1) * (d + 1) <= p)
        d++;
    return d;
}
static int64_t next_in_group(const synth_at *at)
{
    const int64_t d = root(at->p);
    return at->r % d + 1 < d && at->r + 1 < at->p ? at->r + 1 : SX_NULL;
}
static int64_t next_group(const synth_at *at)
{
    const int64_t d = root(at->p);
    return at->r + d < at->p ? at->r + d : SX_NULL;
}
static int64_t is_leader(const synth_at *at)
{
    return at->r % root(at->p) == 0;
}
static const synth_item groups[] = {
    BOX,
    MESSAGE(is_leader, next_group, zero),
    MESSAGE(NULL, next_in_group, zero),
    { 0 },
};
static int64_t has_next_group(const synth_at *at)
{
    return is_leader(at) && at->r + root(at->p) < at->p;
}

static const synth_item leaders[] = {
    BOX,
    MESSAGE(has_next_group, next_group, zero),
    { 0 },
};

/* ---- one rank that goes through others ---- */

enum { OTHERS = 6 };

static int64_t others(const synth_at *at)
{
    (void)at;
    return OTHERS;
}
static int64_t from_first(const synth_at *at)
{
    return at->r == 0 ? at->i[0] + 1 : 0;
}

static int64_t width(int64_t p)
{
    return largest_divisor(p);
}
static int64_t beside(const synth_at *at)
{
    const int64_t x = width(at->p);
    return at->r % x + 1 < x ? at->r + 1 : SX_NULL;
}
static int64_t above(const synth_at *at)
{
    const int64_t x = width(at->p);
    return at->r + x < at->p ? at->r + x : SX_NULL;
}

static const synth_item fan[] = {
    MESSAGE(NULL, beside, zero),
    MESSAGE(NULL, above, zero),
    { '(', .trips = others },
    MESSAGE(NULL, from_first, zero),
    { .kind = ')' },
    { 0 },
};

/* ---- ---- */

static const int64_t as_wide[] = { 9, 16, 20, 0 }, layer[] = { 4, 6, 9, 0 },
                     enough[] = { 8, 12, 20, 33, 0 }, longer[] = { 12, 24, 32, 0 },
                     twos[] = { 12, 16, 20, 28, 0 };

static const labelled table[] = {
    { groups, as_wide, 12, SX_PARAM_PEER, SX_LABEL_EXACT,
      "rows of a box that are groups in all inputs have 4 ranks of 12, and groups 3" },
    { groups, as_wide, 30, SX_PARAM_PEER, SX_LABEL_EXACT, "6 of 30 ranks, and groups 5" },
    { box, layer, 10, SX_PARAM_PEER, SX_LABEL_PROVED, "a layer, as in all inputs" },
    { box, layer, 8, SX_PARAM_PEER, SX_LABEL_EXACT, "two layers, and inputs show one" },
    { open_x, layer, 10, SX_PARAM_PEER, SX_LABEL_PROVED,
      "nobody is next across one layer" },
    { open_x, layer, 8, SX_PARAM_PEER, SX_LABEL_EXACT, "there may be somebody" },
    { leaders, longer, 20, SX_PARAM_PEER, SX_LABEL_EXACT,
      "the root of 20, or one more than an extent" },
    { fan, enough, 9, SX_PARAM_PEER, SX_LABEL_PROVED, "there are six others" },
    { fan, enough, 6, SX_PARAM_PEER, SX_LABEL_EXACT, "there are five" },
    { two_as_one, twos, 44, SX_PARAM_COUNT, SX_LABEL_PROVED,
      "a side of a box of 2 x 2 x 11" },
    { two_as_one, twos, 66, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "rows of two, or a box of 2 x 3 x 11" },
};

int main(void)
{
    sx_fit_init();
    are_labelled(table, sizeof table / sizeof *table);
    return tap_done();
}
