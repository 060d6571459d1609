/* Readers of measurements: the formats are a table, and a text shows by its contents which one it is in. */
#ifndef SX_MEASURE_READ_H
#define SX_MEASURE_READ_H

#include "base/arena.h"
#include "base/status.h"
#include "measure/measure.h"

#include <stdbool.h>
#include <stddef.h>

/* Most bytes of an input. */
#define SX_MEASURE_MAX_SIZE ((size_t)1 << 32)

struct sx_reader;

typedef struct sx_measure_format {
    const char *name, *description;
    /* Whether a text that no format above in the table knows is in this one. */
    bool (*knows)(const char *text, size_t size);
    sx_status (*read)(struct sx_reader *reader);
} sx_measure_format;

extern const sx_measure_format sx_measure_formats[];
extern const size_t sx_measure_format_count;

/* NULL when there is none of that name. */
const sx_measure_format *sx_measure_format_named(const char *name);

/* Reads text[0 .. size).
 * [in] name    of the input, for messages
 * [in] format  NULL: the one that its contents show
 * Errors, with file and line: SX_PARSE (not the format, or no measurement in it), SX_LIMIT (more of anything than this
 * project handles), SX_NOMEM. ret_measurements is untouched then. O(size + points log points). */
sx_status sx_measure_read(sx_arena *arena, const char *name, const char *text,
                          size_t size, const sx_measure_format *format,
                          sx_measurements *ret_measurements, sx_error *err);

/* The same for a file, or the standard input, "-". */
sx_status sx_measure_read_file(sx_arena *arena, const char *path,
                               const sx_measure_format *format,
                               sx_measurements *ret_measurements, sx_error *err);

#endif
