/* Extra-P's text format: a keyword and its values a line. */
#include "measure/reader.h"

#include <stdlib.h>
#include <string.h>

typedef struct text_reader {
    sx_reader *reader;
    sx_builder *builder;
    uint32_t region, metric; /* SX_INTERN_NONE: not named yet */
    uint32_t *point; /* of the lines POINTS, in their order */
    size_t npoints, capacity, data; /* data: DATA lines of this section */
    long section; /* line of what began it */
    bool any, named; /* a line DATA was there; since the last REGION */
} text_reader;

static const char *const keywords[] = { "PARAMETER", "POINTS", "REGION", "METRIC",
                                        "DATA" };
enum { PARAMETER, POINTS, REGION, METRIC, DATA, KEYWORDS };

static int keyword_of(sx_span word)
{
    int k = 0;
    while (k < KEYWORDS && !sx_span_is(word, keywords[k]))
        k++;
    return k;
}

/* The first line that says something begins with a keyword. */
bool sx_text_format_knows(const char *text, size_t size)
{
    sx_reader reader = { .at = text, .end = text + size };
    sx_span line;
    while (sx_reader_line(&reader, &line)) {
        line = sx_span_trim(line);
        if (line.length && line.at[0] != '#')
            return keyword_of(sx_span_word(&line)) < KEYWORDS;
    }
    return false;
}

static sx_status read_parameters(text_reader *t, sx_span rest)
{
    if (t->npoints)
        return sx_reader_fail(t->reader, "PARAMETER behind POINTS");
    if (rest.length == 0)
        return sx_reader_fail(t->reader, "PARAMETER without a name");
    sx_status status = SX_OK;
    while (!status && rest.length)
        status = sx_reader_parameter(t->reader, sx_span_word(&rest));
    return status;
}

static sx_status add_point(text_reader *t, const double *at, size_t n)
{
    size_t wanted = t->builder->nparameters;
    if (n != wanted)
        return sx_reader_fail(t->reader,
                              "a point has %zu coordinate%s for %zu parameter%s", n,
                              n == 1 ? "" : "s", wanted, wanted == 1 ? "" : "s");
    if (t->npoints == t->capacity) {
        size_t capacity = t->capacity ? 2 * t->capacity : 64;
        uint32_t *point = realloc(t->point, capacity * sizeof *point);
        if (!point) {
            t->builder->status = SX_NOMEM;
            return SX_OK;
        }
        t->point = point;
        t->capacity = capacity;
    }
    t->point[t->npoints++] = sx_builder_point(t->builder, at);
    return SX_OK;
}

/* A parenthesis, or what is up to the next one or a blank. */
static sx_span point_token(sx_span *rest)
{
    *rest = sx_span_trim(*rest);
    sx_span token = { rest->at, 0 };
    if (rest->length && strchr("()", rest->at[0]))
        token.length = 1;
    else
        while (token.length < rest->length && !strchr("() \t", rest->at[token.length]))
            token.length++;
    rest->at += token.length;
    rest->length -= token.length;
    return token;
}

/* "4 8 16", "(4 10) (8 10)", "((4) (10)) ((8) (10))" */
static sx_status read_points(text_reader *t, sx_span rest)
{
    double at[SX_MEASURE_PARAMETERS];
    size_t n = 0, before = t->npoints, depth = 0;
    if (t->builder->nparameters == 0)
        return sx_reader_fail(t->reader, "POINTS before PARAMETER");
    if (t->any)
        return sx_reader_fail(t->reader, "POINTS behind DATA");
    sx_status status = SX_OK;
    for (sx_span token = point_token(&rest); token.length && !status;
         token = point_token(&rest)) {
        if (token.at[0] == '(') {
            if (++depth > 2)
                return sx_reader_fail(t->reader, "too many parentheses");
        } else if (token.at[0] == ')') {
            if (depth-- == 0)
                return sx_reader_fail(t->reader,
                                      "a parenthesis is closed and was not open");
            if (depth == 0)
                status = add_point(t, at, n);
            n = depth ? n : 0;
        } else if (n == t->builder->nparameters) {
            return sx_reader_fail(t->reader, "a point has more than %zu coordinates", n);
        } else {
            status = sx_reader_coordinate(t->reader, token, &at[n++]);
            if (!status && depth == 0) {
                status = add_point(t, at, n);
                n = 0;
            }
        }
    }
    if (!status && depth)
        status = sx_reader_fail(t->reader, "a parenthesis is not closed");
    if (!status && t->npoints == before && !t->builder->status)
        status = sx_reader_fail(t->reader, "POINTS without a point");
    return status;
}

/* A section, which is what has one region and metric, has a line of data for each point, or none. */
static sx_status end_section(text_reader *t)
{
    sx_reader place = *t->reader;
    place.line = t->section;
    if (t->data && t->data < t->npoints)
        return sx_reader_fail(&place, "%zu DATA lines for %zu POINTS", t->data,
                              t->npoints);
    t->data = 0;
    t->section = t->reader->line;
    return SX_OK;
}

/* A name with any blanks between its words, as one each. */
static sx_status read_name(text_reader *t, int keyword, sx_span rest)
{
    char *name = malloc(rest.length + 1);
    size_t length = 0;
    if (!name) {
        t->builder->status = SX_NOMEM;
        return SX_OK;
    }
    while (rest.length) {
        sx_span word = sx_span_word(&rest);
        if (length)
            name[length++] = ' ';
        memcpy(name + length, word.at, word.length);
        length += word.length;
    }
    if (keyword == REGION)
        t->region = sx_builder_region(t->builder, name, length);
    else
        t->metric = sx_builder_metric(t->builder, name, length);
    free(name);
    return length ? SX_OK
                  : sx_reader_fail(t->reader, "%s without a name", keywords[keyword]);
}

static sx_status begin_section(text_reader *t, int keyword, sx_span rest)
{
    sx_reader place = *t->reader;
    place.line = t->section;
    if (keyword == REGION && t->named && t->data == 0)
        return sx_reader_fail(&place, "REGION without DATA");
    sx_status status = end_section(t);
    t->named = t->named || keyword == REGION;
    return status ? status : read_name(t, keyword, rest);
}

static sx_status read_data(text_reader *t, sx_span rest)
{
    if (t->npoints == 0)
        return sx_reader_fail(t->reader, "DATA before POINTS");
    if (t->data == t->npoints)
        return sx_reader_fail(t->reader, "more DATA lines than the %zu POINTS",
                              t->npoints);
    if (rest.length == 0)
        return sx_reader_fail(t->reader, "DATA without a value");
    if (t->region == SX_INTERN_NONE)
        t->region = sx_builder_region(t->builder, SX_MEASURE_NO_REGION,
                                      strlen(SX_MEASURE_NO_REGION));
    if (t->metric == SX_INTERN_NONE)
        t->metric = sx_builder_metric(t->builder, SX_MEASURE_NO_METRIC,
                                      strlen(SX_MEASURE_NO_METRIC));
    sx_builder_begin(t->builder, t->region, t->metric, t->point[t->data++]);
    sx_status status = SX_OK;
    while (!status && rest.length) {
        double value = 0;
        status = sx_reader_number(t->reader, sx_span_word(&rest), &value);
        sx_builder_value(t->builder, value);
    }
    t->any = true;
    t->named = false;
    return status;
}

static sx_status read_line(text_reader *t, sx_span line)
{
    sx_span word = sx_span_word(&line);
    int keyword = keyword_of(word);
    switch (keyword) {
    case PARAMETER:
        return read_parameters(t, line);
    case POINTS:
        return read_points(t, line);
    case REGION:
    case METRIC:
        return begin_section(t, keyword, line);
    case DATA:
        return read_data(t, line);
    default:
        return sx_reader_fail(
            t->reader, "expected PARAMETER, POINTS, REGION, METRIC or DATA, found %s",
            sx_span_show(word).text);
    }
}

sx_status sx_text_format_read(sx_reader *reader)
{
    text_reader t = { .reader = reader,
                      .builder = reader->builder,
                      .region = SX_INTERN_NONE,
                      .metric = SX_INTERN_NONE };
    sx_status status = sx_reader_check_text(reader);
    for (sx_span line; !status && !t.builder->status && sx_reader_line(reader, &line);) {
        line = sx_span_trim(line);
        if (line.length && line.at[0] != '#')
            status = read_line(&t, line);
    }
    sx_reader place = *reader;
    place.line = t.section;
    if (!status && t.named && t.data == 0)
        status = sx_reader_fail(&place, "REGION without DATA");
    if (!status)
        status = end_section(&t);
    free(t.point);
    return status;
}
