/* The project's own text format (scalatrace.5): one trace, of one run or of formulas, as
 * lines that people read, compare and keep under version control. The reader is strict:
 * whatever it accepts is a well-formed trace, and whatever it refuses it refuses with
 * file, line and what was expected. Foreign formats are not here. */
#ifndef SX_IO_TEXT_H
#define SX_IO_TEXT_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/status.h"
#include "trace/trace.h"

enum { SX_TEXT_VERSION = 1 };

/* The most parts of expressions that have a name. */
enum { SX_TEXT_PARTS = 4096 };

/* Reads the trace in text[0 .. size), which need not be NUL-terminated and is not kept.
 * `name` [in] is how errors call the input.
 * ret_trace [out] lives in `arena`; numbered (sx_trace_number), not bound to places.
 * Counts, nesting and sizes are checked before memory is asked for, so that memory stays
 * proportional to `size` (times a constant of some 100). O(size).
 * Errors, with file and line: SX_PARSE (not the format), SX_LIMIT (larger or deeper than
 * this project handles), SX_OVERFLOW (a number does not fit), SX_NOMEM. */
sx_status sx_text_read(sx_arena *arena, const char *name, const char *text, size_t size,
                       sx_trace *ret_trace, sx_error *err);

/* The same for the file at `path`; "-" is the standard input. Pipes are read to their
 * end; directories and devices are refused. Further errors: SX_IO; SX_LIMIT for a file of
 * more than SX_TEXT_MAX_SIZE bytes. */
#define SX_TEXT_MAX_SIZE ((size_t)1 << 28)
sx_status sx_text_read_file(sx_arena *arena, const char *path, sx_trace *ret_trace,
                            sx_error *err);

/* The same for what ranks of one run hand to each other, and nobody else: sequences of parameters and trips that the
 * text has packed stay so (sx_packed), with payloads in `text`, which must live on. Not checked beyond what
 * memory needs: it comes from sx_text_write_message of the same version. */
sx_status sx_text_read_message(sx_arena *arena, const char *name, const char *text,
                               size_t size, sx_trace *ret_trace, sx_error *err);

/* Appends the text of the trace, in the canonical layout: reading it and writing it again
 * gives the same bytes. The model is written as it is; sx_trace_canonical makes equal
 * traces equal in text. Failure shows in the buffer's status. O(size of the model). */
void sx_text_write(sx_buffer *out, const sx_trace *trace);

/* The same for sx_text_read_message. */
void sx_text_write_message(sx_buffer *out, const sx_trace *trace);

/* The sequence as those functions hold it: packed where the text has it packed, else itself. NULL when out of
 * memory. */
const sx_seq *sx_text_pack(sx_arena *arena, const sx_seq *seq);

/* The same of many numbers that are no sequence yet: NULL where a text would not have them packed. Takes memory for the
 * packer and the payload alone. Errors: SX_NOMEM. */
sx_status sx_text_pack_numbers(sx_arena *arena, const sx_numbers *numbers,
                               const sx_seq **ret_seq);

/* The bytes of such a file, `most` of them at most, into a buffer that is empty.
 * [in] what  what the file should be, for messages: "trace" */
sx_status sx_text_read_bytes(const char *path, const char *what, size_t most,
                             sx_buffer *ret_text, sx_error *err);

/* The same into the file at `path`, which is replaced only when all was written (by a
 * temporary file beside it); "-" is the standard output. Errors: SX_IO, SX_NOMEM. */
sx_status sx_text_write_file(const char *path, const sx_trace *trace, sx_error *err);

/* The same for any text. */
sx_status sx_text_write_buffer(const char *path, const sx_buffer *text, sx_error *err);

#endif
