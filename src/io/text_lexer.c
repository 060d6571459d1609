#include "base/checked.h"
#include "io/text_number.h"
#include "io/text_reader.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool sx_text_fail(sx_text_reader *r, sx_status status, const char *format, ...)
{
    char text[400];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    r->status = sx_fail_at(r->err, status, r->name, r->line, "%s", text);
    return false;
}

bool sx_text_expected(sx_text_reader *r, const char *format, ...)
{
    char what[200], found[32];
    size_t n = 0;
    va_list ap;
    va_start(ap, format);
    vsnprintf(what, sizeof what, format, ap);
    va_end(ap);
    for (; r->at + n < r->end && n < sizeof found - 1; n++)
        found[n] = r->at[n] >= ' ' && r->at[n] <= '~' ? r->at[n] : '?';
    found[n] = '\0';
    if (n == 0)
        return sx_text_fail(r, SX_PARSE, "expected %s, found the end of the line", what);
    return sx_text_fail(r, SX_PARSE, "expected %s, found '%s'", what, found);
}

bool sx_text_push(sx_text_reader *r, sx_text_stack *stack, const void *item, size_t size)
{
    if (stack->n == stack->capacity) {
        size_t capacity = stack->capacity ? 2 * stack->capacity : 64, bytes;
        char *data =
            sx_mul_overflows(capacity, size, &bytes) ? NULL : realloc(stack->data, bytes);
        if (!data)
            return sx_text_fail(r, SX_NOMEM, "out of memory");
        stack->data = data;
        stack->capacity = capacity;
    }
    memcpy(stack->data + stack->n++ * size, item, size);
    return true;
}

void *sx_text_pop(sx_text_reader *r, sx_text_stack *stack, size_t mark, size_t size)
{
    static const char nothing[1];
    const char *from = stack->n ? stack->data + mark * size : nothing;
    void *copy = sx_arena_copy(r->arena, from, stack->n - mark, size);
    stack->n = mark;
    if (!copy)
        sx_text_fail(r, SX_NOMEM, "out of memory");
    return copy;
}

bool sx_text_next_line(sx_text_reader *r)
{
    if (r->held) {
        r->held = false;
        return true;
    }
    do {
        if (r->next == r->stop)
            return false;
        r->at = r->next;
        r->end = memchr(r->at, '\n', (size_t)(r->stop - r->at));
        r->next = r->end + 1;
        r->line++;
    } while (*r->at == '#');
    return true;
}

bool sx_text_need_end(sx_text_reader *r)
{
    return r->at == r->end || sx_text_expected(r, "the end of the line");
}

bool sx_text_indent(sx_text_reader *r, size_t levels)
{
    size_t found = 0;
    while (r->at + found < r->end && r->at[found] == ' ')
        found++;
    r->at += found;
    return found == 2 * levels ||
           sx_text_fail(r, SX_PARSE,
                        "expected %zu spaces at the begin of the line, found %zu",
                        2 * levels, found);
}

size_t sx_text_word(const sx_text_reader *r, const char *more)
{
    const char *c = r->at;
    while (c < r->end && ((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') ||
                          (*c && strchr(more, *c))))
        c++;
    return (size_t)(c - r->at);
}

static bool digit_at(const sx_text_reader *r, size_t i)
{
    return r->at + i < r->end && r->at[i] >= '0' && r->at[i] <= '9';
}

bool sx_text_int(sx_text_reader *r, const char *what, int64_t low, int64_t high,
                 int64_t *ret)
{
    bool negative = r->at < r->end && *r->at == '-', fits = true;
    size_t i = negative, first = i;
    int64_t value = 0;
    for (; digit_at(r, i); i++) {
        int digit = r->at[i] - '0';
        fits = fits && !sx_mul_overflows(value, 10, &value) &&
               !sx_add_overflows(value, negative ? -digit : digit, &value);
    }
    if (i == first || (r->at[first] == '0' && (i > first + 1 || negative)))
        return sx_text_expected(r, "%s, a decimal number", what);
    if (!fits || sx_is_special(value))
        return sx_text_fail(r, SX_OVERFLOW, "%s does not fit in 64 bits", what);
    if (low > high)
        return sx_text_fail(r, SX_PARSE,
                            "expected no index, since the table has no entries");
    if (value < low || value > high)
        return sx_text_fail(r, SX_PARSE,
                            "expected %s in [%" PRId64 ", %" PRId64 "], found %" PRId64,
                            what, low, high, value);
    r->at += i;
    *ret = value;
    return true;
}

bool sx_text_index(sx_text_reader *r, const char *what, size_t n, uint32_t *ret)
{
    int64_t value;
    if (n == 0)
        return sx_text_fail(r, SX_PARSE, "%s, but the table of that has no entries",
                            what);
    if (!sx_text_int(r, what, 0, (int64_t)n - 1, &value))
        return false;
    *ret = (uint32_t)value;
    return true;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool sx_text_hex(sx_text_reader *r, uint64_t *ret)
{
    uint64_t value = 0;
    int n = 0, digit;
    for (; r->at + n < r->end && (digit = hex_digit(r->at[n])) >= 0; n++) {
        if (n == 16)
            return sx_text_fail(r, SX_OVERFLOW,
                                "a hexadecimal number has at most 16 digits");
        value = value << 4 | (unsigned)digit;
    }
    if (n == 0 || (n > 1 && *r->at == '0'))
        return sx_text_expected(r,
                                "lower-case hexadecimal digits without a leading zero");
    r->at += n;
    *ret = value;
    return true;
}

/* One character of a string, or an escape, at r->at. */
static bool string_byte(sx_text_reader *r, char *ret)
{
    if (*r->at < ' ' || *r->at > '~')
        return sx_text_expected(r, "\\xHH for a byte that is not printable ASCII");
    *ret = *r->at++;
    if (*ret != '\\')
        return true;
    static const char escapes[][2] = { "\\\\", "\"\"", "n\n", "t\t" };
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
        if (r->at < r->end && *r->at == escapes[i][0]) {
            *ret = escapes[i][1];
            r->at++;
            return true;
        }
    if (r->end - r->at < 3 || r->at[0] != 'x' || hex_digit(r->at[1]) < 0 ||
        hex_digit(r->at[2]) < 0)
        return sx_text_expected(r, "\\\\, \\\", \\n, \\t or \\xHH in a string");
    int byte = hex_digit(r->at[1]) * 16 + hex_digit(r->at[2]);
    if (byte == 0)
        return sx_text_fail(r, SX_PARSE, "a string may not hold \\x00");
    *ret = (char)byte;
    r->at += 3;
    return true;
}

bool sx_text_string(sx_text_reader *r, const char **ret)
{
    if (!sx_text_try(r, "\""))
        return sx_text_expected(r, "a string in double quotes");
    const char *close = r->at;
    while (close < r->end && *close != '"')
        close += *close == '\\' && close + 1 < r->end ? 2 : 1;
    if (close >= r->end)
        return sx_text_fail(r, SX_PARSE, "expected a closing '\"'");
    char *text = sx_arena_alloc(r->arena, (size_t)(close - r->at) + 1, 1);
    if (!text)
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    for (size_t n = 0; r->at < close; n++)
        if (!string_byte(r, &text[n]))
            return false;
    r->at = close + 1;
    *ret = text;
    return true;
}

bool sx_text_real(sx_text_reader *r, double low, double *ret)
{
    double value;
    size_t n = sx_text_get_real(r->at, (size_t)(r->end - r->at), &value);
    if (n == 0)
        return sx_text_expected(r, "a finite decimal number");
    if (!isfinite(value))
        return sx_text_fail(r, SX_OVERFLOW, "a number does not fit in a double");
    if (value < low)
        return sx_text_expected(r, "a number that is not negative");
    r->at += n;
    *ret = value == 0 ? 0 : value;
    return true;
}
