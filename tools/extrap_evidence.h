/* How scalaextrap prints what the evidence for values is, and which inputs would be more. */
#ifndef SX_TOOLS_EXTRAP_EVIDENCE_H
#define SX_TOOLS_EXTRAP_EVIDENCE_H

#include "extrap/advise.h"
#include "extrap/explain.h"

struct json_t; /* jansson's */

/* Of `target` ranks. from_inputs: else from a formula trace. */
void sx_advice_print(sx_buffer *out, const sx_advice *advice, int64_t target,
                     bool from_inputs);
struct json_t *sx_advice_json(const sx_advice *advice, int64_t target);

/* Of one value; `input` are the names of the n inputs. */
void sx_explanation_print(sx_buffer *out, const sx_explanation *explanation,
                          const sx_expr_names *names, const char *const *input, size_t n);
struct json_t *sx_explanation_json(const sx_explanation *explanation,
                                   const sx_expr_names *names, const char *const *input,
                                   size_t n);

#endif
