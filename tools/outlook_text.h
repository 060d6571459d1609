/* How scalaextrap --summary prints where the time of a run will go (extrap/outlook.h). */
#ifndef SX_TOOLS_OUTLOOK_TEXT_H
#define SX_TOOLS_OUTLOOK_TEXT_H

#include "extrap/outlook.h"
#include "report/site.h"

struct json_t; /* jansson's */

/* `most` call sites at most. sources may be NULL. */
void sx_outlook_print(sx_buffer *out, const sx_outlook *outlook, const sx_trace *trace,
                      const sx_sources *sources, size_t most);
struct json_t *sx_outlook_json(const sx_outlook *outlook, const sx_trace *trace,
                               const sx_sources *sources);

#endif
