/* The merged program in the shape of its source, before anything is inferred: ranks fold what they see, each on its own. */
#ifndef SX_ALIGN_RESHAPE_H
#define SX_ALIGN_RESHAPE_H

#include "align/runs.h"

/* All steps, in their order. Errors: SX_NOMEM. */
sx_runs_step sx_runs_reshape;

#endif
