/* How scalaextrap prints what the evidence for values is, and which inputs would be more. */
#ifndef SX_TOOLS_EXTRAP_EVIDENCE_H
#define SX_TOOLS_EXTRAP_EVIDENCE_H

#include "extrap/advise.h"

struct json_t; /* jansson's */

/* Of `target` ranks. from_inputs: else from a formula trace. */
void sx_advice_print(sx_buffer *out, const sx_advice *advice, int64_t target,
                     bool from_inputs);
struct json_t *sx_advice_json(const sx_advice *advice, int64_t target);

#endif
