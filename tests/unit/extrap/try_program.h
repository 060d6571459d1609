/* A whole inference: from a program given as functions, at a few scales, to scales not seen. */
#ifndef SX_TESTS_TRY_PROGRAM_H
#define SX_TESTS_TRY_PROGRAM_H

#include "../../tap.h"
#include "extrap/infer.h"
#include "extrap/instantiate.h"
#include "extrap/summary.h"
#include "synth.h"
#include "trace/setting.h"

#include <stdlib.h>

/* At target p; with its parameters N and M where the inputs have them. */
static sx_status instantiate_at(sx_arena *arena, const sx_trace *formula,
                                const synth_scale *target, sx_trace *ret_trace,
                                sx_error *err)
{
    sx_settings settings = { 0 };
    sx_trace given;
    if (sx_trace_parameter(formula, "N"))
        settings.setting[settings.n++] = (sx_setting) { "N", target->n };
    if (sx_trace_parameter(formula, "M"))
        settings.setting[settings.n++] = (sx_setting) { "M", target->m };
    sx_status st = sx_trace_give(arena, formula, &settings, &given, err);
    return st ? st : sx_instantiate(arena, &given, target->p, NULL, 0, ret_trace, err);
}

/* A list of ranks without a rank cannot be written: what nobody takes part in is a condition. */
static inline bool lists_nobody(const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if ((node->ranks.kind == SX_DOMAIN_RANKS && node->ranks.ranks.count == 0) ||
            (node->kind == SX_NODE_LOOP && lists_nobody(&node->body)))
            return true;
    }
    return false;
}

/* Infers from `scale` (ends with p 0), and compares at `target` (ends with p 0), where so many values may be
 * refused. */
static void try_scales(const char *what, const synth_item *program,
                       const synth_scale *scale, const synth_scale *target,
                       uint64_t refused)
{
    sx_arena *arena = sx_arena_create();
    const sx_trace *input[16];
    const char *name[16];
    size_t n = 0;
    sx_error err = { 0 };
    for (; scale[n].p; n++) {
        sx_trace *trace = SX_NEW(arena, sx_trace);
        *trace = synth_trace_at(arena, program, &scale[n]);
        is_int(synth_differences(program, trace), 0, "the input itself");
        input[n] = trace;
        name[n] = sx_arena_printf(arena, "t%d@N=%d", (int)scale[n].p, (int)scale[n].n);
    }
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    sx_trace formula;
    sx_status st = sx_infer(arena, input, name, n, &options, &formula, &err);
    ok(st == SX_OK, "%s: inferred: %s", what, err.text);
    for (size_t i = 0; !st && target[i].p; i++) {
        sx_trace trace;
        sx_summary summary;
        st = instantiate_at(arena, &formula, &target[i], &trace, &err);
        ok(st == SX_OK, "%s: instantiated at %d: %s", what, (int)target[i].p, err.text);
        if (st || sx_summary_make(arena, &trace, &formula, &summary, &err))
            break;
        int64_t differences = synth_differences(program, &trace);
        ok(!lists_nobody(&trace.program), "%s: can be written at %d", what,
           (int)target[i].p);
        ok(differences == 0, "%s: same events at %d, N = %d", what, (int)target[i].p,
           (int)target[i].n);
        ok(summary.values[SX_LABEL_REFUSED] == refused, "%s: %d values refused", what,
           (int)summary.values[SX_LABEL_REFUSED]);
        if (differences || summary.values[SX_LABEL_REFUSED]) {
            sx_buffer text = SX_BUFFER_INIT;
            sx_summary_print(&text, &trace, &summary, 20);
            for (char *line = strtok(text.data, "\n"); line; line = strtok(NULL, "\n"))
                printf("# %s\n", line);
            sx_buffer_finish(&text);
        }
    }
    sx_arena_destroy(arena);
}

/* The same without parameters; lists end with 0. */
static inline void try_program(const char *what, const synth_item *program,
                               const int64_t *scale, const int64_t *target,
                               uint64_t refused)
{
    synth_scale from[16] = { { 0 } }, to[16] = { { 0 } };
    for (size_t i = 0; scale[i]; i++)
        from[i].p = scale[i];
    for (size_t i = 0; target[i]; i++)
        to[i].p = target[i];
    try_scales(what, program, from, to, refused);
}

#endif
