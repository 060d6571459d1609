/* Where models are asked for their values: "4096,16384", "p=4096:n=100,p=16384:n=100". */
#ifndef SX_MEASURE_TARGETS_H
#define SX_MEASURE_TARGETS_H

#include "base/arena.h"
#include "base/buffer.h"
#include "measure/measure.h"

typedef struct sx_targets {
    size_t n;
    const double *at; /* n x parameters, > 0 */
} sx_targets;

/* [in] text  targets with commas between them; each a number where there is one parameter, or NAME=NUMBER for each
 *            parameter, in any order, with colons between them
 * Errors: SX_INVALID, SX_NOMEM. */
sx_status sx_targets_read(sx_arena *arena, const char *text, const sx_measurements *m,
                          sx_targets *ret_targets, sx_error *err);

/* Appends one as it is read, numbers with 9 digits; names as sx_name_put. */
void sx_target_put(sx_buffer *out, const sx_measurements *m, const double *at);

#endif
