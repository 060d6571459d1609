/* From input traces of several scales to one formula trace: the same program, in which every value is an
 * expression over P, dims, places, counters and constants, with the evidence for it. */
#ifndef SX_EXTRAP_INFER_H
#define SX_EXTRAP_INFER_H

#include "extrap/times.h"
#include "law/claims.h"
#include "trace/trace.h"

typedef struct sx_infer_options {
    sx_time_choice times; /* { 0 }: times are left out */
    sx_claims *claims; /* of a plugin, believed before any law is searched; NULL: none */
    uint64_t steps; /* that it may take, as sx_runs.steps counts them; 0: SX_RUNS_STEPS */
} sx_infer_options;

/* Infers from n >= 1 bound traces of one program, in any order; `name` are their names for messages.
 * The result lives in the arena, and shares nothing with the inputs that outlives them but strings: keep
 * the inputs' arenas. Errors: SX_MISMATCH (not one program), SX_INVALID, SX_LIMIT, SX_NOMEM.
 * What no family explains is no error: it is labelled refused.
 * @source paper 001, 3. Cost: about the size of the inputs times the families tried. */
sx_status sx_infer(sx_arena *arena, const sx_trace *const *trace, const char *const *name,
                   size_t n, const sx_infer_options *options, sx_trace *ret_formula,
                   sx_error *err);

#endif
