/* Dims of domains whose sides the inputs tell, as far as they do. */
#include "trace/policy.h"
#include "trace/sides.h"

#define SURFACE(name, part, n)                                                           \
    static bool name##_##n##d(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])          \
    {                                                                                    \
        int64_t side[SX_SIDES_DIMS];                                                     \
        if (!sx_sides_of(arg, n, side))                                                  \
            return false;                                                                \
        sx_sides_least_surface(p, side, n, part, dim);                                   \
        return true;                                                                     \
    }
#define LONGEST(n)                                                                       \
    static bool longest_##n##d(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])         \
    {                                                                                    \
        int64_t side[SX_SIDES_DIMS];                                                     \
        if (!sx_sides_of(arg, n, side))                                                  \
            return false;                                                                \
        sx_sides_longest(p, side, n, dim);                                               \
        return true;                                                                     \
    }
#define SIDES(n)                                                                         \
    SURFACE(surface, SX_SIDES_QUOTIENT, n)                                               \
    SURFACE(floor, SX_SIDES_FLOOR, n)                                                    \
    SURFACE(ceiling, SX_SIDES_CEILING, n)                                                \
    LONGEST(n)
SIDES(2)
SIDES(3)
SIDES(4)

static bool ratio_2d(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    int64_t side[SX_SIDES_DIMS];
    if (!sx_sides_of(arg, 2, side))
        return false;
    sx_sides_ratio(p, side, dim);
    return true;
}

static bool ratio_2d_reversed(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    int64_t side[SX_SIDES_DIMS], turned[2];
    if (!sx_sides_of(arg, 2, side))
        return false;
    sx_sides_ratio(p, (const int64_t[]) { side[1], side[0] }, turned);
    dim[0] = turned[1];
    dim[1] = turned[0];
    return true;
}

#define SURFACE_ROW(n)                                                                   \
    {                                                                                    \
        "sides-surface-" #n "d", "least surface of a domain of the sides arg", n, true,  \
            false, surface_##n##d                                                        \
    }
#define LONGEST_ROW(n)                                                                   \
    {                                                                                    \
        "sides-longest-" #n "d",                                                         \
            "prime factors, largest first, where parts of the sides arg are longest", n, \
            true, false, longest_##n##d                                                  \
    }
#define WHOLE_ROW(name, text, n)                                                         \
    {                                                                                    \
        "sides-" #name "-" #n "d", "least surface of the sides arg, parts " text, n,     \
            true, false, name##_##n##d                                                   \
    }
#define WHOLE_ROWS(n)                                                                    \
    WHOLE_ROW(floor, "rounded down", n), WHOLE_ROW(ceiling, "rounded up", n)

const sx_policy sx_policy_sides[SX_POLICY_SIDES] = {
    SURFACE_ROW(2),
    SURFACE_ROW(3),
    SURFACE_ROW(4),
    { "sides-ratio-2d", "most along x, no more than along y by the ratio of sides", 2,
      true, false, ratio_2d },
    { "sides-ratio-2d-reversed",
      "most along y, no more than along x by the ratio of sides", 2, true, false,
      ratio_2d_reversed },
    LONGEST_ROW(2),
    LONGEST_ROW(3),
    LONGEST_ROW(4),
    WHOLE_ROWS(2),
    WHOLE_ROWS(3),
    WHOLE_ROWS(4),
};

bool sx_policy_has_sides(const sx_policy *policy)
{
    for (size_t i = 0; i < SX_POLICY_SIDES; i++)
        if (policy->dims == sx_policy_sides[i].dims)
            return true;
    return false;
}
