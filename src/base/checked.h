/* Integer arithmetic that says when it does not fit, and division as mathematics has it:
 * floor_div rounds towards minus infinity and floor_mod has the sign of the divisor. */
#ifndef SX_BASE_CHECKED_H
#define SX_BASE_CHECKED_H

#include <stdbool.h>
#include <stdint.h>

#define sx_add_overflows(a, b, ret) __builtin_add_overflow((a), (b), (ret))
#define sx_sub_overflows(a, b, ret) __builtin_sub_overflow((a), (b), (ret))
#define sx_mul_overflows(a, b, ret) __builtin_mul_overflow((a), (b), (ret))

/* Both want b != 0, and not (a == INT64_MIN and b == -1). */
static inline int64_t sx_floor_div(int64_t a, int64_t b)
{
    int64_t q = a / b;
    return a % b != 0 && (a % b < 0) != (b < 0) ? q - 1 : q;
}

static inline int64_t sx_floor_mod(int64_t a, int64_t b)
{
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
