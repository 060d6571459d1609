#include "trace/policy.h"

#include "base/checked.h"
#include "trace/factors.h"
#include "trace/halved.h"
#include "trace/sides.h"

#include <string.h>

/* The largest q with q^k <= p. */
static int64_t root_of(int64_t p, int k)
{
    int64_t low = 1, high = 1;
    while (high <= p / high)
        high *= 2;
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2, power = 1;
        for (int i = 0; i < k && power <= p; i++)
            power = power > p / middle ? p + 1 : power * middle;
        if (power <= p)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static bool power_dims(int64_t p, int k, int64_t *dim)
{
    int64_t q = root_of(p, k), power = 1;
    for (int i = 0; i < k; i++) {
        dim[i] = q;
        power *= q;
    }
    return power == p;
}

static void reverse(int64_t *dim, int n)
{
    for (int i = 0; i < n / 2; i++) {
        int64_t swap = dim[i];
        dim[i] = dim[n - 1 - i];
        dim[n - 1 - i] = swap;
    }
}

/* Chains of ranks; the only policy of programs without a grid. */
static bool line(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    (void)arg;
    dim[0] = p;
    return true;
}

/* Multipartitioned solvers: P must be a square. */
static bool square(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    (void)arg;
    return power_dims(p, 2, dim);
}

/* As many cells on every axis: P must be a cube. */
static bool cube(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    (void)arg;
    return power_dims(p, 3, dim);
}

/* Four-dimensional lattices cut alike on every axis. */
static bool hypercube4(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    (void)arg;
    return power_dims(p, 4, dim);
}

/* The largest divisor of P that is at most its root, and the rest: the smaller extent first. */
static bool divisor_wide(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    (void)arg;
    int64_t d = root_of(p, 2);
    while (p % d != 0)
        d--;
    dim[0] = d;
    dim[1] = p / d;
    return true;
}

/* The same with the larger extent first. */
static bool divisor_tall(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    divisor_wide(p, arg, dim);
    reverse(dim, 2);
    return true;
}

/* -1 when p is no power of two. */
static int exponent_of_two(int64_t p)
{
    return (p & (p - 1)) == 0 ? __builtin_ctzll((unsigned long long)p) : -1;
}

/* Reductions along rows, and pencils: a power of two, its exponent halved; nrows <= ncols. */
static bool pow2_wide(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    (void)arg;
    int l = exponent_of_two(p);
    if (l < 0)
        return false;
    dim[0] = INT64_C(1) << (l / 2);
    dim[1] = INT64_C(1) << (l - l / 2);
    return true;
}

/* The same with the larger extent first: columns are numbered fastest. */
static bool pow2_tall(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    if (!pow2_wide(p, arg, dim))
        return false;
    reverse(dim, 2);
    return true;
}

/* A third of the exponent, half of the rest, the rest. */
static bool pow2_3d(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    (void)arg;
    int l = exponent_of_two(p);
    if (l < 0)
        return false;
    int a = l / 3, b = (l - a) / 2;
    dim[0] = INT64_C(1) << a;
    dim[1] = INT64_C(1) << b;
    dim[2] = INT64_C(1) << (l - a - b);
    return true;
}

static bool pow2_3d_reversed(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    if (!pow2_3d(p, arg, dim))
        return false;
    reverse(dim, 3);
    return true;
}

/* MPI_Dims_create as Open MPI 1.7 to 5.0 does it (ompi/mpi/c/dims_create.c, getfactors
 * and assignnodes): the prime factors from the largest to the smallest, each to the
 * smallest extent so far, the first of equal ones. MPI wants the result non-increasing; a
 * row-major Cart_create numbers the last extent fastest, so that dim[0] is the smallest.
 */
static bool deal_factors(const int64_t *factor, int nfactors, int n, int64_t *dim)
{
    for (int i = 0; i < n; i++)
        dim[i] = 1;
    for (int j = nfactors - 1; j >= 0; j--) {
        int least = 0;
        for (int i = 1; i < n; i++) {
            if (dim[i] < dim[least])
                least = i;
        }
        dim[least] *= factor[j];
    }
    for (int i = 1; i < n; i++) {
        for (int j = i; j > 0 && dim[j] < dim[j - 1]; j--) {
            int64_t swap = dim[j];
            dim[j] = dim[j - 1];
            dim[j - 1] = swap;
        }
    }
    return true;
}

static bool dims_create(int64_t p, int n, int64_t *dim)
{
    int64_t factor[SX_FACTORS];
    return deal_factors(factor, sx_factors_of(p, factor), n, dim);
}

/* MPI_Dims_create as SimGrid 3.32 does it (src/smpi/mpi/smpi_topo.cpp, getfactors), which looks for factors below the root of what is left:
 * the square of an odd prime, larger than all other factors, is left whole. */
static bool dims_simgrid(int64_t p, int n, int64_t *dim)
{
    int64_t factor[SX_FACTORS];
    int nfactors = sx_factors_of(p, factor);
    bool square = nfactors > 1 && factor[nfactors - 1] > 2 &&
                  factor[nfactors - 1] == factor[nfactors - 2] &&
                  (nfactors == 2 || factor[nfactors - 3] != factor[nfactors - 1]);
    if (square) {
        factor[nfactors - 2] *= factor[nfactors - 1];
        nfactors--;
    }
    return deal_factors(factor, nfactors, n, dim);
}

/* X(dimensions): MPI_Dims_create as a row-major program numbers it, and column-major. */
#define DIMS_CREATE(as, n)                                                               \
    static bool dims_##as##_##n##d(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])     \
    {                                                                                    \
        (void)arg;                                                                       \
        return dims_##as(p, n, dim);                                                     \
    }                                                                                    \
    static bool dims_##as##_##n##d_reversed(int64_t p, int64_t arg,                      \
                                            int64_t dim[SX_MAX_DIMS])                    \
    {                                                                                    \
        (void)arg;                                                                       \
        dims_##as(p, n, dim);                                                            \
        reverse(dim, n);                                                                 \
        return true;                                                                     \
    }
DIMS_CREATE(create, 2)
DIMS_CREATE(create, 3)
DIMS_CREATE(create, 4)
DIMS_CREATE(simgrid, 2)
DIMS_CREATE(simgrid, 3)
DIMS_CREATE(simgrid, 4)

/* The box of P cells with the least surface. */
static bool surface_3d(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    static const int64_t cube[] = { 1, 1, 1 };
    (void)arg;
    sx_sides_least_surface(p, cube, 3, SX_SIDES_QUOTIENT, dim);
    return true;
}

static bool surface_3d_reversed(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    if (!surface_3d(p, arg, dim))
        return false;
    reverse(dim, 3);
    return true;
}

/* One extent is an input of the program, such as the pencils of a transform. */
static bool fixed_x_2d(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    if (arg < 1 || p % arg != 0)
        return false;
    dim[0] = arg;
    dim[1] = p / arg;
    return true;
}

static bool fixed_y_2d(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    if (!fixed_x_2d(p, arg, dim))
        return false;
    reverse(dim, 2);
    return true;
}

/* Layers of squares. */
static bool square_fixed_z_3d(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    if (arg < 1 || p % arg != 0 || !square(p / arg, 0, dim))
        return false;
    dim[2] = arg;
    return true;
}

static bool fixed_x_square_3d(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    if (!square_fixed_z_3d(p, arg, dim))
        return false;
    reverse(dim, 3);
    return true;
}

/* One axis as long as it can be cut no further, which `arg` ranks do, and another beyond that: slabs that become
 * pencils. */
static bool switch_x_2d(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    return fixed_x_2d(p, p > arg ? arg : 1, dim);
}

static bool switch_y_2d(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    return fixed_y_2d(p, p > arg ? arg : 1, dim);
}

static bool fill_x_2d(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    return fixed_x_2d(p, p > arg ? arg : p, dim);
}

static bool fill_y_2d(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    return fixed_y_2d(p, p > arg ? arg : p, dim);
}

/* X(dimensions): a domain of powers of two, halved where it is longest. */
#define HALVED(n)                                                                        \
    static bool halved_##n##d(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])          \
    {                                                                                    \
        return sx_halved_dims(p, arg, n, dim);                                           \
    }
HALVED(2)
HALVED(3)
HALVED(4)

/* Simple ones first: where several explain the inputs, the first is preferred. */
const sx_policy sx_policies[] = {
    { "line", "(P)", 1, false, false, line },
    { "square", "(q, q) with P = q^2", 2, false, false, square },
    { "cube", "(q, q, q) with P = q^3", 3, false, false, cube },
    { "hypercube4", "(q, q, q, q) with P = q^4", 4, false, false, hypercube4 },
    { "divisor-wide", "(d, P/d) with the largest divisor d <= sqrt(P)", 2, false, false,
      divisor_wide },
    { "divisor-tall", "(P/d, d) with the largest divisor d <= sqrt(P)", 2, false, false,
      divisor_tall },
    { "pow2-wide", "(2^floor(l/2), 2^ceil(l/2)) with P = 2^l", 2, false, false,
      pow2_wide },
    { "pow2-tall", "(2^ceil(l/2), 2^floor(l/2)) with P = 2^l", 2, false, false,
      pow2_tall },
    { "pow2-3d", "(2^a, 2^b, 2^c) with P = 2^l, a = floor(l/3), b = floor((l-a)/2)", 3,
      false, false, pow2_3d },
    { "pow2-3d-reversed",
      "(2^c, 2^b, 2^a) with P = 2^l, a = floor(l/3), b = floor((l-a)/2)", 3, false, false,
      pow2_3d_reversed },
    { "dims_create-2d", "MPI_Dims_create, smallest extent first", 2, false, false,
      dims_create_2d },
    { "dims_create-2d-reversed", "MPI_Dims_create, largest extent first", 2, false, false,
      dims_create_2d_reversed },
    { "dims_create-3d", "MPI_Dims_create, smallest extent first", 3, false, false,
      dims_create_3d },
    { "dims_create-3d-reversed", "MPI_Dims_create, largest extent first", 3, false, false,
      dims_create_3d_reversed },
    { "dims_create-4d", "MPI_Dims_create, smallest extent first", 4, false, false,
      dims_create_4d },
    { "dims_create-4d-reversed", "MPI_Dims_create, largest extent first", 4, false, false,
      dims_create_4d_reversed },
    { "surface-3d", "the box of least surface, smallest extent first", 3, false, false,
      surface_3d },
    { "surface-3d-reversed", "the box of least surface, largest extent first", 3, false,
      false, surface_3d_reversed },
    { "fixed-x-2d", "(arg, P/arg)", 2, true, false, fixed_x_2d },
    { "fixed-y-2d", "(P/arg, arg)", 2, true, false, fixed_y_2d },
    { "square-fixed-z-3d", "(q, q, arg) with P = arg q^2", 3, true, false,
      square_fixed_z_3d },
    { "fixed-x-square-3d", "(arg, q, q) with P = arg q^2", 3, true, false,
      fixed_x_square_3d },
    { "switch-x-2d", "(1, P), beyond arg ranks (arg, P/arg)", 2, true, false,
      switch_x_2d },
    { "switch-y-2d", "(P, 1), beyond arg ranks (P/arg, arg)", 2, true, false,
      switch_y_2d },
    { "fill-x-2d", "(P, 1), beyond arg ranks (arg, P/arg)", 2, true, false, fill_x_2d },
    { "fill-y-2d", "(1, P), beyond arg ranks (P/arg, arg)", 2, true, false, fill_y_2d },
    { "halved-2d", "P = 2^l, each factor two to the next axis of the digits of arg", 2,
      true, true, halved_2d },
    { "halved-3d", "P = 2^l, each factor two to the next axis of the digits of arg", 3,
      true, true, halved_3d },
    { "halved-4d", "P = 2^l, each factor two to the next axis of the digits of arg", 4,
      true, true, halved_4d },
};
const size_t sx_policy_count = sizeof sx_policies / sizeof *sx_policies;

#define SX_GIVEN(n)                                                                      \
    {                                                                                    \
        "given", "dims that were told", n, false, false, NULL                            \
    }
const sx_policy sx_policy_given[SX_MAX_DIMS] = {
    SX_GIVEN(1), SX_GIVEN(2), SX_GIVEN(3), SX_GIVEN(4),
    SX_GIVEN(5), SX_GIVEN(6), SX_GIVEN(7), SX_GIVEN(8),
};

const sx_policy sx_policy_simgrid[SX_POLICY_SIMGRID] = {
    { "dims_simgrid-2d", "MPI_Dims_create of SimGrid, smallest extent first", 2, false,
      false, dims_simgrid_2d },
    { "dims_simgrid-2d-reversed", "MPI_Dims_create of SimGrid, largest extent first", 2,
      false, false, dims_simgrid_2d_reversed },
    { "dims_simgrid-3d", "MPI_Dims_create of SimGrid, smallest extent first", 3, false,
      false, dims_simgrid_3d },
    { "dims_simgrid-3d-reversed", "MPI_Dims_create of SimGrid, largest extent first", 3,
      false, false, dims_simgrid_3d_reversed },
    { "dims_simgrid-4d", "MPI_Dims_create of SimGrid, smallest extent first", 4, false,
      false, dims_simgrid_4d },
    { "dims_simgrid-4d-reversed", "MPI_Dims_create of SimGrid, largest extent first", 4,
      false, false, dims_simgrid_4d_reversed },
};

const sx_policy sx_policy_stated[SX_POLICY_STATED] = {
    { "stated-2d", "dims that the program states", 2, false, false, dims_create_2d },
    { "stated-3d", "dims that the program states", 3, false, false, dims_create_3d },
    { "stated-4d", "dims that the program states", 4, false, false, dims_create_4d },
};

static bool powers(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    (void)arg;
    dim[0] = p;
    return exponent_of_two(p) >= 0;
}

static bool even(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])
{
    (void)arg;
    dim[0] = p;
    return p % 2 == 0;
}

const sx_policy sx_policy_scope[SX_POLICY_SCOPE] = {
    { "powers", "P = 2^l", 1, false, false, powers },
    { "even", "P = 2 k", 1, false, false, even },
};

bool sx_policy_is_scope(const sx_policy *policy)
{
    return policy >= sx_policy_scope && policy < sx_policy_scope + SX_POLICY_SCOPE;
}

bool sx_policy_is_stated(const sx_policy *policy)
{
    return policy >= sx_policy_stated && policy < sx_policy_stated + SX_POLICY_STATED;
}

bool sx_policy_switches(const sx_policy *policy)
{
    return policy->dims == switch_x_2d || policy->dims == switch_y_2d ||
           policy->dims == fill_x_2d || policy->dims == fill_y_2d;
}

bool sx_policy_dims(const sx_policy *policy, int64_t p, int64_t arg, uint32_t told_ndims,
                    const int64_t *told, int64_t ret_dim[SX_MAX_DIMS])
{
    bool is_told = told_ndims == policy->ndims;
    if (!policy->dims || sx_policy_is_stated(policy)) {
        if (is_told)
            memcpy(ret_dim, told, told_ndims * sizeof *told);
        return is_told;
    }
    return policy->dims(p, arg, ret_dim) &&
           (!is_told || memcmp(ret_dim, told, told_ndims * sizeof *told) == 0);
}

static const sx_policy *named_among(const sx_policy *policy, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(policy[i].name, name) == 0)
            return &policy[i];
    }
    for (size_t i = 0; i < SX_POLICY_MERGED; i++) {
        if (strcmp(sx_policy_merged[i].name, name) == 0)
            return &sx_policy_merged[i];
    }
    return NULL;
}

const sx_policy *sx_policy_named(const char *name)
{
    const sx_policy *policy = named_among(sx_policies, sx_policy_count, name);
    if (!policy)
        policy = named_among(sx_policy_simgrid, SX_POLICY_SIMGRID, name);
    if (!policy)
        policy = named_among(sx_policy_scope, SX_POLICY_SCOPE, name);
    if (!policy)
        policy = named_among(sx_policy_held, SX_POLICY_HELD, name);
    if (!policy)
        policy = named_among(sx_policy_sides, SX_POLICY_SIDES, name);
    return policy ? policy : named_among(sx_policy_stated, SX_POLICY_STATED, name);
}

static bool has_grid(const sx_policy *policy, int64_t arg, int64_t p)
{
    int64_t dim[SX_MAX_DIMS];
    return policy->dims(p, arg, dim);
}

/* Whether `candidate` has a grid and is nearer to p than *nearest, on the side of `sign`.
 */
static void try_nearer(const sx_policy *policy, int64_t arg, int64_t p, int64_t candidate,
                       int sign, int64_t *nearest)
{
    bool on_side = sign < 0 ? candidate < p && candidate >= (p + 3) / 4
                            : candidate > p && candidate <= 4 * p;
    bool nearer =
        *nearest == 0 || (sign < 0 ? candidate > *nearest : candidate < *nearest);
    if (candidate >= 1 && on_side && nearer && has_grid(policy, arg, candidate))
        *nearest = candidate;
}

/* Close by every p is tried; farther away only those that a law with gaps so wide can
 * want: powers, and multiples of its constant. */
static int64_t nearest_on_side(const sx_policy *policy, int64_t arg, int64_t p, int sign)
{
    enum { TRIED = 1024 };
    int64_t nearest = 0;
    for (int64_t by = 1; by <= TRIED && nearest == 0; by++)
        try_nearer(policy, arg, p, p + sign * by, sign, &nearest);
    if (nearest != 0)
        return nearest;
    for (int k = 2; k <= SX_MAX_DIMS; k++) {
        int64_t root = root_of(p, k);
        for (int64_t q = root - 1; q <= root + 1; q++) {
            int64_t power = 1;
            for (int i = 0; i < k; i++)
                power *= q;
            try_nearer(policy, arg, p, power, sign, &nearest);
        }
    }
    for (int l = 0; l < 40; l++)
        try_nearer(policy, arg, p, INT64_C(1) << l, sign, &nearest);
    if (policy->has_arg && !policy->arg_is_order && arg > 0) {
        try_nearer(policy, arg, p, p / arg * arg, sign, &nearest);
        try_nearer(policy, arg, p, p / arg * arg + arg, sign, &nearest);
    }
    return nearest;
}

void sx_policy_nearest(const sx_policy *policy, int64_t arg, int64_t p,
                       int64_t *ret_below, int64_t *ret_above)
{
    *ret_below = nearest_on_side(policy, arg, p, -1);
    *ret_above = nearest_on_side(policy, arg, p, +1);
}
