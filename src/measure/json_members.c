#include "measure/json_members.h"

#include <string.h>

static void skip_blanks(sx_json_members *m)
{
    while (m->at < m->end &&
           (*m->at == ' ' || *m->at == '\t' || *m->at == '\r' || *m->at == '\n'))
        m->at++;
}

static bool take(sx_json_members *m, char c)
{
    skip_blanks(m);
    if (m->at == m->end || *m->at != c)
        return false;
    m->at++;
    return true;
}

sx_json_members sx_json_members_of(sx_span object)
{
    sx_json_members m = { object.at, object.at + object.length, true, false };
    m.malformed = !take(&m, '{');
    return m;
}

/* Behind a string, whose quotes close. */
static bool skip_string(sx_json_members *m)
{
    for (m->at++; m->at < m->end && *m->at != '"'; m->at++)
        m->at += *m->at == '\\' && m->at + 1 < m->end;
    return take(m, '"');
}

/* Up to what ends a value: a comma or a bracket that was not opened in it. */
static bool skip_value(sx_json_members *m)
{
    size_t depth = 0;
    for (; m->at < m->end; m->at++) {
        char c = *m->at;
        if (c == '"') {
            if (!skip_string(m))
                return false;
            m->at--;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if ((c == '}' || c == ']') && depth == 0) {
            return c == '}';
        } else if (c == '}' || c == ']') {
            depth--;
        } else if (c == ',' && depth == 0) {
            return true;
        }
    }
    return false;
}

static bool next(sx_json_members *m, sx_span *ret_key, sx_span *ret_value)
{
    if (!m->first && !take(m, ','))
        return false;
    skip_blanks(m);
    const char *key = m->at;
    if (m->at == m->end || *m->at != '"' || !skip_string(m))
        return false;
    *ret_key = (sx_span) { key, (size_t)(m->at - key) };
    if (!take(m, ':'))
        return false;
    skip_blanks(m);
    const char *value = m->at;
    if (!skip_value(m))
        return false;
    *ret_value = (sx_span) { value, (size_t)(m->at - value) };
    m->first = false;
    return true;
}

bool sx_json_members_next(sx_json_members *m, sx_span *ret_key, sx_span *ret_value)
{
    if (m->malformed || take(m, '}'))
        return false;
    m->malformed = !next(m, ret_key, ret_value);
    return !m->malformed;
}
