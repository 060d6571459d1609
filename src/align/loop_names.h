/* Names of loops by what stands in them, which are the same in all traces of a program. */
#ifndef SX_ALIGN_LOOP_NAMES_H
#define SX_ALIGN_LOOP_NAMES_H

#include "trace/trace.h"

/* A set. */
typedef struct sx_loop_names {
    size_t n, capacity;
    uint64_t *name; /* of its own */
} sx_loop_names;

/* Calls and their call sites, in loops as they stand, without how often. O(nodes in it). */
uint64_t sx_loop_name(const sx_trace *trace, const sx_node *node);

/* The names of all loops of the trace, into an empty set; unless `are` is NULL, of those of which it says so. Errors: SX_NOMEM. */
sx_status sx_loop_names_list(sx_loop_names *names, const sx_trace *trace,
                             bool (*are)(const sx_node *node));

bool sx_loop_names_have(const sx_loop_names *names, uint64_t name);

void sx_loop_names_free(sx_loop_names *names);

#endif
