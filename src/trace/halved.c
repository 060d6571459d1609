#include "trace/halved.h"

#include <string.h>

/* The digits, first to last; how many, 0 where the last ndims are not all axes. */
static uint32_t digits_of(int64_t order, uint32_t ndims, uint32_t *digit)
{
    uint32_t n = 0, seen = 0;
    for (int64_t rest = order; rest > 0; rest /= 10) {
        const uint32_t axis = (uint32_t)(rest % 10) - 1;
        if (n == SX_HALVED_DIGITS || axis >= ndims)
            return 0;
        seen |= n < ndims ? 1u << axis : 0;
        digit[n++] = axis;
    }
    for (uint32_t i = 0; i < n / 2; i++) {
        const uint32_t swap = digit[i];
        digit[i] = digit[n - 1 - i];
        digit[n - 1 - i] = swap;
    }
    return n >= ndims && seen == (1u << ndims) - 1 ? n : 0;
}

bool sx_halved_dims(int64_t p, int64_t order, uint32_t ndims, int64_t *ret_dim)
{
    uint32_t digit[SX_HALVED_DIGITS], n = digits_of(order, ndims, digit);
    if (n == 0 || p < 1 || (p & (p - 1)) != 0)
        return false;
    for (uint32_t a = 0; a < ndims; a++)
        ret_dim[a] = 1;
    for (uint32_t i = 0; p > 1; p /= 2, i = i + 1 < n ? i + 1 : n - ndims)
        ret_dim[digit[i]] *= 2;
    return true;
}

/* A last digit that comes again before the last ndims ones is one of those that come over and over. */
static int64_t shortest(int64_t number, uint32_t ndims)
{
    int64_t round = 1;
    for (uint32_t i = 0; i < ndims; i++)
        round *= 10;
    while (number >= round && number / round % 10 == number % 10)
        number /= 10;
    return number;
}

int64_t sx_halved_order(uint32_t ndims, const uint32_t *order, const uint32_t *ahead)
{
    uint32_t left[SX_HALVED_DIMS], longest = 0, digits = 0;
    int64_t number = 0;
    memcpy(left, ahead, ndims * sizeof *left);
    for (uint32_t a = 0; a < ndims; a++)
        longest = ahead[a] > longest ? ahead[a] : longest;
    for (; longest > 0; longest--)
        for (uint32_t i = 0; i < ndims; i++)
            if (left[order[i]] == longest) {
                left[order[i]]--;
                number = number * 10 + order[i] + 1;
                if (++digits + ndims > SX_HALVED_DIGITS)
                    return 0;
            }
    for (uint32_t i = 0; i < ndims; i++)
        number = number * 10 + order[i] + 1;
    return shortest(number, ndims);
}
