/* How scales are written on the command line: P:NAME=NUMBER.. for a target, FILE@NAME=NUMBER:.. for an input. */
#ifndef SX_TOOLS_SCALES_H
#define SX_TOOLS_SCALES_H

#include "trace/setting.h"

typedef struct tool_scale {
    int64_t p;
    sx_settings settings;
} tool_scale;

/* Reads up to `capacity` targets with commas between, P= before a number of ranks being optional. Errors:
 * SX_PARSE, SX_LIMIT (more targets, or too many parameters), SX_NOMEM. */
sx_status scales_parse(sx_arena *arena, const char *text, size_t capacity,
                       tool_scale *ret_scale, size_t *ret_n, sx_error *err);

/* What is said of an input: parameters, and the dims of its grid (0 axes: nothing). */
typedef struct tool_told {
    sx_settings settings;
    uint32_t ndims;
    int64_t dim[SX_MAX_DIMS];
} tool_told;

/* The file that an operand names, and what is said of it behind the last @: dims=X,Y.. among the parameters are
 * those of its grid. An operand that is the name of a file is that file. Errors: as of sx_settings_parse. */
sx_status scales_input(sx_arena *arena, const char *operand, const char **ret_path,
                       tool_told *ret_told, sx_error *err);

/* The pattern with %P replaced by the number of ranks, and % with the name of a parameter by its value. NULL when
 * out of memory. */
const char *scales_name(sx_arena *arena, const char *pattern, const sx_trace *formula,
                        int64_t p);

#endif
