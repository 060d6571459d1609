/* Dims of three axes two of which are one: what a grid of two axes may be in truth, where the third shows in no
 * step. */
#include "trace/policy.h"

#include <string.h>

static const char *const whole[] = { "cube",
                                     "pow2-3d",
                                     "pow2-3d-reversed",
                                     "dims_create-3d",
                                     "dims_create-3d-reversed",
                                     "surface-3d",
                                     "surface-3d-reversed" };

static bool dims_of(size_t of, int64_t p, int64_t dim[SX_MAX_DIMS])
{
    const sx_policy *policy = sx_policy_named(whole[of]);
    return policy && policy->dims(p, 0, dim);
}

const sx_policy *sx_policy_merged_from(const sx_policy *merged)
{
    return sx_policy_named(whole[(size_t)(merged - sx_policy_merged) / 2]);
}

/* `first`: of the two axes that are one. */
static bool merge(size_t of, size_t first, int64_t p, int64_t ret_dim[SX_MAX_DIMS])
{
    int64_t dim[SX_MAX_DIMS];
    if (!dims_of(of, p, dim))
        return false;
    ret_dim[first] = dim[first] * dim[first + 1];
    ret_dim[1 - first] = dim[first ? 0 : 2];
    return true;
}

#define MERGED(of)                                                                       \
    static bool merge_xy_##of(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])          \
    {                                                                                    \
        (void)arg;                                                                       \
        return merge(of, 0, p, dim);                                                     \
    }                                                                                    \
    static bool merge_yz_##of(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])          \
    {                                                                                    \
        (void)arg;                                                                       \
        return merge(of, 1, p, dim);                                                     \
    }
MERGED(0)
MERGED(1)
MERGED(2)
MERGED(3)
MERGED(4)
MERGED(5)
MERGED(6)

#define MERGED_ROW(of, name, axes, text)                                                 \
    {                                                                                    \
        name "-" #axes, text name, 2, false, false, merge_##axes##_##of                  \
    }
const sx_policy sx_policy_merged[SX_POLICY_MERGED] = {
    MERGED_ROW(0, "cube", xy, "(x y, z) of "),
    MERGED_ROW(0, "cube", yz, "(x, y z) of "),
    MERGED_ROW(1, "pow2-3d", xy, "(x y, z) of "),
    MERGED_ROW(1, "pow2-3d", yz, "(x, y z) of "),
    MERGED_ROW(2, "pow2-3d-reversed", xy, "(x y, z) of "),
    MERGED_ROW(2, "pow2-3d-reversed", yz, "(x, y z) of "),
    MERGED_ROW(3, "dims_create-3d", xy, "(x y, z) of "),
    MERGED_ROW(3, "dims_create-3d", yz, "(x, y z) of "),
    MERGED_ROW(4, "dims_create-3d-reversed", xy, "(x y, z) of "),
    MERGED_ROW(4, "dims_create-3d-reversed", yz, "(x, y z) of "),
    MERGED_ROW(5, "surface-3d", xy, "(x y, z) of "),
    MERGED_ROW(5, "surface-3d", yz, "(x, y z) of "),
    MERGED_ROW(6, "surface-3d-reversed", xy, "(x y, z) of "),
    MERGED_ROW(6, "surface-3d-reversed", yz, "(x, y z) of "),
};

bool sx_policy_merges(const sx_policy *merged, int64_t p)
{
    int64_t dim[SX_MAX_DIMS];
    return dims_of((size_t)(merged - sx_policy_merged) / 2, p, dim) && dim[0] > 1 &&
           dim[1] > 1 && dim[2] > 1;
}

uint32_t sx_policy_merged_axis(const sx_policy *merged)
{
    return (uint32_t)((merged - sx_policy_merged) % 2);
}
