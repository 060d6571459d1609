#include "measure/reader.h"

#include "io/text_number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

sx_status sx_reader_fail(const sx_reader *reader, const char *format, ...)
{
    char text[400];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    return sx_fail_at(reader->err, SX_PARSE, reader->name, reader->line, "%s", text);
}

bool sx_reader_line(sx_reader *reader, sx_span *ret_line)
{
    if (reader->at == reader->end)
        return false;
    const char *end = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    const char *next = end ? end + 1 : reader->end;
    sx_span line = { reader->at, (size_t)((end ? end : reader->end) - reader->at) };
    if (line.length && line.at[line.length - 1] == '\r')
        line.length--;
    reader->at = next;
    reader->line++;
    *ret_line = line;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

sx_span sx_span_trim(sx_span span)
{
    for (; span.length && is_blank(span.at[0]); span.at++)
        span.length--;
    while (span.length && is_blank(span.at[span.length - 1]))
        span.length--;
    return span;
}

sx_span sx_span_word(sx_span *rest)
{
    sx_span word = { rest->at, 0 };
    while (word.length < rest->length && !is_blank(word.at[word.length]))
        word.length++;
    size_t taken = word.length;
    while (taken < rest->length && is_blank(rest->at[taken]))
        taken++;
    rest->at += taken;
    rest->length -= taken;
    return word;
}

bool sx_span_is(sx_span span, const char *text)
{
    return span.length == strlen(text) && memcmp(span.at, text, span.length) == 0;
}

sx_span sx_span_of(const char *text)
{
    return (sx_span) { text, strlen(text) };
}

/* As sx_text_get_real has numbers: without +, with digits on both sides of a point, with a small e. */
static size_t plain_number(sx_span word, char *plain, size_t room)
{
    size_t n = 0;
    for (size_t i = 0; i < word.length; i++) {
        char c = word.at[i], before = i ? word.at[i - 1] : '\0';
        bool after =
            i + 1 < word.length && word.at[i + 1] >= '0' && word.at[i + 1] <= '9';
        bool behind = before >= '0' && before <= '9';
        if (n + 3 > room)
            return 0;
        if (c == '+' && i == 0)
            continue;
        if (c == '.' && !behind && !after)
            return 0;
        if (c == '.' && !behind)
            plain[n++] = '0';
        plain[n++] = c == 'E' ? 'e' : c;
        if (c == '.' && !after)
            plain[n++] = '0';
    }
    return n;
}

sx_status sx_reader_number(const sx_reader *reader, sx_span word, double *ret_value)
{
    char plain[512];
    double value = 0;
    bool whole =
        word.length && sx_text_get_real(word.at, word.length, &value) == word.length;
    if (!whole) {
        bool signs = word.length > 1 && word.at[0] == '+' && word.at[1] == '-';
        size_t n = signs ? 0 : plain_number(word, plain, sizeof plain);
        whole = n && sx_text_get_real(plain, n, &value) == n;
    }
    if (!whole)
        return sx_reader_fail(reader, "expected a number, found %s",
                              sx_span_show(word).text);
    if (!isfinite(value))
        return sx_reader_fail(reader, "%s is too large", sx_span_show(word).text);
    *ret_value = value;
    return SX_OK;
}

sx_status sx_reader_coordinate(const sx_reader *reader, sx_span word, double *ret_value)
{
    double value = 0;
    sx_status status = sx_reader_number(reader, word, &value);
    if (!status && value <= 0)
        status = sx_reader_fail(reader, "parameters are positive, found %s",
                                sx_span_show(word).text);
    if (!status)
        *ret_value = value;
    return status;
}

sx_status sx_reader_parameter(sx_reader *reader, sx_span name)
{
    if (name.length == 0)
        return sx_reader_fail(reader, "a parameter has no name");
    if (reader->builder->nparameters == SX_MEASURE_PARAMETERS)
        return sx_reader_fail(reader, "more than %d parameters", SX_MEASURE_PARAMETERS);
    if (!sx_builder_parameter(reader->builder, name.at, name.length))
        return sx_reader_fail(reader, "two parameters are called %s",
                              sx_span_show(name).text);
    return SX_OK;
}

sx_shown sx_span_show(sx_span span)
{
    enum { MOST = 60 };
    sx_shown shown;
    size_t n = 0;
    shown.text[n++] = '\'';
    size_t length = span.length;
    if (length > MOST) /* not within a character */
        for (length = MOST; length && ((unsigned char)span.at[length] & 0xc0) == 0x80;)
            length--;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)span.at[i];
        shown.text[n++] = c < ' ' || c == 0x7f ? '?' : (char)c;
    }
    snprintf(shown.text + n, sizeof shown.text - n, "%s'",
             length < span.length ? "..." : "");
    return shown;
}

/* How many bytes the character at `c` has, 0 when it is none of UTF-8. */
static size_t character(const unsigned char *c, size_t left)
{
    size_t n = c[0] < 0x80                   ? 1
               : c[0] >= 0xc2 && c[0] < 0xe0 ? 2
               : (c[0] & 0xf0) == 0xe0       ? 3
               : c[0] >= 0xf0 && c[0] < 0xf5 ? 4
                                             : 0;
    if (n > left)
        return 0;
    for (size_t i = 1; i < n; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    }
    if ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] >= 0xa0) ||
        (c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] >= 0x90))
        return 0;
    return n;
}

sx_status sx_reader_check_text(sx_reader *reader)
{
    sx_reader place = *reader;
    place.line = 1;
    for (const char *at = reader->at; at < reader->end;) {
        const unsigned char *c = (const unsigned char *)at;
        size_t n = character(c, (size_t)(reader->end - at));
        bool ends_line = *c == '\r' && at + 1 < reader->end && at[1] == '\n';
        if (n == 0)
            return sx_reader_fail(&place, "byte 0x%02x is not UTF-8", *c);
        if ((*c < ' ' && *c != '\t' && *c != '\n' && !ends_line) || *c == 0x7f)
            return sx_reader_fail(&place, "control character 0x%02x", *c);
        place.line += *c == '\n';
        at += n;
    }
    return SX_OK;
}
