/* How long a generated program takes on another machine, from its report (paper 000, 5.5.4). */
#ifndef SX_TOOLS_PREDICT_H
#define SX_TOOLS_PREDICT_H

#include "base/buffer.h"
#include "base/status.h"

#include <stdbool.h>

typedef struct sx_predict_options {
    double compute, comm; /* A and S: how many times as long both take there, above 0 */
    const char *there; /* the report of a run there, whose --pingpong tells S; or NULL */
    const char *bare; /* the report of a run that computes nothing, or NULL */
    const char *similar; /* the report of a run with A / S of the computation, or NULL */
    bool json;
} sx_predict_options;

/* Appends T = T_comm S + T_comp A and its parts, also of regions. Where a run is known that computes nothing, what it communicates takes S, and the
 * rest of T_comm is waiting for what others compute: it takes A (the paper has S for both, which is as far off as ranks are uneven).
 * Where a run is known with A / S of the computation, there are no parts to be told apart: a machine that takes S times as long for all messages and A times for
 * computation does what this one does then, S times as slowly, with what is waiting and what is hidden behind what. T is S times that run.
 * Errors: SX_IO, SX_PARSE (no report, one of another program, or with another share of the computation), SX_NOMEM. */
sx_status sx_predict_print(sx_buffer *out, const char *path,
                           const sx_predict_options *options, sx_error *err);

/* A number above 0; false where it is none. */
bool sx_predict_factor(const char *text, double *ret_factor);

#endif
