#include "measure/read.h"

#include "io/text.h"
#include "measure/reader.h"

#include <string.h>

const sx_measure_format sx_measure_formats[] = {
    { "json-lines", "a JSON object a line, as Extra-P reads them",
      sx_json_lines_format_knows, sx_json_lines_format_read },
    { "json", "Extra-P's JSON, with names or with numbers for them", sx_json_format_knows,
      sx_json_format_read },
    { "text", "Extra-P's text: PARAMETER, POINTS, REGION, METRIC, DATA",
      sx_text_format_knows, sx_text_format_read },
    { "csv", "a table with a header", sx_csv_format_knows, sx_csv_format_read },
};
const size_t sx_measure_format_count =
    sizeof sx_measure_formats / sizeof *sx_measure_formats;

const sx_measure_format *sx_measure_format_named(const char *name)
{
    for (size_t i = 0; i < sx_measure_format_count; i++) {
        if (strcmp(sx_measure_formats[i].name, name) == 0)
            return &sx_measure_formats[i];
    }
    return NULL;
}

static const sx_measure_format *format_of(const char *text, size_t size)
{
    size_t i = 0;
    while (i + 1 < sx_measure_format_count && !sx_measure_formats[i].knows(text, size))
        i++;
    return &sx_measure_formats[i];
}

sx_status sx_measure_read(sx_arena *arena, const char *name, const char *text,
                          size_t size, const sx_measure_format *format,
                          sx_measurements *ret_measurements, sx_error *err)
{
    static const char mark[] = "\xef\xbb\xbf"; /* of UTF-8, as some editors write it */
    sx_builder builder;
    if (size >= 3 && memcmp(text, mark, 3) == 0) {
        text += 3;
        size -= 3;
    }
    sx_builder_init(&builder, arena);
    sx_reader reader = { name, text, text + size, 0, &builder, err };
    sx_status status = (format ? format : format_of(text, size))->read(&reader);
    if (!status && !builder.status && builder.nrows == 0)
        status = sx_reader_fail(&reader, "there are no measurements");
    if (!status) {
        status = sx_builder_end(&builder, ret_measurements, err);
        if (status)
            sx_fail_at(err, status, name, 0, "%s", sx_status_text(status));
    }
    sx_builder_finish(&builder);
    return status;
}

sx_status sx_measure_read_file(sx_arena *arena, const char *path,
                               const sx_measure_format *format,
                               sx_measurements *ret_measurements, sx_error *err)
{
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    sx_buffer text = SX_BUFFER_INIT;
    sx_status status =
        sx_text_read_bytes(path, "set of measurements", SX_MEASURE_MAX_SIZE, &text, err);
    if (!status)
        status = sx_measure_read(arena, name, text.data ? text.data : "", text.size,
                                 format, ret_measurements, err);
    sx_buffer_finish(&text);
    return status;
}
