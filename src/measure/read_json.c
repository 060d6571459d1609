/* Extra-P's JSON in both of its layouts. */
#include "measure/json_reader.h"

#include <jansson.h>

bool sx_json_format_knows(const char *text, size_t size)
{
    size_t i = 0;
    while (i < size &&
           (text[i] == ' ' || text[i] == '\t' || text[i] == '\r' || text[i] == '\n'))
        i++;
    return i < size && (text[i] == '{' || text[i] == '[');
}

sx_status sx_json_format_read(sx_reader *reader)
{
    sx_status status;
    reader->line = 1;
    json_t *document =
        sx_json_load(reader, reader->at, (size_t)(reader->end - reader->at), &status);
    if (!document)
        return status;
    sx_json_reader j = { .reader = reader,
                         .builder = reader->builder,
                         .from = reader->at };
    if (!json_is_object(document))
        status = sx_json_fail(&j, "expected an object");
    else if (json_object_get(document, "callpaths"))
        status = sx_json_read_ids(&j, document);
    else
        status = sx_json_read_names(&j, document);
    json_decref(document);
    return status;
}
