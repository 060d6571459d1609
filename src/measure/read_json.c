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

/* Begins anew, with what was in the arena left there. */
static void forget(sx_builder *b)
{
    sx_arena *arena = b->arena;
    sx_builder_finish(b);
    sx_builder_init(b, arena);
}

static sx_status read_whole(sx_json_reader *j, sx_span text)
{
    sx_status status;
    json_t *document = sx_json_load(j->reader, text.at, text.length, &status);
    if (!document)
        return status;
    if (!json_is_object(document))
        status = sx_json_fail(j, "expected an object");
    else if (json_object_get(document, "callpaths"))
        status = sx_json_read_ids(j, document);
    else
        status = sx_json_read_names(j, document);
    json_decref(document);
    return status;
}

sx_status sx_json_format_read(sx_reader *reader)
{
    const sx_span text = { reader->at, (size_t)(reader->end - reader->at) };
    sx_json_reader j = { .reader = reader,
                         .builder = reader->builder,
                         .from = reader->at };
    sx_status status = SX_OK;
    reader->line = 1;
    if (sx_json_read_pieces(&j, text, &status))
        return status;
    forget(reader->builder);
    reader->line = 1;
    j.place.depth = 0;
    return read_whole(&j, text);
}
