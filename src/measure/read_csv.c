/* Tables: a header with a name for each column, then a line for each measurement. */
#include "measure/reader.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_COLUMNS = 1024 };

typedef enum column_kind {
    COLUMN_PARAMETER,
    COLUMN_REGION,
    COLUMN_METRIC,
    COLUMN_VALUE,
    COLUMN_REPEAT /* says which of the repeats it is: read over */
} column_kind;

static const struct {
    const char *name;
    column_kind kind;
} column_names[] = {
    { "region", COLUMN_REGION }, { "callpath", COLUMN_REGION },
    { "metric", COLUMN_METRIC }, { "value", COLUMN_VALUE },
    { "repeat", COLUMN_REPEAT }, { "repetition", COLUMN_REPEAT },
    { "run", COLUMN_REPEAT },
};

typedef struct csv_reader {
    sx_reader *reader;
    char separator;
    column_kind column[MAX_COLUMNS];
    size_t ncolumns;
    sx_span field[MAX_COLUMNS];
    size_t nfields;
    long next_line; /* behind the record, which may have several */
    char *unquoted; /* where fields lie that have quotes within */
    size_t used, room;
} csv_reader;

bool sx_csv_format_knows(const char *text, size_t size)
{
    (void)text;
    return size > 0;
}

/* Behind the opening quote: up to the closing one, "" being a quote. In `unquoted`, which has room for the
 * whole record. */
static sx_status take_quoted(csv_reader *c, sx_span *ret_field)
{
    sx_reader *r = c->reader;
    char *to = c->unquoted + c->used;
    size_t n = 0;
    for (r->at++; r->at < r->end; r->at++) {
        if (*r->at == '"' && r->at + 1 < r->end && r->at[1] == '"')
            r->at++;
        else if (*r->at == '"')
            break;
        c->next_line += *r->at == '\n';
        to[n++] = *r->at;
    }
    if (r->at == r->end)
        return sx_reader_fail(r, "a quote is not closed");
    r->at++;
    while (r->at < r->end && (*r->at == ' ' || (*r->at == '\t' && c->separator != '\t')))
        r->at++;
    c->used += n;
    *ret_field = (sx_span) { to, n };
    return SX_OK;
}

static bool at_end(const sx_reader *r)
{
    return r->at == r->end || *r->at == '\n' ||
           (*r->at == '\r' && r->at + 1 < r->end && r->at[1] == '\n');
}

static sx_status take_field(csv_reader *c, sx_span *ret_field)
{
    sx_reader *r = c->reader;
    while (r->at < r->end && (*r->at == ' ' || (*r->at == '\t' && c->separator != '\t')))
        r->at++;
    if (r->at < r->end && *r->at == '"') {
        sx_status status = take_quoted(c, ret_field);
        if (!status && !at_end(r) && *r->at != c->separator)
            status = sx_reader_fail(r, "text behind the closing quote of a field");
        return status;
    }
    sx_span field = { r->at, 0 };
    for (; !at_end(r) && *r->at != c->separator; r->at++)
        field.length++;
    *ret_field = sx_span_trim(field);
    return SX_OK;
}

/* How many bytes its fields may need: to the end of the line, or of the text where there are quotes. */
static bool make_room(csv_reader *c)
{
    const sx_reader *r = c->reader;
    size_t left = (size_t)(r->end - r->at);
    const char *end = memchr(r->at, '\n', left);
    size_t line = end ? (size_t)(end - r->at) : left;
    c->used = 0;
    if (!memchr(r->at, '"', line) || c->unquoted)
        return true;
    c->unquoted = malloc(left);
    return c->unquoted != NULL;
}

/* The fields of the next record; 0 of them at the end. Empty lines, and those that begin with #, are read over. */
static sx_status take_record(csv_reader *c)
{
    sx_reader *r = c->reader;
    sx_span line;
    c->nfields = 0;
    for (;;) {
        sx_reader ahead = *r;
        ahead.line = c->next_line;
        if (!sx_reader_line(&ahead, &line))
            return SX_OK;
        if (sx_span_trim(line).length && line.at[0] != '#')
            break;
        r->at = ahead.at;
        c->next_line = ahead.line;
    }
    r->line = ++c->next_line;
    if (!make_room(c)) {
        r->builder->status = SX_NOMEM;
        return SX_OK;
    }
    for (;;) {
        if (c->nfields == MAX_COLUMNS)
            return sx_reader_fail(r, "more than %d columns", MAX_COLUMNS);
        sx_status status = take_field(c, &c->field[c->nfields++]);
        if (status)
            return status;
        if (at_end(r))
            break;
        r->at++;
    }
    r->at += r->at < r->end && *r->at == '\r';
    r->at += r->at < r->end;
    return SX_OK;
}

/* The first of , ; and tab that the header has outside of quotes. */
static char separator_of(const sx_reader *r)
{
    sx_reader ahead = *r;
    sx_span line;
    while (sx_reader_line(&ahead, &line)) {
        bool quoted = false;
        if (sx_span_trim(line).length == 0 || line.at[0] == '#')
            continue;
        for (size_t i = 0; i < line.length; i++) {
            quoted ^= line.at[i] == '"';
            if (!quoted && strchr(",;\t", line.at[i]))
                return line.at[i];
        }
        break;
    }
    return ',';
}

static column_kind kind_of(sx_span name)
{
    for (size_t i = 0; i < sizeof column_names / sizeof *column_names; i++) {
        const char *known = column_names[i].name;
        if (name.length == strlen(known) && strncasecmp(name.at, known, name.length) == 0)
            return column_names[i].kind;
    }
    return COLUMN_PARAMETER;
}

static sx_status read_header(csv_reader *c)
{
    size_t count[COLUMN_REPEAT + 1] = { 0 };
    sx_status status = take_record(c);
    for (size_t i = 0; i < c->nfields && !status; i++) {
        column_kind kind = kind_of(c->field[i]);
        if (kind == COLUMN_PARAMETER)
            status = c->field[i].length
                         ? sx_reader_parameter(c->reader, c->field[i])
                         : sx_reader_fail(c->reader, "column %zu has no name", i + 1);
        else if (kind != COLUMN_VALUE && kind != COLUMN_REPEAT && count[kind])
            status = sx_reader_fail(c->reader, "two columns are the %s",
                                    kind == COLUMN_REGION ? "region" : "metric");
        count[kind]++;
        c->column[c->ncolumns++] = kind;
    }
    if (!status && c->ncolumns && count[COLUMN_VALUE] == 0)
        status = sx_reader_fail(c->reader, "the header has no column 'value'");
    if (!status && c->ncolumns && count[COLUMN_PARAMETER] == 0)
        status = sx_reader_fail(c->reader, "the header names no parameter");
    return status;
}

static sx_status read_record(csv_reader *c)
{
    sx_builder *b = c->reader->builder;
    sx_span region = sx_span_of(SX_MEASURE_NO_REGION),
            metric = sx_span_of(SX_MEASURE_NO_METRIC);
    double at[SX_MEASURE_PARAMETERS], value[MAX_COLUMNS];
    size_t nat = 0, nvalues = 0;
    if (c->nfields != c->ncolumns)
        return sx_reader_fail(c->reader, "%zu fields in a table of %zu columns",
                              c->nfields, c->ncolumns);
    sx_status status = SX_OK;
    for (size_t i = 0; i < c->nfields && !status; i++) {
        if (c->column[i] == COLUMN_REGION)
            region = c->field[i];
        else if (c->column[i] == COLUMN_METRIC)
            metric = c->field[i];
        else if (c->column[i] == COLUMN_PARAMETER)
            status = sx_reader_coordinate(c->reader, c->field[i], &at[nat++]);
        else if (c->column[i] == COLUMN_VALUE && c->field[i].length)
            status = sx_reader_number(c->reader, c->field[i], &value[nvalues++]);
    }
    if (!status && nvalues == 0)
        status = sx_reader_fail(c->reader, "there is no value");
    if (!status && (region.length == 0 || metric.length == 0))
        status = sx_reader_fail(c->reader, "the %s has no name",
                                region.length ? "metric" : "region");
    if (status)
        return status;
    sx_builder_begin(b, sx_builder_region(b, region.at, region.length),
                     sx_builder_metric(b, metric.at, metric.length),
                     sx_builder_point(b, at));
    for (size_t i = 0; i < nvalues; i++)
        sx_builder_value(b, value[i]);
    return SX_OK;
}

sx_status sx_csv_format_read(sx_reader *reader)
{
    csv_reader *c = calloc(1, sizeof *c);
    if (!c) {
        reader->builder->status = SX_NOMEM;
        return SX_OK;
    }
    c->reader = reader;
    sx_status status = sx_reader_check_text(reader);
    c->separator = separator_of(reader);
    if (!status)
        status = read_header(c);
    while (!status && !reader->builder->status) {
        status = take_record(c);
        if (status || c->nfields == 0)
            break;
        status = read_record(c);
    }
    free(c->unquoted);
    free(c);
    return status;
}
