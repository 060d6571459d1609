#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OPTIONS = 64, CODE_BASE = 256 };

/* In every tool, behind its own. */
static const sx_option common[] = {
    { "help", 'h', SX_OPTION_FLAG, 0, NULL, "print this text", 0, 0 },
    { "version", 'V', SX_OPTION_FLAG, 0, NULL, "print the version", 0, 0 },
};
enum { HELP, VERSION, COMMON };

/* Index i counts the tool's own options first, then the common ones. */
static const sx_option *option_at(const sx_tool *tool, size_t i)
{
    return i < tool->noptions ? &tool->option[i] : &common[i - tool->noptions];
}

static void print_option(const sx_option *option)
{
    enum { COLUMN = 24 };
    char left[80];
    bool maybe = option->kind == SX_OPTION_MAYBE_INT;
    snprintf(left, sizeof left, "  %c%c%s--%s%s%s%s", option->letter ? '-' : ' ',
             option->letter ? option->letter : ' ', option->letter ? ", " : "  ",
             option->name,
             maybe         ? "[="
             : option->arg ? " "
                           : "",
             option->arg ? option->arg : "", maybe ? "]" : "");
    printf("%-*s", COLUMN, left);
    if (strlen(left) >= COLUMN)
        printf("\n%*s", COLUMN, "");
    for (const char *c = option->help; *c; c++) {
        putchar(*c);
        if (*c == '\n')
            printf("%*s", COLUMN, "");
    }
    putchar('\n');
}

static void print_help(const sx_tool *tool)
{
    printf("Usage: %s [OPTION ...] %s\n%s\n\n", tool->name, tool->operands,
           tool->purpose);
    for (size_t i = 0; i < tool->noptions + COMMON; i++)
        print_option(option_at(tool, i));
    if (tool->notes)
        printf("\n%s\n", tool->notes);
}

int sx_tool_usage(const sx_tool *tool, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    fprintf(stderr, "%s: ", tool->name);
    vfprintf(stderr, format, ap);
    fprintf(stderr, " (%s --help explains)\n", tool->name);
    va_end(ap);
    return SX_EXIT_USAGE;
}

void sx_tool_warn(const sx_tool *tool, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    fprintf(stderr, "%s: warning: ", tool->name);
    vfprintf(stderr, format, ap);
    fputc('\n', stderr);
    va_end(ap);
}

int sx_tool_fail(const sx_tool *tool, const sx_error *err)
{
    fprintf(stderr, "%s: ", tool->name);
    if (err->file[0])
        fprintf(stderr, "%s:", err->file);
    if (err->file[0] && err->line > 0)
        fprintf(stderr, "%ld:", err->line);
    fprintf(stderr, "%s%s\n", err->file[0] ? " " : "",
            err->text[0] ? err->text : sx_status_text(err->status));
    return SX_EXIT_FAILED;
}

int sx_tool_end(const sx_tool *tool, int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "%s: cannot write the output: %s\n", tool->name, strerror(errno));
    return SX_EXIT_FAILED;
}

bool sx_parse_int(const char *text, int64_t min, int64_t max, int64_t *ret_value)
{
    const char *digits = text + (*text == '-');
    if (!*digits || digits[strspn(digits, "0123456789")] != '\0')
        return false;
    errno = 0;
    intmax_t value = strtoimax(text, NULL, 10);
    if (errno || value < min || value > max)
        return false;
    *ret_value = value;
    return true;
}

size_t sx_parse_int_list(const char *text, int64_t min, int64_t max, size_t capacity,
                         int64_t *ret_value)
{
    for (size_t n = 0; n < capacity;) {
        char word[32];
        size_t length = strcspn(text, ",");
        if (length >= sizeof word)
            return 0;
        memcpy(word, text, length);
        word[length] = '\0';
        if (!sx_parse_int(word, min, max, &ret_value[n++]))
            return 0;
        if (!text[length])
            return n;
        text += length + 1;
    }
    return 0;
}

/* Writes the value of one option to its field; false after a message. */
static bool store(const sx_tool *tool, const sx_option *option, const char *text,
                  void *options)
{
    void *field = (char *)options + option->offset;
    switch (option->kind) {
    case SX_OPTION_FLAG:
        *(bool *)field = true;
        return true;
    case SX_OPTION_TEXT:
        *(const char **)field = text;
        return true;
    case SX_OPTION_TEXTS: {
        sx_texts *all = field;
        if (all->n < SX_TEXTS) {
            all->text[all->n++] = text;
            return true;
        }
        sx_tool_usage(tool, "--%s is given more than %d times", option->name, SX_TEXTS);
        return false;
    }
    case SX_OPTION_MAYBE_INT:
        *(int64_t *)field = -1;
        if (!text)
            return true;
        /* fall through */
    case SX_OPTION_INT:
        if (sx_parse_int(text, option->min, option->max, (int64_t *)field))
            return true;
        sx_tool_usage(tool,
                      "--%s wants an integer from %" PRId64 " to %" PRId64 ", not '%s'",
                      option->name, option->min, option->max, text);
        return false;
    }
    return false;
}

/* getopt_long's tables. An option's code is CODE_BASE + its index. */
static void make_tables(const sx_tool *tool, struct option *longs, char *letters)
{
    if (tool->stops_at_operand)
        *letters++ = '+';
    size_t n = tool->noptions + COMMON;
    for (size_t i = 0; i < n; i++) {
        const sx_option *option = option_at(tool, i);
        int takes = option->kind == SX_OPTION_FLAG        ? no_argument
                    : option->kind == SX_OPTION_MAYBE_INT ? optional_argument
                                                          : required_argument;
        longs[i] = (struct option) { option->name, takes, NULL, CODE_BASE + (int)i };
        if (option->letter)
            *letters++ = option->letter;
        if (option->letter && takes == required_argument)
            *letters++ = ':';
    }
    longs[n] = (struct option) { NULL, 0, NULL, 0 };
    *letters = '\0';
}

static size_t index_of(const sx_tool *tool, int code)
{
    if (code >= CODE_BASE)
        return (size_t)(code - CODE_BASE);
    size_t i = 0;
    while (option_at(tool, i)->letter != code)
        i++;
    return i;
}

static int check_operands(const sx_tool *tool, int first, int argc, int *ret_exit)
{
    int n = argc - first;
    if (n >= tool->min_operands && (tool->max_operands < 0 || n <= tool->max_operands))
        return first;
    *ret_exit = sx_tool_usage(tool,
                              n < tool->min_operands ? "missing operand: wants %s"
                                                     : "too many operands: wants %s",
                              tool->operands);
    return -1;
}

int sx_tool_parse(const sx_tool *tool, int argc, char **argv, void *options,
                  int *ret_exit)
{
    struct option longs[MAX_OPTIONS + COMMON + 1];
    char letters[2 * (MAX_OPTIONS + COMMON) + 2];
    if (tool->noptions > MAX_OPTIONS) {
        *ret_exit = SX_EXIT_FAILED;
        return -1;
    }
    make_tables(tool, longs, letters);
    argv[0] = (char *)tool->name; /* getopt_long puts it before its messages */
    for (int code; (code = getopt_long(argc, argv, letters, longs, NULL)) != -1;) {
        if (code == '?') {
            fprintf(stderr, "%s: %s --help explains\n", tool->name, tool->name);
            *ret_exit = SX_EXIT_USAGE;
            return -1;
        }
        size_t i = index_of(tool, code);
        *ret_exit = SX_EXIT_DONE;
        if (i == tool->noptions + HELP)
            print_help(tool);
        else if (i == tool->noptions + VERSION)
            printf("%s %s\n", tool->name, SX_VERSION);
        else if (store(tool, option_at(tool, i), optarg, options))
            continue;
        else
            *ret_exit = SX_EXIT_USAGE;
        if (*ret_exit == SX_EXIT_DONE)
            *ret_exit = sx_tool_end(tool, SX_EXIT_DONE);
        return -1;
    }
    return check_operands(tool, optind, argc, ret_exit);
}
