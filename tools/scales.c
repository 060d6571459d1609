#include "scales.h"

#include "options.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static sx_status parse_one(sx_arena *arena, const char *text, tool_scale *ret,
                           sx_error *err)
{
    char ranks[24] = "";
    const char *p = strncmp(text, "P=", 2) == 0 ? text + 2 : text;
    size_t length = strcspn(p, ":");
    if (length < sizeof ranks)
        memcpy(ranks, p, length);
    if (!sx_parse_int(ranks, 1, INT32_MAX, &ret->p))
        return sx_fail(err, SX_PARSE, "'%s' does not begin with a number of ranks", text);
    p += length;
    if (*p == ':' && !*++p)
        return sx_fail(err, SX_PARSE, "expected a parameter behind the ':' of '%s'",
                       text);
    return sx_settings_parse(arena, p, &ret->settings, err);
}

sx_status scales_parse(sx_arena *arena, const char *text, size_t capacity,
                       tool_scale *ret_scale, size_t *ret_n, sx_error *err)
{
    size_t n = 0;
    for (;; text++) {
        size_t length = strcspn(text, ",");
        const char *one = sx_arena_string(arena, text, length);
        if (!one)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (n == capacity)
            return sx_fail(err, SX_LIMIT, "more than %zu targets", capacity);
        sx_status st = parse_one(arena, one, &ret_scale[n++], err);
        if (st)
            return st;
        text += length;
        if (!*text)
            break;
    }
    *ret_n = n;
    return SX_OK;
}

/* Takes dims=X,Y out of what is said of an input; the rest are parameters. */
static sx_status split_dims(sx_arena *arena, const char *text, const char **ret_rest,
                            tool_told *told, sx_error *err)
{
    static const char mark[] = "dims=";
    const char *rest = "";
    while (rest && *text) {
        size_t length = strcspn(text, ":");
        const char *one = sx_arena_string(arena, text, length);
        if (one && strncmp(one, mark, sizeof mark - 1) == 0) {
            told->ndims = (uint32_t)sx_parse_int_list(one + sizeof mark - 1, 1, INT32_MAX,
                                                      SX_MAX_DIMS, told->dim);
            if (told->ndims == 0)
                return sx_fail(
                    err, SX_PARSE,
                    "dims= takes up to %d extents with commas between, not '%s'",
                    SX_MAX_DIMS, one + sizeof mark - 1);
        } else {
            rest = one ? sx_arena_printf(arena, "%s%s%s", rest, *rest ? ":" : "", one)
                       : NULL;
        }
        text += length;
        if (*text == ':' && !*++text)
            return sx_fail(err, SX_PARSE, "expected a parameter behind ':'");
    }
    *ret_rest = rest;
    return rest ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

sx_status scales_input(sx_arena *arena, const char *operand, const char **ret_path,
                       tool_told *ret_told, sx_error *err)
{
    const char *at = strrchr(operand, '@'), *rest;
    *ret_path = operand;
    *ret_told = (tool_told) { 0 };
    if (!at || access(operand, F_OK) == 0)
        return SX_OK;
    *ret_path = sx_arena_string(arena, operand, (size_t)(at - operand));
    if (!*ret_path)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_error why = { 0 };
    sx_status st = split_dims(arena, at + 1, &rest, ret_told, &why);
    if (!st)
        st = sx_settings_parse(arena, rest, &ret_told->settings, &why);
    return st ? sx_fail_at(err, st, operand, 0, "%s", why.text) : SX_OK;
}

/* What stands for the name that `text` begins with, the longest; NULL where there is none. */
static const int64_t *value_at(const sx_trace *formula, const int64_t *p,
                               const char *text, size_t *ret_length)
{
    const int64_t *value = NULL;
    *ret_length = 0;
    for (size_t i = 0; i < formula->nconstants; i++) {
        const sx_constant *c = &formula->constant[i];
        size_t length = strlen(c->name);
        if (c->is_param && length > *ret_length && strncmp(text, c->name, length) == 0) {
            value = &c->value;
            *ret_length = length;
        }
    }
    if (!value && *text == 'P') {
        value = p;
        *ret_length = 1;
    }
    return value;
}

const char *scales_name(sx_arena *arena, const char *pattern, const sx_trace *formula,
                        int64_t p)
{
    const char *name = "";
    while (name && *pattern) {
        size_t plain = strcspn(pattern, "%"), length = 0;
        const int64_t *value =
            pattern[plain] ? value_at(formula, &p, pattern + plain + 1, &length) : NULL;
        if (value)
            name = sx_arena_printf(arena, "%s%.*s%" PRId64, name, (int)plain, pattern,
                                   *value);
        else
            name = sx_arena_printf(arena, "%s%.*s%s", name, (int)plain, pattern,
                                   pattern[plain] ? "%" : "");
        pattern += plain + (pattern[plain] != 0) + length;
    }
    return name;
}
