/* What is said of values at a scale that is not among those of the inputs. */
#ifndef SX_TESTS_LABELLED_H
#define SX_TESTS_LABELLED_H

#include "../../tap.h"
#include "extrap/infer.h"
#include "extrap/inferred.h"
#include "extrap/instantiate.h"
#include "synth.h"

/* A program that is inferred at these scales (to the first 0), and extrapolated to p. False when that fails, as a test then
 * says. */
static inline bool extrapolate(sx_arena *arena, const synth_item *program,
                               const int64_t *scale, int64_t p, sx_trace *ret_trace)
{
    enum { INPUTS = 8 };
    sx_trace trace[INPUTS], formula;
    const sx_trace *input[INPUTS];
    const char *name[INPUTS];
    size_t n = 0;
    for (; scale[n]; n++) {
        trace[n] = synth_trace(arena, program, scale[n]);
        input[n] = &trace[n];
        name[n] = sx_arena_printf(arena, "t%d", (int)scale[n]);
    }
    const sx_infer_options options = { 0 };
    sx_error err = { 0 };
    sx_status st = sx_infer(arena, input, name, n, &options, &formula, &err);
    st = st ? st : sx_instantiate(arena, &formula, p, NULL, 0, ret_trace, &err);
    ok(!st, "inferred, at %d: %s", (int)p, err.text);
    return !st;
}

/* Of the first value of that name ("0.count"); SX_LABEL_RECORDED where there is none. */
static inline sx_label label_of(sx_arena *arena, const sx_trace *trace, const char *name)
{
    const sx_inferred *value;
    size_t n;
    if (sx_inferred_list(arena, trace, &value, &n, NULL))
        return SX_LABEL_RECORDED;
    for (size_t i = 0; i < n; i++)
        if (sx_inferred_is_named(&value[i], name))
            return value[i].evidence->label;
    return SX_LABEL_RECORDED;
}

/* What is to be said of a parameter of a program's last event at p. */
typedef struct labelled {
    const synth_item *program;
    const int64_t *scale; /* of the inputs, to the first 0 */
    int64_t p;
    sx_param_id id;
    sx_label label;
    const char *what;
} labelled;

/* What is to be said of who takes part in a program's last event, or loop, at p. */
static inline void takes_part_is(const synth_item *program, const int64_t *scale,
                                 int64_t p, sx_label label, const char *what)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    if (extrapolate(arena, program, scale, p, &trace)) {
        const sx_node *node = trace.program.node[trace.program.n - 1];
        is_int(node->ranks.evidence.label, label, what);
    }
    sx_arena_destroy(arena);
}

static inline void are_labelled(const labelled *want, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const labelled *of = &want[i];
        sx_arena *arena = sx_arena_create();
        sx_trace trace;
        if (extrapolate(arena, of->program, of->scale, of->p, &trace)) {
            const sx_node *node = trace.program.node[trace.program.n - 1];
            while (node->kind == SX_NODE_LOOP)
                node = node->body.node[0];
            const sx_evidence *said = &sx_node_param(node, of->id)->value.evidence;
            is_int(said->label, of->label, of->what);
            if (said->reason)
                printf("# %s\n", said->reason);
        }
        sx_arena_destroy(arena);
    }
}

#endif
