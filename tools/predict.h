/* How long a generated program takes on another machine, from its report (paper 000, 5.5.4). */
#ifndef SX_TOOLS_PREDICT_H
#define SX_TOOLS_PREDICT_H

#include "base/buffer.h"
#include "base/status.h"

#include <stdbool.h>

typedef struct sx_predict_options {
    double compute, comm; /* A and S: how many times as long both take there, above 0 */
    const char *bare; /* the report of a run that computes nothing, or NULL */
    bool json;
} sx_predict_options;

/* Appends T = T_comm S + T_comp A and its parts, also of regions. Where a run is known that computes nothing, what it communicates takes S, and the
 * rest of T_comm is waiting for what others compute: it takes A (the paper has S for both, which is as far off as ranks are uneven).
 * Errors: SX_IO, SX_PARSE (no report, or one of another program), SX_NOMEM. */
sx_status sx_predict_print(sx_buffer *out, const char *path,
                           const sx_predict_options *options, sx_error *err);

/* A number above 0; false where it is none. */
bool sx_predict_factor(const char *text, double *ret_factor);

#endif
