/* The members of an object of JSON one by one, without what is in their values: so that a large document need not be in memory
 * as a whole. Between the members it is as strict as JSON is; values, and keys, are spans that are still to be read. */
#ifndef SX_MEASURE_JSON_MEMBERS_H
#define SX_MEASURE_JSON_MEMBERS_H

#include "measure/reader.h"

typedef struct sx_json_members {
    const char *at, *end;
    bool first, malformed;
} sx_json_members;

/* [in] object  a span that begins with the object, blanks before it; what is behind it is not looked at */
sx_json_members sx_json_members_of(sx_span object);

/* The next member: its key with the quotes, its value from its first to its last character as brackets and quotes have
 * it. False behind the last one, and where it is no object (malformed). O(bytes). */
bool sx_json_members_next(sx_json_members *members, sx_span *ret_key, sx_span *ret_value);

#endif
