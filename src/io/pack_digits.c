#include "io/pack_digits.h"

#include <string.h>

/* Characters that neither end a value nor a string in the text format. */
static const char digit[] =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    "!#$%&'(+-./:<=>?[^_`{}~";

static int digit_value(char c)
{
    const char *at = c ? strchr(digit, c) : NULL;
    return at ? (int)(at - digit) : -1;
}

size_t sx_digits_span(const char *at, const char *end)
{
    const char *start = at;
    while (at < end && digit_value(*at) >= 0)
        at++;
    return (size_t)(at - start);
}

/* k bytes of a group of 4 are k + 1 digits. */
static void put_group(sx_digits *to)
{
    uint32_t word = to->word << (32 - 8 * to->n), unit = 1;
    char group[5];
    /* What is cut off at the end is rounded up, so that the first bytes come back. */
    for (unsigned i = to->n; i < 4; i++)
        unit *= 85;
    word = (uint32_t)(((uint64_t)word + unit - 1) / unit);
    for (unsigned i = to->n + 1; i-- > 0; word /= 85)
        group[i] = digit[word % 85];
    sx_buffer_append(to->out, group, to->n + 1);
    to->word = 0;
    to->n = 0;
}

static void put_byte(sx_digits *to, unsigned byte)
{
    to->word = to->word << 8 | byte;
    if (++to->n == 4)
        put_group(to);
}

void sx_digits_put(sx_digits *to, unsigned byte)
{
    if (byte == 0) {
        to->zeros++;
        return;
    }
    for (; to->zeros; to->zeros--)
        put_byte(to, 0);
    put_byte(to, byte);
}

void sx_digits_end(sx_digits *to)
{
    if (to->n)
        put_group(to);
    to->zeros = 0;
}

bool sx_digits_bytes(const char *text, size_t size, unsigned char *ret_byte,
                     size_t *ret_n)
{
    size_t n = 0;
    for (size_t at = 0; at < size; at += 5) {
        uint64_t word = 0;
        size_t k = size - at < 5 ? size - at : 5;
        for (size_t i = 0; i < 5; i++) {
            int value = i < k ? digit_value(text[at + i]) : 0;
            if (value < 0)
                return false;
            word = word * 85 + (uint64_t)value;
        }
        if (k == 1 || word > UINT32_MAX)
            return false;
        for (size_t i = 0; i < k - 1; i++)
            ret_byte[n++] = (unsigned char)(word >> (24 - 8 * i));
    }
    *ret_n = n;
    return true;
}
