#include "law.h"
#include "law_number.h"

const char *const law_policy_name[POLICIES] = {
    "line",        "square",      "divisor-wide", "divisor-tall",
    "powers-wide", "powers-tall", "factors-wide", "factors-tall",
    "two-wide",    "three-wide",  "cube",         "powers-3d",
};

static int64_t small_divisor(int64_t P)
{
    int64_t d = root(P);
    while (P % d)
        d--;
    return d;
}

/* The smaller extent of two. */
static int64_t small_of_factors(int64_t P)
{
    int64_t small = 1, large = 1;
    for (int64_t f = P; f > 1; f--) {
        bool prime = true;
        for (int64_t d = 2; d * d <= f; d++)
            prime = prime && f % d;
        for (; prime && P % f == 0; P /= f) {
            small *= f;
            if (small > large) {
                int64_t swap = small;
                small = large;
                large = swap;
            }
        }
    }
    return small;
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
    case POLICIES:
        break;
    }
    return 0;
}

bool law_dims(law_policy policy, int64_t P, int64_t dim[3])
{
    dim[0] = first_extent(policy, P);
    if (dim[0] < 2)
        return false;
    bool flat = policy != CUBE && policy != POWERS_3D;
    dim[1] = policy == CUBE ? dim[0]
             : flat         ? P / dim[0]
                            : INT64_C(1) << (lg(P) - lg(P) / 3) / 2;
    dim[2] = P / dim[0] / dim[1];
    return policy == LINE_POLICY || (dim[1] > 1 && (flat || dim[2] > 1));
}

law_place law_place_at(law_policy policy, const law_point *point)
{
    int64_t dim[3];
    law_dims(policy, point->P, dim);
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
