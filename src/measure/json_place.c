#include "measure/json_place.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void sx_json_place_key(sx_json_place *place, const char *key)
{
    if (place->depth < SX_JSON_STEPS)
        place->step[place->depth].key = key;
    place->depth++;
}

void sx_json_place_index(sx_json_place *place, size_t index)
{
    if (place->depth < SX_JSON_STEPS) {
        place->step[place->depth].key = NULL;
        place->step[place->depth].index = index;
    }
    place->depth++;
}

void sx_json_place_up(sx_json_place *place, size_t steps)
{
    place->depth -= steps;
}

static size_t depth_of(const sx_json_place *place)
{
    return place->depth < SX_JSON_STEPS ? place->depth : SX_JSON_STEPS;
}

void sx_json_place_text(const sx_json_place *place, char *text, size_t room)
{
    size_t n = 0;
    text[0] = '\0';
    for (size_t i = 0; i < depth_of(place) && n + 1 < room; i++) {
        int wrote = place->step[i].key
                        ? snprintf(text + n, room - n, "%s%.30s", i ? "." : "",
                                   place->step[i].key)
                        : snprintf(text + n, room - n, "[%zu]", place->step[i].index);
        n += wrote > 0 ? (size_t)wrote : 0;
    }
    for (char *c = text; *c; c++)
        *c = (unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c;
}

typedef struct cursor {
    const char *at, *end;
    long line;
} cursor;

static void step(cursor *c)
{
    c->line += *c->at == '\n';
    c->at++;
}

static void skip_blanks(cursor *c)
{
    while (c->at < c->end && strchr(" \t\r\n,:", *c->at) && *c->at)
        step(c);
}

static void skip_string(cursor *c)
{
    for (c->at++; c->at < c->end && *c->at != '"'; c->at++)
        c->at += *c->at == '\\' && c->at + 1 < c->end;
    c->at += c->at < c->end;
}

/* Nothing, a string, a scalar, or all between brackets. */
static void skip_value(cursor *c)
{
    size_t depth = 0;
    skip_blanks(c);
    while (c->at < c->end) {
        if (*c->at == '"') {
            skip_string(c);
        } else if (strchr("{[", *c->at)) {
            depth++;
            step(c);
        } else if (strchr("}]", *c->at)) {
            if (depth == 0)
                return;
            depth--;
            step(c);
        } else {
            while (c->at < c->end && !strchr(" \t\r\n,:{}[]\"", *c->at))
                step(c);
        }
        if (depth == 0)
            return;
        skip_blanks(c);
    }
}

static bool is_key(const char *at, const char *end, const char *key)
{
    json_t *string = json_loadb(at, (size_t)(end - at), JSON_DECODE_ANY, NULL);
    bool is = json_is_string(string) && strcmp(json_string_value(string), key) == 0;
    json_decref(string);
    return is;
}

/* To the value of a member; false when there is none of that key. */
static bool enter_key(cursor *c, const char *key)
{
    skip_blanks(c);
    while (c->at < c->end && *c->at == '"') {
        const char *from = c->at;
        skip_string(c);
        bool is = is_key(from, c->at, key);
        skip_blanks(c);
        if (is)
            return true;
        skip_value(c);
        skip_blanks(c);
    }
    return false;
}

static bool enter_index(cursor *c, size_t index)
{
    skip_blanks(c);
    for (size_t i = 0; i < index && c->at < c->end && *c->at != ']'; i++) {
        skip_value(c);
        skip_blanks(c);
    }
    return c->at < c->end && *c->at != ']';
}

long sx_json_place_line(const sx_json_place *place, const char *from, const char *end)
{
    cursor c = { from, end, 1 };
    skip_blanks(&c);
    long line = c.line;
    for (size_t i = 0; i < depth_of(place); i++) {
        const char *key = place->step[i].key;
        if (c.at == c.end || *c.at != (key ? '{' : '['))
            break;
        step(&c);
        if (!(key ? enter_key(&c, key) : enter_index(&c, place->step[i].index)))
            break;
        line = c.line;
    }
    return line;
}
