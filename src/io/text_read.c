#include "io/text_reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Pairs of terms that may be compared whatever the size of the file, and more for each
 * byte. */
enum { WORK = 1 << 20, WORK_PER_BYTE = 256 };

/* What would be wrong on any line: the bytes that no text has, and lines that do not end.
 */
static bool check_bytes(sx_text_reader *r)
{
    if (r->next == r->stop)
        return sx_text_fail(r, SX_PARSE, "expected 'scalatrace %d', found an empty file",
                            SX_TEXT_VERSION);
    size_t left = (size_t)(r->stop - r->next);
    const char *nul = memchr(r->next, '\0', left), *cr = memchr(r->next, '\r', left);
    const char *bad = !nul || (cr && cr < nul) ? cr : nul;
    for (const char *c = r->next; bad && c < bad; c++)
        r->line += *c == '\n';
    if (bad)
        r->line++;
    if (bad && bad == cr)
        return sx_text_fail(r, SX_PARSE, "expected lines that end in LF, found a CR");
    if (bad)
        return sx_text_fail(r, SX_PARSE, "expected text, found a NUL byte");
    if (r->stop[-1] != '\n') {
        for (const char *c = r->next; c < r->stop; c++)
            r->line += *c == '\n';
        r->line++;
        return sx_text_fail(r, SX_PARSE,
                            "expected the end of the line, found the end of the file");
    }
    return true;
}

static bool read_version(sx_text_reader *r)
{
    int64_t version;
    if (!sx_text_next_line(r) || !sx_text_try(r, "scalatrace "))
        return sx_text_fail(r, SX_PARSE, "expected 'scalatrace %d': this is not a trace",
                            SX_TEXT_VERSION);
    if (!sx_text_int(r, "the version of the format", 0, INT64_MAX, &version))
        return false;
    return version == SX_TEXT_VERSION
               ? sx_text_need_end(r)
               : sx_text_fail(r, SX_PARSE,
                              "expected version %d of the format, found %" PRId64,
                              SX_TEXT_VERSION, version);
}

static bool read_ranks(sx_text_reader *r)
{
    if (!sx_text_next_line(r))
        return sx_text_fail(r, SX_PARSE, "expected 'ranks', found the end of the file");
    return sx_text_need(r, "ranks ") &&
           (sx_text_try(r, "P") || sx_text_int(r, "P, or a number of ranks", 1,
                                               SX_TEXT_MAX_RANKS, &r->trace->p)) &&
           sx_text_need_end(r);
}

static sx_status read_text(sx_arena *arena, const char *name, const char *text,
                           size_t size, bool message, sx_trace *ret_trace, sx_error *err)
{
    sx_trace trace = { 0 };
    sx_text_reader r = { .arena = arena,
                         .trace = &trace,
                         .err = err,
                         .name = name,
                         .next = text,
                         .stop = text + size,
                         .message = message,
                         .work = WORK + (uint64_t)WORK_PER_BYTE * size };
    if (size > SX_TEXT_MAX_SIZE)
        return sx_fail_at(err, SX_LIMIT, name, 0, "more than %zu bytes",
                          SX_TEXT_MAX_SIZE);
    if (check_bytes(&r) && read_version(&r) && read_ranks(&r) && sx_text_tables(&r) &&
        sx_text_program(&r)) {
        sx_trace_number(&trace);
        *ret_trace = trace;
    }
    sx_text_stack *stacks[] = { &r.runs,  &r.terms, &r.pieces, &r.boxes,
                                &r.nodes, &r.times, &r.items,  &r.sets };
    for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++)
        free(stacks[i]->data);
    return r.status;
}

sx_status sx_text_read(sx_arena *arena, const char *name, const char *text, size_t size,
                       sx_trace *ret_trace, sx_error *err)
{
    return read_text(arena, name, text, size, false, ret_trace, err);
}

sx_status sx_text_read_message(sx_arena *arena, const char *name, const char *text,
                               size_t size, sx_trace *ret_trace, sx_error *err)
{
    return read_text(arena, name, text, size, true, ret_trace, err);
}
