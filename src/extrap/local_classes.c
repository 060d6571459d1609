#include "extrap/local_classes.h"

#include <math.h>

/* Of whole numbers, or fractions of them, that were computed in two ways. */
static const double ROUNDING = 1e-9;

/* Number i of those that are looked at: of many one of each part, at no regular places. */
static sx_rank rank_at(int64_t p, int64_t i)
{
    const double golden = 0.6180339887498949, within = fmod((double)i * golden, 1);
    return p <= SX_LOCAL_RANKS
               ? (sx_rank)i
               : (sx_rank)(((double)i + within) * (double)p / SX_LOCAL_RANKS);
}

static bool is_same(double a, double b)
{
    return fabs(a - b) <= ROUNDING * fmax(a, b);
}

size_t sx_local_classes_find(const sx_local_classes *classes,
                             const sx_local_points *points)
{
    size_t i = 0;
    while (i < classes->n && !(is_same(classes->of[i].points.own, points->own) &&
                               is_same(classes->of[i].points.sides, points->sides)))
        i++;
    return i;
}

sx_status sx_local_classes_count(const sx_local_volume *volume, sx_place_of *place,
                                 int64_t p, sx_local_classes *ret_classes, sx_error *err)
{
    const int64_t n = p < SX_LOCAL_RANKS ? p : SX_LOCAL_RANKS;
    sx_local_classes classes = { .n = 0 };
    for (int64_t i = 0; i < n; i++) {
        sx_status st = sx_place_move(place, rank_at(p, i), err);
        if (st)
            return st;
        const sx_local_points points = sx_local_volume_at(volume, place);
        const size_t k = sx_local_classes_find(&classes, &points);
        classes.own = points.mean;
        classes.at_sides += points.own * points.sides / (double)n;
        if (k == SX_LOCAL_CLASSES)
            continue;
        if (k == classes.n)
            classes.of[classes.n++] = (sx_local_class) { .points = points };
        classes.of[k].ranks += (double)p / (double)n;
    }
    *ret_classes = classes;
    return SX_OK;
}
