#include "match/stream.h"

#include "base/checked.h"

#define PRIME ((UINT64_C(1) << 61) - 1)
#define POINT UINT64_C(0x15f04a7c3d2b96e1) /* any number below PRIME, but small ones */

uint64_t sx_field_add(uint64_t a, uint64_t b)
{
    uint64_t sum = a + b;
    return sum >= PRIME ? sum - PRIME : sum;
}

uint64_t sx_field_sub(uint64_t a, uint64_t b)
{
    return sx_field_add(a, b ? PRIME - b : 0);
}

uint64_t sx_field_mul(uint64_t a, uint64_t b)
{
    __extension__ unsigned __int128 product = a;
    product *= b;
    return sx_field_add((uint64_t)(product & PRIME), (uint64_t)(product >> 61));
}

uint64_t sx_field_number(uint64_t number)
{
    return number % PRIME;
}

uint64_t sx_field_of(uint64_t number)
{
    return sx_hash_mix(number + 0x9e3779b97f4a7c15ULL) % PRIME;
}

static uint64_t power(uint64_t n)
{
    uint64_t result = 1, base = POINT;
    for (; n; n /= 2) {
        if (n % 2)
            result = sx_field_mul(result, base);
        base = sx_field_mul(base, base);
    }
    return result;
}

void sx_stream_append(sx_stream *stream, uint64_t element)
{
    stream->hash = sx_field_add(sx_field_mul(stream->hash, POINT), element);
    stream->n++;
}

bool sx_stream_join(sx_stream *a, const sx_stream *b)
{
    uint64_t n;
    if (sx_add_overflows(a->n, b->n, &n))
        return false;
    a->hash = sx_field_add(sx_field_mul(a->hash, power(b->n)), b->hash);
    a->n = n;
    return true;
}

bool sx_stream_repeat(sx_stream *stream, uint64_t times)
{
    sx_stream result = { 0, 0 }, chunk = *stream;
    for (; times; times /= 2) {
        if (times % 2 && !sx_stream_join(&result, &chunk))
            return false;
        if (times > 1 && !sx_stream_join(&chunk, &(sx_stream) { chunk.n, chunk.hash }))
            return false;
    }
    *stream = result;
    return true;
}
