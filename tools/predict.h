/* How long a generated program takes on another machine, from its report (paper 000, 5.5.4). */
#ifndef SX_TOOLS_PREDICT_H
#define SX_TOOLS_PREDICT_H

#include "base/buffer.h"
#include "base/status.h"

#include <stdbool.h>

/* Appends T = T_comm S + T_comp A and its parts, also of regions; as JSON, if so. `compute` and `comm` are A and S: how many times as long
 * computation and communication take there, numbers above 0. Errors: SX_IO, SX_PARSE (no report), SX_NOMEM. */
sx_status sx_predict_print(sx_buffer *out, const char *path, double compute, double comm,
                           bool json, sx_error *err);

/* A number above 0; false where it is none. */
bool sx_predict_factor(const char *text, double *ret_factor);

#endif
