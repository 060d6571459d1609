/* Benchmarks from traces: a program that communicates as the trace says. From a formula trace it does so at
 * any number of ranks (paper 000, 4.5; papers 002 and 003 have a program for one P). */
#ifndef SX_GENERATE_GENERATE_H
#define SX_GENERATE_GENERATE_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/status.h"
#include "trace/trace.h"

/* What a program computes between its calls and can be told at run time. */
typedef enum sx_generate_extent {
    SX_GENERATE_SOME, /* computation, with what scales it and messages */
    SX_GENERATE_ALL,
    SX_GENERATE_BARE /* nothing: the calls alone */
} sx_generate_extent;

typedef struct sx_generate_options {
    sx_generate_extent extent;
    double neglected; /* computation that is at most this share of all is left out */
    bool allow_missing; /* what cannot be generated becomes a comment, and is counted */
    const char *model; /* what a report names it by, or NULL */
    const char *const *
        site; /* by call site of the trace: what a comment says of it, or NULL; or NULL */
} sx_generate_options;

/* "some", "all" or "none"; false where it is none of these. */
bool sx_generate_extent_named(const char *name, sx_generate_extent *ret_extent);

/* A language and a library to write benchmarks in. */
typedef struct sx_backend {
    const char *name, *description;
    /* Appends the program of a trace (bound, or of formulas). Scratch is the arena's. *ret_missing: how many calls were left
     * out. Errors: SX_INVALID (names what cannot be generated), SX_NOMEM. O(size of the trace). */
    sx_status (*emit)(sx_arena *arena, const sx_trace *trace,
                      const sx_generate_options *options, sx_buffer *out,
                      size_t *ret_missing, sx_error *err);
} sx_backend;

extern const sx_backend sx_backends[];
extern const size_t sx_backend_count;

/* NULL when there is none of that name. */
const sx_backend *sx_backend_named(const char *name);

#endif
