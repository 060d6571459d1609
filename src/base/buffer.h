/* A growing byte string for output. Appending never fails visibly: after the first failure the
 * buffer stays as it was and sx_buffer_status tells, so that a writer checks once, at its end. */
#ifndef SX_BASE_BUFFER_H
#define SX_BASE_BUFFER_H

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

typedef struct sx_buffer {
    char *data; /* NUL-terminated once anything was appended, else NULL */
    size_t size, capacity;
    sx_status status;
} sx_buffer;

#define SX_BUFFER_INIT                                                                   \
    {                                                                                    \
        NULL, 0, 0, SX_OK                                                                \
    }

void sx_buffer_finish(sx_buffer *buffer);
void sx_buffer_append(sx_buffer *buffer, const char *bytes, size_t size);
void sx_buffer_puts(sx_buffer *buffer, const char *text);
void sx_buffer_printf(sx_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* In decimal: a tenth of the time of sx_buffer_printf. */
void sx_buffer_int(sx_buffer *buffer, int64_t value);
/* To its first `size` bytes, of which it has no fewer. */
void sx_buffer_cut(sx_buffer *buffer, size_t size);
sx_status sx_buffer_status(const sx_buffer *buffer);

#endif
