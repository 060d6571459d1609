#include "trace/sides.h"

#include "trace/factors.h"

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
    sx_sides_part part;
    const int64_t *divisor; /* of all parts, ascending */
    int ndivisors;
    int64_t dim[SX_SIDES_DIMS], *best_dim;
    double best; /* below 0: none so far */
} search;

/* Ascending; returns how many. */
static int find_divisors(int64_t p, int64_t *ret_divisor)
{
    int64_t large[MAX_DIVISORS / 2];
    int n = 0, nlarge = 0;
    for (int64_t d = 1; d <= p / d && n < MAX_DIVISORS / 2; d++)
        if (p % d == 0) {
            ret_divisor[n++] = d;
            if (d < p / d)
                large[nlarge++] = p / d;
        }
    while (nlarge > 0)
        ret_divisor[n++] = large[--nlarge];
    return n;
}

/* Of a part, rounded. */
static double length(const search *s, uint32_t a)
{
    const int64_t side = s->side[a], parts = s->dim[a];
    const int64_t more = s->part == SX_SIDES_CEILING ? parts - 1 : 0;
    return (double)((side + more) / parts);
}

/* Half of that of a part, rounded. */
static double surface(const search *s)
{
    double sum = 0;
    for (uint32_t a = 0; a < s->ndims; a++) {
        double face = 1;
        for (uint32_t b = 0; b < s->ndims; b++)
            face *= a == b ? 1 : length(s, b);
        sum += face;
    }
    return sum;
}

/* Is it less by more than what is rounded? */
static bool is_less(const search *s, double than_best)
{
    static const double margin = 1e-12;
    return s->best < 0 || than_best < s->best * (1 - margin);
}

static void try_last(search *s, int64_t parts, double sum)
{
    s->dim[s->ndims - 1] = parts;
    const double own = s->part == SX_SIDES_QUOTIENT ? sum : surface(s);
    if (is_less(s, own)) {
        s->best = own;
        memcpy(s->best_dim, s->dim, s->ndims * sizeof *s->dim);
    }
}

/* From axis a on, over which `left` parts are left. `sum` is that of dim / side over the axes before: over all of them half the surface of a
 * quotient by its volume, which all have alike, so that more parts are no better once it is as much. */
static void try_axis(search *s, uint32_t a, int64_t left, double sum)
{
    const double side = (double)s->side[a];
    if (a + 1 == s->ndims) {
        try_last(s, left, sum + (double)left / side);
        return;
    }
    for (int i = 0; i < s->ndivisors && s->divisor[i] <= left; i++) {
        const double more = sum + (double)s->divisor[i] / side;
        if (s->part == SX_SIDES_QUOTIENT && !is_less(s, more))
            return;
        s->dim[a] = s->divisor[i];
        if (left % s->divisor[i] == 0)
            try_axis(s, a + 1, left / s->divisor[i], more);
    }
}

void sx_sides_least_surface(int64_t p, const int64_t *side, uint32_t ndims,
                            sx_sides_part part, int64_t *ret_dim)
{
    int64_t divisor[MAX_DIVISORS];
    search s = {
        .side = side, .ndims = ndims, .part = part, .best_dim = ret_dim, .best = -1
    };
    s.divisor = divisor;
    s.ndivisors = find_divisors(p, divisor);
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
    int64_t factor[SX_FACTORS];
    int n = sx_factors_of(p, factor);
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
