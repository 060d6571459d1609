#include "law.h"
#include "law_number.h"

const char *const law_policy_name[POLICIES] = {
    "line",        "square",       "divisor-wide", "divisor-tall", "powers-wide",
    "powers-tall", "factors-wide", "factors-tall", "two-wide",     "three-wide",
    "cube",        "powers-3d",    "factors-3d",   "4-wide",       "5-wide",
    "6-wide",      "7-wide",       "8-wide",       "2-tall",       "3-tall",
    "4-tall",      "5-tall",       "6-tall",       "7-tall",       "8-tall",
};

bool law_is_solid(law_policy policy)
{
    return policy == CUBE || policy == POWERS_3D || policy == FACTORS_3D;
}

static int64_t small_divisor(int64_t P)
{
    int64_t d = root(P);
    while (P % d)
        d--;
    return d;
}

static void sink(int64_t *extent, int n)
{
    for (int k = 0; k + 1 < n && extent[k] > extent[k + 1]; k++) {
        int64_t swap = extent[k];
        extent[k] = extent[k + 1];
        extent[k + 1] = swap;
    }
}

/* Prime factors, the largest first, each to the smallest of n extents; ascending. */
static void deal_factors(int64_t P, int n, int64_t *extent)
{
    int64_t factor[64];
    int nfactors = 0;
    for (int64_t d = 2; P > 1; d = d * d > P ? P : d + 1)
        for (; P % d == 0; P /= d)
            factor[nfactors++] = d;
    for (int k = 0; k < n; k++)
        extent[k] = 1;
    while (nfactors > 0) {
        extent[0] *= factor[--nfactors];
        sink(extent, n);
    }
}

static int64_t small_of_factors(int64_t P)
{
    int64_t extent[2];
    deal_factors(P, 2, extent);
    return extent[0];
}

static int64_t cube_root(int64_t P)
{
    int64_t q = 1;
    while (q * q * q < P)
        q++;
    return q;
}

/* The extent of axis 1; 0 where there is no grid. */
static int64_t first_extent(law_policy policy, int64_t P)
{
    if (policy >= FIXED_TALL && policy <= FIXED_TALL_LAST) {
        int64_t y = 2 + (int64_t)(policy - FIXED_TALL);
        return P % y ? 0 : P / y;
    }
    if (policy >= FIXED_WIDE && policy <= FIXED_WIDE_LAST) {
        int64_t x = 4 + (int64_t)(policy - FIXED_WIDE);
        return P % x ? 0 : x;
    }
    switch (policy) {
    case LINE_POLICY:
        return P;
    case SQUARE:
        return root(P) * root(P) == P ? root(P) : 0;
    case DIVISOR_WIDE:
        return small_divisor(P);
    case DIVISOR_TALL:
        return P / small_divisor(P);
    case POWERS_WIDE:
        return is_power(P) ? INT64_C(1) << lg(P) / 2 : 0;
    case POWERS_TALL:
        return is_power(P) ? INT64_C(1) << (lg(P) - lg(P) / 2) : 0;
    case FACTORS_WIDE:
        return small_of_factors(P);
    case FACTORS_TALL:
        return P / small_of_factors(P);
    case TWO_WIDE:
        return P % 2 ? 0 : 2;
    case THREE_WIDE:
        return P % 3 ? 0 : 3;
    case CUBE:
        return cube_root(P) * cube_root(P) * cube_root(P) == P ? cube_root(P) : 0;
    case POWERS_3D:
        return is_power(P) ? INT64_C(1) << lg(P) / 3 : 0;
    default:
        return 0;
    }
}

bool law_gives_dims(law_policy policy, int64_t P, int64_t dim[3])
{
    if (policy == FACTORS_3D) {
        deal_factors(P, 3, dim);
        return true;
    }
    dim[0] = first_extent(policy, P);
    if (dim[0] == 0)
        return false;
    dim[1] = policy == CUBE          ? dim[0]
             : !law_is_solid(policy) ? P / dim[0]
                                     : INT64_C(1) << (lg(P) - lg(P) / 3) / 2;
    dim[2] = P / dim[0] / dim[1];
    return true;
}

bool law_dims(law_policy policy, int64_t P, int64_t dim[3])
{
    return law_gives_dims(policy, P, dim) && dim[0] > 1 &&
           (policy == LINE_POLICY ||
            (dim[1] > 1 && (!law_is_solid(policy) || dim[2] > 1)));
}

law_place law_place_at(law_policy policy, const law_point *point)
{
    int64_t dim[3];
    law_gives_dims(policy, point->P, dim);
    return (law_place) {
        .P = point->P,
        .r = point->r,
        .i = point->i,
        .j = point->j,
        .n = point->n,
        .x = dim[0],
        .y = dim[1],
        .z = dim[2],
        .c1 = point->r % dim[0],
        .c2 = point->r / dim[0] % dim[1],
        .c3 = point->r / dim[0] / dim[1],
    };
}
