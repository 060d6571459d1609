/* Command lines: one table per tool makes getopt_long's array, fills the tool's options
 * and writes
 * --help. Every tool has --help and --version without naming them. */
#ifndef SX_TOOLS_OPTIONS_H
#define SX_TOOLS_OPTIONS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exit statuses of all tools. */
enum {
    SX_EXIT_DONE = 0,
    SX_EXIT_FAILED = 1,
    SX_EXIT_USAGE = 2,
    SX_EXIT_BELOW =
        3 /* done, but below what was asked: refused values, a difference found */
};

typedef enum sx_option_kind {
    SX_OPTION_FLAG, /* bool, set true */
    SX_OPTION_TEXT, /* const char *, the last one given */
    SX_OPTION_TEXTS, /* sx_texts, all that are given */
    SX_OPTION_INT, /* int64_t in [min, max] */
    SX_OPTION_MAYBE_INT /* the same behind --NAME=, or -1 where --NAME stands alone */
} sx_option_kind;

enum { SX_TEXTS = 16 };
typedef struct sx_texts {
    size_t n;
    const char *text[SX_TEXTS];
} sx_texts;

typedef struct sx_option {
    const char *name; /* long name, without -- */
    char letter; /* 0: none */
    sx_option_kind kind;
    size_t offset; /* of the field in the tool's struct of options */
    const char *arg; /* how --help names the argument; NULL for a FLAG */
    const char *help; /* one line, or more with \n */
    int64_t min, max; /* INT */
} sx_option;

typedef struct sx_tool {
    const char *name;
    const char *operands; /* in the usage line: "TRACE", "-- PROGRAM [ARGUMENT ...]" */
    const char *purpose; /* one sentence */
    const char
        *notes; /* below the options in --help, such as exit statuses; NULL: none */
    const sx_option *option;
    size_t noptions;
    int min_operands, max_operands; /* max -1: any number */
    bool stops_at_operand; /* what follows the first operand is no option of ours */
} sx_tool;

/* Parses argv, writes to the fields of *options (a struct of the tool's, with its
 * defaults set). Returns the index in argv of the first operand; or -1 when the tool
 * shall end at once with *ret_exit, after --help or --version (on stdout) or a usage
 * error (on stderr). */
int sx_tool_parse(const sx_tool *tool, int argc, char **argv, void *options,
                  int *ret_exit);

/* "name: file:line: text" on stderr; returns SX_EXIT_FAILED. */
int sx_tool_fail(const sx_tool *tool, const sx_error *err);

/* A usage error on stderr with the pointer to --help; returns SX_EXIT_USAGE. */
int sx_tool_usage(const sx_tool *tool, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* "name: warning: text" on stderr. */
void sx_tool_warn(const sx_tool *tool, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Flushes stdout: SX_EXIT_FAILED with a message when what was printed did not arrive,
 * else `status`. */
int sx_tool_end(const sx_tool *tool, int status);

/* A whole decimal integer in [min, max]. */
bool sx_parse_int(const char *text, int64_t min, int64_t max, int64_t *ret_value);

/* "8,16,32": up to `capacity` integers in [min, max] separated by commas; 0 when
 * malformed or more. */
size_t sx_parse_int_list(const char *text, int64_t min, int64_t max, size_t capacity,
                         int64_t *ret_value);

#endif
