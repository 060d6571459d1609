#include "trace/sides.h"

#include <string.h>

static int64_t base_of(uint32_t ndims)
{
    int64_t base = 1;
    for (uint32_t i = 0; i < SX_SIDES_DIGITS / ndims; i++)
        base *= 10;
    return base;
}

int64_t sx_sides_number(uint32_t ndims, const int64_t *side)
{
    const int64_t base = base_of(ndims);
    int64_t number = 0;
    for (uint32_t a = 0; a < ndims; a++) {
        if (side[a] < 1 || side[a] >= base)
            return 0;
        number = number * base + side[a];
    }
    return number;
}

bool sx_sides_of(int64_t number, uint32_t ndims, int64_t *ret_side)
{
    const int64_t base = base_of(ndims);
    bool all = number > 0;
    for (uint32_t a = ndims; a > 0; a--) {
        ret_side[a - 1] = a > 1 ? number % base : number;
        all = all && ret_side[a - 1] > 0;
        number /= base;
    }
    return all;
}

/* Of no p up to 2^40 are there more. */
enum { MAX_DIVISORS = 2 * 3360 };

typedef struct search {
    const int64_t *side;
    uint32_t ndims;
    int64_t divisor[MAX_DIVISORS]; /* of all parts, ascending */
    int ndivisors;
    int64_t dim[SX_SIDES_DIMS], *best_dim;
    double best; /* 0: none so far */
} search;

static void find_divisors(search *s, int64_t p)
{
    int64_t large[MAX_DIVISORS / 2];
    int nlarge = 0;
    for (int64_t d = 1; d <= p / d && s->ndivisors < MAX_DIVISORS / 2; d++)
        if (p % d == 0) {
            s->divisor[s->ndivisors++] = d;
            if (d < p / d)
                large[nlarge++] = p / d;
        }
    while (nlarge > 0)
        s->divisor[s->ndivisors++] = large[--nlarge];
}

/* Is the sum less by more than what is rounded? */
static bool is_better(const search *s, double sum)
{
    static const double margin = 1e-9;
    return s->best == 0 || sum < s->best * (1 - margin);
}

/* From axis a on, over which `left` parts are left. */
static void try_axis(search *s, uint32_t a, int64_t left, double sum)
{
    if (a + 1 == s->ndims) {
        s->dim[a] = left;
        sum += (double)left / (double)s->side[a];
        if (is_better(s, sum)) {
            s->best = sum;
            memcpy(s->best_dim, s->dim, s->ndims * sizeof *s->dim);
        }
        return;
    }
    for (int i = 0; i < s->ndivisors && s->divisor[i] <= left; i++) {
        const double more = sum + (double)s->divisor[i] / (double)s->side[a];
        if (!is_better(s, more))
            break;
        s->dim[a] = s->divisor[i];
        if (left % s->divisor[i] == 0)
            try_axis(s, a + 1, left / s->divisor[i], more);
    }
}

void sx_sides_least_surface(int64_t p, const int64_t *side, uint32_t ndims,
                            int64_t *ret_dim)
{
    search s = { .side = side, .ndims = ndims, .best_dim = ret_dim };
    find_divisors(&s, p);
    try_axis(&s, 0, p, 0);
}

static uint32_t longest_axis(const int64_t *side, const int64_t *dim, uint32_t ndims)
{
    uint32_t longest = 0;
    for (uint32_t a = 1; a < ndims; a++)
        if ((double)side[a] / (double)dim[a] >
            (double)side[longest] / (double)dim[longest])
            longest = a;
    return longest;
}

void sx_sides_longest(int64_t p, const int64_t *side, uint32_t ndims, int64_t *ret_dim)
{
    int64_t factor[64];
    int n = 0;
    for (int64_t prime = 2; p > 1; prime++) {
        if (prime > p / prime)
            prime = p; /* which is one, then */
        for (; p % prime == 0; p /= prime)
            factor[n++] = prime;
    }
    for (uint32_t a = 0; a < ndims; a++)
        ret_dim[a] = 1;
    while (n > 0)
        ret_dim[longest_axis(side, ret_dim, ndims)] *= factor[--n];
}

void sx_sides_ratio(int64_t p, const int64_t *side, int64_t *ret_dim)
{
    const double ratio = (double)side[0] / (double)side[1];
    ret_dim[0] = 1;
    for (int64_t d = 1; d <= p / d; d++)
        for (int k = 0; k < 2 && p % d == 0; k++) {
            const int64_t parts = k ? p / d : d;
            if (parts > ret_dim[0] && (double)parts / (double)(p / parts) <= ratio)
                ret_dim[0] = parts;
        }
    ret_dim[1] = p / ret_dim[0];
}
