/* Dims of three axes of which one is held at a number, and the others are those that MPI_Dims_create gives for the rest, or of which two are held at one number: what
 * programs ask for slabs and pencils of a box. */
#include "trace/policy.h"

enum { NDIMS = 3, OTHERS = 2 };

/* The axis `held` has `arg` ranks, the others, in their order, what is left by the policy, or the other way round. */
static bool hold(const char *rest, uint32_t held, bool reversed, int64_t p, int64_t arg,
                 int64_t dim[SX_MAX_DIMS])
{
    const sx_policy *policy = sx_policy_named(rest);
    int64_t other[SX_MAX_DIMS];
    if (arg < 1 || p % arg != 0 || !policy || !policy->dims(p / arg, 0, other))
        return false;
    for (uint32_t a = 0, k = reversed ? OTHERS - 1 : 0; a < NDIMS; a++)
        if (a == held) {
            dim[a] = arg;
        } else {
            dim[a] = other[k];
            k = reversed ? k - 1 : k + 1;
        }
    return true;
}

#define HELD(as, axis, held)                                                             \
    static bool as##_##axis(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])            \
    {                                                                                    \
        return hold("dims_" #as "-2d", held, false, p, arg, dim);                        \
    }                                                                                    \
    static bool as##_##axis##_reversed(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS]) \
    {                                                                                    \
        return hold("dims_" #as "-2d", held, true, p, arg, dim);                         \
    }
HELD(create, x, 0)
HELD(create, y, 1)
HELD(create, z, 2)
HELD(simgrid, x, 0)
HELD(simgrid, y, 1)
HELD(simgrid, z, 2)

/* Two axes of `arg` ranks, and what is left along the third. */
static bool line_along(uint32_t axis, int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    if (arg < 1 || arg > p || p / arg % arg != 0 || p % arg != 0)
        return false;
    for (uint32_t a = 0; a < NDIMS; a++)
        dim[a] = a == axis ? p / arg / arg : arg;
    return true;
}

#define LINE(axis, along)                                                                \
    static bool line_##axis(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])            \
    {                                                                                    \
        return line_along(along, p, arg, dim);                                           \
    }
LINE(x, 0)
LINE(y, 1)
LINE(z, 2)

#define LINE_ROW(axis)                                                                   \
    {                                                                                    \
        "line-" #axis "-3d", "two axes of arg ranks, the others along the third", NDIMS, \
            true, false, line_##axis                                                     \
    }
#define HELD_ROWS(as, axis, mpi)                                                         \
    { "dims_" #as "-held-" #axis "-3d",                                                  \
      "one axis of arg ranks, the others by MPI_Dims_create" mpi                         \
      ", smallest extent first",                                                         \
      NDIMS,                                                                             \
      true,                                                                              \
      false,                                                                             \
      as##_##axis },                                                                     \
    {                                                                                    \
        "dims_" #as "-held-" #axis "-3d-reversed",                                       \
            "one axis of arg ranks, the others by MPI_Dims_create" mpi                   \
            ", largest extent first",                                                    \
            NDIMS, true, false, as##_##axis##_reversed                                   \
    }
const sx_policy sx_policy_held[SX_POLICY_HELD] = {
    LINE_ROW(x),
    LINE_ROW(y),
    LINE_ROW(z),
    HELD_ROWS(create, x, ""),
    HELD_ROWS(create, y, ""),
    HELD_ROWS(create, z, ""),
    HELD_ROWS(simgrid, x, " of SimGrid"),
    HELD_ROWS(simgrid, y, " of SimGrid"),
    HELD_ROWS(simgrid, z, " of SimGrid"),
};
