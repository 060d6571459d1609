/* What the parameters of a program are at one scale, as N=404:iterations=10: said when a run is recorded, of an
 * input, or of a target. */
#ifndef SX_TRACE_SETTING_H
#define SX_TRACE_SETTING_H

#include "trace/trace.h"

typedef struct sx_setting {
    const char *name;
    int64_t value;
} sx_setting;

typedef struct sx_settings {
    uint32_t n;
    sx_setting setting[SX_MAX_PARAMS];
} sx_settings;

/* Reads NAME=INT{:NAME=INT}, and "" as none. Names are the arena's. Errors: SX_PARSE (says what is wrong),
 * SX_LIMIT, SX_NOMEM. */
sx_status sx_settings_parse(sx_arena *arena, const char *text, sx_settings *ret_settings,
                            sx_error *err);

/* Adds what is said to the parameters of a trace of one run. Errors: SX_MISMATCH (it has one with another
 * value), SX_LIMIT, SX_NOMEM. */
sx_status sx_trace_tell(sx_arena *arena, sx_trace *trace, const sx_settings *settings,
                        sx_error *err);

/* Adds the dims of a grid on the world, fastest axis first, to a trace of one run. Errors: SX_INVALID (they are not
 * of as many places as there are ranks), SX_MISMATCH (it has others), SX_NOMEM. */
sx_status sx_trace_tell_dims(sx_arena *arena, sx_trace *trace, uint32_t ndims,
                             const int64_t *dim, sx_error *err);

/* A formula trace in which the parameters are given. Those of which all inputs had the same need not be.
 * Errors: SX_INVALID, by name (one that is open is not given, or one that it has not is). */
sx_status sx_trace_give(sx_arena *arena, const sx_trace *formula,
                        const sx_settings *settings, sx_trace *ret_formula,
                        sx_error *err);

/* The values that a parameter had in the inputs of a formula trace, as "100, 200"; NULL when out of memory. */
const char *sx_constant_seen(sx_arena *arena, const sx_constant *param);

/* The parameter of that name; NULL when there is none. */
const sx_constant *sx_trace_parameter(const sx_trace *trace, const char *name);

/* The i-th parameter, from 0; NULL when there are fewer. */
const sx_constant *sx_trace_parameter_at(const sx_trace *trace, size_t i);

#endif
