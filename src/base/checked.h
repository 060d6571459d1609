/* Integer arithmetic that says when it does not fit, and division as mathematics has it:
 * floor_div rounds towards minus infinity and floor_mod has the sign of the divisor. */
#ifndef SX_BASE_CHECKED_H
#define SX_BASE_CHECKED_H

#include <stdbool.h>
#include <stdint.h>

#define sx_add_overflows(a, b, ret) __builtin_add_overflow((a), (b), (ret))
#define sx_sub_overflows(a, b, ret) __builtin_sub_overflow((a), (b), (ret))
#define sx_mul_overflows(a, b, ret) __builtin_mul_overflow((a), (b), (ret))

/* 0 where b is 0, the size of a communicator that somebody is not in. Both want not (a == INT64_MIN and b == -1). */
static inline int64_t sx_floor_div(int64_t a, int64_t b)
{
    if (b == 0)
        return 0;
    int64_t q = a / b;
    return a % b != 0 && (a % b < 0) != (b < 0) ? q - 1 : q;
}

static inline int64_t sx_floor_mod(int64_t a, int64_t b)
{
    if (b == 0)
        return 0;
    int64_t m = a % b;
    return m != 0 && (m < 0) != (b < 0) ? m + b : m;
}

static inline int64_t sx_gcd(int64_t a, int64_t b)
{
    uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
    uint64_t y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
    while (y) {
        uint64_t t = x % y;
        x = y;
        y = t;
    }
    return (int64_t)x;
}

/* The a, not 0, and b, integers, of a x + b through two points; false where there are none, or none that fit. */
static inline bool sx_line_through(int64_t x0, int64_t y0, int64_t x1, int64_t y1,
                                   int64_t *ret_a, int64_t *ret_b)
{
    int64_t rise, run, part;
    if (sx_sub_overflows(y1, y0, &rise) || sx_sub_overflows(x1, x0, &run) || run == 0 ||
        rise == 0 || rise == INT64_MIN || rise % run != 0)
        return false;
    *ret_a = rise / run;
    return !sx_mul_overflows(*ret_a, x0, &part) && !sx_sub_overflows(y0, part, ret_b);
}

/* Of the numbers *least, *least + *step, .. those that leave `rest` of `modulus` (> 0), in the same form (Chinese remainders); false where none does. To begin with, 0 and 1
 * are all numbers. *step times the modulus must fit. O(modulus). */
static inline bool sx_leave_rest(int64_t modulus, int64_t rest, int64_t *least,
                                 int64_t *step)
{
    const int64_t end = *least + *step * modulus;
    while (*least < end && *least % modulus != rest)
        *least += *step;
    *step = *step / sx_gcd(*step, modulus) * modulus;
    return *least < end;
}

/* Mixes a 64-bit word (the finaliser of MurmurHash3): a good hash of one word. */
static inline uint64_t sx_hash_mix(uint64_t h)
{
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdULL;
    h ^= h >> 33;
    h *= 0xc4ceb9fe1a85ec53ULL;
    return h ^ (h >> 33);
}

static inline uint64_t sx_hash_add(uint64_t h, uint64_t word)
{
    return sx_hash_mix(h ^ (word + 0x9e3779b97f4a7c15ULL + (h << 6) + (h >> 2)));
}

static inline uint64_t sx_hash_text(const char *text)
{
    uint64_t h = 1;
    for (; *text; text++)
        h = sx_hash_add(h, (unsigned char)*text);
    return h;
}

#endif
