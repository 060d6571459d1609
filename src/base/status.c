#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *sx_status_text(sx_status status)
{
    static const char *const text[] = {
#define SX_STATUS_TEXT(name, text) [SX_##name] = text,
        SX_STATUS_LIST(SX_STATUS_TEXT)
#undef SX_STATUS_TEXT
    };
    return text[status];
}

static void fill(sx_error *err, sx_status status, const char *file, long line,
                 const char *format, va_list ap)
{
    err->status = status;
    err->line = line;
    snprintf(err->file, sizeof err->file, "%s", file);
    vsnprintf(err->text, sizeof err->text, format, ap);
}

sx_status sx_fail(sx_error *err, sx_status status, const char *format, ...)
{
    if (err) {
        va_list ap;
        va_start(ap, format);
        fill(err, status, "", 0, format, ap);
        va_end(ap);
    }
    return status;
}

sx_status sx_fail_at(sx_error *err, sx_status status, const char *file, long line,
                     const char *format, ...)
{
    if (err) {
        va_list ap;
        va_start(ap, format);
        fill(err, status, file, line, format, ap);
        va_end(ap);
    }
    return status;
}
