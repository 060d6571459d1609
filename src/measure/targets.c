#include "measure/targets.h"

#include "io/text_number.h"
#include "measure/names.h"
#include "measure/reader.h"

#include <stdlib.h>
#include <string.h>

/* The parameter whose name and = the text begins with, the longest of several; their number when there is none. */
static size_t parameter_at(const sx_measurements *m, const char *text)
{
    size_t found = m->nparameters, longest = 0;
    for (size_t i = 0; i < m->nparameters; i++) {
        size_t length = strlen(m->parameter[i]);
        if (strncmp(text, m->parameter[i], length) == 0 && text[length] == '=' &&
            length >= longest) {
            found = i;
            longest = length;
        }
    }
    return found;
}

static sx_status refuse(const char *text, const sx_measurements *m, sx_error *err)
{
    sx_buffer names = SX_BUFFER_INIT;
    for (size_t i = 0; i < m->nparameters; i++)
        sx_buffer_printf(&names, "%s%s=NUMBER", i ? ":" : "",
                         sx_span_show(sx_span_of(m->parameter[i])).text);
    sx_fail(err, SX_INVALID, "a target is %s%s, a comma between two of them; found %s",
            m->nparameters == 1 ? "a number > 0, or " : "", names.data ? names.data : "",
            sx_span_show(sx_span_of(text)).text);
    sx_buffer_finish(&names);
    return SX_INVALID;
}

/* A number up to a colon, a comma or the end. */
static bool take_number(const char **text, double *ret_value)
{
    sx_span word = { *text, strcspn(*text, ":,") };
    sx_reader nowhere = { .name = "" };
    *text += word.length;
    return sx_reader_coordinate(&nowhere, sx_span_trim(word), ret_value) == SX_OK;
}

/* One target; *text is then at the comma behind it, or at the end. */
static bool take_target(const char **text, const sx_measurements *m, double *at)
{
    bool given[SX_MEASURE_PARAMETERS] = { false };
    size_t n = 0;
    for (;; ++*text) {
        size_t i = parameter_at(m, *text);
        if (i == m->nparameters && (m->nparameters > 1 || n))
            return false;
        if (i == m->nparameters)
            i = 0;
        else
            *text += strlen(m->parameter[i]) + 1;
        if (given[i] || !take_number(text, &at[i]))
            return false;
        given[i] = true;
        n++;
        if (**text != ':')
            return n == m->nparameters;
    }
}

sx_status sx_targets_read(sx_arena *arena, const char *text, const sx_measurements *m,
                          sx_targets *ret_targets, sx_error *err)
{
    size_t most = 1, n = 0;
    for (const char *c = text; *c; c++)
        most += *c == ',';
    double *at = SX_NEW_ARRAY(arena, double, most * m->nparameters);
    if (!at)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (const char *next = text;; next++) {
        const char *from = next;
        if (n == most || !take_target(&next, m, at + n * m->nparameters))
            return refuse(from, m, err);
        n++;
        if (!*next)
            break;
    }
    *ret_targets = (sx_targets) { n, at };
    return SX_OK;
}

void sx_target_put(sx_buffer *out, const sx_measurements *m, const double *at)
{
    for (size_t i = 0; i < m->nparameters; i++) {
        if (m->nparameters > 1) {
            sx_buffer_puts(out, i ? ":" : "");
            sx_name_put(out, m->parameter[i]);
            sx_buffer_puts(out, "=");
        }
        sx_text_put_real(out, at[i]);
    }
}
