/* Traces made from functions: an event list in loops, where every parameter is a function of the scale, the
 * rank, and the counters. What the recorder would give, without running anything. */
#ifndef SX_TESTS_SYNTH_H
#define SX_TESTS_SYNTH_H

#include "base/arena.h"
#include "trace/trace.h"

/* Where a parameter, or trips, or who takes part, is asked for. i[0] is the outermost counter; e the index in a list; n and m what
 * the program's parameters N and M are. Functions that serve many items know by `item` and `param` which one asks. */
typedef struct synth_at {
    int64_t p, r, i[4], e, n, m;
    const struct synth_item *item;
    const struct synth_param *param;
} synth_at;

/* n and m: 0 where the trace says nothing of such a parameter. */
typedef struct synth_scale {
    int64_t p, n, m;
} synth_scale;

typedef int64_t synth_function(const synth_at *at);

typedef struct synth_param {
    sx_param_id id;
    synth_function *value;
} synth_param;

enum { SYNTH_SITES = 64, SYNTH_SHARED = 48 };

/* kind 'e': an event; '(': a loop begins, with `trips`; ')': it ends; 0: the program ends. */
typedef struct synth_item {
    char kind;
    sx_op op;
    synth_function *where; /* takes part; NULL: everybody */
    synth_function *trips;
    synth_param param[8]; /* ends with value NULL */
    const void *data; /* of the functions' own */
    uint32_t
        site; /* of several items that are one call, from SYNTH_SHARED on; 0: a site of its own */
} synth_item;

/* The trace of the program on p ranks, in canonical form. Stops the test program on failure. */
sx_trace synth_trace(sx_arena *arena, const synth_item *program, int64_t p);

sx_trace synth_trace_at(sx_arena *arena, const synth_item *program,
                        const synth_scale *scale);

/* How many events of `trace` differ from what the functions say on all its ranks; prints the first. */
int64_t synth_differences(const synth_item *program, const sx_trace *trace);

#endif
