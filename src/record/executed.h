/* The executions of a program that all ranks go through alike, one after the other, with their values. */
#ifndef SX_RECORD_EXECUTED_H
#define SX_RECORD_EXECUTED_H

#include "trace/trace.h"

/* An event of the program. Its values by parameter and piece, for all executions in a row; where lists differ in
 * length, begin[p][k] is where those of execution k begin. */
typedef struct sx_executed_event {
    const sx_node *node; /* NULL for a loop */
    uint32_t n, call;
    int64_t ***value;
    uint64_t **begin; /* NULL for scalars */
    uint32_t **name; /* of what an execution has, by parameter */
} sx_executed_event;

/* An operation at a call site: all of its executions, by their places among all. Its events have the same ranks. */
typedef struct sx_executed_call {
    const sx_node *like;
    uint32_t n, nparams;
    uint32_t *at;
    uint32_t **name; /* by parameter, and execution of the call */
} sx_executed_call;

typedef struct sx_executed_entry {
    uint32_t node, k; /* execution k of a node */
} sx_executed_entry;

typedef struct sx_executed {
    sx_arena *arena;
    const sx_trace *trace;
    uint32_t nnodes, n, ncalls;
    sx_executed_event *event; /* by node */
    sx_executed_entry *entry;
    sx_executed_call *call;
} sx_executed;

/* NULL where there is none (see sx_refold), or no memory. Nodes of the trace are numbered. */
sx_executed *sx_executed_create(const sx_trace *trace);
void sx_executed_destroy(sx_executed *executed);

/* How many numbers an entry has of a parameter, and those of one piece. */
uint64_t sx_executed_length(const sx_executed *executed, uint32_t entry, uint32_t param);
const int64_t *sx_executed_value(const sx_executed *executed, uint32_t entry,
                                 uint32_t param, size_t piece);

#endif
