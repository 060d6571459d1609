/* What a call of this project's libraries can come back with, and the message for a person.
 * Libraries never print and never exit: they fill an sx_error, and the tool prints its one line. */
#ifndef SX_BASE_STATUS_H
#define SX_BASE_STATUS_H

#define SX_STATUS_LIST(X)                                                                \
    X(OK, "done")                                                                        \
    X(NOMEM, "out of memory")                                                            \
    X(IO, "input or output failed")                                                      \
    X(PARSE, "malformed input")                                                          \
    X(LIMIT, "a limit was passed")                                                       \
    X(INVALID, "invalid argument")                                                       \
    X(OVERFLOW, "a number does not fit")                                                 \
    X(NOTFOUND, "not found")                                                             \
    X(MISMATCH, "inputs do not belong together")

typedef enum sx_status {
#define SX_STATUS_ENUM(name, text) SX_##name,
    SX_STATUS_LIST(SX_STATUS_ENUM)
#undef SX_STATUS_ENUM
} sx_status;

/* An error as the user sees it. `file` and `line` are those of the user's input, not of this
 * program; file is "" and line 0 when the error has no place in an input. */
typedef struct sx_error {
    sx_status status;
    long line;
    char file[256];
    char text[512];
} sx_error;

const char *sx_status_text(sx_status status);

/* Fills *err (which may be NULL) and returns `status`, so that a failing function can end in
 * `return sx_fail(err, SX_INVALID, "...", ..);`. An already filled error is replaced. */
sx_status sx_fail(sx_error *err, sx_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with a place in an input file. */
sx_status sx_fail_at(sx_error *err, sx_status status, const char *file, long line,
                     const char *format, ...) __attribute__((format(printf, 5, 6)));

#endif
