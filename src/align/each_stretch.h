/* Stretches of the merged program that a loop over the same calls stands for. */
#ifndef SX_ALIGN_EACH_STRETCH_H
#define SX_ALIGN_EACH_STRETCH_H

#include "align/stretch.h"

/* Opens the stretch of block from `from` on, in a scratch arena that is empty then; *ret_n nodes. Its values are read, and *ret_differs is
 * true, where ranks of one run make different numbers of trips in some loop of it. Errors: SX_NOMEM. */
sx_status sx_stretch_open(sx_stretch *stretch, const sx_block *block, size_t from,
                          size_t *ret_n, bool *ret_differs);

/* *ret_loop stands for *ret_n nodes of the block from `from` on; NULL: nothing does. Errors: SX_NOMEM. */
typedef sx_status (*sx_stretch_finder)(void *context, const sx_block *block, size_t from,
                                       sx_node **ret_loop, size_t *ret_n);

/* How a pass goes over all blocks of stretch->runs; `within` is set before each block. */
typedef struct sx_stretch_pass {
    sx_stretch *stretch;
    sx_stretch_finder find;
    void *context;
    bool inner_first; /* else what has become a loop is not looked into */
} sx_stretch_pass;

/* Puts the loops that are found in place of their stretches, and numbers the program anew. It makes and destroys the scratch arena of the
 * stretch. Errors: SX_NOMEM. */
sx_status sx_runs_each_stretch(const sx_stretch_pass *pass, sx_error *err);

#endif
