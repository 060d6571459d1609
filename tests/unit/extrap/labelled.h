/* What is said of a value at a scale that is not among those of the inputs. */
#ifndef SX_TESTS_LABELLED_H
#define SX_TESTS_LABELLED_H

#include "try_program.h"

/* What is said of this parameter in the last event of a program that is inferred at these scales (to the first 0), and extrapolated
 * to p. */
static void is_labelled(const synth_item *program, const int64_t *scale, int64_t p,
                        sx_param_id id, sx_label label, const char *what)
{
    enum { INPUTS = 8 };
    sx_arena *arena = sx_arena_create();
    const sx_trace *input[INPUTS];
    const char *name[INPUTS];
    size_t n = 0;
    for (; scale[n]; n++) {
        sx_trace *made = SX_NEW(arena, sx_trace);
        *made = synth_trace(arena, program, scale[n]);
        input[n] = made;
        name[n] = sx_arena_printf(arena, "t%d", (int)scale[n]);
    }
    const sx_infer_options options = { .times = {
                                           .curves = sx_curve_selector_named("paper") } };
    sx_trace formula, trace;
    sx_error err = { 0 };
    sx_status st = sx_infer(arena, input, name, n, &options, &formula, &err);
    st = st ? st : sx_instantiate(arena, &formula, p, NULL, 0, &trace, &err);
    ok(st == SX_OK, "inferred, at %d: %s", (int)p, err.text);
    if (st)
        exit(1);
    const sx_node *node = trace.program.node[trace.program.n - 1];
    if (node->kind == SX_NODE_LOOP)
        node = node->body.node[0];
    const sx_evidence *said = &sx_node_param(node, id)->value.evidence;
    is_int(said->label, label, what);
    if (said->reason)
        printf("# %s\n", said->reason);
    sx_arena_destroy(arena);
}

#endif
