/* What the readers of JSON share: where in the document they are, for messages, and what is wanted of its values. */
#ifndef SX_MEASURE_JSON_READER_H
#define SX_MEASURE_JSON_READER_H

#include "measure/json_place.h"
#include "measure/reader.h"

struct json_t;

typedef struct sx_json_reader {
    sx_reader *reader;
    sx_builder *builder;
    sx_json_place place; /* of what is being read */
    const char *
        from; /* where the document begins, to find the line of a place; NULL: the reader's line holds */
} sx_json_reader;

/* SX_PARSE with the place, and its line. */
sx_status sx_json_fail(sx_json_reader *j, const char *what);

/* The kinds of values that are wanted. */
typedef enum sx_json_kind {
    SX_JSON_ARRAY,
    SX_JSON_OBJECT,
    SX_JSON_STRING,
    SX_JSON_INTEGER
} sx_json_kind;

/* The member of an object; NULL with *status set when it is not there or of another kind, or *status was set. */
const struct json_t *sx_json_member(sx_json_reader *j, const struct json_t *object,
                                    const char *key, sx_json_kind kind,
                                    sx_status *status);
sx_status sx_json_number(sx_json_reader *j, const struct json_t *number,
                         double *ret_value);
/* The same > 0. */
sx_status sx_json_coordinate(sx_json_reader *j, const struct json_t *number,
                             double *ret_value);
sx_status sx_json_parameter(sx_json_reader *j, const struct json_t *name);

/* The document text[0 .. size); NULL after a message, or with the builder's status set. */
struct json_t *sx_json_load(sx_reader *reader, const char *text, size_t size,
                            sx_status *ret_status);

/* Layouts: names as members of objects; names, points and values that refer to each other by ids. */
sx_status sx_json_read_names(sx_json_reader *j, const struct json_t *document);
sx_status sx_json_read_ids(sx_json_reader *j, const struct json_t *document);

/* A text in the first layout without its document in memory. False when it must be read as a whole, be it to say what is
 * wrong; the builder may then have part of it. */
bool sx_json_read_pieces(sx_json_reader *j, sx_span document, sx_status *ret_status);

#endif
