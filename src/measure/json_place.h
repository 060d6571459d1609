/* Where in a JSON document something is: the members and elements that lead there, as text and as a line. */
#ifndef SX_MEASURE_JSON_PLACE_H
#define SX_MEASURE_JSON_PLACE_H

#include <stddef.h>

enum { SX_JSON_STEPS = 16 };

typedef struct sx_json_place {
    size_t depth;
    struct {
        const char *key; /* NULL: an element of an array */
        size_t index;
    } step[SX_JSON_STEPS];
} sx_json_place;

/* One step deeper; SX_JSON_STEPS at most are kept. */
void sx_json_place_key(sx_json_place *place, const char *key);
void sx_json_place_index(sx_json_place *place, size_t index);
void sx_json_place_up(sx_json_place *place, size_t steps);

/* "measurements.sweep.time[2].values", on one line, cut where there is no room. */
void sx_json_place_text(const sx_json_place *place, char *text, size_t room);

/* The line of from[0 ..), counted from 1, on which that place begins, or the last on the way there that is in the
 * document, which is JSON. O(size). */
long sx_json_place_line(const sx_json_place *place, const char *from, const char *end);

#endif
