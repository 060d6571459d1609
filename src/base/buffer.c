#include "base/buffer.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sx_buffer_finish(sx_buffer *buffer)
{
    free(buffer->data);
    *buffer = (sx_buffer)SX_BUFFER_INIT;
}

/* Makes room for `more` bytes and a final NUL. */
static int reserve(sx_buffer *buffer, size_t more)
{
    if (buffer->status)
        return 0;
    size_t need;
    if (__builtin_add_overflow(buffer->size, more, &need) || need > SIZE_MAX / 2 - 1) {
        buffer->status = SX_NOMEM;
        return 0;
    }
    if (need < buffer->capacity)
        return 1;
    size_t capacity = buffer->capacity ? buffer->capacity : 256;
    while (capacity <= need)
        capacity *= 2;
    char *data = realloc(buffer->data, capacity);
    if (!data) {
        buffer->status = SX_NOMEM;
        return 0;
    }
    buffer->data = data;
    buffer->capacity = capacity;
    return 1;
}

void sx_buffer_append(sx_buffer *buffer, const char *bytes, size_t size)
{
    if (!reserve(buffer, size))
        return;
    if (size)
        memcpy(buffer->data + buffer->size, bytes, size);
    buffer->size += size;
    buffer->data[buffer->size] = '\0';
}

void sx_buffer_puts(sx_buffer *buffer, const char *text)
{
    sx_buffer_append(buffer, text, strlen(text));
}

void sx_buffer_printf(sx_buffer *buffer, const char *format, ...)
{
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    const size_t room = buffer->status ? 0 : buffer->capacity - buffer->size;
    char *end = room ? buffer->data + buffer->size : NULL;
    const int length = vsnprintf(end, room, format, ap);
    const bool fits = length >= 0 && (size_t)length < room;
    if (end && !fits)
        *end = '\0';
    if (length < 0) {
        buffer->status = SX_INVALID;
    } else if (fits || reserve(buffer, (size_t)length)) {
        if (!fits)
            vsnprintf(buffer->data + buffer->size, (size_t)length + 1, format, again);
        buffer->size += (size_t)length;
    }
    va_end(again);
    va_end(ap);
}

void sx_buffer_int(sx_buffer *buffer, int64_t value)
{
    char text[20]; /* of INT64_MIN */
    size_t at = sizeof text;
    uint64_t left = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do
        text[--at] = (char)('0' + left % 10);
    while (left /= 10);
    if (value < 0)
        text[--at] = '-';
    sx_buffer_append(buffer, text + at, sizeof text - at);
}

void sx_buffer_cut(sx_buffer *buffer, size_t size)
{
    buffer->size = size;
    if (buffer->data)
        buffer->data[size] = '\0';
}

sx_status sx_buffer_status(const sx_buffer *buffer)
{
    return buffer->status;
}
