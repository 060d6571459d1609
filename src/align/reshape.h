/* The merged program in the shape of its source, before anything is inferred: ranks fold what they see, each on its own. */
#ifndef SX_ALIGN_RESHAPE_H
#define SX_ALIGN_RESHAPE_H

#include "align/runs.h"

/* What is put together first. */
typedef enum sx_reshape_way {
    SX_RESHAPE_FOLDS, /* nothing: what ranks folded stays as it is, but for the steps that all ways have */
    SX_RESHAPE_ROLES, /* the same, of runs that are merged anew (sx_runs_create) */
    SX_RESHAPE_COLUMNS, /* exchanges along axes (align/columns.h) */
    SX_RESHAPE_WHOLE, /* those of whole loops of the program */
    SX_RESHAPE_WAYS
} sx_reshape_way;

/* All steps, in their order. *ret_tangles is how many loops are tangled then (align/tangles.h; may be NULL). Errors: SX_NOMEM, SX_LIMIT. */
sx_status sx_runs_reshape(sx_arena *arena, sx_runs *runs, sx_reshape_way way,
                          size_t *ret_tangles, sx_error *err);

#endif
