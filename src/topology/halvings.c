#include "topology/halvings.h"

#include "trace/halved.h"

#include <string.h>

/* Doublings by which an axis is longer than the shortest, less than; and orders that fit, at the most. */
enum { AHEAD = 4, ORDERS = 1024 };

/* Do all runs have the dims that are known? */
static bool fits(const sx_topology_run *run, size_t nruns, const sx_policy *policy,
                 int64_t order)
{
    int64_t dim[SX_MAX_DIMS];
    for (size_t i = 0; i < nruns; i++)
        if (!policy->dims(run[i].p, order, dim) ||
            (run[i].known_ndims == policy->ndims &&
             memcmp(dim, run[i].known, policy->ndims * sizeof *dim) != 0))
            return false;
    return true;
}

/* Has another policy the same extents for all powers of two? */
static bool is_another(const sx_policy *policy, int64_t order)
{
    enum { TWOS = 24 };
    for (size_t k = 0; k < sx_policy_count; k++) {
        const sx_policy *other = &sx_policies[k];
        bool same = other->ndims == policy->ndims && !other->has_arg;
        for (int l = 0; same && l < TWOS; l++) {
            int64_t a[SX_MAX_DIMS], b[SX_MAX_DIMS];
            same = policy->dims(INT64_C(1) << l, order, a) &&
                   other->dims(INT64_C(1) << l, 0, b) &&
                   memcmp(a, b, policy->ndims * sizeof *a) == 0;
        }
        if (same)
            return true;
    }
    return false;
}

static bool is_among(const int64_t *number, size_t n, int64_t wanted)
{
    for (size_t i = 0; i < n; i++)
        if (number[i] == wanted)
            return true;
    return false;
}

/* The k-th order of n axes. */
static void make_order(uint32_t n, unsigned k, uint32_t *order)
{
    uint32_t left[SX_HALVED_DIMS], of = 1;
    for (uint32_t i = 0; i < n; i++) {
        left[i] = i;
        of *= i + 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        of /= n - i;
        const uint32_t at = k / of;
        k %= of;
        order[i] = left[at];
        memmove(&left[at], &left[at + 1], (n - i - at - 1) * sizeof *left);
    }
}

/* The k-th way in which axes are ahead; false when none is at 0, or k is beyond the last. */
static bool make_ahead(uint32_t n, unsigned k, uint32_t *ahead)
{
    bool none = false;
    for (uint32_t a = 0; a < n; a++) {
        ahead[a] = k % AHEAD;
        none = none || ahead[a] == 0;
        k /= AHEAD;
    }
    return none && k == 0;
}

sx_status sx_halvings_each(const sx_topology_run *run, size_t nruns,
                           const sx_policy *policy, sx_halvings_try *try_order, void *of)
{
    const uint32_t n = policy->ndims;
    int64_t tried[ORDERS];
    size_t ntried = 0;
    unsigned orders = 1, ways = 1;
    for (uint32_t i = 0; i < n; i++) {
        orders *= i + 1;
        ways *= AHEAD;
    }
    for (unsigned way = 0; way < ways; way++)
        for (unsigned k = 0; k < orders; k++) {
            uint32_t order[SX_HALVED_DIMS], ahead[SX_HALVED_DIMS];
            make_order(n, k, order);
            if (!make_ahead(n, way, ahead))
                break;
            const int64_t number = sx_halved_order(n, order, ahead);
            if (!number || !fits(run, nruns, policy, number) ||
                is_among(tried, ntried, number) || is_another(policy, number))
                continue;
            if (ntried == ORDERS)
                return SX_OK;
            tried[ntried++] = number;
            sx_status st = try_order(of, policy, number);
            if (st)
                return st;
        }
    return SX_OK;
}
