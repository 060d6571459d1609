#include "io/text_number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DIGITS = 17, PLAIN_MIN = -5, PLAIN_MAX = 15 };

/* A positive number as its decimal digits, without zeros at the end: 0.d1 d2 .. times ten
 * to the power of point. */
typedef struct decimal {
    char digit[MAX_DIGITS + 1];
    int n, point;
} decimal;

/* printf chooses the digits; the decimal point it writes depends on the locale and is
 * skipped. */
static decimal round_to(double value, int digits)
{
    decimal d = { .n = 0 };
    char text[64];
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
    const char *c = text;
    for (; *c != 'e'; c++)
        if (*c >= '0' && *c <= '9')
            d.digit[d.n++] = *c;
    d.point = (int)strtol(c + 1, NULL, 10) + 1;
    while (d.n > 1 && d.digit[d.n - 1] == '0')
        d.n--;
    return d;
}

static void put_zeros(sx_buffer *out, int n)
{
    for (int i = 0; i < n; i++)
        sx_buffer_append(out, "0", 1);
}

static void put_decimal(sx_buffer *out, const decimal *d)
{
    size_t n = (size_t)d->n, point = (size_t)d->point;
    if (d->point <= PLAIN_MIN || d->point > PLAIN_MAX) {
        sx_buffer_append(out, d->digit, 1);
        if (n > 1) {
            sx_buffer_append(out, ".", 1);
            sx_buffer_append(out, d->digit + 1, n - 1);
        }
        sx_buffer_printf(out, "e%d", d->point - 1);
    } else if (d->point <= 0) {
        sx_buffer_puts(out, "0.");
        put_zeros(out, -d->point);
        sx_buffer_append(out, d->digit, n);
    } else if (d->n <= d->point) {
        sx_buffer_append(out, d->digit, n);
        put_zeros(out, d->point - d->n);
    } else {
        sx_buffer_append(out, d->digit, point);
        sx_buffer_append(out, ".", 1);
        sx_buffer_append(out, d->digit + point, n - point);
    }
}

static void put_sign(sx_buffer *out, double value)
{
    if (value < 0)
        sx_buffer_append(out, "-", 1);
}

static const double powers_of_ten[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                        1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

/* Numbers of at most nine digits and four places, which most times are, and all that has no digits. One exact
 * division says whether a number is the double nearest to that of fewer places; then printf would find the same
 * digits. */
static bool put_simple(sx_buffer *out, double value)
{
    _Static_assert(SX_TEXT_DIGITS == 9, "1e9 below");
    double whole = fabs(value);
    if (!isfinite(value)) {
        if (!out->status)
            out->status = SX_INVALID;
        return true;
    }
    for (int places = 0; places <= 4 && whole * powers_of_ten[places] < 1e9; places++) {
        int64_t digits = llrint(whole * powers_of_ten[places]);
        int64_t unit = (int64_t)powers_of_ten[places];
        if ((double)digits / powers_of_ten[places] != whole)
            continue;
        put_sign(out, value);
        sx_buffer_int(out, digits / unit);
        if (places)
            sx_buffer_append(out, ".", 1);
        for (digits %= unit; places > 0; digits %= unit, places--) {
            unit /= 10;
            sx_buffer_append(out, &"0123456789"[digits / unit], 1);
        }
        return true;
    }
    return false;
}

void sx_text_put_real(sx_buffer *out, double value)
{
    if (put_simple(out, value))
        return;
    decimal d = round_to(fabs(value), SX_TEXT_DIGITS);
    put_sign(out, value);
    put_decimal(out, &d);
}

double sx_text_rounded(double value)
{
    sx_buffer text = SX_BUFFER_INIT;
    double rounded = value;
    sx_text_put_real(&text, value);
    if (text.size)
        sx_text_get_real(text.data, text.size, &rounded);
    sx_buffer_finish(&text);
    return rounded;
}

void sx_text_put_exact(sx_buffer *out, double value)
{
    if (put_simple(out, value))
        return;
    sx_buffer digits = SX_BUFFER_INIT;
    for (int n = SX_TEXT_DIGITS; n <= MAX_DIGITS; n = n < 15 ? 15 : n + 1) {
        decimal d = round_to(fabs(value), n);
        double back;
        digits.size = 0;
        put_decimal(&digits, &d);
        if (digits.status ||
            (sx_text_get_real(digits.data, digits.size, &back) == digits.size &&
             back == fabs(value)))
            break;
    }
    if (digits.status && !out->status)
        out->status = digits.status;
    put_sign(out, value);
    sx_buffer_append(out, digits.data, digits.size);
    sx_buffer_finish(&digits);
}

/* Takes the digits at *at: the first MAX_DIGITS + 2 significant ones go to `text`;
 * *exponent counts what the others, or the places behind the point, are worth. */
static size_t take_digits(const char *from, size_t length, char *text, size_t *n,
                          int *exponent, bool fraction)
{
    size_t i = 0;
    for (; i < length && from[i] >= '0' && from[i] <= '9'; i++) {
        bool kept = *n < MAX_DIGITS + 2;
        if (kept && (*n || from[i] != '0'))
            text[(*n)++] = from[i];
        if (fraction && kept)
            --*exponent;
        else if (!fraction && !kept)
            ++*exponent;
    }
    return i;
}

/* An exponent saturates: beyond a thousand all is zero or infinite. */
static size_t take_exponent(const char *from, size_t length, int *exponent)
{
    size_t i = 1, first;
    int value = 0;
    bool negative = length > 1 && from[1] == '-';
    if (length > 1 && (from[1] == '-' || from[1] == '+'))
        i = 2;
    for (first = i; i < length && from[i] >= '0' && from[i] <= '9'; i++)
        value = value < 100000 ? value * 10 + (from[i] - '0') : value;
    if (i == first)
        return 0;
    *exponent += negative ? -value : value;
    return i;
}

/* The double nearest to digits times ten to the exponent. Up to 15 digits and 22 places
 * one exact division or multiplication rounds correctly (Clinger 1990); strtod does the
 * others, given a form without a decimal point, which would depend on the locale. */
static double scaled(char *digits, size_t n, int exponent)
{
    if (n <= 15 && exponent >= -22 && exponent <= 22) {
        double value = 0; /* exact: below 2^53 */
        for (size_t i = 0; i < n; i++)
            value = 10 * value + (digits[i] - '0');
        return exponent < 0 ? value / powers_of_ten[-exponent]
                            : value * powers_of_ten[exponent];
    }
    snprintf(digits + n, 16, "e%d", exponent);
    return strtod(digits, NULL);
}

/* Digits alone, few enough to be exact: most numbers. 0 when there is more to it. */
static size_t take_integer(const char *text, size_t length, double *ret_value)
{
    size_t n = 0;
    double value = 0;
    for (; n < length && text[n] >= '0' && text[n] <= '9'; n++)
        value = 10 * value + (text[n] - '0');
    if (n == 0 || n > 15 || (n < length && (text[n] == '.' || text[n] == 'e')))
        return 0;
    *ret_value = value;
    return n;
}

size_t sx_text_get_real(const char *text, size_t length, double *ret_value)
{
    size_t simple = take_integer(text, length, ret_value);
    if (simple)
        return simple;
    char digits[MAX_DIGITS + 24] = "0";
    size_t n = 0, at = length && text[0] == '-', taken;
    bool negative = at;
    int exponent = 0;
    taken = take_digits(text + at, length - at, digits, &n, &exponent, false);
    if (!taken)
        return 0;
    at += taken;
    if (at < length && text[at] == '.') {
        taken = take_digits(text + at + 1, length - at - 1, digits, &n, &exponent, true);
        if (!taken)
            return 0;
        at += 1 + taken;
    }
    if (at < length && text[at] == 'e') {
        taken = take_exponent(text + at, length - at, &exponent);
        if (!taken)
            return 0;
        at += taken;
    }
    digits[n ? n : 1] = '\0';
    double value = n ? scaled(digits, n, exponent) : 0;
    *ret_value = negative ? -value : value;
    return at;
}
