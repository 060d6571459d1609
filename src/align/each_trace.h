/* The trees of all traces of a program are changed one after the other, knowing the loops of all. */
#ifndef SX_ALIGN_EACH_TRACE_H
#define SX_ALIGN_EACH_TRACE_H

#include "align/loop_names.h"

/* The trace at hand. */
typedef struct sx_in_trace {
    sx_arena *arena; /* of what is changed */
    const sx_trace *trace;
    const sx_loop_names *all; /* loops of each trace, as they were at first */
    size_t n;
    uint64_t *steps;
    sx_error *err;
} sx_in_trace;

/* `everybody` are the ranks of the trace. */
typedef sx_status sx_trace_change(const sx_in_trace *at, const sx_ranklist *everybody,
                                  sx_block *program);

/* Changes the program of each; `are` as in sx_loop_names_list. Nothing is done where no trace has such loops. Errors: SX_NOMEM, of the
 * change. */
sx_status sx_each_trace(sx_arena *arena, sx_trace *const *trace, size_t n,
                        bool (*are)(const sx_node *node), uint64_t *steps,
                        sx_trace_change change, sx_error *err);

/* For a change that is out of memory. */
sx_status sx_in_trace_no_memory(const sx_in_trace *at);

/* Those who take part; NULL where that is no list of ranks. */
const sx_ranklist *sx_ranks_within(const sx_domain *ranks, const sx_ranklist *enclosing);

#endif
